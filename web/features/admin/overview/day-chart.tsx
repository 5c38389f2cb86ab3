import { formatShortDay } from "../../ads/index.ts";

const mostOn = (day: string, value: string) => `highest on ${day}: ${value}`;

const HEIGHT = 120;
const STEP = 10;
const BAR = 7;

interface DayChartProps {
  /** Accessible name of the chart: "Sales by day". */
  label: string;
  days: readonly { day: string; value: number }[];
  format: (value: number) => string;
}

/** One bar per day, oldest first. The text below and the label give the same information. */
export function DayChart({ label, days, format }: DayChartProps) {
  const most = Math.max(1, ...days.map(({ value }) => value));
  const best = days.reduce((a, b) => (b.value > a.value ? b : a), days[0] ?? { day: "", value: 0 });
  const [first, last] = [days[0], days.at(-1)];
  const summary = best.value === 0 ? "none yet" : mostOn(formatShortDay(best.day), format(best.value));
  return (
    <figure className="min-w-0">
      <svg
        role="img"
        aria-label={`${label}; ${summary}`}
        viewBox={`0 0 ${Math.max(1, days.length) * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-32 w-full sm:h-40"
      >
        {days.map(({ day, value }, index) => {
          const height = value === 0 ? 2 : Math.max(4, (value / most) * HEIGHT);
          return (
            <rect
              key={day}
              x={index * STEP + (STEP - BAR) / 2}
              y={HEIGHT - height}
              width={BAR}
              height={height}
              fill={value === 0 ? "var(--color-line)" : "var(--color-brand)"}
            >
              <title>{`${formatShortDay(day)}: ${format(value)}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption className="mt-2 flex flex-wrap justify-between gap-x-4 text-sm text-muted">
        <span>{first ? formatShortDay(first.day) : ""}</span>
        <span className="order-last basis-full text-center sm:order-none sm:basis-auto">
          {summary[0]?.toUpperCase()}
          {summary.slice(1)}
        </span>
        <span>{last ? formatShortDay(last.day) : ""}</span>
      </figcaption>
    </figure>
  );
}
