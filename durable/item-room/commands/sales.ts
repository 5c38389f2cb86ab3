/** Sales made elsewhere (D36). The item and, for a known buyer, the order are written in one commit. */
import { NOT_FOUND } from "#contract/errors";
import { UNDO_SOLD_MS } from "#domain/deadlines";
import { decideAvailability } from "#domain/holds/availability";
import { endOfSingleCollection } from "#domain/orders/collection";
import type { Order } from "#domain/orders/order";
import { answerOutsideSale, placeOutsideSale, undoOutsideSale } from "#domain/orders/outside-sale";
import { done } from "#domain/result";
import { command, refused, replied, type Step } from "../command.ts";
import { orderRefusal, sellerRefusal } from "../refusals.ts";
import { currentOrder, findOrder, type RoomState, withItem, withOrder } from "../state.ts";
import { type OrderSnapshot, type RoomView, snapshotOf, viewOf } from "../views.ts";
import { viewed } from "./item.ts";
import { known } from "./orders.ts";

export interface MarkSold {
  sellerId: string;
  /** Repeating the command with this id has no further effect. */
  saleId: string;
  /** Only a sale to a known buyer makes an order, which both can rate. */
  buyer: OutsideBuyer | null;
}

/** The user who has the item now, and the order that records it. */
export interface OutsideBuyer {
  userId: string;
  orderId: string;
  transactionId: string;
  itemTitle: string;
  itemImageUrl: string | null;
  collectionZone: string;
  collectionSummary: string;
}

export interface MarkedSold {
  view: RoomView;
  /** Epoch milliseconds, as is `undo_until`. */
  sold_at: number;
  undo_until: number;
}

/** Marks the item as sold elsewhere for its seller. */
export const markSold = command(
  "mark_sold",
  (state, { sellerId, saleId, buyer }: MarkSold, { now }): Step<MarkedSold> => {
    const decision = decideAvailability(
      state.item,
      { type: "mark_sold", sellerId, saleId, buyerId: buyer?.userId ?? null, orderId: buyer?.orderId ?? null },
      now,
    );
    if (!decision.ok) return refused(state, sellerRefusal(decision));
    let next = withItem(state, decision.state);
    if (buyer && next !== state) {
      const order = outsideOrder(state, buyer, { holdId: saleId, amountCents: state.item.price_cents }, now);
      next = withOrder(next, order, now);
    }
    const sold_at = next.item.sold_at ?? now;
    return {
      state: next,
      reply: (committed) => done({ view: viewOf(committed), sold_at, undo_until: sold_at + UNDO_SOLD_MS }),
    };
  },
  { places: ({ buyer }) => buyer?.orderId },
);

/**
 * Undoes a marked sale for its seller within ten minutes, including its order. Returns the view unchanged when the item
 * is not sold (any more).
 */
export const undoSold = command("undo_sold", (state, { sellerId }: { sellerId: string }, { now }) => {
  const order = currentOrder(state);
  const decision = decideAvailability(state.item, { type: "undo_sold", sellerId }, now);
  if (!decision.ok) return refused(state, sellerRefusal(decision));
  let next = withItem(state, decision.state);
  if (order && next !== state) {
    const undone = undoOutsideSale(order, sellerId, now);
    if (!undone.ok) return refused(state, orderRefusal(undone, now));
    next = withOrder(next, undone.order, now);
  }
  return viewed(next);
});

/**
 * The person named as buyer confirms the sale, or disowns it (D88). A disowned sale stays a sale to somebody else: the
 * item stays sold, without an order.
 */
export const answerSale = command(
  "answer_sale",
  (
    state,
    { orderId, userId, mine }: { orderId: string; userId: string; mine: boolean },
    { now, past },
  ): Step<OrderSnapshot> => {
    const order = findOrder(state, orderId) ?? past;
    if (!order) return refused(state, NOT_FOUND);
    const decision = answerOutsideSale(order, { userId, mine }, now);
    if (!decision.ok) return refused(state, orderRefusal(decision, now));
    if (decision.order === order) return replied(state, snapshotOf(order));
    const { item } = state;
    const freed = !mine && item.order_id === orderId ? withItem(state, { ...item, order_id: null }) : state;
    return replied(withOrder(known(freed, order), decision.order, now), snapshotOf(decision.order));
  },
  { order: ({ orderId }) => orderId },
);

/** Creates the order of a sale made elsewhere. `holdId`: there was no hold, so the id of the sale or trade is its id. */
export function outsideOrder(
  { item_id, item }: RoomState,
  buyer: OutsideBuyer,
  { holdId, amountCents }: { holdId: string; amountCents: number },
  now: number,
): Order {
  return placeOutsideSale(
    {
      id: buyer.orderId,
      transaction_id: buyer.transactionId,
      item_id,
      buyer_id: buyer.userId,
      seller_id: item.seller_id,
      hold_id: holdId,
      payment_method: "outside",
      amount_cents: amountCents,
      bank_reference: null,
      bank_details: null,
      item_title: buyer.itemTitle,
      item_image_url: buyer.itemImageUrl,
      collection_date: now,
      collection_ends_at: endOfSingleCollection(now),
      collection_zone: buyer.collectionZone,
      collection_summary: buyer.collectionSummary,
      collection_address: null,
      purchase_id: null,
    },
    now,
  );
}
