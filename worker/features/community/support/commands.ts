import type { ContactMessageInput, NewSupportRequestInput } from "#contract/community/support";
import { MESSAGES } from "#contract/copy";
import { type Refusal, refuse } from "#domain/result";
import { supportRequests } from "../../../db/schema/orders.ts";
import { supportEmail } from "../../../db/site-settings.ts";
import type { Services } from "../../../services.ts";
import { deliverSoon } from "../../notifications/email/deliver.ts";
import { queueEmail } from "../../notifications/email/outbox.ts";
import { findOwnOrder } from "../../orders/queries.ts";
import { contactEmail, supportRequestEmail } from "./emails.ts";

export type SupportRequestRow = typeof supportRequests.$inferSelect;

/**
 * Stores a support request and notifies the support address, in one batch. An order must be the caller's own, and the
 * item's name comes from it. The reply address is stored but nothing is sent to it, because it is unverified.
 */
export async function requestSupport(
  services: Services,
  userId: string,
  id: string,
  input: NewSupportRequestInput,
): Promise<{ ok: true; request: SupportRequestRow } | Refusal> {
  const { db, now } = services;
  const orderId = input.order_id ?? null;
  const record = orderId === null ? null : await findOwnOrder(db, orderId, userId);
  if (orderId !== null && !record) return refuse("not_found", MESSAGES.notFound);
  const row: SupportRequestRow = {
    id,
    user_id: userId,
    order_id: orderId,
    item_name: record?.order.item_title ?? null,
    issue_description: input.issue_description,
    user_email: input.user_email,
    topic: null,
    sender_name: null,
    status: "open",
    created_at: now(),
  };
  const mail = supportRequestEmail(row);
  const to = await supportEmail(services);
  await db.batch([
    db.insert(supportRequests).values(row).onConflictDoNothing(),
    ...(to === "" ? [] : [queueEmail(services, { to, dedupeKey: `support:${id}`, ...mail })]),
  ]);
  deliverSoon(services);
  return { ok: true, request: row };
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
  const { db, now } = services;
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
  const mail = contactEmail(row);
  const to = await supportEmail(services);
  await db.batch([
    db.insert(supportRequests).values(row).onConflictDoNothing(),
    ...(to === "" ? [] : [queueEmail(services, { to, dedupeKey: `support:${id}`, ...mail })]),
  ]);
  deliverSoon(services);
  return { id, created_at: row.created_at };
}
