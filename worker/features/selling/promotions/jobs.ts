import { adDay } from "#domain/ads/ads";
import { logRowError } from "../../../log.ts";
import type { Services } from "../../../services.ts";
import { endNow } from "./promotions.ts";
import { findObsolete } from "./queries.ts";

const AT_ONCE = 50;
const report = logRowError("end-obsolete-promotions");

/**
 * Ends promotions of items that were sold or deleted, and returns the unused credit.
 * @returns how many.
 */
export async function endObsoletePromotions(services: Services): Promise<number> {
  const { db, now } = services;
  let ended = 0;
  for (const promotion of await findObsolete(db, adDay(now()), AT_ONCE)) {
    const done = await endNow(services, promotion).catch(report(promotion.id));
    if (done) ended++;
  }
  return ended;
}
