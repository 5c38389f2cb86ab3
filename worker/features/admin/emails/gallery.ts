/** A sample of every email, for staff to read and to send to themselves. A test fails when an email is missing here. */
import type { EmailTemplate } from "#contract/notifications/email-outbox";
import { USER_ACTIONS } from "#domain/account/permissions";
import { PURCHASE_EVENTS } from "#domain/checkout/purchase-email";
import { DAY_MS, HOUR_MS } from "#domain/deadlines";
import { KIND_COPY, NOTIFICATION_KINDS, type NotificationKind } from "#domain/notifications/notification-kinds";
import { formatDateInZone } from "#domain/orders/collection-date-text";
import type { Order } from "#domain/orders/order";
import { orderEmails } from "#domain/orders/order-emails";
import type { OrderEventKind } from "#domain/orders/order-graph";
import { placeOrder } from "#domain/orders/place-order";
import { pick } from "#domain/pick";
import {
  addressReservedEmail,
  emailChangeAskedEmail,
  emailChangedEmail,
  emailGivenBackEmail,
  newEmailEmail,
} from "../../account/email-address/emails.ts";
import {
  firstFactorEmail,
  newDeviceEmail,
  SECURITY_CHANGES,
  securityChangedEmail,
} from "../../account/second-factor/emails.ts";
import { contactEmail, supportAnswerEmail, supportRequestEmail } from "../../community/support/emails.ts";
import {
  accountClaimedEmail,
  alreadyRegisteredEmail,
  type Email,
  passwordChangedEmail,
  paymentDetailsChangedEmail,
  payoutsHeldEmail,
  payoutsReadyEmail,
  proceedsWaitingEmail,
  purchaseEmail,
  refundEmail,
  resetPasswordEmail,
  topupReversedEmail,
  verifyEmailEmail,
} from "../../notifications/email/emails.ts";
import { dailyEmail, notificationEmail } from "../../notifications/emails.ts";
import {
  accountErasedEmail,
  deletionScheduledEmail,
  deletionStoppedEmail,
  deletionWaitsEmail,
  exportReadyEmail,
} from "../../own-data/emails.ts";
import { listingRemovedEmail, moderationEmail, newReportEmail } from "../../safety/reports/emails.ts";
import {
  appealDecidedEmail,
  bannedEmail,
  newAppealEmail,
  strikeReversedEmail,
  suspendedEmail,
} from "../../status/emails.ts";
import { uncollectedEmail } from "../baggage/emails.ts";
import { userActionEmail } from "../users/emails.ts";
import eventNames from "./event-names.json" with { type: "json" };
import templateNames from "./template-names.json" with { type: "json" };

const NAME = "Robin";
const THING = "Brass reading lamp";
const NOTE = "The photos show a different lamp.";
const ID = "00000000000000000000";

const EVENTS: Record<OrderEventKind, string> = eventNames;

/** The emails of template-names.json, which names them by group. */
type TemplateKey = KeysOf<(typeof templateNames)[keyof typeof templateNames]>;
type KeysOf<Names> = Names extends unknown ? keyof Names : never;

const noticeOf = <K extends NotificationKind>(kind: K) => ({
  kind,
  title: KIND_COPY[kind].hint,
  body: `${THING}: ${KIND_COPY[kind].hint}.`,
  link: "/",
});

const CASH_EVENTS: readonly OrderEventKind[] = ["cash_agreed", "not_collected"];

