/**
 * Bounds what an outside service that is silent, slow or broken may cost (D86): each call has a time limit, all calls of
 * one request or job run share another, and after failures in a row nothing is called for a while.
 */
import type { CircuitBreaker } from "./circuit-breaker.ts";

export interface CallLimits {
  /** Milliseconds for one call, including the body of its answer. */
  callMs: number;
  /** Repeats of a call that failed. */
  retries: number;
  /** Milliseconds that all calls together may wait. */
  totalMs: number;
}

/** What an HTTP client needs to be guarded. Make one per request or job run. */
export interface CallGuard {
  limits: CallLimits;
  fetch: (call: typeof fetch) => typeof fetch;
  /** Whether a call would be refused now, so that a job can stop instead of failing row by row. */
  refuses: () => boolean;
}

/** The answer instead of a call. */
const notCalled = () =>
  Response.json(
    { error: { type: "api_error", message: "Not called, because the last calls had no answer." } },
    { status: 503, headers: { "Stripe-Should-Retry": "false" } },
  );

/** Every answer of the API is one of these; anything else comes from something in between. */
function isAnswer(body: string): boolean {
  try {
    const read: unknown = JSON.parse(body);
    return typeof read === "object" && read !== null && ("object" in read || "error" in read);
  } catch {
    return false;
  }
}

export function callGuard(breaker: CircuitBreaker, now: () => number, limits: CallLimits): CallGuard {
  let waited = 0;
  const left = () => limits.totalMs - waited;
  return {
    limits,
    refuses: () => left() <= 0 || breaker.isPaused(now()),
    fetch: (call) => async (input, init) => {
      if (left() <= 0 || !breaker.admits(now())) return notCalled();
      const since = now();
      const late = AbortSignal.timeout(Math.min(limits.callMs, left()));
      try {
        const signal = init?.signal ? AbortSignal.any([init.signal, late]) : late;
        const response = await call(input, { ...init, signal });
        const body = await response.text();
        if (!isAnswer(body)) throw new Error(`unreadable answer with status ${response.status}`);
        if (response.status >= 500) breaker.failed(now());
        else breaker.succeeded();
        return new Response(body, response);
      } catch (error) {
        breaker.failed(now());
        throw error;
      } finally {
        waited += now() - since;
      }
    },
  };
}
