const COUNT = new Intl.NumberFormat("en-AU");

export const formatCount = (value: number) => COUNT.format(value);

/** Returns the change against the previous period: "+12%", "−5%", "no change"; null without a value to compare with. */
export function changeOf(value: number, before: number): string | null {
  if (before === 0) return null;
  const percent = Math.round(((value - before) / before) * 100);
  if (percent === 0) return "no change";
  return `${percent > 0 ? "+" : "−"}${COUNT.format(Math.abs(percent))}%`;
}

/** Returns a share as text: "38%"; "under 1%" instead of "0%" for small values. */
export function shareOf(value: number, of: number): string | null {
  if (of === 0) return null;
  const percent = Math.round((value / of) * 100);
  return percent === 0 && value > 0 ? "under 1%" : `${percent}%`;
}
