/** Checkout: turns a buyer's hold into an order. */
import type { BankDetails } from "#contract/account/profiles";
import type { CheckoutMethod } from "#contract/checkout";
import { MESSAGES, TOO_LATE_TO_PAY } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import { decideAvailability, type Hold } from "#domain/holds/availability";
import { centsToDollars } from "#domain/money";
import { type HandoverSecret, namedHash, type Order, type OrderCrypto } from "#domain/orders/order";
import { canPlace } from "#domain/orders/order-deadlines";
import { oweBack, placeOrder, takesEvidence } from "#domain/orders/place-order";
import { pick } from "#domain/pick";
import { done, type Result, refuse } from "#domain/result";
import type { TimeLimits } from "#domain/time-limits";
import { command, refused, replied, type Step } from "../command.ts";
import { orderExists } from "../refusals.ts";
import { currentOrder, findOrder, type RoomState, withItem, withOrder } from "../state.ts";
import { type OrderSnapshot, snapshotOf } from "../views.ts";

/** Everything the order contains, computed by the Worker from D1. The room checks hold, price, method and time. */
export interface BeginCheckout {
  userId: string;
  orderId: string;
  /** The caller knows that D1 has no such order, so the room need not read it. */
  isNew?: boolean;
  transactionId: string;
  /** Id of the first confirmation, when evidence comes with the order. */
  confirmationId: string;
  method: CheckoutMethod;
  /** The amount the Worker will write. Refused with `values_changed` when the hold's price differs. */
  amountCents: number;
  acknowledged: boolean;
  bankReference: string | null;
  bankDetails: BankDetails | null;
  /** The buyer says that the money has been sent (D31). For crypto the hash in the terms says so. */
  evidence: boolean;
  purchaseId?: string | null;
  crypto?: OrderCrypto | null;
  /** For an order that is paid at once (free). */
  handover?: HandoverSecret;
  itemTitle: string;
  itemImageUrl: string | null;
  collectionDate: number;
  collectionEndsAt: number;
  collectionZone: string;
  collectionSummary: string;
  collectionAddress: string | null;
  /** The earliest collection of all orders paid together with this one. Absent: the order's own (D55). */
  firstCollection?: number;
  /** Deadlines from the current site settings. Absent: the defaults. */
  clocks?: TimeLimits;
}

/** Places the order of the caller's hold. Repeating it with the same `orderId` returns that order. */
export const beginCheckout = command(
  "begin_checkout",
  (state, input: BeginCheckout, context): Step<OrderSnapshot> => {
    const known = findOrder(state, input.orderId) ?? context.past;
    if (known) return known.buyer_id === input.userId ? replied(state, snapshotOf(known)) : refused(state, NOT_FOUND);

    const checked = checkOrder(state, input, context.now);
    if (!checked.ok) return refused(state, checked);
    const { item } = state;
    const order = orderOf(state, input, checked.value, context.now);
    const claim = decideAvailability(item, { type: "claim", userId: input.userId, orderId: order.id }, context.now);
    if (!claim.ok) return refused(state, refuse("hold_expired", MESSAGES.holdExpired));
    return replied(withOrder(withItem(state, claim.state), order, context.now), snapshotOf(order));
  },
  { order: ({ orderId, isNew }) => (isNew ? undefined : orderId), places: ({ orderId }) => orderId },
);

/**
 * Records a crypto payment for an item that another buyer has ordered or holds (D76): an ended order, whose refund the
 * seller owes. Repeating it with the same `orderId` returns that order.
 */
export const recordLatePayment = command(
  "record_late_payment",
  (state, input: BeginCheckout & { hold: Pick<Hold, "hold_id" | "price_cents"> }, context): Step<OrderSnapshot> => {
    const known = findOrder(state, input.orderId) ?? context.past;
    if (known) return known.buyer_id === input.userId ? replied(state, snapshotOf(known)) : refused(state, NOT_FOUND);
    if (input.userId === state.item.seller_id) return refused(state, refuse("own_item", MESSAGES.ownItem));
    if (!hasEvidence(input)) return refused(state, refuse("method_not_accepted", MESSAGES.methodNotAccepted));
    const order = oweBack(orderOf(state, { ...input, evidence: false }, input.hold, context.now), context.now);
    return replied(withOrder(state, order, context.now), snapshotOf(order));
  },
  { order: ({ orderId, isNew }) => (isNew ? undefined : orderId) },
);

