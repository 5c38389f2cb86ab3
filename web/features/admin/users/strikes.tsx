import type { StrikeView } from "#contract/status";
import { formatDateTime, formatPrice } from "../../../lib/format.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { PhotoImg } from "../../../ui/photo-img.tsx";

function StrikeWords({ strike }: { strike: StrikeView }) {
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

const counts = (strike: StrikeView) => strike.note === null || strike.counted;

/** Chooses the strikes to take back. Leaves out those that never counted or were already taken back. */
export function StrikeChoice({
  strikes,
  chosen,
  onChange,
  error,
}: {
  strikes: readonly StrikeView[];
  chosen: readonly string[];
  onChange: (orderIds: string[]) => void;
  error?: string | undefined;
}) {
  const counting = strikes.filter(counts);
  if (counting.length === 0) return null;
  return (
    <fieldset>
      <legend className="font-semibold">Remove missed payments</legend>
      <p className="text-sm text-muted">Ticked payments no longer count against them.</p>
      {counting.map((strike) => (
        <Checkbox
          key={strike.order_id}
          checked={chosen.includes(strike.order_id)}
          onChange={(event) =>
            onChange(
              event.target.checked
                ? [...chosen, strike.order_id]
                : chosen.filter((orderId) => orderId !== strike.order_id),
            )
          }
        >
          <StrikeWords strike={strike} />
        </Checkbox>
      ))}
      {error ? (
        <p role="alert" className="text-sm font-medium text-hot-ink">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
