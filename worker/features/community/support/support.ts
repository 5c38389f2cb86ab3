/** Messages to the support team, and their answers: an answer is an email, a row and an audit log entry, in one batch. */

import { sql } from "drizzle-orm";
import type { ContactMessageInput, NewSupportRequestInput } from "#contract/community/support";
import { MESSAGES } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import { isPartyToCase } from "#domain/account/staff-conflict";
import { done, type Result, refuse } from "#domain/result";
import { CHANGED, insertAuditEntry } from "../../../db/audit-log.ts";
import { batch } from "../../../db/client.ts";
import { insertNotification } from "../../../db/notifications.ts";
import { supportRequests } from "../../../db/schema/orders.ts";
import { supportAnswers } from "../../../db/schema/support.ts";
import { supportEmail } from "../../../db/site-settings.ts";
import type { Services } from "../../../services.ts";
import { stableId } from "../../../stable-id.ts";
import { deliverSoon } from "../../notifications/commands.ts";
import type { Email } from "../../notifications/email/emails.ts";
import { queueEmail } from "../../notifications/email/outbox.ts";
import { findOwnOrder } from "../../orders/queries.ts";
import { contactEmail, supportAnswerEmail, supportRequestEmail } from "./emails.ts";
import { findSupport } from "./queries.ts";

export type SupportRequestRow = typeof supportRequests.$inferSelect;

/** Stores a message and emails it to the support address, in one batch. */
async function receive(services: Services, row: SupportRequestRow, email: Email): Promise<void> {
  const { db } = services;
  const to = await supportEmail(services);
  await batch(db, [
    db.insert(supportRequests).values(row).onConflictDoNothing(),
    ...(to === "" ? [] : [queueEmail(services, { to, dedupeKey: `support:${row.id}`, ...email })]),
  ]);
  deliverSoon(services);
}

/**
 * Stores a support request and notifies the support address, in one batch. An order must be the caller's own, and the
 * item's name comes from it. The reply address is stored but nothing is sent to it, because it is unverified.
 */
export async function requestSupport(
  services: Services,
  userId: string,
  id: string,
  input: NewSupportRequestInput,
): Promise<Result<SupportRequestRow>> {
  const { db, now } = services;
  const orderId = input.order_id ?? null;
  const record = orderId === null ? null : await findOwnOrder(db, orderId, userId);
  if (orderId !== null && !record) return NOT_FOUND;
  const row: SupportRequestRow = {
    id,
    user_id: userId,
    order_id: orderId,
    item_name: record?.order.item_title ?? (input.item_name?.replace(/\s+/g, " ").trim() || null),
    issue_description: input.issue_description,
    user_email: input.user_email,
    topic: null,
    sender_name: null,
    status: "open",
    created_at: now(),
  };
  await receive(services, row, supportRequestEmail(row));
  return done(row);
}

/**
 * Stores a message of the contact page and notifies the support address. Nothing is sent to the sender's address,
 * because it is unverified.
 */
export async function receiveContactMessage(
  services: Services,
  userId: string | null,
  id: string,
  input: ContactMessageInput,
): Promise<{ id: string; created_at: number }> {
  const { now } = services;
  const row: SupportRequestRow = {
    id,
    user_id: userId,
    order_id: null,
    item_name: null,
    issue_description: input.message,
    user_email: input.email,
    topic: input.topic,
    sender_name: input.name || null,
    status: "open",
    created_at: now(),
  };
  await receive(services, row, contactEmail(row));
  return { id, created_at: row.created_at };
}

/**
 * Answers a support request by email.
 * @param id id of the answer: a repeat finds its own and sends nothing twice.
 */
export async function answerSupport(
  services: Services,
  staffId: string,
  requestId: string,
  id: string,
  message: string,
): Promise<Result> {
  const { db, now } = services;
  const row = await findSupport(db, requestId);
  if (!row) return NOT_FOUND;
  if (isPartyToCase(staffId, [row.user_id])) return refuse("forbidden", MESSAGES.ownCase);
  const at = now();
  const mail = supportAnswerEmail(row, message, await supportEmail(services));
  const known = await db.select({ id: supportAnswers.id }).from(supportAnswers).where(sql`id = ${id}`);
  if (known.length > 0) return done();
  await batch(db, [
    db.insert(supportAnswers).values({ id, request_id: requestId, staff_id: staffId, message, at }),
    insertAuditEntry({
      actor_id: staffId,
      action: "support_answered",
      subject: requestId,
      details: { answer_id: id },
      at,
    }),
    db.update(supportRequests).set({ status: "answered" }).where(sql`id = ${requestId}`),
    queueEmail(services, { to: row.user_email, dedupeKey: `support-answer:${id}`, ...mail }),
    ...(row.user_id === null
      ? []
      : [
          insertNotification({
            id: await stableId("ntf", id),
            user_id: row.user_id,
            kind: "report",
            dedupe_key: `support-answer:${id}`,
            title: "We've replied to your message",
            body: message,
            link: "/Contact",
            at,
            mailed: true,
          }),
        ]),
  ]);
  deliverSoon(services);
  return done();
}

/** Closes a support request. Idempotent. */
export async function closeSupport(services: Services, staffId: string, id: string): Promise<Result> {
  const { db, now } = services;
  const row = await findSupport(db, id);
  if (!row) return NOT_FOUND;
  if (isPartyToCase(staffId, [row.user_id])) return refuse("forbidden", MESSAGES.ownCase);
  await batch(db, [
    sql`UPDATE support_requests SET status = 'closed' WHERE id = ${id} AND status <> 'closed'`,
    insertAuditEntry({ actor_id: staffId, action: "support_closed", subject: id, at: now() }, CHANGED),
  ]);
  return done();
}
