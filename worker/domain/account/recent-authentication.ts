/** Payment destinations can be changed only this long after the user has authenticated (A66). */
export const CONFIRMED_FOR_MS = 15 * 60_000;

/** @param session when it began, and when its user last authenticated again. */
export function isRecentlyAuthenticated(
  session: { created_at: number; confirmed_at: number | null },
  now: number,
): boolean {
  return now - Math.max(session.created_at, session.confirmed_at ?? 0) < CONFIRMED_FOR_MS;
}
