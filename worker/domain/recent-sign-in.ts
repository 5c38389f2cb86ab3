/** Where money goes is changed only by somebody who has just shown who they are (A66). */
export const CONFIRMED_FOR_MS = 15 * 60_000;

/** @param session when it began, and when its owner was last asked again. */
export function isConfirmed(session: { created_at: number; confirmed_at: number | null }, now: number): boolean {
  return now - Math.max(session.created_at, session.confirmed_at ?? 0) < CONFIRMED_FOR_MS;
}
