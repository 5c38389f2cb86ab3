import { CircleCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { centsToDollars } from "#domain/money";
import { formatDollars } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Pinned } from "../../../ui/pinned.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { cardKey, usePaymentsConfig } from "./api.ts";
import { CardEntry } from "./card-entry.tsx";
import type { CardEntryHandle } from "./confirm-card.ts";
import type { PaymentCopy } from "./payment-errors.ts";
import type { CardPaymentState } from "./use-card-payment.ts";

const arrivedTooLate = (dollars: string) =>
  `The item was gone when your payment arrived. We're refunding ${dollars} to your card.`;

const anotherAmountArrived = (dollars: string) =>
  `We received a different amount from the one you asked to add, so your balance hasn't changed. We're refunding ${dollars} to your card.`;

interface CardPaymentViewProps {
  payment: CardPaymentState;
  /** Dollars. */
  amount: number;
}

/** The card payment from card entry to "paid", depending on the phase. */
export function CardPaymentView({ payment, amount }: CardPaymentViewProps) {
  const { phase, pay } = payment;
  const entry = useRef<CardEntryHandle>(null);
  const [reading, setReading] = useState(false);
  const busy = reading || phase.at === "sending";

  async function submit() {
    if (busy || !entry.current) return;
    setReading(true);
    try {
      const card = await entry.current.ready();
      if (card) await pay(card);
    } finally {
      setReading(false);
    }
  }

  if (phase.at !== "entry" && phase.at !== "sending") return <CardPaymentStatus payment={payment} amount={amount} />;
  return (
    <div>
      {phase.at === "entry" && phase.failure ? <Failure failure={phase.failure} /> : null}
      <CardEntry ref={entry} amount={amount} disabled={phase.at === "sending"} onSubmit={() => void submit()} />
      <PayButton amount={amount} busy={busy} onPay={() => void submit()} />
    </div>
  );
}

/** What became of a card payment, once the card was sent. */
export function CardPaymentStatus({ payment, amount }: CardPaymentViewProps) {
  const { phase, late, checkAgain } = payment;
  if (phase.at === "paid") {
    return (
      <div className="flex flex-col items-center py-4 text-center" role="status">
        <CircleCheck className="mb-3 size-14 text-brand-ink" strokeWidth={1.5} />
        <p className="text-lg font-bold">{formatDollars(amount)} paid</p>
        <Badge tone="brand" className="mt-2">
          Completed
        </Badge>
        {phase.refunded > 0 ? (
          <p className="mt-3 max-w-md text-muted">
            Some items were gone by then. We're refunding {formatDollars(centsToDollars(phase.refunded))} to your card.
          </p>
        ) : null}
      </div>
    );
  }
  if (phase.at === "refunded") {
    const why = phase.topup ? anotherAmountArrived : arrivedTooLate;
    return (
      <Notice kind="warning" title="Your money is on its way back">
        <p className="mt-1">{why(formatDollars(centsToDollars(phase.cents)))}</p>
      </Notice>
    );
  }
  if (phase.at === "closed") {
    return (
      <Notice kind="warning" title="This payment was cancelled">
        <p className="mt-1">Your card hasn't been charged.</p>
      </Notice>
    );
  }
  if (phase.at === "unsure") {
    return (
      <div role="alert">
        <Notice kind="warning" title="We don't know yet if your card was charged">
          <p className="mt-1">
            We didn't get an answer about your payment. Check before you pay again. If your card was charged, we'll
            finish your payment.
          </p>
          {phase.checked ? (
            <p className="mt-2 font-semibold">Still no answer. Please wait a moment, then check again.</p>
          ) : null}
        </Notice>
        <Button block size="lg" className="mt-5" loading={phase.checking} onClick={checkAgain}>
          Check again
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-col items-center py-6 text-center" role="status">
      <Spinner className="mb-3 text-brand-ink" />
      <p className="text-lg font-bold">Confirming your payment</p>
      <p className="mt-1 max-w-md text-muted">
        {late
          ? "This is taking longer than usual. Please don't pay again. We'll confirm it here as soon as the bank answers."
          : "Please keep this open for a moment."}
      </p>
      <Badge tone="wattleSoft" className="mt-3">
        Processing
      </Badge>
    </div>
  );
}

/** Why the card was not charged, above the form to try again. */
function Failure({ failure: { title, description } }: { failure: PaymentCopy }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    ref.current?.scrollIntoView?.({ block: "nearest" });
  }, []);
  return (
    <div ref={ref} className="pb-4">
      <Notice kind="error" title={title}>
        <p>{description}</p>
      </Notice>
    </div>
  );
}

/** Hidden where no cards are taken. */
function PayButton({ amount, busy, onPay }: { amount: number; busy: boolean; onPay: () => void }) {
  const { data } = usePaymentsConfig();
  if (data && cardKey(data) === null) return null;
  return (
    <Pinned wide>
      <Button loading={busy} onClick={onPay}>
        Pay {formatDollars(amount)}
      </Button>
    </Pinned>
  );
}
