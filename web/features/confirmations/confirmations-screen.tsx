import { BadgeCheck } from "lucide-react";
import { useState } from "react";
import type { PaymentConfirmationView } from "#contract/orders";
import { errorMessage } from "../../lib/api-client.ts";
import { formatDollars } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { LinkButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { PageBody, PageHeader, Section } from "../../ui/layout.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { useAnswer, useConfirmations } from "./api.ts";
import { PendingCard, SettledRow } from "./confirmation-card.tsx";
import * as words from "./words.ts";

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
      <PageHeader title={words.paymentConfirmations} description={words.buyersWhoHaveSent} />
      {profile?.account_restricted && overdue ? (
        <Notice kind="warning" title={words.answerOverdue} className="mb-6">
          <p>{words.restrictedUntilAnswered}</p>
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
      <div role="status">
        <span className="sr-only">{words.loadingPaymentConfirmations}</span>
        <Skeleton className="h-64" />
      </div>
    );
  }
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      {data.items.length === 0 ? (
        <EmptyState
          icon={<BadgeCheck className="size-7" />}
          title={words.nothingToConfirm}
          description={words.whenBuyerSaysTheirPayment}
          action={
            <LinkButton to="/MyOrders?tab=selling" variant="secondary">
              {words.viewYourSales}
            </LinkButton>
          }
        />
      ) : (
        <Section title={words.waitingFor(data.items.length)}>
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
            ? { title: words.paymentConfirmed, description: words.canNowCollect(confirmation.buyer.full_name) }
            : { title: words.buyerInformed, description: words.theyHaveADay },
        ),
      onError: (error) =>
        toast({ title: words.yourAnswerWasntSaved, description: errorMessage(error), variant: "destructive" }),
      onSettled: onClose,
    });

  return received ? (
    <ConfirmDialog
      open={question !== null}
      onClose={onClose}
      onConfirm={send}
      title={words.hasArrived(amount)}
      description={words.confirmOnlyWhenSeen(
        crypto !== null,
        confirmation.reference_number,
        confirmation.buyer.full_name,
      )}
      confirmLabel={words.paymentReceived}
      loading={answer.isPending}
    />
  ) : (
    <ConfirmDialog
      open={question !== null}
      onClose={onClose}
      onConfirm={send}
      title={words.notReceivedYet}
      description={crypto ? words.cryptoTakes : words.transfersTake}
      confirmLabel={words.notReceived}
      loading={answer.isPending}
    >
      <p className="font-semibold">{words.whatHappens}</p>
      <ul className="mt-1 list-disc pl-5">
        <li>{words.isTold(confirmation.buyer.full_name, crypto !== null)}</li>
        <li>{words.staysReserved}</li>
        <li>{words.afterADay}</li>
      </ul>
    </ConfirmDialog>
  );
}

function Settled() {
  const { data } = useConfirmations("settled");
  if (!data || data.items.length === 0) return null;
  return (
    <Section title={words.settled} className="mt-10">
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
