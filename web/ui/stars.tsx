import { clsx } from "clsx";
import { Star } from "lucide-react";

const FIVE = [1, 2, 3, 4, 5] as const;

/** A single rating as five stars, announced as "4 out of 5 stars". */
export function Stars({ score }: { score: number }) {
  return (
    <span role="img" aria-label={`${score} out of 5 stars`} className="inline-flex gap-1">
      {FIVE.map((star) => (
        <Star key={star} className={clsx("size-4", star <= score ? "fill-wattle text-muted" : "text-muted")} />
      ))}
    </span>
  );
}
