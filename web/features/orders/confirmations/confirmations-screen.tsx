import { BadgeCheck } from "lucide-react";
import { useState } from "react";
import type { PaymentConfirmationView } from "#contract/orders";
import { formatDollars } from "../../../lib/format.ts";
import { useSession } from "../../../lib/session.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { PageBody, PageHeader, Section } from "../../../ui/layout.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Loading, Skeleton } from "../../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../../ui/states.tsx";
import { toast, toastError } from "../../../ui/toast.tsx";
import { useAnswer, useConfirmations } from "./api.ts";
import { PendingCard, SettledRow } from "./confirmation-card.tsx";

const confirmOnlyWhenSeen = (crypto: boolean, referenceNumber: string | null, fullName: string) =>
  `Only confirm once you see it in your ${crypto ? "wallet" : "account"}${referenceNumber ? ` with reference ${referenceNumber}` : ""}. ${fullName} then gets the pickup details. This can't be undone.`;

const isTold = (fullName: string, crypto: boolean) =>
  `We'll let ${fullName} know. They'll have 24 hours to sort out the ${crypto ? "payment" : "transfer"}.`;

interface Question {
  confirmation: PaymentConfirmationView;
  received: boolean;
}

/** /PaymentConfirmations for sellers: payments that buyers say they have sent, and the seller's answers. */
export default function ConfirmationsScreen() {
  const { profile } = useSession();
  // Staff restrict accounts for other reasons too; the banner on every page shows those.
  const overdue = useConfirmations("pending").data?.items.some(({ status }) => status === "lapsed") ?? false;
  return (
    <PageBody width="form">
      <PageHeader
        title="Payment confirmations"
        description="These buyers say they've paid. Check the money has arrived before you confirm."
      />
      {profile?.account_restricted && overdue ? (
        <Notice kind="warning" title="Answer overdue payments to lift the restriction" className="mb-6">
          <p>
            You didn't answer a buyer's payment in time, so your account is restricted. If the payment has arrived,
            confirm it. If it hasn't, our team is already looking into it.
          </p>
        </Notice>
      ) : null}
      <Pending />
      <Settled />
    </PageBody>
  );
}

function Pending() {
  const { data, isPending, error, refetch } = useConfirmations("pending");
  const [question, setQuestion] = useState<Question | null>(null);

  if (isPending) {
    return (
      <Loading what="payment confirmations">
        <Skeleton className="h-64" />
      </Loading>
    );
  }
  if (!data) return <ErrorState query={{ error, refetch }} />;
  return (
    <>
      {data.items.length === 0 ? (
        <EmptyState
          icon={<BadgeCheck className="size-7" />}
          title="Nothing to confirm"
          description="When a buyer says they've paid, confirm it here."
          action={
            <LinkButton to="/MyOrders?tab=selling" variant="secondary">
              View your sales
            </LinkButton>
          }
        />
      ) : (
        <Section title={`Waiting for you (${data.items.length})`}>
          <ul className="grid gap-4">
            {data.items.map((confirmation) => (
              <li key={confirmation.id}>
                <PendingCard
                  confirmation={confirmation}
                  onReceived={() => setQuestion({ confirmation, received: true })}
                  onNotReceived={() => setQuestion({ confirmation, received: false })}
                />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <AnswerDialog question={question} onClose={() => setQuestion(null)} />
    </>
  );
}

/** Asks for confirmation, because both answers are final. */
function AnswerDialog({ question, onClose }: { question: Question | null; onClose: () => void }) {
  const answer = useAnswer();
  // Keeps the question on screen while the dialog fades out.
  const [shown, setShown] = useState(question);
  if (question !== null && question !== shown) setShown(question);
  if (shown === null) return null;
  const { confirmation, received } = shown;
  const amount = formatDollars(confirmation.amount);
  const { crypto } = confirmation;

  const send = () =>
    answer.mutate(shown, {
      onSuccess: () =>
        toast(
          received
            ? { title: "Payment confirmed", description: `${confirmation.buyer.full_name} can now pick up the item.` }
            : { title: "We've let the buyer know", description: "They have 24 hours to sort out the payment." },
        ),
      onError: toastError("Your answer wasn't saved"),
      onSettled: onClose,
    });

  return received ? (
    <ConfirmDialog
      open={question !== null}
      onClose={onClose}
      onConfirm={send}
      title={`Has ${amount} arrived?`}
      description={confirmOnlyWhenSeen(crypto !== null, confirmation.reference_number, confirmation.buyer.full_name)}
      confirmLabel="Payment received"
      loading={answer.isPending}
    />
  ) : (
    <ConfirmDialog
      open={question !== null}
      onClose={onClose}
      onConfirm={send}
      title="Not received yet?"
      description={
        crypto
          ? "Crypto takes 10-30 minutes. Look up the transaction before you answer."
          : "Transfers take 1-2 business days, so please wait that long before you answer."
      }
      confirmLabel="Not received"
      loading={answer.isPending}
    >
      <p className="font-semibold">What happens next</p>
      <ul className="mt-1 list-disc pl-5">
        <li>{isTold(confirmation.buyer.full_name, crypto !== null)}</li>
        <li>The item stays reserved for them, and they can let you know again once they've paid.</li>
        <li>If they don't within 24 hours, the order ends and your item goes back on sale.</li>
      </ul>
    </ConfirmDialog>
  );
}

function Settled() {
  const { data } = useConfirmations("settled");
  if (!data || data.items.length === 0) return null;
  return (
    <Section title="Settled" className="mt-10">
      <ul className="divide-y divide-line">
        {data.items.map((confirmation) => (
          <li key={confirmation.id}>
            <SettledRow confirmation={confirmation} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
