/** The wizard's replies, for the holder of the item only. */
import type { CheckoutView, PaymentDetailsReply, TransactionView } from "#contract/checkout";
import { MESSAGES } from "#contract/messages";
import { displayName } from "#domain/display-name";
import { centsToDollars } from "#domain/money";
import type { HoldSnapshot, OrderSnapshot } from "../../../durable/item-room/commands.ts";
import type { Checkout } from "./commands.ts";
import type { Reveal } from "./queries.ts";

export function presentCheckout({ item, hold, values, summary }: Checkout, now: number): CheckoutView {
  return {
    item_id: item.id,
    hold_id: hold.hold_id,
    title: item.title,
    image_url: item.image_url,
    seller_id: item.seller.id,
    seller_name: displayName(item.seller.full_name) || MESSAGES.anonymousSeller,
    amount: centsToDollars(values.amount_cents),
    methods: [...values.methods],
    is_free: values.amount_cents === 0,
    collection_date: values.collection_date,
    collection_zone: values.collection_zone,
    collection_summary: summary,
    acknowledged: values.acknowledged,
    reserved_until: hold.until,
    server_now: now,
  };
}

export function presentPaymentDetails(reveal: Reveal, hold: HoldSnapshot, now: number): PaymentDetailsReply {
  return {
    method: "bank_transfer",
    bank_details: reveal.bank_details,
    reference_number: reveal.reference,
    amount: centsToDollars(hold.price_cents),
    server_now: now,
  };
}

function transactionStatus(order: OrderSnapshot): TransactionView["status"] {
  if (order.status === "completed") return "completed";
  return order.status === "expired" || order.status === "cancelled" || order.status === "refunded"
    ? "cancelled"
    : "pending";
}

/** The created transaction, from the room's own order: it never depends on what D1 has caught up with. */
export function presentTransaction(order: OrderSnapshot, now: number): TransactionView {
  return {
    id: order.transaction_id,
    order_id: order.id,
    item_id: order.item_id,
    seller_id: order.seller_id,
    buyer_id: order.buyer_id,
    payment_method: order.payment_method,
    // As created, always (D17): what has been paid is the order's to say.
    payment_status: "pending",
    status: transactionStatus(order),
    order_status: order.status,
    amount: centsToDollars(order.amount_cents),
    collection_date: order.collection_date,
    reference_number: order.bank_reference,
    payment_deadline: order.payment_deadline,
    created_at: order.created_at,
    server_now: now,
  };
}
