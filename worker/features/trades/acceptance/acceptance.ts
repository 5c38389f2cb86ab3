/**
 * Acceptance of a trade: all of its items are locked, or none (D39). The trade is marked as being accepted, with a new
 * attempt number, before the first room is asked; rooms are locked one after the other in the order of their ids; a
 * single guarded UPDATE commits. An abandoned attempt is closed in D1 before anything is unlocked, so that a trade is
 * never accepted with an unlocked item. A job finishes or releases what a crashed Worker leaves. When the trade has
 * ended, its items are sold, with one deal that both parties can rate, or for sale again.
 */

import { collectionSummary } from "#domain/orders/collection";
import { done, type Result, refuse } from "#domain/result";
import { type CompleteTrade, completeTrade, unlockTrade } from "../../../../durable/item-room/commands/trades.ts";
import { execute } from "../../../http/item-room.ts";
import type { Services } from "../../../services.ts";
import { dealIds, findTrade, type TradeItemRow, type TradeRecord } from "../queries.ts";
import { abandonAcceptance, commitAcceptance } from "../stored-trades.ts";
import { type Attempt, areAllLocked, lockAll, logFailures, unlockAll } from "./locking.ts";

const NO_LONGER_OPEN = refuse("wrong_state", "This trade has changed since you opened it. Please check it again.");

/**
 * Locks all items and accepts the trade, or leaves everything unchanged. The trade is already marked as being accepted
 * in this attempt.
 */
export async function acceptAll(services: Services, attempt: Attempt): Promise<Result> {
  const locked = await lockAll(services, attempt).catch(async (error: unknown) => {
    // The reply may have been lost after the lock was taken. If the job has accepted this attempt meanwhile, it counts.
    if (await giveUp(services, attempt)) return done();
    throw error;
  });
  if (locked.ok && (await commitAcceptance(services.db, attempt.id, attempt.attempt, services.now()))) return done();
  if (await giveUp(services, attempt)) return done();
  return locked.ok ? NO_LONGER_OPEN : locked;
}

/**
 * Abandons the attempt.
 * @returns true when that is too late because this attempt has been accepted.
 */
async function giveUp(services: Services, { id, attempt, items }: Attempt): Promise<boolean> {
  if (!(await abandonAcceptance(services.db, id, attempt, services.now()))) {
    const current = await findTrade(services.db, id, services.now());
    if (current?.trade.attempt === attempt && current.trade.accepted_at !== null) return true;
  }
  await unlockAll(services, { id, attempt, items });
  return false;
}

/** Finishes an acceptance whose Worker crashed: accepted if every item is locked for it, else abandoned. */
export async function finishOrAbandon(services: Services, { trade, items }: TradeRecord): Promise<void> {
  const attempt = { id: trade.id, attempt: trade.attempt, items };
  if (
    (await areAllLocked(services, attempt)) &&
    (await commitAcceptance(services.db, trade.id, trade.attempt, services.now()))
  ) {
    return;
  }
  await giveUp(services, attempt);
}

/** Applies an ended trade in the rooms of its items. May be repeated; the job does what fails here. */
export async function applyEndedTrade(services: Services, record: TradeRecord): Promise<void> {
  const { trade, items } = record;
  if (trade.status === "completed") {
    const done = await Promise.allSettled(items.map((item) => completeItem(services, record, item)));
    logFailures(trade.id, "complete", done);
  } else if (trade.status === "failed") {
    await unlockAll(services, { id: trade.id, attempt: trade.attempt, items });
  }
}

async function completeItem({ env }: Services, { trade }: TradeRecord, item: TradeItemRow): Promise<void> {
  const deal: CompleteTrade["deal"] =
    item.side === "offered"
      ? null
      : {
          ...dealIds(trade.id),
          userId: trade.offeror_id,
          cashCents: trade.cash_cents,
          itemTitle: item.title,
          itemImageUrl: item.photo?.url_400 ?? null,
          collectionZone: item.collection_zone,
          collectionSummary: collectionSummary(item),
        };
  const done = await execute(env, item.item_id, completeTrade({ tradeId: trade.id, deal }));
  if (!done.ok) throw new Error(`${item.item_id}: ${done.code}`);
}

/** Settles an item locked for a trade that no longer needs it: sold if the trade was completed, else for sale again. */
export async function settleTradeLock(
  services: Services,
  itemId: string,
  lock: { id: string; attempt: number },
): Promise<void> {
  const { env, db, now } = services;
  const record = await findTrade(db, lock.id, now());
  const trade = record?.trade;
  const has = trade?.attempt === lock.attempt && (trade.status === "accepted" || trade.accepting_at !== null);
  if (has) return;
  const item = record?.items.find(({ item_id }) => item_id === itemId);
  if (record && item && record.trade.status === "completed") return completeItem(services, record, item);
  await execute(env, itemId, unlockTrade({ tradeId: lock.id, attempt: lock.attempt }));
}
