import { type ClientResponse, hc } from "hono/client";
import type { ErrorBody } from "#contract/errors";
import type { ErrorCode, ErrorDetails } from "#domain/result";
import type { AppType } from "../../worker/app.ts";
import { syncServerClock } from "./server-clock.ts";

/** How long a request may take (ms) before it counts as lost. Uploads of photos have their own limit. */
const READ_LIMIT_MS = 15_000;
const WRITE_LIMIT_MS = 25_000;

/** A connection may stay open without an answer for minutes, so every request has a time limit. */
function fetchInTime(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const limit = AbortSignal.timeout((init.method ?? "GET") === "GET" ? READ_LIMIT_MS : WRITE_LIMIT_MS);
  return fetch(input, { ...init, signal: init.signal ? AbortSignal.any([init.signal, limit]) : limit });
}

/** Typed client of every API route: `unwrap(api.api.items[":id"].$get({ param: { id } }))`. */
export const api = hc<AppType>("/", { fetch: fetchInTime });

/**
 * `offline`: the server's reply did not arrive, or only a part of it, so the outcome of a write is unknown. All other codes
 * come from the server's closed registry.
 */
export type ApiErrorCode = ErrorCode | "offline";

/** A refused or failed call. `message` can be shown to the user; `details.fields` names the inputs to correct. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly details: ErrorDetails;
  readonly requestId: string | null;

  constructor(
    code: ApiErrorCode,
    message: string,
    status = 0,
    details: ErrorDetails = {},
    requestId: string | null = null,
  ) {
    super(message);
    this.name = "ApiProblem";
    this.code = code;
    this.status = status;
    this.details = details;
    this.requestId = requestId;
  }

  /** The first message of each form field, by field name. */
  get fields(): Record<string, string> {
    const byName: Record<string, string> = {};
    for (const { field, message } of this.details.fields ?? []) byName[field] ??= message;
    return byName;
  }
}

/** Returns the message of any thrown value, for a toast or an inline error. */
export function errorMessage(error: unknown, fallback = "Something went wrong. Please try again."): string {
  return error instanceof ApiError ? error.message : fallback;
}

type SuccessStatus = 200 | 201 | 202 | 203 | 206;
type BodyOf<R> =
  R extends ClientResponse<infer T, infer Status, string> ? (Status extends SuccessStatus ? T : never) : never;

async function problemOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) as Partial<ErrorBody> | null;
  if (body?.error) {
    const { code, message, details, request_id } = body.error;
    return new ApiError(code, message, response.status, details, request_id);
  }
  if (response.status < 500) return foreign();
  return new ApiError("unavailable", "We got an unexpected response. Please try again in a moment.", response.status);
}

/** A reply that is not ours: a sign-in page of a Wi-Fi, a filter, or the first half of ours. */
function foreign(): ApiError {
  return new ApiError(
    "offline",
    "Your network answered instead of Goodstreet. If your Wi-Fi asks you to sign in, do that first, then try again.",
  );
}

/** Returns the error that callers get for a failed request. The error of a cancelled request stays as it is. */
function lost(error: unknown): unknown {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "AbortError") return error;
  if (name === "TimeoutError") {
    return new ApiError("offline", "Goodstreet didn't answer in time. Your connection may be slow. Please try again.");
  }
  // Text that is not JSON.
  if (error instanceof SyntaxError) return foreign();
  return new ApiError("offline", "We can't reach Goodstreet. Please check your connection and try again.");
}

/** Reads a reply and syncs the server clock from its body (D42). Throws `ApiError` unless the reply is a success. */
export async function readReply(pending: Promise<Response> | Response): Promise<unknown> {
  let response: Response;
  try {
    response = await pending;
  } catch (error) {
    throw lost(error);
  }
  if (!response.ok) throw await problemOf(response);
  if (response.status === 204) return null;
  const body: unknown = await response.json().catch((error: unknown) => {
    throw lost(error);
  });
  if (typeof body === "object" && body !== null && "server_now" in body && typeof body.server_now === "number") {
    // A reply that the edge kept is as old as its header says; without the header, as this reply is.
    syncServerClock(body.server_now + Number(response.headers.get("Age") ?? 0) * 1000);
  }
  return body;
}

/** Returns the body of a successful `api` call, typed by its route. Throws `ApiError` otherwise. */
export async function unwrap<R extends ClientResponse<unknown, number, string>>(
  pending: Promise<R> | R,
): Promise<BodyOf<R>> {
  return (await readReply(pending as unknown as Promise<Response>)) as BodyOf<R>;
}

/**
 * Returns an idempotency key for one user action. Create it when the action starts and reuse it for every retry (D17).
 */
export function newIdempotencyKey(): string {
  return crypto.randomUUID();
}

/** Returns the request options with an idempotency key: `$post({ json }, once(key))`. */
export function withIdempotencyKey(key: string): { headers: Record<string, string> } {
  return { headers: { "Idempotency-Key": key } };
}
