import type { ReachDay } from "#contract/selling/promotions";
import { countLabel, formatShortDay } from "./ad-labels.ts";

const reachInWords = (from: string, to: string, best: string, impressions: number) =>
  `Impressions by day, ${from} to ${to}; most on ${best}: ${impressions}`;

const HEIGHT = 56;
const BAR = 16;
const GAP = 4;

/** Bar chart of an ad's reach per day: impressions, with the clicks in front. */
export function ReachChart({ reach }: { reach: readonly ReachDay[] }) {
  const most = Math.max(1, ...reach.map((day) => day.impressions));
  const width = reach.length * (BAR + GAP) - GAP;
  const [first] = reach;
  const last = reach.at(-1);
  if (!first || !last) return null;
  const best = reach.reduce((top, day) => (day.impressions > top.impressions ? day : top));
  return (
    <figure className="min-w-0">
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={reachInWords(
          formatShortDay(first.day),
          formatShortDay(last.day),
          formatShortDay(best.day),
          best.impressions,
        )}
        className="h-14 max-w-full"
        style={{ width }}
      >
        {reach.map(({ day, impressions, clicks }, index) => (
          <g key={day} transform={`translate(${index * (BAR + GAP)} 0)`}>
            <title>{`${formatShortDay(day)}: ${countLabel(impressions, "impression")}, ${countLabel(clicks, "click")}`}</title>
            <rect y={HEIGHT - 2} width={BAR} height={2} rx={1} fill="var(--color-line)" />
            <Bar value={impressions} most={most} opacity={0.35} />
            <Bar value={clicks} most={most} opacity={1} />
          </g>
        ))}
      </svg>
      <figcaption
        className="mt-1 flex justify-between gap-4 text-sm text-muted"
        style={{ maxWidth: Math.max(width, 120) }}
      >
        <span>{formatShortDay(first.day)}</span>
        {reach.length > 3 ? <span>{formatShortDay(last.day)}</span> : null}
      </figcaption>
    </figure>
  );
}

/** A value above 0 gets a visible bar. */
function Bar({ value, most, opacity }: { value: number; most: number; opacity: number }) {
  if (value === 0) return null;
  const height = Math.max(3, Math.round((value / most) * HEIGHT));
  return <rect y={HEIGHT - height} width={BAR} height={height} rx={3} fill="var(--color-brand)" opacity={opacity} />;
}
