import { chainAuditLog } from "../db/audit-log.ts";
import { storeState } from "../db/service-state.ts";
import { removeEndedSessions } from "../features/account/auth/jobs.ts";
import { removeOldPhoneCodes } from "../features/account/phone/jobs.ts";
import { countDaysHourly } from "../features/admin/overview/jobs.ts";
import { appointFirstAdmin } from "../features/admin/users/jobs.ts";
import { removeOldAdEvents } from "../features/ads/jobs.ts";
import { finishIncompletePurchases } from "../features/checkout/purchases/jobs.ts";
import { settleGiveaways } from "../features/giveaways/jobs.ts";
import { removeOrphanPhotos } from "../features/items/images/jobs.ts";
import { refreshPopularity } from "../features/items/jobs.ts";
import { removeOldAnswerTimes } from "../features/messages/jobs.ts";
import { deliverEmails, deliverNotifications } from "../features/notifications/delivery-queue.ts";
import { removeOldEmailTexts } from "../features/notifications/email/jobs.ts";
import { removeOldNotifications } from "../features/notifications/jobs.ts";
import { settlePriceOffers } from "../features/offers/jobs.ts";
import { remindReturns } from "../features/orders/direct-refunds.ts";
import { settleDueItems } from "../features/orders/jobs.ts";
import { examineRatings, publishDueRatings } from "../features/orders/ratings/jobs.ts";
import { remindOfCollections } from "../features/orders/reminders/jobs.ts";
import { continueSellerRefunds } from "../features/orders/seller-refunds.ts";
import { eraseDueAccounts, makeExports, removeExpiredExports, repeatErasures } from "../features/own-data/jobs.ts";
import {
  closeDueIntents,
  findLostEvents,
  followReversals,
  reconcileIntents,
  recordChargeFees,
  releasePayouts,
  retryRefunds,
} from "../features/payments/jobs.ts";
import { remindOfWaitingProceeds } from "../features/payments/payouts/reminders.ts";
import { reconcileBooks } from "../features/payments/reconciliation.ts";
import { remindOfEvidence } from "../features/payments/reversals/evidence-reminders.ts";
import { matchNewListings } from "../features/requests/jobs.ts";
import { removeOldDrafts } from "../features/selling/drafts/jobs.ts";
import { endHolidays } from "../features/selling/holiday/holiday.ts";
import { endObsoletePromotions } from "../features/selling/promotions/jobs.ts";
import { askAboutStaleListings } from "../features/selling/still-available/jobs.ts";
import { applyStrikes } from "../features/status/jobs.ts";
import { tellFollowers } from "../features/stores/following/jobs.ts";
import { findAllCircles } from "../features/trades/circle-finder/jobs.ts";
import { settleCircles } from "../features/trades/circles/jobs.ts";
import { settleTrades } from "../features/trades/jobs.ts";
import { notifyWishers } from "../features/wishlists/jobs.ts";
import { runSavedSearches } from "../features/wishlists/saved-searches/matching.ts";
import { removeOldIdempotencyKeys } from "../http/idempotency.ts";
import { errorText, log, withRequestId } from "../log.ts";
import type { Services } from "../services.ts";
import { backUpDatabase } from "./backup/copy-database.ts";
import { auditInTurn } from "./run-audits.ts";

interface Job {
  name: string;
  run(services: Services): Promise<unknown>;
}

