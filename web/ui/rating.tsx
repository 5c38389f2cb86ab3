import { clsx } from "clsx";
import { Star } from "lucide-react";

/** Formats an average rating with one decimal: "4.8". */
export const averageText = (average: number) => average.toFixed(1);

/** Average and number of ratings in one line: "★ 4.8 (12 ratings)". */
export function Rating({ average, count, className }: { average: number | null; count: number; className?: string }) {
  if (average === null || count === 0) return <span className={className}>No ratings yet</span>;
  return (
    <span className={clsx("inline-flex items-center gap-1", className)}>
      <Star className="size-3.5 fill-wattle text-wattle" />
      <span className="font-semibold text-ink">{averageText(average)}</span>
      <span className="sr-only"> out of 5,</span>
      <span>
        ({count} {count === 1 ? "rating" : "ratings"})
      </span>
    </span>
  );
}
