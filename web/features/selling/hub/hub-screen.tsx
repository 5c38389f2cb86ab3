import {
  CircleAlert,
  CircleHelp,
  ClipboardCheck,
  Handshake,
  type LucideIcon,
  MessageCircleQuestion,
  PackageCheck,
  Plus,
  Repeat,
  Tag,
} from "lucide-react";
import { Link } from "react-router-dom";
import type { HubAction, HubOrder, HubWaiting, SellerHub } from "#contract/selling/hub";
import { answerTimeText } from "../../../lib/answer-time.ts";
import { formatDay, formatPlaceTime, formatPrice } from "../../../lib/format.ts";
import { useSession } from "../../../lib/session.ts";
import { showsUpText } from "../../../lib/shows-up.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { PageBody, PageHeader, Section } from "../../../ui/layout.tsx";
import { PhotoImg } from "../../../ui/photo-img.tsx";
import { Rating } from "../../../ui/rating.tsx";
import { Loading, Skeleton } from "../../../ui/skeleton.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { GettingPaidNotice } from "../../account/index.ts";
import { useHub } from "./hub-api.ts";
import { HubMoney } from "./hub-money.tsx";
import { HubSales } from "./hub-sales.tsx";
import { HubStore } from "./hub-store.tsx";

/** Labels below a number, without the number. */
const paymentsToConfirm = (count: number) => (count === 1 ? "payment to confirm" : "payments to confirm");

const itemsToHandOver = (count: number) => (count === 1 ? "item to hand over" : "items to hand over");

const problemsReported = (count: number) => (count === 1 ? "problem reported" : "problems reported");

const ACTIONS: Record<HubAction, { count: (n: number) => string; todo: string; Icon: LucideIcon; to: string }> = {
  confirm_payment: {
    count: paymentsToConfirm,
    todo: "Check that the payment has arrived",
    Icon: ClipboardCheck,
    to: "/PaymentConfirmations",
  },
  hand_over: {
    count: itemsToHandOver,
    todo: "Hand it over and enter the buyer's code",
    Icon: PackageCheck,
    to: "/MyOrders?tab=selling",
  },
  settle_dispute: {
    count: problemsReported,
    todo: "The buyer reported a problem",
    Icon: CircleAlert,
    to: "/MyOrders?tab=selling",
  },
};
const WAITING: Record<HubWaiting, { count: (n: number) => string; Icon: LucideIcon; to: string }> = {
  offers: {
    count: (n) => (n === 1 ? "price offer to answer" : "price offers to answer"),
    Icon: Tag,
    to: "/PriceOffers",
  },
  questions: {
    count: (n) => (n === 1 ? "question from a buyer" : "questions from buyers"),
    Icon: MessageCircleQuestion,
    to: "/Negotiations",
  },
  circles: {
    count: (n) => (n === 1 ? "swap circle waiting for you" : "swap circles waiting for you"),
    Icon: Repeat,
    to: "/TradeOffers?tab=circles",
  },
  trades: {
    count: (n) => (n === 1 ? "trade offer to answer" : "trade offers to answer"),
    Icon: Repeat,
    to: "/TradeOffers",
  },
  stale: {
    count: (n) => (n === 1 ? "listing: still for sale?" : "listings: still for sale?"),
    Icon: CircleHelp,
    to: "/MyItems?tab=active",
  },
};
const OTHERS: readonly HubWaiting[] = ["offers", "questions", "circles", "trades", "stale"];
const ORDER: readonly HubAction[] = ["confirm_payment", "hand_over", "settle_dispute"];

