import * as words from "./words.ts";

/** Ways to begin, made from the public price alone. */
export function openers(price: number): string[] {
  const low = Math.floor(price * 0.85);
  return [...(low >= 1 ? [words.wouldYouTake(low)] : []), words.canYouDoBetterPrice, words.whatCondition];
}
