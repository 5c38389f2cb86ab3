import { type ErrorCode, type ErrorDetails, refuse } from "#domain/result";
import { MESSAGES } from "./copy.ts";

/** HTTP status of each error code. Every error body is `{ error: { code, message, details?, request_id } }`. */
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
  viewing_only: 403,
  blocked: 403,
  switched_off: 403,
  confirmation_required: 403,
  second_factor_required: 403,
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
} as const satisfies Record<ErrorCode, number>;

export interface ErrorBody {
  error: { code: ErrorCode; message: string; details?: ErrorDetails; request_id: string };
}

/** When to try the card provider again (seconds): its calls are paused for as long. */
const CARDS_RETRY = { retry_after: 60 };

/** The card provider is silent or down (D86). `UNCHARGED` only where certain, `UNSURE` where the buyer may have paid. */
export const CARDS_DOWN = refuse("unavailable", MESSAGES.cardsDown, CARDS_RETRY);
export const CARDS_DOWN_UNCHARGED = refuse("unavailable", MESSAGES.cardsDownUncharged, CARDS_RETRY);
export const CARDS_DOWN_UNSURE = refuse("unavailable", MESSAGES.cardsDownUnsure, CARDS_RETRY);

/** What does not exist, or is not the caller's to see: an answer that does not tell which. */
export const NOT_FOUND = refuse("not_found", MESSAGES.notFound);
