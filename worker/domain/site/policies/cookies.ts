/** Every cookie that we set, with its life in seconds and what /Privacy says about it. */

import { CHALLENGE_TTL_MS, SESSION_TTL_MS } from "../../account/retention.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../deadlines.ts";

const seconds = (ms: number) => ms / SECOND_MS;

export const COOKIE_SECONDS = {
  session: seconds(SESSION_TTL_MS),
  access: seconds(5 * MINUTE_MS),
  device: seconds(365 * DAY_MS),
  visitor: seconds(180 * DAY_MS),
  near: seconds(365 * DAY_MS),
  google: seconds(10 * MINUTE_MS),
  challenge: seconds(CHALLENGE_TTL_MS),
} as const;

export const COOKIE_USES: Readonly<Record<keyof typeof COOKIE_SECONDS, string>> = {
  session: "keeps you signed in",
  access: "keeps you signed in between two pages",
  device: "remembers that you've signed in on this device, so nobody can lock you out by guessing your password",
  visitor: "is a random number for visitors, so we count views of ads once",
  near: "remembers the suburb you set, until you sign out",
  google: "is for signing in with Google",
  challenge: "is for signing in with a passkey or a code",
};
