/** A placed order or purchase, as its payment needs it. */
import type { BankDetails } from "#contract/account/profiles";
import type { CheckoutMethod } from "#contract/checkout";
import type { PurchaseReply, PurchaseStatus } from "#contract/checkout/purchases";
import type { CryptoTerms, OrderView } from "#contract/orders";
import { purchaseStatus } from "#domain/checkout/purchase";

export interface Placed {
  /** Page of the order, or of the purchase. */
  path: string;
  method: CheckoutMethod;
  status: PurchaseStatus;
  /** Dollars still to be paid. */
  due: number;
  payment_deadline: number | null;
  /** Time zone of the first collection, which sets the deadline. */
  zone: string;
  /** An order that awaits the payment. A report about it counts for the whole purchase. */
  unpaid_order: string | null;
  /** What a card pays for; null in the demo. */
  card: { orderId: string } | { purchaseId: string } | null;
  bank: (BankDetails & { reference: string }) | null;
  crypto: CryptoTerms | null;
}

/** Returns an order that was just placed, or that the buyer opens again. */
export function placedOrder(order: OrderView): Placed {
  return {
    ...placedOf([order], order.payment_method === "outside" ? "free" : order.payment_method),
    path: `/MyOrders/${order.id}`,
    card: { orderId: order.id },
  };
}

export function placedPurchase({ purchase, orders }: PurchaseReply): Placed {
  return {
    ...placedOf(orders, purchase.payment_method),
    path: `/Cart?purchase=${purchase.id}`,
    due: purchase.due,
    card: { purchaseId: purchase.id },
  };
}

function placedOf(orders: readonly OrderView[], method: CheckoutMethod): Omit<Placed, "path" | "card"> {
  const unpaid = orders.filter(({ status }) => status === "awaiting_payment");
  const deadlines = unpaid.flatMap(({ payment_deadline }) => payment_deadline ?? []);
  const [first] = [...orders].sort((a, b) => a.collection_date - b.collection_date);
  const [paying] = unpaid;
  return {
    method,
    status: purchaseStatus(orders.map(({ status }) => status)),
    due: unpaid.reduce((sum, { amount }) => sum + amount, 0),
    payment_deadline: deadlines.length === 0 ? null : Math.min(...deadlines),
    zone: first?.collection_zone ?? "Australia/Sydney",
    unpaid_order: paying?.id ?? null,
    bank:
      paying?.bank_details && paying.reference_number
        ? { ...paying.bank_details, reference: paying.reference_number }
        : null,
    crypto: paying?.crypto ?? null,
  };
}
