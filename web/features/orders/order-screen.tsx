import { Clock, MapPin } from "lucide-react";
import { Link, useParams } from "react-router-dom";
import type { OrderView } from "#contract/orders";
import { ApiProblem } from "../../lib/api-client.ts";
import { useDocumentTitle } from "../../lib/document-title.ts";
import { formatDateTime, formatDay, formatDollars, formatPrice, formatTime } from "../../lib/format.ts";
import { LinkButton } from "../../ui/button.tsx";
import { CopyRow } from "../../ui/copy-row.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { Facts, PageBody, PageHeader, Panel, Section } from "../../ui/layout.tsx";
import { PhotoImg } from "../../ui/photo-img.tsx";
import { PageSkeleton } from "../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { useOrder } from "./api.ts";
import { OrderActions } from "./order-actions.tsx";
import { OrderTimeline } from "./order-timeline.tsx";
import { deadlineOf, explain, METHOD_WORDS, statusWords, type Tone } from "./order-words.ts";

/** /MyOrders/{id}: one deal, for its buyer or its seller. */
export default function OrderScreen() {
  const { id = "" } = useParams();
  const { data: order, isPending, error, refetch } = useOrder(id);
  useDocumentTitle(order ? `Order: ${order.item.title}` : undefined);
  if (isPending) return <PageSkeleton />;
  if (!order) {
    if (error instanceof ApiProblem && error.code === "not_found") {
      return (
        <PageBody width="form">
          <PageHeader title="Order" />
          <EmptyState
            title="We can't find this order"
            description="It may belong to another account."
            action={<LinkButton to="/MyOrders">My orders</LinkButton>}
          />
        </PageBody>
      );
    }
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  }
  const back =
    order.role === "buyer"
      ? { to: "/MyOrders", label: "My orders" }
      : { to: "/MyOrders?tab=selling", label: "My orders" };
  return (
    <PageBody width="form">
      <PageHeader title={order.item.title} back={back} />
      <Standing order={order} />
      {order.bank_details ? <BankTransfer order={order} /> : null}
      <Collection order={order} />
      <Section title="Order">
        <OrderFacts order={order} />
      </Section>
      <Section title="What has happened">
        <OrderTimeline order={order} />
      </Section>
    </PageBody>
  );
}

const PANEL_TONES = { neutral: "surface", brand: "brand", wattle: "wattle", hot: "hot" } as const satisfies Record<
  Tone,
  string
>;

/** Where the order stands, whose turn it is, and the button for it. */
function Standing({ order }: { order: OrderView }) {
  const deadline = deadlineOf(order);
  const { label, tone } = statusWords(order);
  return (
    <Panel tone={PANEL_TONES[tone]} className="p-5">
      <div className="flex items-start gap-4">
        <Link
          to={`/ItemDetail/${order.item.id}`}
          className="shrink-0 rounded-md"
          aria-label={`Item: ${order.item.title}`}
        >
          <PhotoImg photo={null} url={order.item.image_url} alt="" className="size-20 rounded-md sm:size-24" eager />
        </Link>
        <div className="min-w-0 flex-1" aria-live="polite">
          <h2 className="text-lg font-bold">{label}</h2>
          <p className="mt-1">{explain(order)}</p>
          {order.incomplete_reason ? <p className="mt-1 text-sm text-muted">{order.incomplete_reason}</p> : null}
        </div>
      </div>
      {deadline ? (
        <p className="mt-4 flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <Clock className="size-4 shrink-0 text-muted" aria-hidden="true" />
          <span>
            {deadline.label} <Countdown until={deadline.at} ended="no time left" className="font-semibold" />
          </span>
          <span className="text-sm text-muted">until {formatDateTime(deadline.at)}</span>
        </p>
      ) : null}
      <OrderActions order={order} />
    </Panel>
  );
}

/** The snapshot taken when the order was made: a seller's later edit never redirects a payment (D8). */
function BankTransfer({ order }: { order: OrderView }) {
  if (!order.bank_details) return null;
  return (
    <Section title="Bank transfer" description="Put the reference on your transfer: the seller finds it by that.">
      <Panel className="py-2">
        <dl className="divide-y divide-line">
          <CopyRow name="Account name" value={order.bank_details.account_name} />
          <CopyRow name="BSB" value={order.bank_details.bsb} />
          <CopyRow name="Account number" value={order.bank_details.account_number} />
          <CopyRow name="Amount" value={formatDollars(order.amount)} />
          {order.reference_number ? <CopyRow name="Reference" value={order.reference_number} /> : null}
        </dl>
      </Panel>
    </Section>
  );
}

/** Date and place. The address, or the sentence in its place, is the server's word (D9). */
function Collection({ order }: { order: OrderView }) {
  const { collection_date: date, collection_zone: zone } = order;
  return (
    <Section title="Collection">
      <Panel>
        <Facts
          items={[
            { name: "Date", value: `${formatDay(date, zone)}, ${formatTime(date, zone)}` },
            { name: "Place", value: order.collection_summary },
          ]}
        />
        <p className="mt-3 flex gap-2 border-t border-line pt-3">
          <MapPin className="mt-0.5 size-4.5 shrink-0 text-muted" aria-hidden="true" />
          <span className="min-w-0">
            <span className={order.collection_address ? "font-semibold" : undefined}>
              {order.collection_address_text}
            </span>
            {order.collection_address_at === null ? null : (
              <span className="block text-sm text-muted">
                In <Countdown until={order.collection_address_at} ended="a moment" />
              </span>
            )}
          </span>
        </p>
      </Panel>
    </Section>
  );
}

function OrderFacts({ order }: { order: OrderView }) {
  const facts = [
    { name: order.role === "buyer" ? "Seller" : "Buyer", value: order.counterparty.display_name },
    { name: "Amount", value: formatPrice(order.amount) },
  ];
  if (order.payment_method !== "free") {
    facts.push({ name: "Payment method", value: METHOD_WORDS[order.payment_method] });
  }
  if (order.reference_number) facts.push({ name: "Reference", value: order.reference_number });
  facts.push({ name: "Ordered", value: formatDateTime(order.created_at) });
  return <Facts items={facts} />;
}
