import { RotateCw } from "lucide-react";
import type { PaymentDetailsReply } from "#contract/checkout";
import { MESSAGES } from "#contract/messages";
import { formatDollars } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyRow } from "../../../ui/copy-row.tsx";
import { Panel } from "../../../ui/layout.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";

interface BankStepProps {
  details: PaymentDetailsReply | null;
  failed: boolean;
  replacedReference: string | null;
  onRetry: () => void;
}

/** Step 3 of a bank transfer: where to, how much, and the reference the seller will look for (D24). */
export function BankStep({ details, failed, replacedReference, onRetry }: BankStepProps) {
  if (failed) {
    return <Missing title="The bank details didn't load" text="Nothing is lost. Please try again." onRetry={onRetry} />;
  }
  if (details === null) {
    return (
      <div role="status" className="grid gap-3">
        <span className="sr-only">Loading the bank details…</span>
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
      </div>
    );
  }
  if (details.bank_details === null) {
    return (
      <Missing
        title={MESSAGES.bankDetailsMissing}
        text="The seller has removed their bank details in the meantime. Go back for another method, or check again later."
        onRetry={onRetry}
      />
    );
  }
  const { account_name, bsb, account_number } = details.bank_details;
  return (
    <>
      {replacedReference === null ? null : (
        <Panel tone="wattle" className="mb-3">
          <p className="font-semibold">Your reference has changed.</p>
          <p className="mt-1">
            Use {details.reference_number} from now on. If a transfer with {replacedReference} is already on its way,
            let the seller know.
          </p>
        </Panel>
      )}
      <Panel className="py-2">
        <dl className="divide-y divide-line">
          <CopyRow name="Account name" value={account_name} />
          <CopyRow name="BSB" value={bsb} />
          <CopyRow name="Account number" value={account_number} />
          <CopyRow name="Amount" value={formatDollars(details.amount)} />
          <CopyRow name="Reference" value={details.reference_number} />
        </dl>
      </Panel>
      <p className="mt-3 text-sm text-muted">
        Put the reference on your transfer: the seller finds your payment by it. You can also transfer later. Your order
        keeps these details and shows the deadline.
      </p>
    </>
  );
}

function Missing({ title, text, onRetry }: { title: string; text: string; onRetry: () => void }) {
  return (
    <Panel tone="wattle">
      <p role="alert" className="font-semibold">
        {title}
      </p>
      <p className="mt-1">{text}</p>
      <Button
        size="sm"
        variant="secondary"
        className="mt-3"
        icon={<RotateCw className="size-4" aria-hidden="true" />}
        onClick={onRetry}
      >
        Check again
      </Button>
    </Panel>
  );
}
