import { Badge } from "../ui/badge.tsx";

/** Count badge of a menu entry, spelled out for screen readers; nothing for 0. */
export function PendingBadge({ count = 0 }: { count?: number }) {
  if (count === 0) return null;
  return (
    <Badge tone="wattle" className="ml-auto">
      <span aria-hidden="true">{count > 99 ? "99+" : count}</span>
      <span className="sr-only">, {count} waiting for you</span>
    </Badge>
  );
}
