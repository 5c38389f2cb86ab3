import { useQueryClient } from "@tanstack/react-query";
import { type Ref, useEffect, useEffectEvent, useRef } from "react";
import { toast } from "../../../ui/toast.tsx";
import { CardEntry } from "./card-entry.tsx";
import { CardPaymentStatus, CardPaymentView } from "./card-payment-view.tsx";
import type { CardTarget } from "./card-target.ts";
import type { CardEntryHandle, ReadyCard } from "./confirm-card.ts";
import type { PaymentCopy } from "./payment-errors.ts";
import { type BankReturn, useCardPayment } from "./use-card-payment.ts";

type Unpaid = { orderId: string; purchaseId?: never } | { purchaseId: string; orderId?: never };

export type CardPaymentProps = Unpaid & {
  /** Dollars, from the order or purchase. */
  amount: number;
  /** Called once, when the server has received the money (D21) and the queries are invalidated. */
  onPaid: () => void;
  returned?: BankReturn | undefined;
};

const targetOf = ({ orderId, purchaseId }: Unpaid): CardTarget =>
  orderId === undefined ? { kind: "purchase", purchaseId } : { kind: "order", orderId };

/** Runs the payment of an order or purchase, and tells the buyer and every screen when it is paid. */
function useOrderPayment(target: CardTarget, onPaid: () => void, returned?: BankReturn) {
  const client = useQueryClient();
  return useCardPayment({
    target,
    returned,
    onPaid: () => {
      toast({ title: "Payment Successful!", description: "We've let the seller know." });
      void client.invalidateQueries();
      onPaid();
    },
  });
}

/** Pays an order or a purchase that awaits its card payment: card form, "Pay $X", Processing, then `onPaid`. */
export function CardPayment({ amount, onPaid, returned, ...unpaid }: CardPaymentProps) {
  return <CardPaymentView payment={useOrderPayment(targetOf(unpaid), onPaid, returned)} amount={amount} />;
}

interface CardCheckoutProps {
  /** The form, which is read when the buyer goes on. */
  form: Ref<CardEntryHandle>;
  /** Dollars. */
  amount: number;
  /** Whether the form is on screen; it stays mounted, because its provider forgets the card otherwise. */
  shown: boolean;
  disabled: boolean;
  onSubmit: () => void;
  /** The order or purchase, once it was placed, and the card to charge for it. */
  charge: { unpaid: Unpaid; card: ReadyCard } | null;
  onPaid: () => void;
  onDeclined: (failure: PaymentCopy) => void;
}

const NOTHING: CardTarget = { kind: "order", orderId: "" };

/** The card of a checkout: entered in its step, and charged once there is an order. */
export function CardCheckout({ form, amount, shown, disabled, onSubmit, charge, ...ends }: CardCheckoutProps) {
  const payment = useOrderPayment(charge ? targetOf(charge.unpaid) : NOTHING, ends.onPaid);
  const { phase } = payment;
  const charged = useRef<ReadyCard | null>(null);
  const pay = useEffectEvent((card: ReadyCard) => void payment.pay(card));
  const declined = useEffectEvent(ends.onDeclined);
  const card = charge?.card ?? null;
  useEffect(() => {
    if (card === null || card === charged.current) return;
    charged.current = card;
    pay(card);
  }, [card]);
  useEffect(() => {
    if (phase.at === "entry" && phase.failure) declined(phase.failure);
  }, [phase]);
  return (
    <>
      <div hidden={!shown}>
        <CardEntry ref={form} amount={amount} disabled={disabled} onSubmit={onSubmit} />
      </div>
      {charge ? <CardPaymentStatus payment={payment} amount={amount} /> : null}
    </>
  );
}
