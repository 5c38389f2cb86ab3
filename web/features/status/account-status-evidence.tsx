import type { StrikeView } from "#contract/status";
import { formatDateTime, formatPrice } from "../../lib/format.ts";
import { PhotoImg } from "../../ui/photo-img.tsx";

/** The orders that led to a suspension or a ban (D34). */
export function AccountStatusEvidence({ strikes }: { strikes: readonly StrikeView[] }) {
  if (strikes.length === 0) return null;
  return (
    <section aria-labelledby="standing-evidence" className="mt-6 text-left">
      <h2 id="standing-evidence" className="font-bold">
        Missed payments
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {strikes.map((strike) => (
          <li key={strike.order_id} className="flex gap-3.5 py-3">
            <PhotoImg
              photo={null}
              url={strike.item_image_url}
              alt=""
              className="size-14 shrink-0 rounded-md object-cover"
            />
            <div className="min-w-0 flex-1">
              <p className="flex justify-between gap-3 font-semibold">
                <span dir="auto" className="min-w-0 break-words">
                  {strike.item_title}
                </span>
                <span className="shrink-0 tabular-nums">{formatPrice(strike.amount)}</span>
              </p>
              <p className="text-sm text-muted">
                Ordered {formatDateTime(strike.placed_at)}, not paid by {formatDateTime(strike.missed_at)}
              </p>
              {strike.note ? (
                <p dir="auto" className="text-sm font-medium">
                  {strike.note}
                </p>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
