import type { StrikeView } from "#contract/status";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { StrikeWords } from "../../../ui/strike-list.tsx";

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
