import { RotateCw } from "lucide-react";
import type { PaymentDetailsReply } from "#contract/checkout";
import { MESSAGES } from "#contract/copy";
import { formatDateTime, formatDollars } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyRow } from "../../../ui/copy-row.tsx";
import { Panel } from "../../../ui/layout.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import type { DetailsFailure } from "../checkout-state.ts";

interface BankStepProps {
  details: PaymentDetailsReply | null;
  failure: DetailsFailure | null;
  replacedReference: string | null;
  onRetry: () => void;
}

/**
 * Changed bank details are withheld for a day, so that someone who takes over an account cannot redirect payments
 * (A66).
 */
const missingText = (from: number | null) =>
  from === null
    ? "The seller has removed their bank details. Go back and choose another method, or check again later."
    : `The seller has changed their bank details. To protect you both, you can pay to the new account from ${formatDateTime(from)}. Go back and choose another method, or come back then.`;

/** Step 3 of a bank transfer: account, amount and payment reference (D24). */
export function BankStep({ details, failure, replacedReference, onRetry }: BankStepProps) {
  if (failure !== null) {
    const title = failure.limit ? "Finish another payment first" : "The bank details didn't load";
    return <Missing title={title} text={failure.reason || "Please try again."} onRetry={onRetry} />;
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
    return <Missing title={MESSAGES.bankDetailsMissing} text={missingText(details.available_from)} onRetry={onRetry} />;
  }
  const { account_name, bsb, account_number } = details.bank_details;
  return (
    <>
      {replacedReference === null ? null : (
        <Panel tone="wattle" className="mb-3">
          <p className="font-semibold">Your reference has changed.</p>
          <p className="mt-1">
            Use {details.reference_number} from now on. If you've already sent a transfer with {replacedReference}, let
            the seller know.
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
        Include this reference so the seller can match your payment. You can also pay later. Your order shows these
        details and the deadline.
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
