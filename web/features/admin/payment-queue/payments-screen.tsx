import { BadgeCheck } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { AdminPayment, PaymentQueue, PaymentQueueCounts } from "#contract/admin/payment-queue";
import { orderIdStart } from "#domain/orders/order-number";
import { formatAge, formatDateTime, formatPrice } from "../../../lib/format.ts";
import { serverNow } from "../../../lib/server-clock.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { PageBody, PageHeader, Panel } from "../../../ui/layout.tsx";
import { PhotoImg } from "../../../ui/photo-img.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { AdminList } from "../admin-list.tsx";
import { UserLine } from "../user-line.tsx";
import { usePaymentCounts, usePayments } from "./api.ts";
import { Chargebacks } from "./chargebacks.tsx";
import { PaymentDialog } from "./payment-dialog.tsx";

import { eventLabel, METHODS } from "./payment-labels.ts";

const TABS = ["waiting", "overdue", "disputed", "chargebacks", "decided"] as const;
type PaymentTab = (typeof TABS)[number];

const LABELS: Record<PaymentTab, string> = {
  waiting: "Pending",
  overdue: "Overdue",
  disputed: "Disputed",
  chargebacks: "Chargebacks",
  decided: "Decided",
};

const EMPTY: Record<PaymentQueue, { title: string; description: string }> = {
  waiting: { title: "No pending confirmations", description: "Payments that buyers say they've sent appear here." },
  overdue: { title: "Nothing overdue", description: "Payments that sellers don't confirm in time appear here." },
  disputed: {
    title: "No open disputes",
    description: "Problems buyers report with paid orders, and refunds made outside Goodstreet, appear here.",
  },
  decided: { title: "No decisions yet", description: "Every decision is kept here with its reason." },
};

/** The default queue: the first one with entries for staff. */
const firstToDecide = (counts: PaymentQueueCounts | undefined): PaymentTab =>
  (["overdue", "disputed", "chargebacks"] as const).find((queue) => (counts?.[queue] ?? 0) > 0) ?? "overdue";

/** /PaymentConfirmations for staff: all unconfirmed payments, and the disputes to decide. */
export default function AdminPaymentsScreen() {
  const [query, setQuery] = useSearchParams();
  const wanted = query.get("queue");
  const counts = usePaymentCounts();
  const tab = TABS.find((name) => name === wanted) ?? firstToDecide(counts.data);
  const opened = query.get("order");
  const queue: PaymentQueue = tab === "chargebacks" ? "disputed" : tab;
  const payments = usePayments(queue, tab !== "chargebacks");
  const show = (values: { queue?: PaymentTab; order?: string | null }) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (values.queue !== undefined) next.set("queue", values.queue);
        if (values.order) next.set("order", values.order);
        else next.delete("order");
        return next;
      },
      { replace: true },
    );
  const tabs = TABS.map((value) => {
    const count = value === "decided" ? undefined : counts.data?.[value];
    return { value, label: LABELS[value], ...(count ? { count } : {}) };
  });
  return (
    <PageBody>
      <PageHeader
        title="Payment confirmations"
        description="Pending, overdue and disputed payments, and chargebacks. You resolve overdue and disputed ones. Banks decide chargebacks."
        actions={
          <LinkButton to="/PaymentConfirmations?own=1" variant="secondary">
            Your sales
          </LinkButton>
        }
      />
      <FindOrder onFind={(order) => show({ order })} />
      <Tabs label="Queue" tabs={tabs} value={tab} onChange={(next) => show({ queue: next })} className="mb-5">
        {tab === "chargebacks" ? (
          <Chargebacks onOpen={(order) => show({ order })} />
        ) : (
          <AdminList
            list={payments}
            what="payments"
            empty={<EmptyState icon={<BadgeCheck className="size-7" />} {...EMPTY[queue]} />}
          >
            {(rows) => (
              <ul className="grid gap-4 lg:grid-cols-2">
                {rows.map((payment) => (
                  <li key={`${payment.order_id}-${payment.decision?.at ?? ""}`}>
                    <PaymentCard
                      payment={payment}
                      decide={queue === "overdue" || queue === "disputed"}
                      onOpen={() => show({ order: payment.order_id })}
                    />
                  </li>
                ))}
              </ul>
            )}
          </AdminList>
        )}
      </Tabs>
      <PaymentDialog id={opened} onClose={() => show({ order: null })} />
    </PageBody>
  );
}

