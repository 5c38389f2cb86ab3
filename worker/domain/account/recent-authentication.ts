/** Sensitive changes are allowed only this long after the user has authenticated (A66, D62). */
import { MINUTE_MS } from "../deadlines.ts";

export const CONFIRMED_FOR_MS = 10 * MINUTE_MS;

export interface Authenticated {
  /** When the session began. */
  created_at: number;
  /** When its user last confirmed the password. */
  confirmed_at: number | null;
  /** When its user last proved a second factor. */
  second_factor_at: number | null;
}

/** A user with a second factor has to prove it; the password alone no longer counts. */
export function isRecentlyAuthenticated(session: Authenticated, hasSecondFactor: boolean, now: number): boolean {
  const at = hasSecondFactor
    ? (session.second_factor_at ?? 0)
    : Math.max(session.created_at, session.confirmed_at ?? 0);
  return now - at < CONFIRMED_FOR_MS;
}