function orderOf(
  state: RoomState,
  input: BeginCheckout,
  hold: Pick<Hold, "hold_id" | "price_cents">,
  now: number,
): Order {
  return placeOrder(
    {
      id: input.orderId,
      transaction_id: input.transactionId,
      item_id: state.item_id,
      buyer_id: input.userId,
      seller_id: state.item.seller_id,
      hold_id: hold.hold_id,
      payment_method: input.method,
      amount_cents: hold.price_cents,
      bank_reference: input.bankReference,
      bank_details: input.bankDetails,
      item_title: input.itemTitle,
      item_image_url: input.itemImageUrl,
      collection_date: input.collectionDate,
      collection_ends_at: input.collectionEndsAt,
      collection_zone: input.collectionZone,
      collection_summary: input.collectionSummary,
      collection_address: input.collectionAddress,
      purchase_id: input.purchaseId ?? null,
    },
    {
      ...pick(input, "evidence", "confirmationId", "crypto", "handover", "firstCollection", "clocks"),
    },
    now,
  );
}

/** Returns the hold that the order may be placed with. */
function checkOrder(state: RoomState, input: BeginCheckout, now: number): Result<Hold> {
  const { item } = state;
  const { hold } = item;
  const live = currentOrder(state);
  if (live?.buyer_id === input.userId) return orderExists(live);
  if (item.status === "removed") return NOT_FOUND;
  if (input.userId === item.seller_id) return refuse("own_item", MESSAGES.ownItem);
  if (item.status === "sold") return refuse("item_sold", MESSAGES.justSold);
  if (item.status === "pending_payment") {
    return refuse("item_unavailable", MESSAGES.buyNowHeld);
  }
  if (item.status !== "active") return refuse("item_unavailable", MESSAGES.notAvailable);
  if (hold?.user_id !== input.userId) return refuse("hold_expired", MESSAGES.holdExpired);
  if (!input.acknowledged && hold.acknowledged_at === null) {
    return refuse("acknowledgement_required", MESSAGES.acknowledge);
  }
  if (input.amountCents !== hold.price_cents) {
    return refuse("values_changed", MESSAGES.valuesChanged, { current: { amount: centsToDollars(hold.price_cents) } });
  }
  if (hold.agreed && hold.group_id && hold.group_id !== input.purchaseId) {
    return refuse("values_changed", MESSAGES.valuesChanged);
  }
  if (input.method === "free" && hold.price_cents > 0) {
    return refuse("item_not_free", MESSAGES.notFree);
  }
  if (input.method !== "free" && hold.price_cents === 0) {
    return refuse("method_not_accepted", MESSAGES.methodNotAccepted);
  }
  if (input.method === "bank_transfer" && (!input.bankDetails || !input.bankReference)) {
    return refuse("method_not_accepted", MESSAGES.bankDetailsMissing);
  }
  if (input.method === "crypto" && !input.crypto) {
    return refuse("method_not_accepted", MESSAGES.methodNotAccepted);
  }
  const { method, evidence, firstCollection = input.collectionDate } = input;
  if (method === "free" && now >= input.collectionDate) return refuse("values_changed", MESSAGES.valuesChanged);
  if (method !== "free" && !canPlace(method, firstCollection, now, { evidence })) {
    return refuse("method_not_accepted", TOO_LATE_TO_PAY[method]);
  }
  if (input.evidence && !hasEvidence(input)) {
    return refuse("method_not_accepted", MESSAGES.methodNotAccepted);
  }
  return done(hold);
}

/** Evidence of a crypto payment is the named hash; of a transfer the reference, which the order has anyway. */
function hasEvidence(input: BeginCheckout): boolean {
  return input.method === "crypto" ? !!input.crypto && namedHash(input.crypto) !== null : takesEvidence(input.method);
}
