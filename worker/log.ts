/**
 * Writes log lines as JSON, with secrets removed (A110) and with the request id, so that the id in an error message
 * finds all lines of that request.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { scrub } from "#domain/site/scrub";

export type Level = "info" | "warn" | "error";

const current = new AsyncLocalStorage<string>();

/**
 * Runs `work` as part of a request or a cron run: all of its log lines have the id, including those of deferred work.
 */
export function withRequestId<T>(requestId: string, work: () => T): T {
  return current.run(requestId, work);
}

/** Writes a log line. Log only ids, states and durations, never bodies, names, addresses or secrets. */
export function log(level: Level, fields: Record<string, unknown>): void {
  const requestId = current.getStore();
  console[level](
    scrub(JSON.stringify({ level, ...(requestId !== undefined && { request_id: requestId }), ...fields })),
  );
}

/**
 * Returns the `catch` handler of one row of a job: logs the error and continues with the next row, because a row that
 * always fails would otherwise block all others. The next run tries it again.
 */
export function logRowError(job: string): (id: string) => (error: unknown) => void {
  return (id) => (error) => {
    log("error", { job, id, error: String(error) });
  };
}
