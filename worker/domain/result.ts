/**
 * Outcome of a rule, a command or a room: a value, or a refusal, which is an expected "no". Bugs are thrown, refusals
 * are returned.
 */
export type Result<T = undefined> = { ok: true; value: T } | Refusal;

/** Codes of refusals, which are also the error codes of the API. Their HTTP statuses are in `contract/errors`. */
export type ErrorCode =
  | "bad_request"
  | "bad_json"
  | "invalid_signature"
  | "not_authenticated"
  | "wrong_credentials"
  | "insufficient_credit"
  | "bad_origin"
  | "forbidden"
  | "not_owner"
  | "own_item"
  | "admins_only"
  | "suspended"
  | "banned"
  | "restricted"
  /** Staff are impersonating a user and cannot change anything. */
  | "viewing_only"
  /** One of the two users has blocked the other; the reply does not say who. */
  | "blocked"
  /** An administrator has switched this feature off. */
  | "switched_off"
  | "confirmation_required"
  /** Staff have to set up or prove a second factor first. */
  | "second_factor_required"
  /** The account's email address has not been verified. */
  | "email_unconfirmed"
  | "not_found"
  | "method_not_allowed"
  | "item_unavailable"
  | "item_sold"
  | "hold_expired"
  | "not_holder"
  | "order_exists"
  | "values_changed"
  | "item_not_free"
  | "wrong_state"
  | "stale"
  | "conflict"
  | "not_negotiable"
  | "already_used"
  | "gone"
  | "too_large"
  | "unsupported_media"
  | "invalid"
  | "unknown_field"
  | "acknowledgement_required"
  | "method_not_accepted"
  | "idempotency_mismatch"
  | "too_many_requests"
  | "holding_limit"
  | "internal"
  | "unavailable";

/** A rejected field, by its path in the request, e.g. "collection_date". */
export interface FieldProblem {
  field: string;
  message: string;
}

export interface ErrorDetails {
  /** Inputs to correct (422). */
  fields?: FieldProblem[];
  /** The server's current values, where they differ from those sent (409 `values_changed`). */
  current?: Record<string, unknown>;
  /** UTC ms: when the item becomes available, or when a suspension ends. */
  until?: number;
  /** Seconds to wait (429, 503); also sent as `Retry-After`. */
  retry_after?: number;
  /** The existing order of this hold (409 `order_exists`). */
  order_id?: string;
  /** Reason recorded with a ban, suspension or restriction. */
  reason?: string;
  /** How the user can confirm their identity (403 `confirmation_required`). */
  confirm_with?: ("password" | "google" | "passkey" | "code")[];
  /** What staff have to do first (403 `second_factor_required`). */
  second_factor?: "set_up" | "confirm";
}

/** An expected refusal. Routes turn it into the error response. */
export interface Refusal {
  ok: false;
  code: ErrorCode;
  message: string;
  details?: ErrorDetails;
}

/** Creates a refusal. */
export function refuse(code: ErrorCode, message: string, details?: ErrorDetails): Refusal {
  return details === undefined ? { ok: false, code, message } : { ok: false, code, message, details };
}

/** Creates the refusal of a field; what is wrong with it is also the message of the whole. */
export function refuseField(field: string, message: string): Refusal {
  return refuse("invalid", message, { fields: [{ field, message }] });
}

/** Creates the result of a success. */
export function done<T>(value: T): { ok: true; value: T };
export function done(): { ok: true; value: undefined };
export function done(value?: unknown) {
  return { ok: true, value };
}
