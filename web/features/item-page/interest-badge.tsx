import { Eye, Flame, TrendingUp } from "lucide-react";
import { interestLevel, isPopular } from "#domain/items/interest-level";
import { Badge } from "../../ui/badge.tsx";

interface InterestBadgeProps {
  /** Current viewers without this one. */
  others: number;
  negotiations: number;
  popularScore: number;
}

/** Interest in the item, from real counts only (D44). Renders nothing without interest. */
export function InterestBadge({ others, negotiations, popularScore }: InterestBadgeProps) {
  const level = interestLevel(others, negotiations, popularScore);
  const active = others + negotiations;
  if (level === "none") return null;
  const looking = active === 1 ? "1 other person is looking now" : `${active} others are looking now`;
  if (level === "high") {
    return (
      <Badge tone="hotSoft">
        <Flame className="size-3.5" />
        {!isPopular(popularScore)
          ? looking
          : active < 2
            ? "Popular this week"
            : `Popular this week · ${active} looking`}
      </Badge>
    );
  }
  return (
    <Badge tone={level === "medium" ? "wattleSoft" : "brand"}>
      {level === "medium" ? <TrendingUp className="size-3.5" /> : <Eye className="size-3.5" />}
      {looking}
    </Badge>
  );
}
