import { useEffect, useRef } from "react";
import { formatTimeLeft } from "../lib/format.ts";
import { useNow } from "../lib/use-now.ts";

interface CountdownProps {
  /** UTC ms by the server's clock. */
  until: number;
  /** Called once when the time is over, also if it was over at the first render. */
  onEnd?: () => void;
  /** Text in place of 0:00. */
  ended?: string;
  className?: string;
}

/**
 * Remaining time by the server's clock (D42), from one timer for the whole page. Screen readers can read it, and do not
 * announce each second, also inside a live region.
 */
export function Countdown({ until, onEnd, ended, className }: CountdownProps) {
  const now = useNow();
  const left = until - now;
  const over = left <= 0;
  // A ref to the latest callback, so that a new function from the parent does not end the countdown twice.
  const callback = useRef(onEnd);
  useEffect(() => {
    callback.current = onEnd;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new deadline ends again
  useEffect(() => {
    if (over) callback.current?.();
  }, [over, until]);
  return (
    <span role="timer" aria-live="off" className={className} style={{ fontVariantNumeric: "tabular-nums" }}>
      {over && ended !== undefined ? ended : formatTimeLeft(left)}
    </span>
  );
}
