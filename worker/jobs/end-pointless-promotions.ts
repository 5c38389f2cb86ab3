import { adDay } from "#domain/ads";
import { endNow } from "../features/promotions/commands.ts";
import { findPointless } from "../features/promotions/queries.ts";
import type { Services } from "../http/context.ts";
import { reportRow } from "./report-row.ts";

const AT_ONCE = 50;
const report = reportRow("end-pointless-promotions");

/**
 * Ends promotions of items that were sold or deleted, and returns the unused credit.
 * @returns how many.
 */
export async function endPointlessPromotions(services: Services): Promise<number> {
  const { db, now } = services;
  let ended = 0;
  for (const promotion of await findPointless(db, adDay(now()), AT_ONCE)) {
    const done = await endNow(services, promotion).catch(report(promotion.id));
    if (done) ended++;
  }
  return ended;
}
