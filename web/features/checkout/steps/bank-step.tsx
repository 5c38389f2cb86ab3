import { RotateCw } from "lucide-react";
import type { PaymentDetailsReply } from "#contract/checkout";
import { MESSAGES } from "#contract/copy";
import { formatDateTime, formatDollars } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyRow } from "../../../ui/copy-row.tsx";
import { Panel } from "../../../ui/layout.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import type { DetailsFailure } from "../checkout-state.ts";
import * as words from "../words.ts";

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
  from === null ? words.bankDetailsRemoved : words.bankDetailsFrom(formatDateTime(from));

/** Step 3 of a bank transfer: account, amount and payment reference (D24). */
export function BankStep({ details, failure, replacedReference, onRetry }: BankStepProps) {
  if (failure !== null) {
    const title = failure.limit ? words.settlePaymentFirst : words.bankDetailsDidntLoad;
    return <Missing title={title} text={failure.reason || words.nothingIsLostPleaseTry} onRetry={onRetry} />;
  }
  if (details === null) {
    return (
      <div role="status" className="grid gap-3">
        <span className="sr-only">{words.loadingBankDetails}</span>
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
          <p className="font-semibold">{words.yourReferenceHasChanged}</p>
          <p className="mt-1">{words.referenceReplaced(details.reference_number, replacedReference)}</p>
        </Panel>
      )}
      <Panel className="py-2">
        <dl className="divide-y divide-line">
          <CopyRow name={words.accountName} value={account_name} />
          <CopyRow name="BSB" value={bsb} />
          <CopyRow name={words.accountNumber} value={account_number} />
          <CopyRow name="Amount" value={formatDollars(details.amount)} />
          <CopyRow name="Reference" value={details.reference_number} />
        </dl>
      </Panel>
      <p className="mt-3 text-sm text-muted">{words.putReference}</p>
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
        {words.checkAgain}
      </Button>
    </Panel>
  );
}
