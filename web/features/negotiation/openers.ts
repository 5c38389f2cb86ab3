/** Returns suggested first messages, based only on the public price. */
export function openers(price: number): string[] {
  const low = Math.floor(price * 0.85);
  return [...(low >= 1 ? [`Would you take $${low}?`] : []), "Can you do a better price?", "What condition is it in?"];
}
