/** Error codes with their HTTP status. Every error body is `{ error: { code, message, details?, request_id } }`. */
export const ERROR_STATUS = {
  bad_request: 400,
  bad_json: 400,
  invalid_signature: 400,
  not_authenticated: 401,
  wrong_credentials: 401,
  insufficient_credit: 402,
  bad_origin: 403,
  forbidden: 403,
  not_owner: 403,
  own_item: 403,
  admins_only: 403,
  suspended: 403,
  banned: 403,
  restricted: 403,
  /** Staff are impersonating a user and cannot change anything. */
  viewing_only: 403,
  /** One of the two users has blocked the other; the reply does not say who. */
  blocked: 403,
  /** An administrator has switched this feature off. */
  switched_off: 403,
  confirmation_required: 403,
  /** The account's email address has not been verified. */
  email_unconfirmed: 403,
  not_found: 404,
  method_not_allowed: 405,
  item_unavailable: 409,
  item_sold: 409,
  hold_expired: 409,
  not_holder: 409,
  order_exists: 409,
  values_changed: 409,
  item_not_free: 409,
  wrong_state: 409,
  stale: 409,
  conflict: 409,
  not_negotiable: 409,
  already_used: 409,
  gone: 410,
  too_large: 413,
  unsupported_media: 415,
  invalid: 422,
  unknown_field: 422,
  acknowledgement_required: 422,
  method_not_accepted: 422,
  idempotency_mismatch: 422,
  too_many_requests: 429,
  holding_limit: 429,
  internal: 500,
  unavailable: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERROR_STATUS;

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
  confirm_with?: ("password" | "google")[];
}

export interface ErrorBody {
  error: { code: ErrorCode; message: string; details?: ErrorDetails; request_id: string };
}

/** An expected refusal as a value: commands return it, and routes turn it into a response. It is never thrown. */
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
