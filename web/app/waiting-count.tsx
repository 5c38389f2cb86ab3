import { Badge } from "../ui/badge.tsx";
import * as words from "./bar-words.ts";

/** "2" beside a menu entry, said in words to a screen reader. Nothing when nothing waits. */
export function WaitingCount({ count = 0 }: { count?: number }) {
  if (count === 0) return null;
  return (
    <Badge tone="wattle" className="ml-auto">
      <span aria-hidden="true">{count > 99 ? "99+" : count}</span>
      <span className="sr-only">{words.waitingFor(count)}</span>
    </Badge>
  );
}
