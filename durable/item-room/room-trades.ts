/** Trade commands of a room (D39): lock the item for a trade, unlock it, or transfer it. */
import { decideAvailability } from "#domain/holds/availability";
import { placeOutsideSale } from "#domain/orders/outside-sale";
import type { CompleteTradeCommand, RoomView, TradeLockCommand } from "./commands.ts";
import { tradeRefusal } from "./refusals.ts";
import { type Handler, refused, viewOf, withItem, withOrder } from "./room.ts";
import type { RoomState } from "./state.ts";

type ViewReply = { view: RoomView };

const viewed = (state: RoomState) => ({
  state,
  reply: (committed: RoomState) => ({ ok: true as const, view: viewOf(committed) }),
});

export const lockForTrade: Handler<TradeLockCommand, ViewReply> = (state, command, { now }) => {
  const decision = decideAvailability(state.item, { type: "lock_for_trade", ...command }, now);
  return decision.ok ? viewed(withItem(state, decision.state)) : refused(state, tradeRefusal(decision));
};

export const unlockTrade: Handler<{ tradeId: string; attempt: number }, ViewReply> = (state, command, { now }) => {
  const decision = decideAvailability(state.item, { type: "unlock_trade", ...command }, now);
  return viewed(decision.ok ? withItem(state, decision.state) : state);
};

export const completeTrade: Handler<CompleteTradeCommand, ViewReply> = (state, { tradeId, deal }, { now }) => {
  const orderId = deal?.orderId ?? null;
  const decision = decideAvailability(state.item, { type: "complete_trade", tradeId, orderId }, now);
  if (!decision.ok) return refused(state, tradeRefusal(decision));
  const next = withItem(state, decision.state);
  if (!deal || next === state) return viewed(next);
  const order = placeOutsideSale(
    {
      id: deal.orderId,
      transaction_id: deal.transactionId,
      item_id: state.item_id,
      buyer_id: deal.userId,
      seller_id: state.item.seller_id,
      // There was no hold; the trade's id takes its place, and its prefix shows that the order comes from a trade.
      hold_id: tradeId,
      payment_method: "outside",
      amount_cents: deal.cashCents,
      bank_reference: null,
      bank_details: null,
      item_title: deal.itemTitle,
      item_image_url: deal.itemImageUrl,
      collection_date: now,
      collection_zone: deal.collectionZone,
      collection_summary: deal.collectionSummary,
      collection_address: null,
      purchase_id: null,
    },
    now,
  );
  return viewed(withOrder(next, order, now));
};
