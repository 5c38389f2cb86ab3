/** Every cookie that we set, with its life in seconds. /Privacy names each of them. */

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
