import { Clock } from "lucide-react";
import { Link } from "react-router-dom";
import type { OrderView } from "#contract/orders";
import { nextStep } from "#domain/orders/next-step";
import { formatPrice } from "../../lib/format.ts";
import { serverNow } from "../../lib/server-clock.ts";
import { Badge } from "../../ui/badge.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { PhotoImg } from "../../ui/photo-img.tsx";
import { dateLabel, deadlineOf, LIST_LABELS, statusLabel, type Tone } from "./order-labels.ts";

const TONES = { neutral: "neutral", brand: "brand", wattle: "wattleSoft", hot: "hotSoft" } as const satisfies Record<
  Tone,
  string
>;

/** The order's status from the viewer's point of view. */
function OrderBadge({ order }: { order: OrderView }) {
  const { label, tone } = statusLabel(order);
  return <Badge tone={TONES[tone]}>{label}</Badge>;
}

/** One order in the list: photo, status, deadline and next step. */
export function OrderCard({ order }: { order: OrderView }) {
  const to = `/MyOrders/${order.id}`;
  const now = serverNow();
  const step = nextStep(order, now);
  const deadline = deadlineOf(order, now);
  return (
    <article className="flex flex-wrap items-center gap-x-5 gap-y-3 py-4">
      <PhotoImg photo={null} url={order.item.image_url} alt="" className="size-20 shrink-0 rounded-md sm:size-24" />
      <div className="min-w-0 flex-1 basis-52">
        <OrderBadge order={order} />
        <h2 className="mt-1.5 text-base font-semibold">
          <Link to={to} className="block hover:underline max-md:-my-3 max-md:py-3">
            <span dir="auto" className="line-clamp-2">
              {order.item.title}
            </span>
          </Link>
        </h2>
        <p className="text-muted">
          <span className="font-bold text-ink tabular-nums">{formatPrice(order.amount)}</span>{" "}
          {order.role === "buyer" ? "from" : "to"} <bdi>{order.counterparty.display_name}</bdi>
        </p>
        <p className="mt-0.5 text-sm text-muted">
          {deadline === null ? (
            dateLabel(order)
          ) : (
            <span className="inline-flex items-center gap-1.5">
              <Clock className="size-3.5" />
              <span>
                {deadline.label} <Countdown until={deadline.at} ended="no time left" className="font-semibold" />
              </span>
            </span>
          )}
        </p>
      </div>
      <div className="max-sm:w-full">
        {step.kind === "act" ? (
          <LinkButton to={step.action === "confirm_payment" ? "/PaymentConfirmations" : to} size="sm" block>
            {LIST_LABELS[step.action]}
          </LinkButton>
        ) : (
          <LinkButton to={to} variant="quiet" size="sm" block>
            View order
          </LinkButton>
        )}
      </div>
    </article>
  );
}
