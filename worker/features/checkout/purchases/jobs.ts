import { MINUTE_MS } from "#domain/deadlines";
import { logRowError } from "../../../log.ts";
import type { Services } from "../../../services.ts";
import { findAbandonedDecisions, settleDecision } from "../../purchases/purchases.ts";
import { finishOrUndo } from "./purchases.ts";
import { findIncompletePurchases, findPurchase } from "./queries.ts";

/** No request works on a purchase for this long. */
const ABANDONED_MS = 2 * MINUTE_MS;
const AT_ONCE = 50;
const report = logRowError("finish-half-made-purchases");

/**
 * Finishes purchases whose Worker crashed: those being placed are finished if every order exists, else undone; those
 * being paid for or cancelled are completed in every room (D38).
 * @returns how many.
 */
export async function finishIncompletePurchases(services: Services): Promise<number> {
  const ids = await findIncompletePurchases(services.db, services.now() - ABANDONED_MS, AT_ONCE);
  for (const id of ids) await finish(services, id).catch(report(id));
  const undecided = await findAbandonedDecisions(services, AT_ONCE);
  for (const id of undecided) await settleDecision(services, id).catch(report(id));
  return ids.length + undecided.length;
}

async function finish(services: Services, id: string): Promise<void> {
  const stored = await findPurchase(services.db, id);
  if (stored) await finishOrUndo(services, stored);
}
