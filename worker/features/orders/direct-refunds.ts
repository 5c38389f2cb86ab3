/**
 * Refunds that the seller sends to the buyer directly: the steps of both, reminders and deadlines, and closing by
 * staff.
 */

import { and, eq, lte, sql } from "drizzle-orm";
import { NOT_FOUND } from "#contract/errors";
import { formatCents } from "#domain/money";
import { formatDateInZone } from "#domain/orders/collection-date-text";
import {
  applyRefundStep,
  closeDirectRefund,
  type DirectRefund,
  type DirectRefundStatus,
  dueAction,
  nextParty,
} from "#domain/orders/direct-refund";
import { done, type Result, refuse } from "#domain/result";
import { insertAuditEntry } from "../../db/audit-log.ts";
import { batch, type Database, type Query } from "../../db/client.ts";
import { directRefunds } from "../../db/schema/direct-refunds.ts";
import { orders } from "../../db/schema/orders.ts";
import type { Services } from "../../services.ts";
import { notifySoon } from "../notifications/commands.ts";
import { insertOrderNotifications } from "./order-notifications.ts";
import { findOwnOrder } from "./queries.ts";

type RefundStep = Parameters<typeof applyRefundStep>[2];

const MOVED_ON = refuse("wrong_state", "This refund has changed since you opened it. Please check it again.");
const AT_ONCE = 50;

interface Found {
  before: DirectRefund;
  title: string;
  zone: string;
}

const columns = { before: directRefunds, title: orders.item_title, zone: orders.collection_zone };

async function findReturn(db: Database, orderId: string): Promise<Found | null> {
  const row = await db
    .select(columns)
    .from(directRefunds)
    .innerJoin(orders, eq(orders.id, directRefunds.order_id))
    .where(eq(directRefunds.order_id, orderId))
    .get();
  return row ?? null;
}

interface NotificationText {
  to: readonly string[];
  title: string;
  body: string;
}

/** Writes a change with its notifications. A trigger refuses one of two concurrent changes. */
async function write(
  services: Pick<Services, "db" | "now">,
  after: DirectRefund,
  notification: NotificationText,
  audit: readonly Query[] = [],
): Promise<Result> {
  const { db, now } = services;
  const at = now();
  const { order_id, ...changed } = after;
  const { order_id: orderId } = after;
  const dedupe_key = `money-return:${orderId}:${after.rev}`;
  const rows = await insertOrderNotifications({ ...notification, orderId, dedupe_key, at });
  try {
    await batch(db, [
      db.update(directRefunds).set(changed).where(eq(directRefunds.order_id, order_id)),
      ...rows,
      ...audit,
    ]);
    return done();
  } catch (error) {
    if (String((error as Error).cause ?? error).includes("a refund has changed")) return MOVED_ON;
    throw error;
  }
}

const CLOSED = "This refund is closed.";

function stepNotification(step: RefundStep["action"], after: DirectRefund, { title, zone }: Found): NotificationText {
  const amount = formatCents(after.amount_cents);
  const by = formatDateInZone(after.due_at, zone);
  switch (step) {
    case "give_account":
      return {
        to: [after.seller_id],
        title: `Send the refund: ${title}`,
        body: `The buyer has told us where to send the ${amount}. The account is on your order page. Please send the money and confirm there by ${by}.`,
      };
    case "sent":
      return {
        to: [after.buyer_id],
        title: `Refund sent: ${title}`,
        body: `The seller says they've sent ${amount}. Tell us on your order page when it arrives.`,
      };
    case "arrived":
      return {
        to: [after.seller_id],
        title: `Refund arrived: ${title}`,
        body: `The buyer has received ${amount}. ${CLOSED}`,
      };
    case "not_yet":
      return {
        to: [after.seller_id],
        title: `Refund not received: ${title}`,
        body: `The buyer hasn't received ${amount} yet. Please check your transfer and update your order page by ${by}.`,
      };
  }
}

/** Records a step of the buyer or the seller. */
export async function recordReturnStep(
  services: Services,
  userId: string,
  orderId: string,
  step: RefundStep,
): Promise<Result> {
  const { db, now } = services;
  const found = await findReturn(db, orderId);
  if (!found || (userId !== found.before.buyer_id && userId !== found.before.seller_id)) {
    return (await findOwnOrder(db, orderId, userId)) ? MOVED_ON : NOT_FOUND;
  }
  const after = applyRefundStep(found.before, userId, step, now());
  if (after === null) return MOVED_ON;
  const notification = stepNotification(step.action, after, found);
  const written = await write(services, after, notification);
  if (written.ok) notifySoon(services, notification.to);
  return written;
}

/** Closes a refund for staff: the money was returned, or none was owed. */
export async function settleReturnByStaff(
  services: Services,
  staffId: string,
  orderId: string,
  note: string,
): Promise<Result> {
  const { db, now } = services;
  const found = await findReturn(db, orderId);
  if (!found) return NOT_FOUND;
  const people = [found.before.buyer_id, found.before.seller_id];
  const at = now();
  const after = closeDirectRefund(found.before, at);
  if (after === null) return MOVED_ON;
  const audit = insertAuditEntry({
    actor_id: staffId,
    action: "money_return_settled",
    subject: orderId,
    details: { note },
    at,
  });
  const title = `Refund settled: ${found.title}`;
  const written = await write(services, after, { to: people, title, body: `Our team's note: ${note}` }, [audit]);
  if (written.ok) notifySoon(services, people);
  return written;
}

const REMINDERS: Record<DirectRefundStatus, (amount: string, by: string) => string> = {
  account_needed: (amount, by) => `Tell us on your order page by ${by} which account to send ${amount} to.`,
  owed: (amount, by) =>
    `You still owe the buyer ${amount}, due ${by}. Your order page shows the account. Confirm there once you've sent it.`,
  sent: (amount, by) =>
    `Has the ${amount} arrived? Please tell us on your order page by ${by}, or we'll assume it has.`,
  settled: () => CLOSED,
  unclaimed: () => CLOSED,
};

function deadlineNotification(
  what: "reminder" | "settled" | "unclaimed",
  next: DirectRefund,
  { title, zone }: Found,
): NotificationText {
  const amount = formatCents(next.amount_cents);
  if (what === "reminder") {
    const mover = nextParty(next);
    const body = REMINDERS[next.status](amount, formatDateInZone(next.due_at, zone));
    return { to: mover === null ? [] : [mover], title: `Reminder: refund for ${title}`, body };
  }
  const to = [next.buyer_id, next.seller_id];
  const body =
    what === "settled"
      ? `We haven't heard otherwise, so we assume the ${amount} has arrived. ${CLOSED}`
      : `The buyer didn't tell us in time where to send the ${amount}. They can still do that on the order page.`;
  return { to, title: `Refund ${what === "settled" ? "settled" : "not claimed"}: ${title}`, body };
}

/** Sends reminders and applies deadlines. Run by cron. */
export async function remindReturns(services: Services): Promise<void> {
  const { db, now } = services;
  const due = await db
    .select(columns)
    .from(directRefunds)
    .innerJoin(orders, eq(orders.id, directRefunds.order_id))
    .where(and(sql`${directRefunds.next_at} IS NOT NULL`, lte(directRefunds.next_at, now())))
    .limit(AT_ONCE);
  for (const found of due) {
    const step = dueAction(found.before, now());
    if (step) await write(services, step.next, deadlineNotification(step.what, step.next, found));
  }
}
