/** Storage keys of this browser. Keys marked "per account" are followed by a colon and the account id. */

/** Unpublished listings of `features/sell`, per account. */
export const DRAFTS_KEY = "goodstreet:drafts";
/** Handovers of `features/orders` that the server has not received yet, per account. */
export const HANDOVERS_KEY = "goodstreet-handovers";
/** Messages of `features/messages` that the server has not received yet, per account. */
export const OUTBOX_KEY = "goodstreet-unsent";
/** Message texts being typed, by conversation, per account. */
export const DRAFT_MESSAGES_KEY = "goodstreet-writing";
/** Background sync tag that tells the service worker to send waiting messages. */
export const SYNC_MESSAGES = "goodstreet-messages";
/** The device record of this browser's push subscription, if any. */
export const PUSH_KEY = "goodstreet-push";
/** Accounts of this browser that will be deleted, with the time. */
export const LEAVING_KEY = "goodstreet-leaving";
/** Kinds of safety tips that were dismissed on this device. */
export const TIPS_KEY = "goodstreet-tips";
/** Recent searches, viewed items and visits of this browser. */
export const RECENT_KEY = "goodstreet-recent";
