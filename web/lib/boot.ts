/** First replies that came inside the page: what the browser would ask for at once, already answered. */
import { BOOT_ID, type Boot, bootKey } from "#domain/boot";
import { noteServerNow } from "./server-clock.ts";

interface Brought {
  replies: Boot;
  /** When the page was asked for, by this device's clock. */
  at: number;
}

let brought: Brought | undefined;

/** A page out of the browser's own history is as old as the visit it is from: its replies are not for today. */
function fromHistory(): boolean {
  const [entry] = performance.getEntriesByType?.("navigation") ?? [];
  const navigation = entry as PerformanceNavigationTiming | undefined;
  return navigation?.type === "back_forward" && navigation.transferSize === 0;
}

function read(): Brought {
  const text = document.getElementById(BOOT_ID)?.textContent;
  const replies = text && !fromHistory() ? (JSON.parse(text) as Boot) : {};
  const age = performance.now();
  for (const reply of Object.values(replies)) {
    if (reply !== null && typeof reply === "object" && "server_now" in reply && typeof reply.server_now === "number") {
      noteServerNow(reply.server_now + age);
    }
  }
  return { replies, at: Date.now() - age };
}

/**
 * The reply the page brought for exactly this request, and when; undefined when it brought none. It is the Worker's own
 * reply to that request, so it has the type of the request's reply.
 */
export function bootReply<T>(
  path: string,
  query?: Record<string, string | number | undefined>,
): { reply: T; at: number } | undefined {
  brought ??= read();
  const reply = brought.replies[bootKey(path, query)] as T | undefined;
  return reply && { reply, at: brought.at };
}

/** For tests: looks at the document again. */
export function forgetBoot(): void {
  brought = undefined;
}
