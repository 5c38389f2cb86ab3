import { useQueryClient } from "@tanstack/react-query";
import { ChevronRight, CircleCheck } from "lucide-react";
import { Link } from "react-router-dom";
import type { PurchaseReply } from "#contract/checkout/purchases";
import type { OrderView } from "#contract/orders";
import { useDocumentTitle } from "../../../lib/document-title.ts";
import { formatDay, formatDollars, formatPlaceTime, formatPrice } from "../../../lib/format.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { PageBody, PageHeader } from "../../../ui/layout.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PhotoImg } from "../../../ui/photo-img.tsx";
import { PageSkeleton } from "../../../ui/skeleton.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { CardPayment } from "../../payments/index.ts";
import { report } from "../api.ts";
import { placedPurchase } from "../placed.ts";
import { PAYMENT_INITIATED } from "../refusals.ts";
import { PayStep } from "../steps/pay-step.tsx";
import { usePurchase } from "./api.ts";

/** A purchase: its payment first, then its orders. */
export function PurchasePage({ id }: { id: string }) {
  const client = useQueryClient();
  const { data, error, refetch } = usePurchase(id);
  useDocumentTitle("Your purchase");
  if (!data) return error ? <ErrorState query={{ error, refetch }} /> : <PageSkeleton />;
  const { purchase, orders } = data;
  return (
    <PageBody width="form">
      <PageHeader title={titleOf(data)} back={{ to: "/MyOrders", label: "My orders" }} />
      <Payment reply={data} onChange={() => client.invalidateQueries()} />
      <h2 className="mt-8 mb-1 text-lg font-bold">
        {orders.length} {orders.length === 1 ? "order" : "orders"}
        {purchase.bundle ? `: ${purchase.bundle.title}` : null}
      </h2>
      <ul className="divide-y divide-line">
        {orders.map((order) => (
          <OrderLine key={order.id} order={order} />
        ))}
      </ul>
      <LinkButton to="/Marketplace" variant="secondary" className="mt-6">
        Keep browsing
      </LinkButton>
    </PageBody>
  );
}

function titleOf({ purchase }: PurchaseReply): string {
  switch (purchase.status) {
    case "awaiting_payment":
      return purchase.payment_method === "stripe" ? "Pay by card" : "Awaiting payment";
    case "waiting_for_seller":
      return "The seller is checking your payment";
    case "awaiting_collection":
      return "Reserved for you";
    case "paid":
      return purchase.amount === 0 ? "It's all yours" : "Payment complete";
    case "settled":
      return "Your purchase";
    case "cancelled":
      return "This purchase was cancelled";
  }
}

/** What was paid, or the payment that is still due. */
function Payment({ reply, onChange }: { reply: PurchaseReply; onChange: () => Promise<unknown> }) {
  const { status, amount } = reply.purchase;
  if (status === "paid") {
    return (
      <Notice kind="success" title={amount === 0 ? "Nothing to pay" : `${formatDollars(amount)} paid`}>
        <p className="mt-0.5">The pickup details and your code are in each order.</p>
      </Notice>
    );
  }
  if (status === "awaiting_collection") {
    return (
      <Notice kind="success" title={`Pay ${formatDollars(amount)} at pickup`}>
        <p className="mt-0.5">In cash or by PayID. The pickup details and your code are in each order.</p>
      </Notice>
    );
  }
  if (status !== "awaiting_payment") return null;
  const placed = placedPurchase(reply);
  return (
    <>
      {placed.payment_deadline === null ? null : (
        <p className="mb-4 rounded-md bg-wattle-soft px-4 py-3 font-semibold">
          Pay by {formatPlaceTime(placed.payment_deadline, placed.zone)}
        </p>
      )}
      {placed.method === "stripe" && placed.card ? (
        <CardPayment {...placed.card} amount={placed.due} onPaid={() => void onChange()} />
      ) : (
        <PayStep
          placed={placed}
          onReport={async () => {
            await report(placed);
            toast({ title: "Payment Initiated", description: PAYMENT_INITIATED });
            await onChange();
          }}
        />
      )}
    </>
  );
}

function OrderLine({ order }: { order: OrderView }) {
  return (
    <li>
      <Link
        to={`/MyOrders/${order.id}`}
        className="-mx-2 flex items-center gap-3.5 rounded-md px-2 py-3 transition-colors duration-150 hover:bg-surface"
      >
        <PhotoImg photo={null} url={order.item.image_url} alt="" sizes="64px" className="size-16 shrink-0 rounded-sm" />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{order.item.title}</span>
          <span className="block text-sm text-muted">
            {formatPrice(order.amount)} · {order.counterparty.display_name} · pick up{" "}
            {formatDay(order.collection_date, order.collection_zone)}
          </span>
        </span>
        {order.status === "payment_confirmed" || order.status === "completed" ? (
          <CircleCheck className="size-5 shrink-0 text-brand-ink" aria-label="Paid" />
        ) : null}
        <ChevronRight className="size-4 shrink-0 text-muted" />
      </Link>
    </li>
  );
}
