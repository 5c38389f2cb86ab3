/** What a seller has answered to buyers, as facts about the item that Knowzee may repeat (D64). */

/** A question with the seller's answer, as a fact about the item. */
export interface SellerAnswer {
  question: string;
  answer: string;
}

const MONEY =
  /[$€£]|\b(?:dollars?|bucks?|price|prices|priced|cheap\w*|lowest|lower|minimum|discount\w*|offers?|accept\w*|aud|percent|negotia\w*|sell (?:it )?for|take (?:\d|it for)|let it go)\b|%/i;

/** Whether other buyers may hear an answer: what it says about money holds for the buyer who asked only. */
export function mayBeShared(answer: string): boolean {
  return !MONEY.test(answer);
}

const COMMON = new Set(
  "a about after also am an and any anyone are at be been but by can come comes could did do does for from get got had has have hello hey hi how i if in is it its item just know like me mate much my of on one or please seller so still tell than that the their them there they this to us very was what when where which who why will with would you your".split(
    " ",
  ),
);

function contentWords(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
  const stems = words
    .filter((word) => word.length > 1 && !COMMON.has(word))
    .map((word) => (word.length > 4 ? word.replace(/(?:es|s|ing|ed)$/, "") : word));
  return new Set(stems);
}

/**
 * Returns what the seller answered to the same question of an earlier buyer, or null. Both questions must agree in two
 * words, or in all words of the shorter one, so that "No" to one question does not answer another. The earlier question is
 * quoted, because an answer such as "No" says nothing without it.
 */
export function answerFromSeller(message: string, answers: readonly SellerAnswer[]): string | null {
  const asked = contentWords(message);
  let best: { score: number; found: SellerAnswer } | null = null;
  for (const found of answers) {
    const earlier = contentWords(found.question);
    const common = [...asked].filter((word) => earlier.has(word)).length;
    const needed = Math.min(2, asked.size, earlier.size);
    if (common === 0 || common < needed) continue;
    const score = common / Math.max(asked.size, earlier.size);
    if (score >= 0.5 && score > (best?.score ?? 0)) best = { score, found };
  }
  return best && `Another buyer asked: “${best.found.question}” The seller answered: “${best.found.answer}”`;
}
