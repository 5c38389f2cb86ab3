import { clsx } from "clsx";
import { Clock } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useNow } from "../../lib/use-now.ts";
import { Countdown } from "../../ui/countdown.tsx";

/** Screen reader announcements of the remaining hold time: whole sentences at a few moments, not every second. */

const MOMENTS: readonly { ms: number; text: string }[] = [
  { ms: 5 * 60_000, text: "5 minutes left on your hold." },
  { ms: 2 * 60_000, text: "2 minutes left on your hold." },
  { ms: 60_000, text: "1 minute left on your hold." },
  { ms: 20_000, text: "20 seconds left on your hold." },
];

/**
 * Returns the announcement due when the remaining time (ms) went from `before` to `now`, or null. After a long sleep
 * only the latest one is due.
 */
export function holdAnnouncement(before: number, now: number): string | null {
  if (now <= 0) return before > 0 ? "Your hold has ended." : null;
  return MOMENTS.findLast((moment) => before > moment.ms && now <= moment.ms)?.text ?? null;
}

const URGENT_MS = 60_000;

/** "Held for you for 9:41", shown while the hold lasts. */
export function HoldStatus({ until, onEnd }: { until: number; onEnd: () => void }) {
  const urgent = until - useNow() <= URGENT_MS;
  return (
    <span className={clsx("inline-flex items-center gap-1.5", urgent && "font-semibold text-hot-ink")}>
      <Clock className="size-4 shrink-0" />
      <span>
        Held for you for <Countdown until={until} onEnd={onEnd} className="font-semibold" />
      </span>
    </span>
  );
}

/** Announces the remaining hold time to screen readers at a few moments. */
export function HoldAnnouncer({ until }: { until: number }) {
  const now = useNow();
  const before = useRef(until - now);
  const [announcement, setAnnouncement] = useState("");

  useEffect(() => {
    const left = until - now;
    const due = holdAnnouncement(before.current, left);
    before.current = left;
    if (due !== null) setAnnouncement(due);
  }, [until, now]);

  return (
    <span aria-live="polite" className="sr-only">
      {announcement}
    </span>
  );
}
