import { CircleCheck } from "lucide-react";
import { useRef, useState } from "react";
import { centsToDollars } from "#domain/money";
import { formatDollars } from "../lib/format.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Panel } from "../ui/layout.tsx";
import { Notice } from "../ui/notice.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { cardKey, usePaymentsConfig } from "./api.ts";
import { CardEntry } from "./card-entry.tsx";
import type { CardEntryHandle } from "./confirm-card.ts";
import type { CardPaymentState } from "./use-card-payment.ts";
import * as words from "./words.ts";

interface CardPaymentViewProps {
  payment: CardPaymentState;
  /** Dollars. */
  amount: number;
}

/** The card payment from card entry to "paid", depending on the phase. */
export function CardPaymentView({ payment, amount }: CardPaymentViewProps) {
  const { phase, late, pay, checkAgain } = payment;
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

  if (phase.at === "paid") {
    return (
      <div className="flex flex-col items-center py-4 text-center" role="status">
        <CircleCheck className="mb-3 size-14 text-brand-ink" strokeWidth={1.5} aria-hidden="true" />
        <p className="text-lg font-bold">{words.paid(formatDollars(amount))}</p>
        <Badge tone="brand" className="mt-2">
          {words.completed}
        </Badge>
        {phase.refunded > 0 ? (
          <p className="mt-3 max-w-md text-muted">{words.partlyGone(formatDollars(centsToDollars(phase.refunded)))}</p>
        ) : null}
      </div>
    );
  }
  if (phase.at === "refunded") {
    const why = phase.topup ? words.anotherAmountArrived : words.arrivedTooLate;
    return (
      <Notice kind="warning" title={words.moneyComesBack}>
        <p className="mt-1">{why(formatDollars(centsToDollars(phase.cents)))}</p>
      </Notice>
    );
  }
  if (phase.at === "closed") {
    return (
      <Notice kind="warning" title={words.thisPaymentWasCancelled}>
        <p className="mt-1">{words.yourCardHasNotBeen}</p>
      </Notice>
    );
  }
  if (phase.at === "unsure") {
    return (
      <div role="alert">
        <Notice kind="warning" title={words.notSure}>
          <p className="mt-1">{words.checkBeforePaying}</p>
          {phase.checked ? <p className="mt-2 font-semibold">{words.stillNoAnswer}</p> : null}
        </Notice>
        <Button block size="lg" className="mt-5" loading={phase.checking} onClick={checkAgain}>
          {words.checkAgain}
        </Button>
      </div>
    );
  }
  if (phase.at === "processing" || (phase.at === "sending" && !phase.form)) {
    return (
      <div className="flex flex-col items-center py-6 text-center" role="status">
        <Spinner className="mb-3 text-brand-ink" />
        <p className="text-lg font-bold">
          {phase.at === "sending" ? words.payingWith(phase.label) : words.confirmingYourPayment}
        </p>
        <p className="mt-1 max-w-md text-muted">{late ? words.thisIsTakingLonger : words.pleaseKeepThisOpen}</p>
        <Badge tone="wattleSoft" className="mt-3">
          {words.processing}
        </Badge>
      </div>
    );
  }
  return (
    <div>
      {phase.at === "entry" && phase.failure ? (
        <Panel tone="hot" className="mb-4">
          <p className="font-bold text-hot-ink">{phase.failure.title}</p>
          <p className="mt-0.5">{phase.failure.description}</p>
        </Panel>
      ) : null}
      <CardEntry ref={entry} amount={amount} disabled={phase.at === "sending"} onSubmit={() => void submit()} />
      <PayButton amount={amount} busy={busy} onPay={() => void submit()} />
    </div>
  );
}

/** Hidden where no cards are taken. */
function PayButton({ amount, busy, onPay }: { amount: number; busy: boolean; onPay: () => void }) {
  const { data } = usePaymentsConfig();
  if (data && cardKey(data) === null) return null;
  return (
    <Button block size="lg" className="mt-5" loading={busy} onClick={onPay}>
      {words.pay(formatDollars(amount))}
    </Button>
  );
}
