import { useEffect, useRef } from "react";
import { formatTimeLeft } from "../lib/format.ts";
import { useNow } from "../lib/use-now.ts";

interface CountdownProps {
  /** UTC ms by the server's clock. */
  until: number;
  /** Called once when the time is over, also when it already was on arrival. */
  onEnd?: () => void;
  /** Shown in place of 0:00. */
  ended?: string;
  className?: string;
}

/** Time left, by the server's clock (D42), from one timer for the whole page. Not announced each second. */
export function Countdown({ until, onEnd, ended, className }: CountdownProps) {
  const now = useNow();
  const left = until - now;
  const over = left <= 0;
  // The latest callback, so that a parent's new function does not end the same countdown twice.
  const callback = useRef(onEnd);
  useEffect(() => {
    callback.current = onEnd;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new deadline is a new countdown that ends again
  useEffect(() => {
    if (over) callback.current?.();
  }, [over, until]);
  return (
    <span role="timer" className={className} style={{ fontVariantNumeric: "tabular-nums" }}>
      {over && ended !== undefined ? ended : formatTimeLeft(left)}
    </span>
  );
}
