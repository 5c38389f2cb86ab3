/** How fast a seller usually answers buyers (D56). */
import { DAY_MS, HOUR_MS } from "../deadlines.ts";

/** Only answers of the last 90 days count, and at least 3 of them make a usual time. */
export const ANSWER_TIME = { window_ms: 90 * DAY_MS, answers: 3 } as const;

export const ANSWER_TIMES = ["hour", "hours", "day", "days"] as const;

/** Within an hour, within a few hours (6), within a day, or in a few days. */
export type AnswerTime = (typeof ANSWER_TIMES)[number];

export interface TimedMessage {
  thread: string;
  by_seller: boolean;
  at: number;
}

/**
 * Returns the seller's usual time to answer: the median of the times from a buyer's first unanswered message to the
 * seller's next message in that thread. Null with too few answers. Expects each thread's messages in their order.
 */
export function usualAnswerTime(messages: readonly TimedMessage[]): AnswerTime | null {
  const waitingSince = new Map<string, number>();
  const times: number[] = [];
  for (const { thread, by_seller, at } of messages) {
    const since = waitingSince.get(thread);
    if (!by_seller) {
      if (since === undefined) waitingSince.set(thread, at);
    } else if (since !== undefined) {
      times.push(at - since);
      waitingSince.delete(thread);
    }
  }
  if (times.length < ANSWER_TIME.answers) return null;
  times.sort((a, b) => a - b);
  // With an even number the slower of the two in the middle, so that nothing faster is promised.
  const median = times[Math.floor(times.length / 2)] ?? 0;
  if (median <= HOUR_MS) return "hour";
  if (median <= 6 * HOUR_MS) return "hours";
  return median <= DAY_MS ? "day" : "days";
}
