import { useState } from "react";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Pinned } from "../../../ui/pinned.tsx";
import { toast } from "../../../ui/toast.tsx";
import { submitProblem, TransferDetails } from "../../orders/index.ts";
import type { Placed } from "../placed.ts";

interface PayStepProps {
  placed: Placed;
  /** Tells the seller that the transfer was sent; rejects when that failed. */
  onReport: () => Promise<void>;
}

/** The bank transfer of a placed order or purchase. */
export function PayStep({ placed: { bank, due }, onReport }: PayStepProps) {
  const [sending, setSending] = useState(false);
  if (bank === null) return <p>The payment details are in your order.</p>;
  const { reference, ...details } = bank;
  const send = async () => {
    setSending(true);
    try {
      await onReport();
    } catch (error) {
      toast(submitProblem(error));
      setSending(false);
    }
  };
  return (
    <>
      <p className="mb-3 flex items-center gap-2">
        Payment status <Badge tone="wattleSoft">Pending</Badge>
      </p>
      <TransferDetails details={details} amount={due} reference={reference} />
      <p className="mt-3 text-sm text-muted">You can also pay later. Your order shows these details.</p>
      <Pinned>
        <Button loading={sending} onClick={() => void send()}>
          I've sent the transfer
        </Button>
      </Pinned>
    </>
  );
}