/** /Connect, the Seller Hub: open tasks, money, sales and the store page. */
export default function HubScreen() {
  const hub = useHub();
  const { profile } = useSession();
  return (
    <PageBody>
      <PageHeader
        title="Seller Hub"
        description={
          profile && profile.rating_count > 0 ? (
            <span className="flex flex-wrap gap-x-5 gap-y-1">
              <Rating average={profile.average_rating} count={profile.rating_count} />
              {profile.shows_up ? showsUpText(profile.shows_up) : null}
              {profile.answer_time ? answerTimeText(profile.answer_time) : null}
            </span>
          ) : (
            "Your orders, your money and your store in one place."
          )
        }
        actions={
          <>
            <LinkButton to="/MyItems" variant="secondary">
              My Items
            </LinkButton>
            <LinkButton to="/AddItem" icon={<Plus className="size-4.5" />}>
              Add Item
            </LinkButton>
          </>
        }
      />
      <GettingPaidNotice className="mb-6" />
      {hub.data ? (
        <>
          <ToDo hub={hub.data} />
          <HubMoney hub={hub.data} />
        </>
      ) : hub.isError ? (
        <ErrorState title="Your orders and money didn't load" query={hub} />
      ) : (
        <HubSkeleton />
      )}
      <HubSales />
      <HubStore />
    </PageBody>
  );
}

function ToDo({ hub }: { hub: SellerHub }) {
  const waiting = hub.waiting_for_buyer;
  const tasks = [
    ...ORDER.map((action) => ({ ...ACTIONS[action], key: action, n: hub.to_do[action] })),
    ...OTHERS.map((kind) => ({ ...WAITING[kind], key: kind, n: hub.waiting[kind] })),
  ].filter(({ n }) => n > 0);
  return (
    <Section
      title="To do"
      description={
        waiting > 0
          ? `${waiting} ${waiting === 1 ? "order is" : "orders are"} waiting for the buyer to pay.`
          : undefined
      }
    >
      {tasks.length === 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-4 rounded-2xl bg-surface p-5">
          <div className="flex min-w-0 items-center gap-4">
            <Handshake className="size-6 shrink-0 text-muted" />
            <div className="min-w-0">
              <p className="font-bold">You're all caught up</p>
              <p className="text-muted">Payments, offers, questions and items to hand over will show up here.</p>
            </div>
          </div>
          <LinkButton to="/MyOrders?tab=selling" variant="secondary" size="sm">
            All my sales
          </LinkButton>
        </div>
      ) : (
        <>
          <ul className="grid gap-3 sm:grid-cols-3">
            {tasks.map(({ key, n, Icon, count, to }) => (
              <li key={key}>
                <Link
                  to={to}
                  className="flex items-center gap-4 rounded-lg bg-brand-soft p-4 hover:bg-brand-soft-hover"
                >
                  <Icon className="size-6 shrink-0 text-brand-ink" />
                  <span>
                    <span className="text-xl font-extrabold tabular-nums">{n}</span>{" "}
                    <span className="font-semibold">{count(n)}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
          <ul className="mt-4 divide-y divide-line">
            {hub.orders.map((order) => (
              <OrderRow key={order.id} order={order} />
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

function OrderRow({ order }: { order: HubOrder }) {
  return (
    <li className="relative flex items-center gap-4 py-3.5">
      <PhotoImg
        photo={null}
        url={order.image_url}
        alt=""
        sizes="56px"
        className="size-14 shrink-0 rounded-md object-cover"
      />
      <div className="min-w-0 flex-1">
        <Link
          dir="auto"
          to={`/MyOrders/${order.id}`}
          className="block truncate font-semibold after:absolute after:inset-0 hover:underline"
        >
          {order.title}
        </Link>
        <p className="text-muted">{ACTIONS[order.action].todo}</p>
      </div>
      <div className="flex shrink-0 flex-col items-end">
        <p className="font-bold tabular-nums">{formatPrice(order.amount)}</p>
        <p className="text-sm text-muted">
          {order.action === "confirm_payment"
            ? `by ${formatPlaceTime(order.due_at, order.collection_zone)}`
            : formatDay(order.due_at, order.collection_zone)}
        </p>
      </div>
    </li>
  );
}

function HubSkeleton() {
  return (
    <Loading what="the Seller Hub">
      <Skeleton className="mb-3.5 h-7 w-32" />
      <Skeleton className="h-40 rounded-2xl" />
      <Skeleton className="mt-9 mb-3.5 h-7 w-24" />
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {["a", "b", "c", "d"].map((key) => (
          <Skeleton key={key} className="h-28 rounded-lg" />
        ))}
      </div>
    </Loading>
  );
}
