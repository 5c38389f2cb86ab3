import { adDay } from "#domain/ads";
import { endNow } from "../features/promotions/commands.ts";
import { findPointless } from "../features/promotions/queries.ts";
import type { Services } from "../http/context.ts";

const AT_ONCE = 50;

/** Ends promotions of what has been sold or deleted, and gives back the days they will not run. @returns how many. */
export async function endPointlessPromotions(services: Services): Promise<number> {
  const { db, now } = services;
  let ended = 0;
  for (const promotion of await findPointless(db, adDay(now()), AT_ONCE)) {
    if (await endNow(services, promotion)) ended++;
  }
  return ended;
}
