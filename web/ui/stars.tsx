import { clsx } from "clsx";
import { Star } from "lucide-react";

const FIVE = [1, 2, 3, 4, 5] as const;

/** A single rating as five stars, announced as "4 out of 5 stars". */
export function Stars({ score, className }: { score: number; className?: string }) {
  return (
    <span role="img" aria-label={`${score} out of 5 stars`} className={clsx("inline-flex gap-1", className)}>
      {FIVE.map((star) => (
        <Star
          key={star}
          aria-hidden="true"
          className={clsx("size-4", star <= score ? "fill-wattle text-muted" : "text-muted")}
        />
      ))}
    </span>
  );
}