/** Jobs of every cron run, in this order. Each is idempotent and limited, and repeats what requests may have missed. */
const JOBS: readonly Job[] = [
  { name: "settle-due-items", run: settleDueItems },
  { name: "apply-strikes", run: (services) => applyStrikes(services) },
  { name: "finish-half-made-purchases", run: finishIncompletePurchases },
  { name: "settle-trades", run: settleTrades },
  { name: "settle-circles", run: settleCircles },
  // Before find-circles, which would offer what is paused a moment later.
  { name: "stale-listings", run: askAboutStaleListings },
  { name: "find-circles", run: findAllCircles },
  { name: "settle-price-offers", run: settlePriceOffers },
  { name: "settle-giveaways", run: settleGiveaways },
  { name: "direct-refunds", run: remindReturns },
  { name: "remind-of-waiting-proceeds", run: remindOfWaitingProceeds },
  { name: "publish-ratings", run: publishDueRatings },
  { name: "examine-ratings", run: examineRatings },
  { name: "remind-of-collections", run: remindOfCollections },
  // Before deliver-emails, because it queues emails.
  { name: "deliver-notifications", run: deliverNotifications },
  { name: "notify-wishers", run: notifyWishers },
  { name: "saved-searches", run: runSavedSearches },
  { name: "tell-followers", run: tellFollowers },
  { name: "match-new-listings", run: matchNewListings },
  { name: "deliver-emails", run: deliverEmails },
  { name: "end-holidays", run: endHolidays },
  { name: "end-obsolete-promotions", run: endObsoletePromotions },
  { name: "refresh-popularity", run: refreshPopularity },
  { name: "make-data-exports", run: makeExports },
  { name: "remove-expired-exports", run: removeExpiredExports },
  { name: "erase-due-accounts", run: eraseDueAccounts },
  { name: "repeat-erasures", run: repeatErasures },
  { name: "appoint-first-admin", run: appointFirstAdmin },
  { name: "remove-ended-sessions", run: removeEndedSessions },
  { name: "remove-old-phone-codes", run: removeOldPhoneCodes },
  { name: "remove-old-idempotency-keys", run: removeOldIdempotencyKeys },
  { name: "remove-old-email-texts", run: removeOldEmailTexts },
  { name: "remove-old-notifications", run: removeOldNotifications },
  { name: "remove-old-answer-times", run: removeOldAnswerTimes },
  { name: "remove-old-ad-events", run: removeOldAdEvents },
  // Before remove-orphan-photos, which does not delete photos of drafts.
  { name: "remove-old-drafts", run: removeOldDrafts },
  { name: "remove-orphan-photos", run: removeOrphanPhotos },
  { name: "seal-audit-log", run: ({ db }) => chainAuditLog(db) },
  { name: "count-days", run: countDaysHourly },
  { name: "back-up-database", run: backUpDatabase },
  // Last, so that it does not report what the other jobs have just fixed.
  { name: "audit", run: auditInTurn },
];

/**
 * Jobs that call the card provider. They run in a cron of their own, so that a provider that is silent or slow holds up
 * nothing else (D86).
 */
const PAYMENT_JOBS: readonly Job[] = [
  { name: "close-due-intents", run: (services) => closeDueIntents(services) },
  { name: "reconcile-intents", run: reconcileIntents },
  { name: "find-lost-events", run: findLostEvents },
  { name: "follow-reversals", run: followReversals },
  { name: "continue-seller-refunds", run: continueSellerRefunds },
  { name: "retry-refunds", run: retryRefunds },
  { name: "release-payouts", run: releasePayouts },
  { name: "record-charge-fees", run: recordChargeFees },
  { name: "remind-of-evidence", run: remindOfEvidence },
  // After record-charge-fees, whose fees the balance already has.
  { name: "reconcile-books", run: reconcileBooks },
];

/** The cron trigger of the payment jobs (wrangler.toml). Any other runs the other jobs. */
export const PAYMENT_CRON = "2-59/5 * * * *";

/**
 * Runs every job that needs no card provider. The run is recorded at its end, so that a hanging or crashing cron shows
 * as not running.
 */
export async function runScheduledJobs(services: Services): Promise<void> {
  const { ms, failed, at } = await runJobs(services, "cron", JOBS);
  await services.db.run(storeState("cron", { ms, failed }, at));
}

/** Runs the payment jobs until the provider's calls are paused; the next run continues. */
export async function runPaymentJobs(services: Services): Promise<void> {
  const { ms, failed, at } = await runJobs(services, "payments", PAYMENT_JOBS, services.cardsPaused);
  await services.db.run(storeState("payments", { ms, failed, paused: services.cardsPaused() }, at));
}

/** Runs the jobs in their order; a failing job is logged and does not stop the others. */
async function runJobs(services: Services, name: string, jobs: readonly Job[], isPaused = () => false) {
  const started = services.now();
  const failed: string[] = [];
  return withRequestId(`${name}-${started}`, async () => {
    for (const job of jobs) {
      if (isPaused()) break;
      try {
        await job.run(services);
      } catch (error) {
        failed.push(job.name);
        log("error", { job: job.name, error: errorText(error) });
      }
    }
    const at = services.now();
    const ms = at - started;
    if (services.env.REQUEST_LOG !== "off") log("info", { message: name, ms, failed });
    return { ms, failed, at };
  });
}
