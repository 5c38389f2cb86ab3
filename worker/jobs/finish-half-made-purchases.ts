import { MINUTE_MS } from "#domain/deadlines";
import { findHalfMade, findPurchase } from "../features/purchases/queries.ts";
import { finishOrUndo } from "../features/purchases/undo.ts";
import type { Services } from "../http/context.ts";

/** No request is at work for this long. */
const ABANDONED_MS = 2 * MINUTE_MS;
const AT_ONCE = 50;

/** Purchases whose Worker died half-way are finished if every order was made, else undone (D38). @returns how many. */
export async function finishHalfMadePurchases(services: Services): Promise<number> {
  const ids = await findHalfMade(services.db, services.now() - ABANDONED_MS, AT_ONCE);
  for (const id of ids) {
    const stored = await findPurchase(services.db, id);
    if (stored) await finishOrUndo(services, stored);
  }
  return ids.length;
}