/** An order by bank transfer with one event; the texts come from the room. */
function orderTemplates(origin: string, now: number): EmailTemplate[] {
  return (Object.keys(EVENTS) as OrderEventKind[]).flatMap((kind) => {
    const event = { rev: 2, kind, at: now, actor_id: null };
    const placed = placeOrder(
      {
        id: `ord_${ID}`,
        transaction_id: `txn_${ID}`,
        item_id: `itm_${ID}`,
        buyer_id: "buyer",
        seller_id: "seller",
        hold_id: `hld_${ID}`,
        payment_method: CASH_EVENTS.includes(kind) ? "cash" : "bank_transfer",
        amount_cents: 4_550,
        bank_reference: "GS12345678",
        bank_details: null,
        item_title: THING,
        item_image_url: null,
        collection_date: now + 7 * DAY_MS,
        collection_ends_at: now + 7 * DAY_MS + HOUR_MS,
        collection_zone: "Australia/Melbourne",
        collection_summary: "Brunswick, Melbourne",
        collection_address: null,
        purchase_id: null,
      },
      { evidence: false, confirmationId: "" },
      now,
    );
    const order: Order = {
      ...placed,
      status: "payment_confirmed",
      payment_deadline: now + 3 * DAY_MS,
      confirmation_deadline: now + 2 * DAY_MS,
      proposals: [
        {
          id: `tpr_${ID}`,
          by: "seller",
          from: now + 8 * DAY_MS,
          until: now + 8 * DAY_MS + HOUR_MS,
          expires_at: now + DAY_MS,
          answer: null,
        },
      ],
      changes: [
        {
          id: `chg_${ID}`,
          by: "seller",
          at: now,
          expires_at: now + 2 * DAY_MS,
          answer: null,
          agreed_rev: 2,
          kind: "price",
          from_cents: 4_550,
          to_cents: 4_000,
          reason: "scratch",
          together: false,
        },
      ],
      rev: 2,
      events: [event],
      paid_at: now,
    };
    return orderEmails(order, event, origin).map(({ to_profile, subject, text, html }) => ({
      key: `order-${kind}-${to_profile}`.replaceAll("_", "-"),
      group: "Orders",
      name: `${EVENTS[kind]}, to the ${to_profile}`,
      subject,
      text,
      html,
    }));
  });
}

/** Two orders paid together, with one event. */
function purchaseTemplates(origin: string, now: number): EmailTemplate[] {
  const by = (days: number) => `by ${formatDateInZone(now + days * DAY_MS, "Australia/Melbourne")}`;
  return PURCHASE_EVENTS.flatMap((kind) =>
    (["buyer", "seller"] as const)
      // Only the buyer learns of a declined card.
      .filter((side) => kind !== "card_failed" || side === "buyer")
      .map((side) => {
        const parts = [THING, "Two wicker chairs"].map((title, index) => ({
          order_id: `ord_${ID.slice(1)}${index}`,
          kind,
          side,
          title,
          amount_cents: 4_550,
          reference: "GS12345678",
          paid_by: "bank transfer",
          pay_by: by(3),
          confirm_by: by(2),
          collection: formatDateInZone(now + 7 * DAY_MS, "Australia/Melbourne"),
          at: formatDateInZone(now, "Australia/Melbourne"),
        }));
        return {
          key: `purchase-${kind}-${side}`.replaceAll("_", "-"),
          group: "Orders",
          name: `${EVENTS[kind]}, several items, to the ${side}`,
          ...purchaseEmail(parts, origin),
        };
      }),
  );
}

