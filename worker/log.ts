/**
 * The one way to say something in the log: a line of JSON, scrubbed (A110), with the id of the request it was said in, so
 * that the id a person reads out to staff finds every line of what happened to them.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { scrub } from "#domain/scrub";

export type Level = "info" | "warn" | "error";

const current = new AsyncLocalStorage<string>();

/** Runs `work` as part of a request, or of a tick of the cron: every line of it, also of what it leaves for later, has the id. */
export function inRequest<T>(requestId: string, work: () => T): T {
  return current.run(requestId, work);
}

/** Fields are chosen one by one: ids, states, durations. Never bodies, names, addresses or secrets. */
export function log(level: Level, fields: Record<string, unknown>): void {
  const requestId = current.getStore();
  console[level](
    scrub(JSON.stringify({ level, ...(requestId !== undefined && { request_id: requestId }), ...fields })),
  );
}
