import type { ErrorHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { MESSAGES } from "#contract/copy";
import { CARDS_DOWN, ERROR_STATUS, type ErrorBody } from "#contract/errors";
import { type ErrorCode, type ErrorDetails, type Refusal, type Result, refuse } from "#domain/result";
import { isOutage } from "../adapters/card-stripe.ts";
import { errorStack, errorText, log } from "../log.ts";
import type { AppContext, Ctx } from "./context.ts";

/** Returns the response of a refusal: status from the code, request id in the body, never cached. */
export function respondRefusal(c: Ctx, refusal: Refusal) {
  const body: ErrorBody = {
    error: {
      code: refusal.code,
      message: refusal.message,
      ...(refusal.details && { details: refusal.details }),
      request_id: c.get("requestId"),
    },
  };
  c.header("Cache-Control", "no-store");
  if (refusal.details?.retry_after !== undefined) c.header("Retry-After", String(refusal.details.retry_after));
  return c.json(body, ERROR_STATUS[refusal.code]);
}

/** Carries a refusal from a route or middleware to `onError`. Rules, commands and rooms return refusals instead. */
export class RefusalError extends Error {
  readonly refusal: Refusal;
  constructor(code: ErrorCode, message: string, details?: ErrorDetails) {
    super(message);
    this.refusal = refuse(code, message, details);
  }
}

/** Returns the value of a result. Throws its refusal, which `onError` turns into the error response. */
export function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new RefusalError(result.code, result.message, result.details);
  return result.value;
}

/** Refuses with 404 what was not found, or is not the caller's to see. */
export function found<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new RefusalError("not_found", MESSAGES.notFound);
  return value;
}

const FROM_STATUS: Record<number, ErrorCode> = {
  400: "bad_request",
  404: "not_found",
  405: "method_not_allowed",
  413: "too_large",
  415: "unsupported_media",
};

/**
 * Handles all errors: refusals and Hono's exceptions by their status; an outage of the card provider as 503; anything
 * else is a bug, logged and answered without details.
 */
export const onError: ErrorHandler<AppContext> = (error, c) => {
  if (error instanceof RefusalError) return respondRefusal(c, error.refusal);
  if (error instanceof HTTPException) {
    const code = FROM_STATUS[error.status] ?? "bad_request";
    return respondRefusal(
      c,
      refuse(
        code,
        code === "not_found" ? MESSAGES.notFound : "We couldn't read that request. Please check it and try again.",
      ),
    );
  }
  if (isOutage(error)) {
    log("warn", { method: c.req.method, path: c.req.path, card_provider: errorText(error) });
    return respondRefusal(c, CARDS_DOWN);
  }
  log("error", { method: c.req.method, path: c.req.path, error: errorText(error), stack: errorStack(error) });
  return respondRefusal(
    c,
    refuse("internal", "Something went wrong on our side. Nothing was changed. Please try again."),
  );
};
