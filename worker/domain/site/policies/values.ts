/** The values and conditions that the documents of the policies name (D90, decision 0057). */
import { DELETION_GRACE_MS, EXPORT_TTL_MS } from "../../account/deletion.ts";
import { PHONE_CODE_MS } from "../../account/phone-number.ts";
import * as retention from "../../account/retention.ts";
import * as deadlines from "../../deadlines.ts";
import { POPULARITY } from "../../items/interest-level.ts";
import { lengthText } from "../../length-of-time.ts";
import { ANSWER_TIME } from "../../messages/answer-time.ts";
import { formatCents } from "../../money.ts";
import { NEW_ACCOUNT_MS } from "../../negotiation/negotiation-session.ts";
import { RATINGS_HIDDEN_MS } from "../../orders/blind-ratings.ts";
import { ADDRESS_AFTER_MS, ADDRESS_BEFORE_MS } from "../../orders/collection.ts";
import { NEW_AUTHOR_MS, PAIR_MS, RATING_COUNTS_FROM_CENTS } from "../../orders/rating-weight.ts";
import { SHOWS_UP_FROM } from "../../orders/showing-up.ts";
import { DEBT_MS, PAYOUT_HOLD_MAX_MS, PAYOUT_HOLD_MS } from "../../payments/payout-hold.ts";
import { formatRate } from "../../payments/platform-fee.ts";
import { RADIUS_KM_DEFAULT } from "../../places/near-place.ts";
import { RELIST_MS, STALE_ANSWER_MS, STALE_MS } from "../../selling/still-available.ts";
import { STRIKE_LIFE_MS, SUSPENSION_DAYS, SUSPENSION_MS } from "../../status/strikes.ts";
import { CIRCLE_OPEN_MS } from "../../trades/circle.ts";
import { TRADE_CASH_MAX_CENTS, TRADE_OPEN_MS } from "../../trades/trade.ts";
import { governingState, operatorLine } from "../operator.ts";
import { type SiteSettings, timeLimitsOf } from "../site-settings.ts";
import { COOKIE_SECONDS } from "./cookies.ts";

/** What the policies depend on besides the rules of the code. */
export interface PolicyFacts {
  settings: SiteSettings;
  /** The setting, or the deployment's address; may be empty. */
  support_email: string;
  /** Card payments are offered. */
  cards: boolean;
  /**
   * Who receives personal data besides our host, as far as it is switched on. For those that the configuration chooses
   * the name of the company, or null.
   */
  receivers: Record<"stripe" | "google" | "mail" | "prices" | "push", boolean> & Record<"sms" | "maps", string | null>;
}

type Value = string | number | boolean | null;

/** We answer questions and complaints about personal information within the time that the law suggests. */
const PRIVACY_ANSWER_MS = 30 * deadlines.DAY_MS;

/** Periods that no setting changes. */
const LENGTHS = {
  ad_view_life: retention.AD_EVENT_RETENTION_MS,
  address_after: ADDRESS_AFTER_MS,
  address_before: ADDRESS_BEFORE_MS,
  answer_window: ANSWER_TIME.window_ms,
  backup_life: retention.BACKUP_RETENTION_MS,
  cash_account_age: deadlines.CASH_ACCOUNT_AGE_MS,
  cash_after: deadlines.CASH_AFTER_MS,
  cash_no_show: deadlines.CASH_NO_SHOW_MS,
  circle_time: CIRCLE_OPEN_MS,
  contest_time: deadlines.CONTEST_MS,
  counter_life: retention.IDEMPOTENCY_RETENTION_MS,
  data_copy_life: EXPORT_TTL_MS,
  debt_time: DEBT_MS,
  deletion_grace: DELETION_GRACE_MS,
  dispute_time: deadlines.DISPUTE_MS,
  draft_life: retention.DRAFT_RETENTION_MS,
  email_text_life: retention.EMAIL_TEXT_RETENTION_MS,
  fraud_decision: deadlines.FRAUD_DECISION_MS,
  giveaway_time: deadlines.GIVEAWAY_CONFIRM_MS,
  host_recovery: retention.HOST_RECOVERY_MS,
  item_view_life: retention.VIEW_RETENTION_MS,
  log_life: retention.LOG_RETENTION_MS,
  new_account: NEW_ACCOUNT_MS,
  notification_life: retention.NOTIFICATION_RETENTION_MS,
  offsite_backup: retention.OFFSITE_BACKUP_MS,
  payout_hold: PAYOUT_HOLD_MS,
  payout_hold_max: PAYOUT_HOLD_MAX_MS,
  phone_code: PHONE_CODE_MS,
  price_offer_time: deadlines.PRICE_OFFER_MS,
  privacy_answer: PRIVACY_ANSWER_MS,
  rating_author_age: NEW_AUTHOR_MS,
  rating_pair: PAIR_MS,
  ratings_hidden: RATINGS_HIDDEN_MS,
  relist_time: RELIST_MS,
  reset_link: retention.RESET_TTL_MS,
  session_life: retention.SESSION_TTL_MS,
  stale_after: STALE_MS,
  stale_answer: STALE_ANSWER_MS,
  stop_link: retention.STOP_TTL_MS,
  suspension: SUSPENSION_MS,
  trade_time: TRADE_OPEN_MS,
  unused_photo: retention.ORPHAN_RETENTION_MS,
  verify_link: retention.VERIFY_TTL_MS,
  view_window: deadlines.VIEW_WINDOW_MS,
};

