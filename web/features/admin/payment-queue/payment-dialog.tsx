import { type FormEvent, useEffect, useId, useState } from "react";
import type { AdminPaymentDetail } from "#contract/admin/payment-queue";
import { ResolveDispute } from "#contract/orders";
import { orderNumber } from "#domain/orders/order-number";
import { COIN_FACTS, explorerUrl } from "#domain/payments/crypto-coins";
import { ApiError, errorMessage } from "../../../lib/api-client.ts";
import { fieldErrors } from "../../../lib/field-errors.ts";
import { formatDateTime, formatDollars } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { Facts } from "../../../ui/layout.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { TextArea } from "../../../ui/text-input.tsx";
import { toast } from "../../../ui/toast.tsx";
import { NewTabLink } from "../new-tab-link.tsx";
import { PayoutHolds } from "../payout-holds/payout-holds.tsx";
import { useLast } from "../use-last.ts";
import { UserLine } from "../user-line.tsx";
import { usePayment, useResolve } from "./api.ts";

import { eventLabel, METHODS, outcomesOf, reversalLabel, reversalMeans } from "./payment-labels.ts";

const BY = { buyer: "Buyer", seller: "Seller", staff: "Staff", service: "Goodstreet" } as const;

const decidedAs = (outcome: string) => `Decision: ${outcome}`;

const NOTE_MAX = 1_000;

/** Amount and method; free items have no amount. */
const paidHow = ({ amount, payment_method }: AdminPaymentDetail) =>
  amount > 0 ? `${formatDollars(amount)} · ${METHODS[payment_method]}` : METHODS[payment_method];

/** One order with the evidence of both sides, and the decision if there is one to make. */
export function PaymentDialog({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { data, error, isPending, refetch } = usePayment(useLast(id));
  const form = useId();
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      open={id !== null}
      onClose={onClose}
      size="lg"
      sticky={busy}
      title={data ? data.item.title : "Order"}
      description={data ? paidHow(data) : undefined}
      footer={
        data?.decidable ? (
          <>
            <Button variant="secondary" onClick={onClose} disabled={busy}>
              {" "}
              Not now{" "}
            </Button>
            <Button type="submit" form={form} loading={busy}>
              {" "}
              Save decision{" "}
            </Button>
          </>
        ) : (
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        )
      }
    >
      {isPending && id !== null ? <Skeleton className="h-64" /> : null}
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <div className="grid gap-5">
          <Evidence payment={data} />
          {data.decidable ? (
            <DecisionForm key={data.order_id} payment={data} formId={form} onBusy={setBusy} onDone={onClose} />
          ) : null}
        </div>
      ) : null}
    </Dialog>
  );
}

