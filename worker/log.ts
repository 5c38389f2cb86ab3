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
 * Returns the text of an error for a log line or a stored `last_error`. Database errors end with the values of the
 * statement, and errors of JSON quote the text: both are what people wrote (A110). The cause of a database error, which
 * has no values, says what went wrong. Reads the text, because an error of a room arrives without its class.
 */
export function errorText(error: unknown): string {
  const text = withoutValues(`${error}`);
  return error instanceof Error && error.cause !== undefined ? `${text}: ${errorText(error.cause)}` : text;
}

/** Returns where an error came from, without its message. */
export function errorStack(error: Error): string {
  const { stack = "", message } = error;
  return stack.slice(Math.max(0, stack.indexOf(message)) + message.length);
}

const withoutValues = (text: string) =>
  text.replace(/\nparams: [\s\S]*$/, "").replace(/"[\s\S]*"(?:\.\.\.)? is not valid JSON/, "it is not valid JSON");

/**
 * Returns the `catch` handler of one row of a job: logs the error and continues with the next row, because a row that
 * always fails would otherwise block all others. The next run tries it again.
 */
export function logRowError(job: string): (id: string) => (error: unknown) => void {
  return (id) => (error) => {
    log("error", { job, id, error: errorText(error) });
  };
}
