/**
 * Faults planned by a test: calls that fail or whose answer is lost, and events that arrive late, twice, shuffled or
 * never.
 */
import { type Answer, reject } from "./wire.ts";

export interface Fault {
  /** Prefix of the path, such as "/v1/transfers". */
  path: string;
  method?: "GET" | "POST";
  /** Number of affected calls; default 1. */
  times?: number;
  /**
   * "lost": the call is executed, but its caller gets a 500. "outage": not executed, 503. "rate_limit": not executed,
   * 429. Otherwise the call is refused with this error, which is saved under the idempotency key.
   */
  answer: "lost" | "outage" | "rate_limit" | { status: number; type?: string; code?: string; message: string };
}

export interface DeliveryFaults {
  /** How many times each event is delivered. */
  repeat?: number;
  /** Deliver waiting events in random order. */
  shuffle?: boolean;
  /** Types of events that are never delivered. */
  drop?: string[];
}

export interface FaultPlan {
  /** Deliver nothing. */
  hold?: boolean;
  /** Number of the next calls, of any kind, that fail like an outage. */
  failures?: number;
  faults?: Fault[];
  deliveries?: DeliveryFaults;
  /** How many of the next payments stay in `processing`. */
  slowPayments?: number;
}

export const OUTAGE: Answer = reject(503, { type: "api_error", message: "Rehearsed failure." });
export const LOST: Answer = reject(500, { type: "api_error", message: "Rehearsed failure: the answer was lost." });
const RATE_LIMIT: Answer = reject(429, {
  type: "invalid_request_error",
  code: "rate_limit",
  message: "Rehearsed failure: too many requests.",
});

/** Planned faults. Lost with the instance of the Durable Object. */
export class Faults {
  #waiting: (Fault & { left: number })[] = [];

  plan(faults: readonly Fault[]): void {
    this.#waiting = faults.map((fault) => ({ ...fault, left: fault.times ?? 1 }));
  }

  /** Returns the fault for this call and uses it up. */
  take(method: string, path: string): Fault["answer"] | null {
    const fault = this.#waiting.find(
      (one) => one.left > 0 && path.startsWith(one.path) && (one.method === undefined || one.method === method),
    );
    if (!fault) return null;
    fault.left--;
    return fault.answer;
  }
}

/** Returns the answer of a fault instead of the call; null for a lost answer, where the call is executed. */
export function faultAnswer(fault: Fault["answer"]): Answer | null {
  if (fault === "lost") return null;
  if (fault === "outage") return OUTAGE;
  if (fault === "rate_limit") return RATE_LIMIT;
  const { status, type = status >= 500 ? "api_error" : "invalid_request_error", code, message } = fault;
  const saved = status !== 401 && status !== 403 && status !== 409 && status !== 429;
  return { status, body: { error: { type, ...(code !== undefined && { code }), message } }, began: saved };
}

/** Whether a test drops events of this type. */
export function isDropped(body: string, { drop = [] }: DeliveryFaults): boolean {
  return drop.length > 0 && drop.includes((JSON.parse(body) as { type: string }).type);
}
