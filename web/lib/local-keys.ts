/** What `features/orders` keeps in this browser for a place without network; the account's id follows after a colon. */
export const LOCAL_ORDERS_KEY = "goodstreet-orders";
export const HANDOVERS_KEY = "goodstreet-handovers";
/** Messages of `features/messages` that the server does not have yet; the account's id follows after a colon. */
export const OUTBOX_KEY = "goodstreet-unsent";
/** Which of the account's devices this browser is, if it gets pushes. */
export const PUSH_KEY = "goodstreet-push";
