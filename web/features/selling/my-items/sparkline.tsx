const WIDTH = 96;
const HEIGHT = 28;
const STROKE = 1.75;

/** A small line chart, oldest value first. `label` gives the same information to screen readers. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const most = Math.max(1, ...values);
  const step = values.length > 1 ? WIDTH / (values.length - 1) : 0;
  // Leaves half a stroke width at the top and bottom.
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
