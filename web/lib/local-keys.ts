/** Listings of `features/sell` that are being written; the account's id follows after a colon. */
export const DRAFTS_KEY = "goodstreet:drafts";
/** Handovers of `features/orders` that the server does not know of yet; the account's id follows after a colon. */
export const HANDOVERS_KEY = "goodstreet-handovers";
/** Messages of `features/messages` that the server does not have yet; the account's id follows after a colon. */
export const OUTBOX_KEY = "goodstreet-unsent";
/** What is being written there, by conversation; the account's id follows after a colon. */
export const WRITING_KEY = "goodstreet-writing";
/** By which the browser's background sync tells the service worker that messages wait. */
export const SYNC_MESSAGES = "goodstreet-messages";
/** Which of the account's devices this browser is, if it gets pushes. */
export const PUSH_KEY = "goodstreet-push";
