/**
 * Unpublished listings of `features/sell`. All keys in this file are followed by a colon and the account id, unless
 * noted.
 */
export const DRAFTS_KEY = "goodstreet:drafts";
/** Handovers of `features/orders` that the server has not received yet. */
export const HANDOVERS_KEY = "goodstreet-handovers";
/** Messages of `features/messages` that the server has not received yet. */
export const OUTBOX_KEY = "goodstreet-unsent";
/** Message texts being typed, by conversation. */
export const WRITING_KEY = "goodstreet-writing";
/** Background sync tag that tells the service worker to send waiting messages; no account id. */
export const SYNC_MESSAGES = "goodstreet-messages";
/** The push registration of this browser, if any. */
export const PUSH_KEY = "goodstreet-push";
