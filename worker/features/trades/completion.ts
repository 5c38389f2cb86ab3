/** Applies an ended trade to its items: sold, with one deal that both parties can rate, or for sale again. */
import { collectionSummary } from "#domain/orders/collection";
import { peek } from "../../../durable/item-room/commands/item.ts";
import { type CompleteTrade, completeTrade, unlockTrade } from "../../../durable/item-room/commands/trades.ts";
import { askRoom, execute } from "../../http/item-room.ts";
import type { Services } from "../../services.ts";
import { logFailures, unlockAll } from "./acceptance.ts";
import { dealIds, findTrade, type TradeItemRow, type TradeRecord } from "./queries.ts";

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

/** Settles a locked item without a current trade: sold if its trade was completed, else for sale again. */
export async function settleStrayLock(services: Services, itemId: string): Promise<void> {
  const { env, db, now } = services;
  const seen = await execute(env, itemId, peek());
  if (!seen.ok) return;
  const lock = seen.value.trade;
  // D1 is behind; the room projects its state again.
  if (seen.value.status !== "pending" || !lock) return askRoom(env, itemId, (room) => room.settle());
  const record = await findTrade(db, lock.id, now());
  const trade = record?.trade;
  const has = trade?.attempt === lock.attempt && (trade.status === "accepted" || trade.accepting_at !== null);
  if (has) return;
  const item = record?.items.find(({ item_id }) => item_id === itemId);
  if (record && item && record.trade.status === "completed") return completeItem(services, record, item);
  await execute(env, itemId, unlockTrade({ tradeId: lock.id, attempt: lock.attempt }));
}
