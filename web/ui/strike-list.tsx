import type { StrikeView } from "#contract/status";
import { formatDateTime, formatPrice } from "../lib/format.ts";
import { PhotoImg } from "./photo-img.tsx";

/** What was not paid in time, and why it counts or does not. */
export function StrikeWords({ strike }: { strike: StrikeView }) {
  return (
    <>
      <span className="flex justify-between gap-3 font-semibold">
        <span dir="auto" className="min-w-0 wrap-anywhere">
          {strike.item_title}
        </span>
        <span className="shrink-0 tabular-nums">{formatPrice(strike.amount)}</span>
      </span>
      <span className="block text-sm text-muted">
        Ordered {formatDateTime(strike.placed_at)}, not paid by {formatDateTime(strike.missed_at)}
      </span>
      {strike.note ? (
        <span dir="auto" className="block text-sm font-medium">
          {strike.note}
        </span>
      ) : null}
    </>
  );
}

/** The missed payments behind an account status. */
export function StrikeList({ strikes }: { strikes: readonly StrikeView[] }) {
  if (strikes.length === 0) return <p className="text-muted">No missed payments.</p>;
  return (
    <ul className="divide-y divide-line">
      {strikes.map((strike) => (
        <li key={strike.order_id} className="flex gap-3.5 py-3">
          <PhotoImg
            photo={null}
            url={strike.item_image_url}
            alt=""
            className="size-14 shrink-0 rounded-md object-cover"
          />
          <p className="min-w-0 flex-1">
            <StrikeWords strike={strike} />
          </p>
        </li>
      ))}
    </ul>
  );
}
