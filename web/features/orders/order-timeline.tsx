import { clsx } from "clsx";
import type { OrderView } from "#contract/orders";
import { formatPlaceTime } from "../../lib/format.ts";
import { eventLabel } from "./order-labels.ts";

/** The order's events, newest last. */
export function OrderTimeline({ order }: { order: OrderView }) {
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
