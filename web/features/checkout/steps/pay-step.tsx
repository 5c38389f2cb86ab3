import { useState } from "react";
import { COIN_FACTS } from "#domain/payments/crypto-coins";
import { formatDollars } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Pinned } from "../../../ui/pinned.tsx";
import { toast } from "../../../ui/toast.tsx";
import { CryptoDetails, HashForm, submitErrorText, TransferDetails } from "../../orders/index.ts";
import { CardPayment } from "../../payments/index.ts";
import type { Placed } from "../placed.ts";

interface PayStepProps {
  placed: Placed;
  /** Tells the seller that the payment was sent; rejects when that failed. */
  onReport: (txHash?: string) => Promise<void>;
  onPaid: () => void;
}

/** The payment of a placed order or purchase: card form, bank details, or wallet. */
export function PayStep({ placed, onReport, onPaid }: PayStepProps) {
  const { method, card, bank, crypto, due } = placed;
  const report = async (txHash?: string) => {
    await onReport(txHash);
    toast({ title: "Payment Initiated", description: "We've let the seller know. They'll confirm once it arrives." });
  };
  if (method === "stripe") {
    return card ? <CardPayment {...card} amount={due} onPaid={onPaid} /> : <DemoCard amount={due} onPaid={onPaid} />;
  }
  if (bank) {
    const { reference, ...details } = bank;
    return (
      <>
        <TransferDetails details={details} amount={due} reference={reference} />
        <p className="mt-3 text-sm text-muted">
          Include this reference so the seller can match your payment. You can also pay later. Your order shows these
          details.
        </p>
        <SentTransfer onReport={report} />
      </>
    );
  }
  if (crypto) {
    return (
      <>
        <CryptoDetails terms={crypto} unpaid />
        <p className="mt-3 text-sm text-muted">
          {formatDollars(due)} at {formatDollars(crypto.rate_cents / 100)} per {COIN_FACTS[crypto.coin].symbol}
          {crypto.estimate ? " (estimate)" : ""}. This amount is locked for your order.
        </p>
        <HashForm coin={crypto.coin} onSend={report} />
      </>
    );
  }
  return <p>The payment details are in your order.</p>;
}

function SentTransfer({ onReport }: { onReport: () => Promise<void> }) {
  const [sending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    try {
      await onReport();
    } catch (error) {
      toast({ title: "Payment Error", description: submitErrorText(error), variant: "destructive" });
      setSending(false);
    }
  };
  return (
    <Pinned>
      <Button loading={sending} onClick={() => void send()}>
        I've sent the transfer
      </Button>
    </Pinned>
  );
}

function DemoCard({ amount, onPaid }: { amount: number; onPaid: () => void }) {
  return (
    <>
      <Notice kind="info" title="The card form is here">
        <p>No card is charged in the demo.</p>
      </Notice>
      <Pinned>
        <Button onClick={onPaid}>Pay {formatDollars(amount)}</Button>
      </Pinned>
    </>
  );
}
