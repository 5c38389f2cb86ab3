import { CalendarPlus, Clock, MapPin } from "lucide-react";
import { Link, useParams } from "react-router-dom";
import type { OrderView } from "#contract/orders";
import { nextStep } from "#domain/next-step";
import { ApiProblem } from "../../lib/api-client.ts";
import { useDocumentTitle } from "../../lib/document-title.ts";
import { formatDateTime, formatDay, formatPrice, formatTime } from "../../lib/format.ts";
import { serverNow } from "../../lib/server-clock.ts";
import { useSession } from "../../lib/session.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { Facts, PageBody, PageHeader, Panel, Section } from "../../ui/layout.tsx";
import { PhotoImg } from "../../ui/photo-img.tsx";
import { PageSkeleton } from "../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { useOrder } from "./api.ts";
import { HandoverEntry } from "./handover-entry.tsx";
import { OrderHelp } from "./order-help.tsx";
import { OrderRatings } from "./order-ratings.tsx";
import { OrderStep } from "./order-step.tsx";
import { OrderTimeline } from "./order-timeline.tsx";
import { deadlineOf, explain, isOpen, METHOD_WORDS, statusWords, type Tone } from "./order-words.ts";
import { PaymentDetails } from "./payment-details.tsx";

/** /MyOrders/{id}: one deal, for its buyer or its seller. */
export default function OrderScreen() {
  const { id = "" } = useParams();
  const owner = useSession().user?.id ?? "";
  const { data: order, isPending, error, refetch } = useOrder(id, owner);
  useDocumentTitle(order ? `Order: ${order.item.title}` : undefined);
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
  if (isPending) return <PageSkeleton />;
  if (!order) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const back =
    order.role === "buyer"
      ? { to: "/MyOrders", label: "My orders" }
      : { to: "/MyOrders?tab=selling", label: "My orders" };
  return (
    <PageBody width="form">
      <PageHeader title={order.item.title} back={back} />
      <Standing order={order} owner={owner} onClockEnd={() => void refetch()} />
      <OrderRatings order={order} />
      <PaymentDetails order={order} />
      <Collection order={order} />
      <Section title="Order">
        <OrderFacts order={order} />
      </Section>
      <Section title="What has happened">
        <OrderTimeline order={order} />
      </Section>
      <OrderHelp order={order} owner={owner} />
    </PageBody>
  );
}

const PANEL_TONES = { neutral: "surface", brand: "brand", wattle: "wattle", hot: "hot" } as const satisfies Record<
  Tone,
  string
>;

/** Where the order stands, what its reader does next, and by when. */
function Standing({ order, owner, onClockEnd }: { order: OrderView; owner: string; onClockEnd: () => void }) {
  const now = serverNow();
  const step = nextStep(order, now);
  const deadline = deadlineOf(order, now);
  const { label, tone } = statusWords(order);
  return (
    <Panel tone={PANEL_TONES[tone]} className="p-5 sm:p-6">
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
          <p className="mt-1">{explain(order, now)}</p>
          {order.incomplete_reason ? <p className="mt-1 text-sm text-muted">{order.incomplete_reason}</p> : null}
        </div>
      </div>
      {deadline ? (
        <p className="mt-4 flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <Clock className="size-4 shrink-0 text-muted" aria-hidden="true" />
          <span>
            {deadline.label}{" "}
            <Countdown until={deadline.at} ended="no time left" className="font-semibold" onEnd={onClockEnd} />
          </span>
          {/* The collection has its own section, with its hour in the place's time: not a second time in the reader's. */}
          {deadline.at === order.collection_date ? null : (
            <span className="text-sm text-muted">until {formatDateTime(deadline.at)}</span>
          )}
        </p>
      ) : null}
      {order.trade_id === undefined ? null : (
        <LinkButton to={`/TradeOffers?id=${order.trade_id}`} variant="secondary" className="mt-4">
          View trade
        </LinkButton>
      )}
      {step.kind === "act" ? <OrderStep action={step.action} order={order} owner={owner} /> : null}
      {step.kind === "wait" && step.wait === "code_locked" ? <HandoverEntry order={order} owner={owner} /> : null}
    </Panel>
  );
}

/** Date and place. The address, or the sentence in its place, is the server's word (D9). */
function Collection({ order }: { order: OrderView }) {
  const { collection_date: date, collection_zone: zone } = order;
  const agreed = order.status === "payment_confirmed" || order.status === "collection_arranged";
  // Collected early, say: nobody waits for the address any more.
  const over = !isOpen(order);
  return (
    <Section
      title="Collection"
      actions={
        agreed ? (
          // A file of the service's, not a page of the app.
          <a
            href={`/api/orders/${order.id}/calendar.ics`}
            className="inline-flex min-h-10 items-center gap-2 rounded-full bg-surface px-4 font-semibold hover:bg-brand-soft hover:text-brand-ink"
          >
            <CalendarPlus className="size-4.5" aria-hidden="true" />
            Add to calendar
          </a>
        ) : null
      }
    >
      <Panel>
        <Facts
          items={[
            { name: "Date", value: `${formatDay(date, zone)}, ${formatTime(date, zone)}` },
            { name: "Place", value: order.collection_summary },
          ]}
        />
        {over && order.collection_address === null ? null : <Address order={order} />}
      </Panel>
    </Section>
  );
}

function Address({ order }: { order: OrderView }) {
  return (
    <p className="mt-3 flex gap-2 border-t border-line pt-3">
      <MapPin className="mt-0.5 size-4.5 shrink-0 text-muted" aria-hidden="true" />
      <span className="min-w-0">
        <span className={order.collection_address ? "font-semibold" : undefined}>{order.collection_address_text}</span>
        {order.collection_address_at === null ? null : (
          <span className="block text-sm text-muted">
            In <Countdown until={order.collection_address_at} ended="a moment" />
          </span>
        )}
      </span>
    </p>
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
