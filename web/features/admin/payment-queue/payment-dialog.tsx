import type { AdminPaymentDetail } from "#contract/admin/payment-queue";
import { ResolveDispute } from "#contract/orders";
import { orderNumber } from "#domain/orders/order-number";
import { COIN_FACTS, explorerUrl } from "#domain/payments/crypto-coins";
import { type Checked, checked } from "../../../lib/field-errors.ts";
import { formatDateTime, formatDollars } from "../../../lib/format.ts";
import { useApiForm } from "../../../lib/use-api-form.ts";
import { Field } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { Facts } from "../../../ui/layout.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { QueryState } from "../../../ui/placeholders.tsx";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { TextArea } from "../../../ui/text-input.tsx";
import { toast } from "../../../ui/toast.tsx";
import { NewTabLink } from "../new-tab-link.tsx";
import { PayoutHolds } from "../payout-holds/payout-holds.tsx";
import { useLast } from "../use-last.ts";
import { UserLine } from "../user-line.tsx";
import { type Resolution, usePayment, useResolve } from "./api.ts";

import { eventLabel, METHODS, outcomesOf, reversalLabel, reversalMeans } from "./payment-labels.ts";

const BY = { buyer: "Buyer", seller: "Seller", staff: "Staff", service: "Goodstreet" } as const;

const decidedAs = (outcome: string) => `Decision: ${outcome}`;

const NOTE_MAX = 1_000;

/** Amount and method; free items have no amount. */
const paidHow = ({ amount, payment_method }: AdminPaymentDetail) =>
  amount > 0 ? `${formatDollars(amount)} · ${METHODS[payment_method]}` : METHODS[payment_method];

/** One order with the evidence of both sides, and the decision if there is one to make. */
export function PaymentDialog({ id, onClose }: { id: string | null; onClose: () => void }) {
  const last = useLast(id);
  return last === null ? null : <Payment key={last} id={last} open={id !== null} onClose={onClose} />;
}

function Payment({ id, open, onClose }: { id: string; open: boolean; onClose: () => void }) {
  const payment = usePayment(id);
  const resolve = useResolve(id);
  const form = useApiForm({
    start: { outcome: null as Resolution["outcome"] | null, note: "" },
    check: ({ outcome, note }): Checked<Resolution> =>
      outcome === null
        ? { ok: false, problems: { outcome: "Please choose a decision." } }
        : checked(ResolveDispute, { outcome, note }),
    send: (body) => resolve.mutateAsync(body),
    onSent: () => {
      toast({ title: "Decision saved", description: "We've let both know and given your reason." });
      onClose();
    },
  });
  const { data } = payment;
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      size="lg"
      title={data ? data.item.title : "Order"}
      description={data ? paidHow(data) : undefined}
      cancelLabel="Not now"
      submitLabel="Save decision"
      readOnly={!data?.decidable}
      intro={
        data ? (
          <Evidence payment={data} />
        ) : (
          <QueryState query={payment}>
            <Skeleton className="h-64" />
          </QueryState>
        )
      }
    >
      {data ? (
        <RadioCards
          legend="Your decision"
          columns={2}
          options={outcomesOf(data)}
          value={form.values.outcome}
          error={form.problem("outcome")}
          onChange={(outcome) => form.change({ outcome }, ["note"])}
        />
      ) : null}
      <Field label="Reason" hint="Both will see this." error={form.problem("note")} required>
        <TextArea rows={3} maxLength={NOTE_MAX} {...form.input("note")} />
      </Field>
    </FormDialog>
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
