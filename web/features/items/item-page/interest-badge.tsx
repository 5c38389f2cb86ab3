import { Eye, Flame, TrendingUp } from "lucide-react";
import { interestLevel } from "#domain/items/interest-level";
import { Badge } from "../../../ui/badge.tsx";

interface InterestBadgeProps {
  /** Current viewers without this one. */
  others: number;
  negotiations: number;
  views: number;
}

/** Interest in the item, from real counts only (D44). Renders nothing without interest. */
export function InterestBadge({ others, negotiations, views }: InterestBadgeProps) {
  const level = interestLevel(others, negotiations, views);
  const active = others + negotiations;
  if (level === "none") return null;
  if (level === "high") {
    return (
      <Badge tone="hotSoft">
        <Flame className="size-3.5" aria-hidden="true" />
        High interest · {active >= 2 ? `${active} people looking now` : `${views} views`}
      </Badge>
    );
  }
  return (
    <Badge tone={level === "medium" ? "wattleSoft" : "brand"}>
      {level === "medium" ? (
        <TrendingUp className="size-3.5" aria-hidden="true" />
      ) : (
        <Eye className="size-3.5" aria-hidden="true" />
      )}
      {active === 1 ? "1 other person is looking now" : `${active} others are looking now`}
    </Badge>
  );
}
