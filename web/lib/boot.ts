/** API replies that the server embeds in the page, so that the browser does not request them again. */
import { EMBEDDED_REPLIES_ID, type EmbeddedReplies, replyKey } from "#domain/site/embedded-replies";
import { syncServerClock } from "./server-clock.ts";

interface PageReplies {
  replies: EmbeddedReplies;
  /** When the page was requested, by this device's clock (UTC ms). */
  at: number;
}

let brought: PageReplies | undefined;

function navigationTiming(): PerformanceNavigationTiming | undefined {
  return performance.getEntriesByType?.("navigation")[0] as PerformanceNavigationTiming | undefined;
}

/** A page from the browser's history cache is as old as its first visit, so its embedded replies are stale. */
function fromHistory(): boolean {
  const navigation = navigationTiming();
  return navigation?.type === "back_forward" && navigation.transferSize === 0;
}

const NONE: EmbeddedReplies = {};

function read(): PageReplies {
  const text = document.getElementById(EMBEDDED_REPLIES_ID)?.textContent;
  const replies = text && !fromHistory() ? (JSON.parse(text) as EmbeddedReplies) : NONE;
  const age = performance.now();
  // The clock offset must never run ahead of the server (server-clock.ts), so the reply counts as written no later than
  // the first byte.
  const received = navigationTiming()?.responseStart ?? age;
  // The edge may have kept the page (worker/http/edge-cache.ts).
  const keptFor = navigationTiming()?.serverTiming?.find(({ name }) => name === "age")?.duration ?? 0;
  for (const reply of Object.values(replies)) {
    if (reply !== null && typeof reply === "object" && "server_now" in reply && typeof reply.server_now === "number") {
      syncServerClock(reply.server_now + keptFor + age - received);
    }
  }
  return { replies, at: Date.now() - age };
}

/**
 * Returns the embedded reply for exactly this request and the time it was requested, or undefined when there is none.
 * The reply is the Worker's own, so it has the type of the request's reply.
 */
export function bootReply<T>(
  path: string,
  query?: Record<string, string | number | undefined>,
): { reply: T; at: number } | undefined {
  brought ??= read();
  const reply = brought.replies[replyKey(path, query)] as T | undefined;
  return reply && { reply, at: brought.at };
}

/** Like `bootReply`, but removes the reply: it is right for the first render and stale for any later one. */
export function takeBootReply<T>(path: string): { reply: T; at: number } | undefined {
  const found = bootReply<T>(path);
  if (found && brought) brought = { ...brought, replies: { ...brought.replies, [path]: undefined } };
  return found;
}

/** Sets the replies for server rendering, where no document exists to read them from. */
export function setBoot(replies: EmbeddedReplies, at: number): void {
  brought = { replies, at };
}

/**
 * Returns the server time of the embedded replies (UTC ms), or 0 without any. Server rendering and hydration both use
 * it, so that they produce the same markup.
 */
export function bootTime(): number {
  brought ??= read();
  for (const reply of Object.values(brought.replies)) {
    if (reply !== null && typeof reply === "object" && "server_now" in reply) return Number(reply.server_now);
  }
  return 0;
}

/**
 * Returns what the server has rendered: the whole page, its frame with a skeleton, or nothing that the browser can
 * hydrate. Markup from the browser's history is outdated, and that of another path is wrong; both are replaced.
 */
export function renderedPart(root: HTMLElement): "page" | "frame" | null {
  const { rendered, path } = root.dataset;
  if (fromHistory() || path !== window.location.pathname) return null;
  return rendered === "page" || rendered === "frame" ? rendered : null;
}

/** Clears the cached replies, so that the next call reads the document again. */
export function clearBoot(): void {
  brought = undefined;
}
