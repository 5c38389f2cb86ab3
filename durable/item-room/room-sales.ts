/** Sales made elsewhere (D36). The item and, for a known buyer, the order are written in one commit. */

import { UNDO_SOLD_MS } from "#domain/deadlines";
import { decideAvailability } from "#domain/holds/availability";
import { placeOutsideSale, undoOutsideSale } from "#domain/orders/outside-sale";
import type { MarkedSold, MarkSoldCommand, RoomView } from "./commands.ts";
import { orderRefusal, sellerRefusal } from "./refusals.ts";
import { type Handler, refused, viewOf, withItem, withOrder } from "./room.ts";
import { currentOrder } from "./state.ts";

/** Marks the item as sold for its seller. `undo_until` is in epoch milliseconds. */
export const markSold: Handler<MarkSoldCommand, MarkedSold> = (state, { sellerId, saleId, buyer }, { now }) => {
  const decision = decideAvailability(
    state.item,
    { type: "mark_sold", sellerId, saleId, buyerId: buyer?.userId ?? null, orderId: buyer?.orderId ?? null },
    now,
  );
  if (!decision.ok) return refused(state, sellerRefusal(decision));
  let next = withItem(state, decision.state);
  if (buyer && next !== state) {
    const order = placeOutsideSale(
      {
        id: buyer.orderId,
        transaction_id: buyer.transactionId,
        item_id: state.item_id,
        buyer_id: buyer.userId,
        seller_id: sellerId,
        // There was no hold; the sale's id takes its place.
        hold_id: saleId,
        payment_method: "outside",
        amount_cents: state.item.price_cents,
        bank_reference: null,
        bank_details: null,
        item_title: buyer.itemTitle,
        item_image_url: buyer.itemImageUrl,
        collection_date: now,
        collection_zone: buyer.collectionZone,
        collection_summary: buyer.collectionSummary,
        collection_address: null,
        purchase_id: null,
      },
      now,
    );
    next = withOrder(next, order, now);
  }
  const soldAt = next.item.sold_at ?? now;
  return {
    state: next,
    reply: (committed) => ({
      ok: true,
      view: viewOf(committed),
      sold_at: soldAt,
      undo_until: soldAt + UNDO_SOLD_MS,
    }),
  };
};

/** Undoes a marked sale for its seller while that is allowed, including its order. */
export const undoSold: Handler<{ sellerId: string }, { view: RoomView }> = (state, { sellerId }, { now }) => {
  const order = currentOrder(state);
  const decision = decideAvailability(state.item, { type: "undo_sold", sellerId }, now);
  if (!decision.ok) return refused(state, sellerRefusal(decision));
  let next = withItem(state, decision.state);
  if (order && next !== state) {
    const undone = undoOutsideSale(order, sellerId, now);
    if (!undone.ok) return refused(state, orderRefusal(undone, now));
    next = withOrder(next, undone.order, now);
  }
  return { state: next, reply: (committed) => ({ ok: true, view: viewOf(committed) }) };
};