const textsOf = (lengths: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(lengths).map(([name, ms]) => [name, lengthText(ms)]));

/** An address as a link in Markdown; a general text until there is one. */
const mailLink = (address: string) => (address === "" ? "our support address" : `<${address}>`);

/**
 * Returns what the documents name, by name. A condition is a value that may be false, null or 0. The texts of links are
 * Markdown, which a document takes as `{{{name}}}`.
 */
export function policyValues(facts: PolicyFacts): Readonly<Record<string, Value>> {
  const { settings, support_email } = facts;
  const { numbers, features, operator, site_name } = settings;
  const limits = timeLimitsOf(settings);
  const days = numbers.confirmation_days;
  return {
    site: site_name,
    operator: operator.legal_name === "" ? null : operatorLine(operator, site_name),
    state: governingState(operator),
    support_email: mailLink(support_email),
    privacy_email: mailLink(operator.privacy_email || support_email),
    complaints_email: mailLink(operator.complaints_email || support_email),
    legal_email: mailLink(operator.legal_email || support_email),
    cards: facts.cards,
    crypto: features.crypto,
    knowzee: features.knowzee,
    trades: features.trades,
    ...facts.receivers,
    fee: numbers.platform_fee_bp > 0 ? formatRate(numbers.platform_fee_bp) : null,
    minimum_age: numbers.minimum_age,
    live_holds: numbers.live_holds,
    holds_in_a_row: numbers.holds_in_a_row,
    first_sales: numbers.first_sales,
    first_sales_days: numbers.first_sales_days,
    struck_after_days: numbers.struck_after_days,
    struck_shown_days: numbers.struck_shown_days,
    refund_dollars: numbers.refund_dollars,
    refunds_a_day: numbers.refunds_a_day,
    confirmation_time: `${days} business ${days === 1 ? "day" : "days"}`,
    ...textsOf({
      hold: limits.hold_ms,
      hold_pause: limits.hold_pause_ms,
      card_time: limits.payment_ms.stripe,
      crypto_time: limits.payment_ms.crypto,
      bank_time: limits.payment_ms.bank_transfer,
      accepted_time: limits.accepted_ms,
      denied_time: limits.denied_ms,
      response_time: numbers.response_hours * deadlines.HOUR_MS,
      ...LENGTHS,
    }),
    strike_months: Math.round((STRIKE_LIFE_MS * 12) / (365 * deadlines.DAY_MS)),
    suspend_days_min: SUSPENSION_DAYS.min,
    suspend_days_max: SUSPENSION_DAYS.max,
    trade_cash_max: formatCents(TRADE_CASH_MAX_CENTS),
    rating_counts_from: formatCents(RATING_COUNTS_FROM_CENTS),
    shows_up_from: SHOWS_UP_FROM,
    radius_km: RADIUS_KM_DEFAULT,
    popular_days: POPULARITY.days,
    popular_wish: POPULARITY.wish,
    popular_offer: POPULARITY.offer,
    ...textsOf(
      Object.fromEntries(
        Object.entries(COOKIE_SECONDS).map(([name, seconds]) => [`cookie_${name}`, seconds * deadlines.SECOND_MS]),
      ),
    ),
  };
}
