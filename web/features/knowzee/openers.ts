import * as words from "./words.ts";

/** Returns suggested first messages, based only on the public price. */
export function openers(price: number): string[] {
  const low = Math.floor(price * 0.85);
  return [...(low >= 1 ? [words.wouldYouTake(low)] : []), words.canYouDoBetterPrice, words.whatCondition];
}
