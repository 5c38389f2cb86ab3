/** First replies that came inside the page: what the browser would ask for at once, already answered. */
import { BOOT_ID, type Boot, bootKey } from "#domain/boot";
import { noteServerNow } from "./server-clock.ts";

interface Brought {
  replies: Boot;
  /** When the page was asked for, by this device's clock. */
  at: number;
}

let brought: Brought | undefined;

function navigationTiming(): PerformanceNavigationTiming | undefined {
  return performance.getEntriesByType?.("navigation")[0] as PerformanceNavigationTiming | undefined;
}

/** A page out of the browser's own history is as old as the visit it is from: its replies are not for today. */
function fromHistory(): boolean {
  const navigation = navigationTiming();
  return navigation?.type === "back_forward" && navigation.transferSize === 0;
}

const NONE: Boot = {};

function read(): Brought {
  const text = document.getElementById(BOOT_ID)?.textContent;
  const replies = text && !fromHistory() ? (JSON.parse(text) as Boot) : NONE;
  const age = performance.now();
  // The server's clock is never guessed ahead (server-clock.ts): what came before the first byte may have been before its answer.
  const received = navigationTiming()?.responseStart ?? age;
  for (const reply of Object.values(replies)) {
    if (reply !== null && typeof reply === "object" && "server_now" in reply && typeof reply.server_now === "number") {
      noteServerNow(reply.server_now + age - received);
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

/** The same, for one time only: a reply that is right for the page's first look, and stale for any later one. */
export function takeBootReply<T>(path: string): { reply: T; at: number } | undefined {
  const found = bootReply<T>(path);
  if (found && brought) brought = { ...brought, replies: { ...brought.replies, [path]: undefined } };
  return found;
}

/** For the Worker, which draws a page from the replies it is about to send along. */
export function bringBoot(replies: Boot, at: number): void {
  brought = { replies, at };
}

/**
 * Server's time of the replies the page brought, 0 without any: the one time that both drawings of a page know, the
 * Worker's and the one the browser takes it over with.
 */
export function bootTime(): number {
  brought ??= read();
  for (const reply of Object.values(brought.replies)) {
    if (reply !== null && typeof reply === "object" && "server_now" in reply) return Number(reply.server_now);
  }
  return 0;
}

/** Whether the Worker drew this page, and from replies that still hold. */
export function isDrawn(root: Element): boolean {
  brought ??= read();
  return root.firstChild !== null && brought.replies !== NONE;
}

/** Until the next look at the document, or the next page to be drawn. */
export function forgetBoot(): void {
  brought = undefined;
}
