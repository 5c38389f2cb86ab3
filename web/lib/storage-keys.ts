/** Everything that this browser stores, with whose it is and when it goes (D61). tests/unit/personal-data.test.ts reads it. */

/** Unpublished listings of `features/selling`. */
export const DRAFTS_KEY = "goodstreet:drafts";
/** Ids of drafts that were deleted here and not yet on the server. */
export const DISCARDED_KEY = "goodstreet:discarded-drafts";
/** Unsaved changes of listings; the item's id follows the account's. */
export const EDITS_KEY = "goodstreet:edit";
/** A running import of listings. */
export const IMPORT_KEY = "goodstreet:import";
/** Handovers of `features/orders` that the server has not received yet. */
export const HANDOVERS_KEY = "goodstreet-handovers";
/** Messages of `features/messages` that the server has not received yet. */
export const OUTBOX_KEY = "goodstreet-unsent";
/** Message texts being typed, by conversation. */
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
/** What was typed into the sign-up of a business, for this tab. */
export const BUSINESS_KEY = "goodstreet-business-sign-up";
/** A random name of this tab for the counter of viewers. */
export const VIEWER_KEY = "goodstreet-viewer";
/** Light or dark. */
export const THEME_KEY = "goodstreet-theme";
/** The site's colours. `public/theme-init.js` reads them, too. */
export const SITE_THEME_KEY = "marketplace-theme";
/** Which tours were finished; the tour's name follows. */
export const TOUR_KEY = "goodstreet-tour";
/** Copies of replies and photos for use without network (IndexedDB and Cache Storage). */
export const OFFLINE_STORE = "goodstreet-kept";
export const OFFLINE_PHOTOS = "goodstreet-pictures";

interface Stored {
  /** The account's id follows the key, after a colon. */
  perAccount: boolean;
  /** When it goes; `unsent` stays at sign-out what the server does not have yet. Null: it says nothing of a person. */
  until: "sign-out" | "unsent" | "deletion" | "tab" | null;
}

export const BROWSER_STORAGE: Readonly<Record<string, Stored>> = {
  [DRAFTS_KEY]: { perAccount: true, until: "unsent" },
  [DISCARDED_KEY]: { perAccount: true, until: "deletion" },
  [EDITS_KEY]: { perAccount: true, until: "sign-out" },
  [IMPORT_KEY]: { perAccount: true, until: "sign-out" },
  // Handed over at a door without network; a code that the server must still get.
  [HANDOVERS_KEY]: { perAccount: true, until: "deletion" },
  [OUTBOX_KEY]: { perAccount: true, until: "sign-out" },
  [DRAFT_MESSAGES_KEY]: { perAccount: true, until: "sign-out" },
  [OFFLINE_STORE]: { perAccount: false, until: "sign-out" },
  [OFFLINE_PHOTOS]: { perAccount: false, until: "sign-out" },
  [PUSH_KEY]: { perAccount: false, until: "deletion" },
  [LEAVING_KEY]: { perAccount: false, until: "deletion" },
  [RECENT_KEY]: { perAccount: false, until: "sign-out" },
  [BUSINESS_KEY]: { perAccount: false, until: "tab" },
  [VIEWER_KEY]: { perAccount: false, until: "tab" },
  [TIPS_KEY]: { perAccount: false, until: null },
  [THEME_KEY]: { perAccount: false, until: null },
  [SITE_THEME_KEY]: { perAccount: false, until: null },
  [TOUR_KEY]: { perAccount: false, until: null },
};