function Evidence({ payment }: { payment: AdminPaymentDetail }) {
  const { dispute, crypto, decision } = payment;
  const chain = crypto?.tx_hash ? explorerUrl(crypto.coin, crypto.tx_hash) : null;
  return (
    <>
      {decision ? (
        <Notice kind="info" title={decidedAs(eventLabel(decision.event, payment))}>
          <p dir="auto" className="wrap-anywhere">
            {decision.note}
          </p>
          <p className="text-sm text-muted">{formatDateTime(decision.at)}</p>
        </Notice>
      ) : null}
      {crypto?.contested ? (
        <Notice kind="warning" title="Another order named this transaction first">
          <p>Compare amounts, wallets and times, and ask both buyers. A transaction pays one order.</p>
          {payment.claimed_by ? (
            <NewTabLink href={`/PaymentConfirmations?order=${payment.claimed_by}`}>View the other order</NewTabLink>
          ) : null}
        </Notice>
      ) : null}
      {payment.reversals.map((reversal) => (
        <Notice
          key={reversal.id}
          kind={reversal.status === "open" ? "warning" : "info"}
          title={`${reversalLabel(reversal).label}: ${formatDollars(reversal.amount)}`}
        >
          <p>{reversalMeans(reversal)}</p>
          {reversal.status === "open" && reversal.due_at !== null ? (
            <p className="text-sm text-muted">Evidence due: {formatDateTime(reversal.due_at)}</p>
          ) : null}
        </Notice>
      ))}
      {dispute ? (
        <section>
          <h3 className="mb-1.5 font-semibold">What the buyer wrote</h3>
          <blockquote dir="auto" className="rounded-md bg-surface p-4 wrap-anywhere whitespace-pre-line">
            {dispute.reason}
          </blockquote>
        </section>
      ) : null}
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <UserLine name="Buyer" person={payment.buyer} />
        <UserLine name="Seller" person={payment.seller} />
      </dl>
      <Facts
        items={[
          { name: "Order number", value: <span className="select-all">{orderNumber(payment.order_id)}</span> },
          { name: "Collection", value: formatDateTime(payment.collection_date, payment.collection_zone) },
          ...(payment.reference_number
            ? [{ name: "Reference", value: <span className="select-all">{payment.reference_number}</span> }]
            : []),
          ...(payment.paid_to
            ? [
                {
                  name: "Paid to",
                  value: `${payment.paid_to.account_name}, … ${payment.paid_to.account_end}`,
                },
              ]
            : []),
          ...(crypto
            ? [{ name: "Amount in coins", value: `${crypto.amount_text} ${COIN_FACTS[crypto.coin].symbol}` }]
            : []),
          ...(payment.card_state ? [{ name: "Card payment", value: payment.card_state.replaceAll("_", " ") }] : []),
          ...payment.card_payments.map(({ id, status, url }) => ({
            name: `At Stripe (${status})`,
            value: url ? (
              <NewTabLink href={url}>{id}</NewTabLink>
            ) : (
              <span className="wrap-anywhere select-all">{id}</span>
            ),
          })),
          ...payment.refunds.map((refund) => ({
            name: "Refund",
            value: `${formatDollars(refund.amount)}, ${refund.status}`,
          })),
        ]}
      />
      {payment.card_state ? (
        <section>
          <h3 className="mb-1.5 font-semibold">Payout</h3>
          <PayoutHolds sellerId={payment.seller.id} orderId={payment.order_id} />
        </section>
      ) : null}
      <NewTabLink href={`/ItemDetail/${payment.item.id}`}>View listing</NewTabLink>
      {chain ? <NewTabLink href={chain}>View payment on the blockchain</NewTabLink> : null}
      <section>
        <h3 className="mb-1.5 font-semibold">Order history</h3>
        <ol className="divide-y divide-line border-y border-line">
          {payment.events.map((event) => (
            <li key={`${event.kind}-${event.at}`} className="flex justify-between gap-x-4 py-2 max-sm:flex-col">
              <span>
                <span className="font-semibold">{BY[event.by]}:</span> {eventLabel(event.kind, payment)}
              </span>
              <time dateTime={new Date(event.at).toISOString()} className="text-sm text-muted tabular-nums">
                {formatDateTime(event.at)}
              </time>
            </li>
          ))}
        </ol>
      </section>
      {payment.conversation.length > 0 ? (
        <section>
          <h3 className="mb-1.5 font-semibold">Their messages</h3>
          <ol className="grid max-h-64 gap-2 overflow-y-auto rounded-md bg-surface p-3">
            {payment.conversation.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered
              <li key={index} className="wrap-anywhere">
                {line.from === "event" ? null : <span className="font-semibold">{BY[line.from]}: </span>}
                {line.text}
              </li>
            ))}
          </ol>
        </section>
      ) : null}
    </>
  );
}

interface DecisionFormProps {
  payment: AdminPaymentDetail;
  formId: string;
  onBusy: (busy: boolean) => void;
  onDone: () => void;
}

function DecisionForm({ payment, formId, onBusy, onDone }: DecisionFormProps) {
  const [outcome, setOutcome] = useState<"release" | "refund" | null>(null);
  const [note, setNote] = useState("");
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const resolve = useResolve(payment.order_id);
  useEffect(() => onBusy(resolve.isPending), [resolve.isPending, onBusy]);
  const changed = () => {
    setProblems({});
    setFailure(null);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (resolve.isPending) return;
    if (outcome === null) return setProblems({ outcome: "Please choose a decision." });
    const found = fieldErrors(ResolveDispute, { outcome, note });
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    // Uses the promise, because callbacks of `mutate` do not run after the form unmounts, which happens when the
    // payment is decided.
    resolve.mutateAsync({ outcome, note }).then(
      () => {
        toast({ title: "Decision saved", description: "We've let both know and given your reason." });
        onDone();
      },
      (error: unknown) => {
        if (error instanceof ApiError && Object.keys(error.fields).length > 0) setProblems(error.fields);
        else setFailure(errorMessage(error));
      },
    );
  };

  return (
    <form id={formId} onSubmit={submit} noValidate className="grid gap-5">
      <RadioCards
        legend="Your decision"
        columns={2}
        options={outcomesOf(payment)}
        value={outcome}
        error={problems.outcome}
        onChange={(value) => {
          setOutcome(value);
          changed();
        }}
      />
      <Field label="Reason" hint="Both will see this." error={problems.note} required>
        <TextArea
          rows={3}
          value={note}
          maxLength={NOTE_MAX}
          onChange={(event) => {
            setNote(event.target.value);
            changed();
          }}
        />
      </Field>
      {failure ? <Notice kind="error">{failure}</Notice> : null}
    </form>
  );
}