/** Opens an order by the number that a user reads out. */
function FindOrder({ onFind }: { onFind: (id: string) => void }) {
  const [problem, setProblem] = useState<string>();
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const start = orderIdStart(String(new FormData(event.currentTarget).get("number")));
    setProblem(start === null ? "Enter all eight characters, such as W8C3-ZX4J." : undefined);
    if (start !== null) onFind(start);
  };
  return (
    <form onSubmit={find} className="mb-6 flex max-w-md items-start gap-3">
      <Field label="Order number" error={problem} className="flex-1">
        <TextInput name="number" maxLength={60} autoComplete="off" placeholder="W8C3-ZX4J" />
      </Field>
      <Button type="submit" variant="secondary" className="mt-7">
        Find order
      </Button>
    </form>
  );
}

function PaymentCard({ payment, decide, onOpen }: { payment: AdminPayment; decide: boolean; onOpen: () => void }) {
  const { item, dispute, decision, reversal, confirmation_deadline: deadline } = payment;
  return (
    <Panel className="flex h-full flex-col p-5">
      <article className="flex flex-1 flex-col">
        <div className="flex items-start gap-4">
          <PhotoImg photo={null} url={item.image_url} alt="" className="size-16 shrink-0 rounded-md" />
          <div className="min-w-0 flex-1">
            <p className="text-xl font-extrabold tabular-nums">{formatPrice(payment.amount)}</p>
            <h2 dir="auto" className="font-semibold wrap-anywhere">
              {item.title}
            </h2>
            <p className="text-sm text-muted">
              {[
                // The price already says that it is free.
                payment.payment_method === "free" ? null : METHODS[payment.payment_method],
                payment.reference_number,
                formatAge(payment.created_at, serverNow()),
              ]
                .filter(Boolean)
                .join(" · ")}
            </p>
          </div>
        </div>
        {decision ? (
          <div className="mt-3">
            <Badge tone={decision.event === "refunded" ? "hotSoft" : "brand"}>
              {eventLabel(decision.event, payment)}
            </Badge>
            <p dir="auto" className="mt-1.5 line-clamp-3 wrap-anywhere">
              {decision.note}
            </p>
          </div>
        ) : reversal?.outcome === null && !dispute ? (
          <p className="mt-3 font-semibold">
            {reversal.kind === "fraud_warning"
              ? "The card's bank suspects fraud."
              : "Refunded at the card provider, outside Goodstreet."}
          </p>
        ) : dispute ? (
          <blockquote dir="auto" className="mt-3 line-clamp-3 border-l-3 border-line pl-3 wrap-anywhere">
            {dispute.reason}
          </blockquote>
        ) : deadline === null ? null : (
          <p className="mt-3 text-sm font-semibold">
            {decide
              ? `Seller's response was due by ${formatDateTime(deadline)}`
              : `Seller has until ${formatDateTime(deadline)} to respond`}
          </p>
        )}
        <dl className="mt-4 grid gap-3 sm:grid-cols-2">
          <UserLine name="Buyer" person={payment.buyer} />
          <UserLine name="Seller" person={payment.seller} />
        </dl>
        <div className="mt-auto pt-4">
          <Button size="sm" variant={decide ? "primary" : "secondary"} onClick={onOpen}>
            {decide ? "Review" : "View history"}
          </Button>
        </div>
      </article>
    </Panel>
  );
}
