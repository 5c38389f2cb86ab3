/** `GS` + 8 digits (D24). What the buyer writes on the transfer, and what the seller looks for in the bank. */
export const BANK_REFERENCE = /^GS\d{8}$/;

const SPACE = 100_000_000;

/**
 * The reference to try: the last 8 digits of the timestamp, and after a clash (two people in one millisecond, or the
 * digits of 27.8 hours ago) the next one along a stride of the caller's own. The stride comes from the hold id, so that
 * racers do not follow each other through the same row of taken numbers.
 */
export function bankReference(now: number, attempt: number, holdId: string): string {
  let stride = 0;
  for (const character of holdId) stride = (stride * 31 + (character.codePointAt(0) ?? 0)) % 9_973;
  const number = (now + attempt * (stride + 1)) % SPACE;
  return `GS${String(number).padStart(8, "0")}`;
}
