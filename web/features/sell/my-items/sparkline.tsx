const WIDTH = 96;
const HEIGHT = 28;
const STROKE = 1.75;

/** A small line of numbers over time, oldest first. What it says is said in words too. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const most = Math.max(1, ...values);
  const step = values.length > 1 ? WIDTH / (values.length - 1) : 0;
  // Whole-number views: a line from the floor to the ceiling, inside by half its own width.
  const y = (value: number) => HEIGHT - STROKE - (value / most) * (HEIGHT - 2 * STROKE);
  const points = values.map((value, index) => `${round(index * step)},${round(y(value))}`).join(" ");
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
      <polygon points={`0,${HEIGHT} ${points} ${WIDTH},${HEIGHT}`} fill="var(--color-brand-soft)" />
      <polyline
        points={points}
        fill="none"
        strokeWidth={STROKE}
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
        stroke={values.some((value) => value > 0) ? "var(--color-brand)" : "var(--color-line)"}
      />
    </svg>
  );
}

const round = (value: number) => Math.round(value * 10) / 10;
