import { useQueryClient } from "@tanstack/react-query";
import { toast } from "../../../ui/toast.tsx";
import { CardPaymentView } from "./card-payment-view.tsx";
import type { CardTarget } from "./card-target.ts";
import { type BankReturn, useCardPayment } from "./use-card-payment.ts";

type Unpaid = { orderId: string; purchaseId?: never } | { purchaseId: string; orderId?: never };

export type CardPaymentProps = Unpaid & {
  /** Dollars, from the order or purchase. */
  amount: number;
  /** Called once, when the server has received the money (D21) and the queries are invalidated. */
  onPaid: () => void;
  returned?: BankReturn | undefined;
};

/** Pays an order or a purchase that awaits its card payment: card form, "Pay $X", Processing, then `onPaid`. */
export function CardPayment({ orderId, purchaseId, amount, onPaid, returned }: CardPaymentProps) {
  const client = useQueryClient();
  const target: CardTarget = orderId === undefined ? { kind: "purchase", purchaseId } : { kind: "order", orderId };
  const payment = useCardPayment({
    target,
    returned,
    onPaid: () => {
      toast({ title: "Payment Successful!", description: "We've let the seller know." });
      void client.invalidateQueries();
      onPaid();
    },
  });
  return <CardPaymentView payment={payment} amount={amount} />;
}
