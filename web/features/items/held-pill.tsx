import { formatTimeLeft } from "../../lib/format.ts";
import { useNow } from "../../lib/use-now.ts";

const availableIn = (timeLeft: string) => `Available in ${timeLeft}`;

/** "Available in 7:43" at the bottom of a photo, until the hold ends. */
export function HeldPill({ until }: { until: number }) {
  const now = useNow();
  if (until <= now) return null;
  return (
    <span className="absolute inset-x-2.5 bottom-2.5 rounded-full bg-[#14211c]/85 px-3 py-1.5 text-center text-sm font-semibold text-white tabular-nums">
      {availableIn(formatTimeLeft(until - now))}
    </span>
  );
}
