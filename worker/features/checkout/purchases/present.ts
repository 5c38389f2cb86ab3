/** Maps a purchase and its orders to the buyer's view. */
import type { PurchaseReply } from "#contract/checkout/purchases";
import { purchaseStatus } from "#domain/checkout/purchase";
import { centsToDollars } from "#domain/money";
import { pick } from "#domain/pick";
import { presentOrder, withoutOrderSecrets } from "../../orders/present.ts";
import type { PlacedPurchase } from "./purchases.ts";

/** Removes payment details and order secrets. For staff who impersonate the buyer. */
export function withoutPurchaseSecrets({ purchase, orders, ...rest }: PurchaseReply): PurchaseReply {
  return { ...rest, purchase: { ...purchase, bank_details: null }, orders: orders.map(withoutOrderSecrets) };
}

export function presentPurchase({ purchase, bundle, orders }: PlacedPurchase, now: number): PurchaseReply {
  const views = orders.map((record) => presentOrder(record, now));
  const waiting = views.filter((order) => order.status === "awaiting_payment");
  const dueCents = orders.reduce(
    (sum, { order }) => (order.status === "awaiting_payment" ? sum + order.amount_cents : sum),
    0,
  );
  const deadlines = waiting.flatMap((order) => (order.payment_deadline === null ? [] : [order.payment_deadline]));
  return {
    purchase: {
      ...pick(purchase, "id", "kind", "payment_method", "created_at"),
      bundle,
      status: purchaseStatus(views.map((order) => order.status)),
      amount: centsToDollars(purchase.amount_cents),
      due: centsToDollars(dueCents),
      reference_number: views.find((order) => order.reference_number !== null)?.reference_number ?? null,
      bank_details: waiting.find((order) => order.bank_details !== null)?.bank_details ?? null,
      payment_deadline: deadlines.length === 0 ? null : Math.min(...deadlines),
    },
    orders: views,
    server_now: now,
  };
}
