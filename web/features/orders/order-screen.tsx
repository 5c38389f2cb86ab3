import { clsx } from "clsx";
import { Clock } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useParams } from "react-router-dom";
import type { OrderView } from "#contract/orders";
import { nextStep } from "#domain/orders/next-step";
import { orderNumber } from "#domain/orders/order-number";
import { ApiError } from "../../lib/api-client.ts";
import { siteName, useDocumentTitle } from "../../lib/document-title.ts";
import { formatDollars, formatPlaceTime, formatPrice } from "../../lib/format.ts";
import { serverNow } from "../../lib/server-clock.ts";
import { useSession } from "../../lib/session.ts";
import { showsUpText } from "../../lib/shows-up.ts";
import { useOnline } from "../../lib/use-online.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Columns } from "../../ui/columns.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { Facts, PageBody, PageHeader, Panel, Section } from "../../ui/layout.tsx";
import { PhotoImg } from "../../ui/photo-img.tsx";
import { PageSkeleton } from "../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { MessageButton } from "../messages/index.ts";
import { useOrder } from "./api.ts";
import { HandoverEntry } from "./handover-entry.tsx";
import { OrderChange } from "./order-change.tsx";
import { OrderCollection } from "./order-collection.tsx";
import { OrderExceptions } from "./order-exceptions.tsx";
import { explain } from "./order-explanations.ts";
import { deadlineOf, eventLabel, isOfCircle, pickupCounts, statusLabel, type Tone } from "./order-labels.ts";
import { OrderNoShow } from "./order-no-show.tsx";
import { OrderSale } from "./order-sale.tsx";
import { OrderStep } from "./order-step.tsx";
import { PaymentDetails } from "./payment-details.tsx";
import { OrderRatingsPanel } from "./ratings/order-ratings-panel.tsx";

/** Ratings of a completed order, and the viewer's rating form (D43). */
export function OrderRatings({ order }: { order: OrderView }) {
  return (
    <OrderRatingsPanel
      deal={order.status === "completed" ? order.id : null}
      person={order.counterparty.display_name}
      rates={order.role === "buyer" ? "seller" : "buyer"}
      itemTitle={order.item.title}
      trade={order.trade_id !== undefined}
    />
  );
}

/** The other party, to write to. */
function otherParty({ role, buyer_id, seller_id, counterparty }: OrderView) {
  return { id: role === "buyer" ? seller_id : buyer_id, display_name: counterparty.display_name };
}

const METHOD_LABELS: Record<OrderView["payment_method"], string> = {
  bank_transfer: "Bank transfer",
  stripe: "Card",
  crypto: "Crypto",
  cash: "Cash or PayID at pickup",
  free: "Free",
  outside: "Between yourselves",
};

