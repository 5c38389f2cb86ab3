/**
 * The closed registry of refusals. Every error body is `{ error: { code, message, details?, request_id } }`; the status
 * follows from the code in this one map, so a route can never answer a code with the wrong status.
 */
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
  /** Staff look at the site through somebody's eyes and can change nothing meanwhile. */
  viewing_only: 403,
  /** One of the two has blocked the other; never said who. */
  blocked: 403,
  /** An administrator has switched the whole feature off. */
  switched_off: 403,
  confirmation_required: 403,
  /** The letter to the account's address has not been answered yet. */
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

/** One field of a form that was not accepted, by its path on the wire, e.g. "collection_date". */
export interface FieldProblem {
  field: string;
  message: string;
}

export interface ErrorDetails {
  /** Which inputs to correct (422). */
  fields?: FieldProblem[];
  /** The server's own values, where the sent ones differ (409 `values_changed`). */
  current?: Record<string, unknown>;
  /** UTC ms: when the item becomes available again, when a suspension ends. */
  until?: number;
  /** Seconds to wait (429, 503); also sent as `Retry-After`. */
  retry_after?: number;
  /** Order that already exists for this hold (409 `order_exists`). */
  order_id?: string;
  /** Reason recorded with a ban, suspension or restriction. */
  reason?: string;
  /** How the owner of the account can show who they are (403 `confirmation_required`). */
  confirm_with?: ("password" | "google")[];
}

export interface ErrorBody {
  error: { code: ErrorCode; message: string; details?: ErrorDetails; request_id: string };
}

/** An expected refusal as a value: commands return it, routes turn it into a response. Never thrown for control flow. */
export interface Refusal {
  ok: false;
  code: ErrorCode;
  message: string;
  details?: ErrorDetails;
}

export function refuse(code: ErrorCode, message: string, details?: ErrorDetails): Refusal {
  return details === undefined ? { ok: false, code, message } : { ok: false, code, message, details };
}
