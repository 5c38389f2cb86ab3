/** `GS` and 8 digits (D24). The buyer writes it on the transfer, so that the seller can find the payment. */
export const BANK_REFERENCE = /^GS\d{8}$/;

const SPACE = 100_000_000;

/**
 * Returns the reference to try: the last 8 digits of the timestamp, plus `attempt` steps after a clash (the digits
 * repeat every 27.8 hours). The step size comes from the hold id, so that concurrent buyers do not try the same taken
 * numbers.
 */
export function bankReference(now: number, attempt: number, holdId: string): string {
  let stride = 0;
  for (const character of holdId) stride = (stride * 31 + (character.codePointAt(0) ?? 0)) % 9_973;
  const number = (now + attempt * (stride + 1)) % SPACE;
  return `GS${String(number).padStart(8, "0")}`;
}
