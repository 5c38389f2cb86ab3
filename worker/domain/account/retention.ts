/** How long sign-ins, links and temporary data last. Code works by these times, and the privacy policy states them. */
import { CLICK_WINDOW_MS } from "../ads/ads.ts";
import { DAY_MS, MINUTE_MS } from "../deadlines.ts";

/** Replies to repeated requests, and the way back from a change of prices. */
export const IDEMPOTENCY_RETENTION_MS = DAY_MS;
/** Text messages of a local run. */
export const TEXT_RETENTION_MS = DAY_MS;
/** Photos that no listing, draft or message uses. */
export const ORPHAN_RETENTION_MS = DAY_MS;
/** Views of an item by one viewer. They count as a total afterwards. */
export const VIEW_RETENTION_MS = 16 * DAY_MS;
/** Views and clicks of an ad by one viewer. */
export const AD_EVENT_RETENTION_MS = 2 * CLICK_WINDOW_MS;
/** How long the text of an email is kept, for staff who help with one that did not arrive. */
export const EMAIL_TEXT_RETENTION_MS = 30 * DAY_MS;
export const NOTIFICATION_RETENTION_MS = 90 * DAY_MS;
/** Unfinished listings that nobody touched. */
export const DRAFT_RETENTION_MS = 90 * DAY_MS;
/** Daily copies of the database. */
export const BACKUP_RETENTION_MS = 14 * DAY_MS;
/** How far back Cloudflare can restore the database (D1 Time Travel). */
export const HOST_RECOVERY_MS = 30 * DAY_MS;
/** Copies that the operator stores elsewhere: docs/operations.md says when to delete them. */
export const OFFSITE_BACKUP_MS = 90 * DAY_MS;
/** The lines of requests that Cloudflare keeps (Workers Logs). */
export const LOG_RETENTION_MS = 7 * DAY_MS;
/** A session after its last use. */
export const SESSION_TTL_MS = 30 * DAY_MS;
/** Links in emails. Decision 0005: long enough for a slow mail server, short enough for a mailbox left open. */
export const RESET_TTL_MS = 30 * MINUTE_MS;
export const VERIFY_TTL_MS = DAY_MS;
/** A week, so that the owner of an old address finds the link after a few days without their mail (A27). */
export const STOP_TTL_MS = 7 * DAY_MS;
/** The steps of a sign-in with a passkey or a code. */
export const CHALLENGE_TTL_MS = 5 * MINUTE_MS;