/** /MyOrders/{id}: one order, for its buyer or its seller. */
export default function OrderScreen() {
  const { id = "" } = useParams();
  const owner = useSession().user?.id ?? "";
  const online = useOnline();
  const { data: order, isPending, error, refetch } = useOrder(id);
  useDocumentTitle(order ? `Order: ${order.item.title}` : undefined);
  if (error instanceof ApiError && error.code === "not_found") {
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
  if (!order) return <ErrorState query={{ error, refetch }} />;
  const back =
    order.role === "buyer"
      ? { to: "/MyOrders", label: "My orders" }
      : { to: "/MyOrders?tab=selling", label: "My orders" };
  return (
    <PageBody>
      <PageHeader
        title={order.item.title}
        back={back}
        actions={online ? <MessageButton itemId={order.item_id} person={otherParty(order)} /> : null}
      />
      <Columns
        aside={
          <>
            <Section title="Order">
              <OrderFacts order={order} />
            </Section>
            <Section title="Order history">
              <OrderTimeline order={order} />
            </Section>
            <OrderExceptions order={order} />
          </>
        }
      >
        <OrderStatusPanel order={order} owner={owner} onClockEnd={() => void refetch()} />
        <OrderChange order={order} />
        <OrderSale order={order} />
        <OrderNoShow order={order} />
        <OrderDispute order={order} />
        <OrderRatings order={order} />
        <PaymentDetails order={order} />
        <OrderCollection order={order} />
      </Columns>
    </PageBody>
  );
}

const PANEL_TONES = { neutral: "surface", brand: "brand", wattle: "wattle", hot: "hot" } as const satisfies Record<
  Tone,
  string
>;

function OrderStatusPanel({ order, owner, onClockEnd }: { order: OrderView; owner: string; onClockEnd: () => void }) {
  const now = serverNow();
  const step = nextStep(order, now);
  const deadline = deadlineOf(order, now);
  const { label, tone } = statusLabel(order);
  return (
    <Panel tone={PANEL_TONES[tone]} className="p-5 sm:p-6">
      <div className="flex items-start gap-4">
        <Link
          to={`/ItemDetail/${order.item_id}`}
          className="shrink-0 rounded-md"
          aria-label={`Item: ${order.item.title}`}
        >
          <PhotoImg photo={null} url={order.item.image_url} alt="" className="size-20 rounded-md sm:size-24" eager />
        </Link>
        <div className="min-w-0 flex-1" aria-live="polite">
          <h2 className="text-lg font-bold">{label}</h2>
          <p className="mt-1">{explain(order, now)}</p>
          {order.item_off_sale ? (
            <p className="mt-1">
              Your item is off sale.{" "}
              <Link to="/MyItems" className="font-semibold underline">
                List it again in My Items
              </Link>
            </p>
          ) : null}
          {order.incomplete_reason ? (
            <p dir="auto" className="mt-1 text-sm text-muted">
              {order.incomplete_reason}
            </p>
          ) : null}
        </div>
      </div>
      {deadline ? (
        <p className="mt-4 flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <Clock className="size-4 shrink-0 text-muted" />
          <span>
            {deadline.label}{" "}
            <Countdown until={deadline.at} ended="no time left" className="font-semibold" onEnd={onClockEnd} />
          </span>
          {/* The collection section already shows this time in the place's time zone. */}
          {deadline.at === order.collection_date ? null : (
            <span className="text-sm text-muted">until {formatPlaceTime(deadline.at, order.collection_zone)}</span>
          )}
        </p>
      ) : null}
      {order.trade_id === undefined ? null : (
        <LinkButton
          to={`/TradeOffers?${isOfCircle(order) ? "circle" : "id"}=${order.trade_id}`}
          variant="secondary"
          className="mt-4"
        >
          {isOfCircle(order) ? "View swap circle" : "View trade"}
        </LinkButton>
      )}
      {step.kind === "act" ? <OrderStep action={step.action} order={order} owner={owner} /> : null}
      {step.kind === "wait" && step.wait === "code_locked" ? <HandoverEntry order={order} owner={owner} /> : null}
    </Panel>
  );
}

function OrderFacts({ order }: { order: OrderView }) {
  const facts = [
    { name: order.role === "buyer" ? "Seller" : "Buyer", value: order.counterparty.display_name },
    { name: "Amount", value: formatPrice(order.amount) },
  ];
  const { shows_up } = order.counterparty;
  if (shows_up) facts.push({ name: "Pickups", value: showsUpText(shows_up) });
  const counts = pickupCounts(order);
  if (counts) facts.push({ name: "This pickup", value: counts });
  if (order.payout) {
    facts.push(
      { name: `${siteName()} fee`, value: formatDollars(order.payout.fee) },
      { name: "You get", value: formatDollars(order.payout.amount) },
    );
  }
  if (order.payment_method !== "free") {
    facts.push({ name: "Payment method", value: METHOD_LABELS[order.payment_method] });
  }
  if (order.reference_number) facts.push({ name: "Reference", value: order.reference_number });
  facts.push({ name: "Ordered", value: formatPlaceTime(order.created_at, order.collection_zone) });
  // Also in the email receipt, and what support asks for.
  const number = <span className="select-all">{orderNumber(order.id)}</span>;
  return <Facts items={[...facts, { name: "Order number", value: number }]} />;
}

/** The dispute and the decision with its reasons. Both parties see them, and emails link here (D34). */
function OrderDispute({ order }: { order: OrderView }) {
  const { dispute, decision } = order;
  if (!dispute && !decision?.note) return null;
  return (
    <Section title="The problem">
      <Panel className="divide-y divide-line">
        {dispute ? (
          <Statement
            by={order.role === "buyer" ? "What you wrote" : `What ${order.counterparty.display_name} wrote`}
            at={formatPlaceTime(dispute.opened_at, order.collection_zone)}
          >
            {dispute.reason}
          </Statement>
        ) : null}
        {decision?.note ? (
          <Statement by="From our team" at={formatPlaceTime(decision.at, order.collection_zone)}>
            {decision.note}
          </Statement>
        ) : null}
      </Panel>
    </Section>
  );
}

function Statement({ by, at, children }: { by: string; at: string; children: ReactNode }) {
  return (
    <figure className="py-3 first:pt-0 last:pb-0">
      <figcaption className="flex flex-wrap justify-between gap-x-4">
        <span className="font-semibold">{by}</span>
        <span className="text-sm text-muted">{at}</span>
      </figcaption>
      <blockquote className="mt-1 wrap-anywhere whitespace-pre-line">{children}</blockquote>
    </figure>
  );
}

/** The order's events, newest last. */
function OrderTimeline({ order }: { order: OrderView }) {
  return (
    <ol>
      {order.events.map((event, index) => {
        const last = index === order.events.length - 1;
        return (
          <li key={`${event.at}-${event.kind}`} className="relative flex gap-3.5 pb-5 last:pb-0">
            {last ? null : <span className="absolute top-4 bottom-0 left-[5px] w-0.5 bg-line" aria-hidden="true" />}
            <span
              className={clsx("mt-1.5 size-3 shrink-0 rounded-full", last ? "bg-brand" : "bg-field")}
              aria-hidden="true"
            />
            <div className="min-w-0">
              <p className={last ? "font-semibold" : undefined}>{eventLabel(event, order)}</p>
              <p className="text-sm text-muted">
                <time dateTime={new Date(event.at).toISOString()}>
                  {formatPlaceTime(event.at, order.collection_zone)}
                </time>
              </p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