/** Returns a sample of every email. */
export function sampleEmails(origin: string, now: number): EmailTemplate[] {
  const at = (path: string) => `${origin}${path}`;
  const about = { name: NAME, origin, items: [THING] };
  const person = { name: NAME, origin, note: NOTE };
  const asked = {
    id: `sup_${ID}`,
    user_id: `acc_${ID}`,
    order_id: `ord_${ID}`,
    item_name: THING,
    issue_description: "The seller isn't replying to my messages.",
    user_email: "robin@example.com",
    topic: "buying",
    sender_name: NAME,
  };
  const uncollected = { id: `ord_${ID}`, item_title: THING, buyer_name: NAME, seller_name: "Sam" };
  const sent = { full_name: NAME, origin, unsubscribe: at("/unsubscribe#…") };
  const emails: Record<TemplateKey, Email> = {
    "verify-email": verifyEmailEmail(at("/signin#verify=…")),
    "already-registered": alreadyRegisteredEmail(at("/signin"), at("/signin?forgot=1")),
    "reset-password": resetPasswordEmail(NAME, at("/reset-password#token=…"), 30),
    "password-changed": passwordChangedEmail(NAME, {
      signedOut: "every device",
      paymentDetailsRemoved: false,
      forgotUrl: at("/signin?forgot=1"),
    }),
    "new-device": newDeviceEmail(NAME, "Chrome on Mac", origin),
    "first-factor": firstFactorEmail(NAME, at("/Settings#first-factor=…"), 30),
    "account-claimed": accountClaimedEmail(NAME),
    "new-email": newEmailEmail(at("/signin#new-email=…")),
    "email-changed": emailChangedEmail(NAME, "r***@example.com", "support@example.com"),
    "email-change-asked": emailChangeAskedEmail(NAME, "r***@example.com", at("/signin#stop-email-change=…")),
    "email-given-back": emailGivenBackEmail(NAME),
    "address-reserved": addressReservedEmail(now),
    "data-export": exportReadyEmail(NAME, origin),
    "deletion-scheduled": deletionScheduledEmail(NAME, origin, "Wednesday 9 December"),
    "deletion-stopped": deletionStoppedEmail(NAME, origin),
    "deletion-waits": deletionWaitsEmail(NAME, origin),
    "account-erased": accountErasedEmail(NAME),
    "payment-details": paymentDetailsChangedEmail(NAME, "bank details", at("/settings")),
    "payouts-ready": payoutsReadyEmail(),
    "proceeds-waiting": proceedsWaitingEmail("$45.50", origin),
    "payouts-held": payoutsHeldEmail(null, "We need a proof of purchase.", "9 December 2026"),
    "payout-held": payoutsHeldEmail(THING, "We're checking a report about this sale.", "9 December 2026"),
    "refund-buyer": refundEmail("buyer", "$45.50", THING, false),
    "refund-seller": refundEmail("seller", "$45.50", THING, false),
    "refund-late": refundEmail("buyer", "$45.50", THING, true),
    "topup-open": topupReversedEmail("open", "$25.00"),
    "topup-won": topupReversedEmail("won", "$25.00"),
    "topup-lost": topupReversedEmail("lost", "$25.00"),
    "uncollected-buyer": uncollectedEmail(uncollected, "buyer", origin),
    "uncollected-seller": uncollectedEmail(uncollected, "seller", origin),
    suspended: suspendedEmail(about),
    banned: bannedEmail(about),
    "strike-taken-back": strikeReversedEmail(about),
    "appeal-overturned": appealDecidedEmail({
      ...about,
      kind: "ban",
      overturned: true,
      answer: "You were right.",
      standing: "good",
    }),
    "appeal-upheld": appealDecidedEmail({
      ...about,
      kind: "suspension",
      overturned: false,
      answer: NOTE,
      standing: "suspended",
    }),
    removed: listingRemovedEmail(person, `your listing “${THING}”`),
    warned: moderationEmail({ ...person, subject: null }, { kind: "warn" }),
    "suspended-by-staff": moderationEmail({ ...person, subject: null }, { kind: "suspend", days: 7 }),
    "banned-by-staff": moderationEmail({ ...person, subject: null }, { kind: "ban" }),
    "support-answer": supportAnswerEmail(asked, "We've asked them.", "support@example.com"),
    "support-request": supportRequestEmail(asked),
    contact: contactEmail(asked),
    "new-report": newReportEmail({
      id: `rep_${ID}`,
      subject_type: "item",
      subject_id: `itm_${ID}`,
      reason: "misleading",
      details: NOTE,
      excerpt: THING,
    }),
    "new-appeal": newAppealEmail({
      id: `apl_${ID}`,
      who: "Robin <robin@example.com>",
      kind: "suspension",
      message: "I'd paid.",
    }),
    "notification-daily": dailyEmail({
      ...sent,
      notifications: (["price_drop", "saved_search", "rating"] as const).map(noticeOf),
    }),
  };
  const templates: EmailTemplate[] = [
    ...Object.entries(templateNames).flatMap(([group, names]) =>
      Object.entries(names).map(([key, name]) => ({ key, group, name, ...emails[key as TemplateKey] })),
    ),
    ...SECURITY_CHANGES.map((change) => ({
      key: `security-${change}`.replaceAll("_", "-"),
      group: "Accounts",
      name: `Sign-in: ${change.replaceAll("_", " ")}`,
      ...securityChangedEmail(NAME, change, origin),
    })),
    ...USER_ACTIONS.map((action) => ({
      key: `staff-${action.replaceAll("_", "-")}`,
      group: "Moderation",
      name: `By staff: ${action.replaceAll("_", " ")}`,
      ...userActionEmail(person, action, action === "suspend" ? 7 : null),
    })),
    ...NOTIFICATION_KINDS.map((kind) => ({
      key: `notification-${kind.replaceAll("_", "-")}`,
      group: "Notifications",
      name: KIND_COPY[kind].label,
      ...notificationEmail({ ...sent, ...noticeOf(kind) }),
    })),
    ...orderTemplates(origin, now),
    ...purchaseTemplates(origin, now),
  ];
  // Some emails also carry the text of their notification.
  return templates.map((template) => pick(template, "key", "group", "name", "subject", "text", "html"));
}
