import { CircleAlert, ClipboardCheck, Handshake, type LucideIcon, PackageCheck, Plus } from "lucide-react";
import { Link } from "react-router-dom";
import type { HubAction, HubOrder, SellerHub } from "#contract/selling/hub";
import { formatDay, formatPlaceTime, formatPrice } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { LinkButton } from "../../ui/button.tsx";
import { PageBody, PageHeader, Section } from "../../ui/layout.tsx";
import { PhotoImg } from "../../ui/photo-img.tsx";
import { Rating } from "../../ui/rating.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { useHub } from "./hub-api.ts";
import { HubMoney } from "./hub-money.tsx";
import { HubSales } from "./hub-sales.tsx";
import { HubStore } from "./hub-store.tsx";
import * as words from "./hub-words.ts";

const ACTIONS: Record<HubAction, { count: (n: number) => string; todo: string; Icon: LucideIcon; to: string }> = {
  confirm_payment: {
    count: words.paymentsToConfirm,
    todo: words.checkThatPaymentHasArrived,
    Icon: ClipboardCheck,
    to: "/PaymentConfirmations",
  },
  hand_over: {
    count: words.itemsToHandOver,
    todo: words.handItOverAndEnter,
    Icon: PackageCheck,
    to: "/MyOrders?tab=selling",
  },
  settle_dispute: {
    count: words.problemsReported,
    todo: words.buyerReportsProblem,
    Icon: CircleAlert,
    to: "/MyOrders?tab=selling",
  },
};
const ORDER: readonly HubAction[] = ["confirm_payment", "hand_over", "settle_dispute"];

/** /Connect, the Seller Hub: open tasks, money, sales and the store page. */
export default function HubScreen() {
  const hub = useHub();
  const { profile } = useSession();
  return (
    <PageBody>
      <PageHeader
        title={words.sellerHub}
        description={
          profile && profile.rating_count > 0 ? (
            <Rating average={profile.average_rating} count={profile.rating_count} />
          ) : (
            words.yourOrdersYourMoney
          )
        }
        actions={
          <>
            <LinkButton to="/MyItems" variant="secondary">
              {words.myItems}
            </LinkButton>
            <LinkButton to="/AddItem" icon={<Plus className="size-4.5" aria-hidden="true" />}>
              {words.addItem}
            </LinkButton>
          </>
        }
      />
      {hub.data ? (
        <>
          <ToDo hub={hub.data} />
          <HubMoney hub={hub.data} />
        </>
      ) : hub.isError ? (
        <ErrorState title={words.ordersAndMoneyDidntLoad} error={hub.error} onRetry={() => void hub.refetch()} />
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
  const kinds = ORDER.filter((action) => hub.to_do[action] > 0);
  return (
    <Section title={words.toDo} description={waiting > 0 ? words.forBuyerToPay(waiting) : undefined}>
      {kinds.length === 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-4 rounded-2xl bg-surface p-5">
          <div className="flex min-w-0 items-center gap-4">
            <Handshake className="size-6 shrink-0 text-muted" aria-hidden="true" />
            <div className="min-w-0">
              <p className="font-bold">{words.nothingWaits}</p>
              <p className="text-muted">{words.paymentsToConfirmAndItems}</p>
            </div>
          </div>
          <LinkButton to="/MyOrders?tab=selling" variant="secondary" size="sm">
            {words.allMySales}
          </LinkButton>
        </div>
      ) : (
        <>
          <ul className="grid gap-3 sm:grid-cols-3">
            {kinds.map((action) => {
              const { Icon, count, to } = ACTIONS[action];
              return (
                <li key={action}>
                  <Link
                    to={to}
                    className="flex items-center gap-4 rounded-lg bg-brand-soft p-4 hover:bg-brand-soft-hover"
                  >
                    <Icon className="size-6 shrink-0 text-brand-ink" aria-hidden="true" />
                    <span>
                      <span className="text-xl font-extrabold tabular-nums">{hub.to_do[action]}</span>{" "}
                      <span className="font-semibold">{count(hub.to_do[action])}</span>
                    </span>
                  </Link>
                </li>
              );
            })}
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
            ? words.by(formatPlaceTime(order.due_at, order.collection_zone))
            : formatDay(order.due_at, order.collection_zone)}
        </p>
      </div>
    </li>
  );
}

function HubSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{words.loadingSellerHub}</span>
      <Skeleton className="mb-3.5 h-7 w-32" />
      <Skeleton className="h-40 rounded-2xl" />
      <Skeleton className="mt-9 mb-3.5 h-7 w-24" />
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {["a", "b", "c", "d"].map((key) => (
          <Skeleton key={key} className="h-28 rounded-lg" />
        ))}
      </div>
    </div>
  );
}
