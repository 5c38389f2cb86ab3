import { HOLDS_PER_IP_MAX, HOUR_MS, MINUTE_MS } from "#domain/deadlines";
import type { Sides } from "../../http/throttle.ts";

/** Rate limits of hold attempts, from the item page or for the cart. */
export const HOLD_LIMITS: readonly [scope: string, sides: Sides, windowMs: number][] = [
  ["reserve", { account: 30, ip: 120 }, MINUTE_MS],
  ["holds", { ip: HOLDS_PER_IP_MAX }, HOUR_MS],
];
