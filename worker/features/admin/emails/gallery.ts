/** A sample of every email, for staff to read and to send to themselves. A test fails when an email is missing here. */
import type { EmailTemplate } from "#contract/notifications/email-outbox";
import { USER_ACTIONS } from "#domain/account/permissions";
import { PURCHASE_EVENTS } from "#domain/checkout/purchase-email";
import { DAY_MS, HOUR_MS } from "#domain/deadlines";
import { KIND_COPY, NOTIFICATION_KINDS } from "#domain/notifications/notification-kinds";
import { formatDateInZone } from "#domain/orders/collection-date-text";
import type { Order } from "#domain/orders/order";
import { orderEmails } from "#domain/orders/order-emails";
import type { OrderEventKind } from "#domain/orders/order-graph";
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

const NAME = "Robin";
const THING = "Brass reading lamp";
const NOTE = "The photos show a different lamp.";
const ID = "00000000000000000000";

const EVENTS: Record<OrderEventKind, string> = eventNames;

const CASH_EVENTS: readonly OrderEventKind[] = ["cash_agreed", "not_collected"];

/** An order by bank transfer with one event; the texts come from the room. */
function orderTemplates(origin: string, now: number): EmailTemplate[] {
  return (Object.keys(EVENTS) as OrderEventKind[]).flatMap((kind) => {
    const event = { rev: 2, kind, at: now, actor_id: null };
    const order: Order = {
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
      status: "payment_confirmed",
      payment_deadline: now + 3 * DAY_MS,
      confirmation_deadline: now + 2 * DAY_MS,
      marked_incomplete: false,
      incomplete_reason: null,
      crypto: null,
      card: null,
      card_failed_at: null,
      strike_exempt: false,
      handover: null,
      dispute: null,
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
      confirmations: [],
      created_at: now,
      updated_at: now,
      paid_at: now,
      completed_at: null,
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
  const templates: [group: string, key: string, name: string, email: Email][] = [
    ["Accounts", "verify-email", "Confirm the address", verifyEmailEmail(at("/signin#verify=…"))],
    [
      "Accounts",
      "already-registered",
      "Signed up again",
      alreadyRegisteredEmail(at("/signin"), at("/signin?forgot=1")),
    ],
    ["Accounts", "reset-password", "Set a new password", resetPasswordEmail(NAME, at("/reset-password#token=…"), 30)],
    [
      "Accounts",
      "password-changed",
      "Password changed",
      passwordChangedEmail(NAME, {
        signedOut: "every device",
        paymentDetailsRemoved: false,
        forgotUrl: at("/signin?forgot=1"),
      }),
    ],
    ["Accounts", "new-device", "Sign-in on a new device", newDeviceEmail(NAME, "Chrome on Mac", origin)],
    ...SECURITY_CHANGES.map((change): [string, string, string, Email] => [
      "Accounts",
      `security-${change}`.replaceAll("_", "-"),
      `Sign-in: ${change.replaceAll("_", " ")}`,
      securityChangedEmail(NAME, change, origin),
    ]),
    ["Accounts", "first-factor", "Link for a first factor", firstFactorEmail(NAME, at("/Settings#first-factor=…"), 30)],
    ["Accounts", "account-claimed", "Google sign-in took over the account", accountClaimedEmail(NAME)],
    ["Accounts", "new-email", "Confirm new address", newEmailEmail(at("/signin#new-email=…"))],
    [
      "Accounts",
      "email-changed",
      "Address changed, to the old one",
      emailChangedEmail(NAME, "r***@example.com", "support@example.com"),
    ],
    [
      "Accounts",
      "email-change-asked",
      "New address asked for, to the old one",
      emailChangeAskedEmail(NAME, "r***@example.com", at("/signin#stop-email-change=…")),
    ],
    ["Accounts", "email-given-back", "Change of the address undone", emailGivenBackEmail(NAME)],
    ["Accounts", "address-reserved", "Address reserved for its last account", addressReservedEmail(now)],
    ["Accounts", "data-export", "A copy of one's data is ready", exportReadyEmail(NAME, origin)],
    [
      "Accounts",
      "deletion-scheduled",
      "The account will be deleted",
      deletionScheduledEmail(NAME, origin, "Wednesday 9 December"),
    ],
    ["Accounts", "deletion-stopped", "The account stays", deletionStoppedEmail(NAME, origin)],
    ["Accounts", "deletion-waits", "The account can't be deleted yet", deletionWaitsEmail(NAME, origin)],
    ["Accounts", "account-erased", "The account has been deleted", accountErasedEmail(NAME)],
    [
      "Money",
      "payment-details",
      "Payment details changed",
      paymentDetailsChangedEmail(NAME, "bank details", at("/settings")),
    ],
    ["Money", "payouts-ready", "Payouts set up", payoutsReadyEmail()],
    ["Money", "proceeds-waiting", "Money waits for payouts", proceedsWaitingEmail("$45.50", origin)],
    [
      "Money",
      "payouts-held",
      "All payouts on hold",
      payoutsHeldEmail(null, "We need a proof of purchase.", "9 December 2026"),
    ],
    [
      "Money",
      "payout-held",
      "One payout on hold",
      payoutsHeldEmail(THING, "We're checking a report about this sale.", "9 December 2026"),
    ],
    ["Money", "refund-buyer", "Refund, to the buyer", refundEmail("buyer", "$45.50", THING, false)],
    ["Money", "refund-seller", "Refund, to the seller", refundEmail("seller", "$45.50", THING, false)],
    ["Money", "refund-late", "Payment came too late, to the buyer", refundEmail("buyer", "$45.50", THING, true)],
    ["Money", "topup-open", "Top-up taken back by the bank", topupReversedEmail("open", "$25.00")],
    ["Money", "topup-won", "Top-up restored", topupReversedEmail("won", "$25.00")],
    ["Money", "topup-lost", "Top-up reversed", topupReversedEmail("lost", "$25.00")],
    ["Orders", "uncollected-buyer", "Was it picked up? To the buyer", uncollectedEmail(uncollected, "buyer", origin)],
    [
      "Orders",
      "uncollected-seller",
      "Was it picked up? To the seller",
      uncollectedEmail(uncollected, "seller", origin),
    ],
    ["Account status", "suspended", "Suspended after a missed payment", suspendedEmail(about)],
    ["Account status", "banned", "Banned after a missed payment", bannedEmail(about)],
    ["Account status", "strike-taken-back", "Missed payment removed", strikeReversedEmail(about)],
    [
      "Account status",
      "appeal-overturned",
      "Appeal successful",
      appealDecidedEmail({
        name: NAME,
        origin,
        kind: "ban",
        items: about.items,
        overturned: true,
        answer: "You were right.",
        standing: "good",
      }),
    ],
    [
      "Account status",
      "appeal-upheld",
      "Appeal not successful",
      appealDecidedEmail({
        name: NAME,
        origin,
        kind: "suspension",
        items: about.items,
        overturned: false,
        answer: NOTE,
        standing: "suspended",
      }),
    ],
    ["Moderation", "removed", "Listing removed", listingRemovedEmail(person, `your listing “${THING}”`)],
    ["Moderation", "warned", "Warning", moderationEmail({ ...person, subject: null }, { kind: "warn" })],
    [
      "Moderation",
      "suspended-by-staff",
      "Suspended by staff",
      moderationEmail({ ...person, subject: null }, { kind: "suspend", days: 7 }),
    ],
    [
      "Moderation",
      "banned-by-staff",
      "Banned by staff",
      moderationEmail({ ...person, subject: null }, { kind: "ban" }),
    ],
    ...USER_ACTIONS.map((measure): [string, string, string, Email] => [
      "Moderation",
      `staff-${measure.replaceAll("_", "-")}`,
      `By staff: ${measure.replaceAll("_", " ")}`,
      userActionEmail(person, measure, measure === "suspend" ? 7 : null),
    ]),
    ["Help", "support-answer", "Staff reply", supportAnswerEmail(asked, "We've asked them.", "support@example.com")],
    ["To us", "support-request", "Support request", supportRequestEmail(asked)],
    ["To us", "contact", "Contact page message", contactEmail(asked)],
    [
      "To us",
      "new-report",
      "New report",
      newReportEmail({
        id: `rep_${ID}`,
        subject_type: "item",
        subject_id: `itm_${ID}`,
        reason: "misleading",
        details: NOTE,
        excerpt: THING,
      }),
    ],
    [
      "To us",
      "new-appeal",
      "New appeal",
      newAppealEmail({
        id: `apl_${ID}`,
        who: "Robin <robin@example.com>",
        kind: "suspension",
        message: "I'd paid.",
      }),
    ],
    [
      "Notifications",
      "notification-daily",
      "Daily email",
      dailyEmail({
        full_name: NAME,
        notifications: (["price_drop", "saved_search", "rating"] as const).map((kind) => ({
          kind,
          title: KIND_COPY[kind].hint,
          body: `${THING}: ${KIND_COPY[kind].hint}.`,
          link: "/",
        })),
        origin,
        unsubscribe: at("/unsubscribe#…"),
      }),
    ],
    ...NOTIFICATION_KINDS.map((kind): [string, string, string, Email] => [
      "Notifications",
      `notification-${kind.replaceAll("_", "-")}`,
      KIND_COPY[kind].label,
      notificationEmail({
        full_name: NAME,
        kind,
        title: KIND_COPY[kind].hint,
        body: `${THING}: ${KIND_COPY[kind].hint}.`,
        link: "/",
        origin,
        unsubscribe: at("/unsubscribe#…"),
      }),
    ]),
  ];
  return [
    ...templates.map(([group, key, name, { subject, text, html }]) => ({ key, group, name, subject, text, html })),
    ...orderTemplates(origin, now),
    ...purchaseTemplates(origin, now),
  ];
}
