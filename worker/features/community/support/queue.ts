/** Queue of support requests for staff. An answer is an email, a row and an audit log entry, in one batch. */
import { sql } from "drizzle-orm";
import type { AdminSupportRequest, SupportStatus } from "#contract/community/support-queue";
import { MESSAGES } from "#contract/copy";
import { isPartyToCase } from "#domain/account/staff-conflict";
import { decodeCursor, encodeCursor } from "#domain/cursor";
import { type Refusal, refuse } from "#domain/result";
import { auditIfChanged, auditInsert } from "../../../db/audit-log.ts";
import type { Database } from "../../../db/client.ts";
import { notificationInsert } from "../../../db/notifications.ts";
import { supportRequests } from "../../../db/schema/orders.ts";
import { supportAnswers } from "../../../db/schema/support.ts";
import { supportEmail } from "../../../db/site-settings.ts";
import type { Services } from "../../../services.ts";
import { stableId } from "../../../stable-id.ts";
import { deliverSoon } from "../../notifications/email/deliver.ts";
import { queueEmail } from "../../notifications/email/outbox.ts";
import { presentPerson } from "../../safety/reports/present.ts";
import { userJson } from "../../safety/reports/queries.ts";
import { type Asked, supportAnswerEmail } from "./emails.ts";

interface SupportRow extends Asked {
  status: SupportStatus;
  created_at: number;
  /** JSON, like `answers`. */
  account: string | null;
  answers: string;
}

const supportRows = (rest: ReturnType<typeof sql>) => sql`SELECT s.*,
    CASE WHEN p.id IS NOT NULL THEN ${userJson("p")} END AS account,
    (SELECT json_group_array(json_object('by', by_name, 'message', message, 'at', at)) FROM (
      SELECT w.full_name AS by_name, a.message, a.at FROM support_answers a JOIN profiles w ON w.id = a.staff_id
      WHERE a.request_id = s.id ORDER BY a.at)) AS answers
  FROM support_requests s LEFT JOIN profiles p ON p.id = s.user_id WHERE ${rest}`;

const PAGE = 20;

/** Lists support requests of one status. Null for a cursor of another list. */
export async function listSupport(
  db: Database,
  status: SupportStatus,
  cursor: string | undefined,
): Promise<{ rows: SupportRow[]; next_cursor: string | null } | null> {
  const order = `support-${status}`;
  const after = cursor === undefined ? null : decodeCursor(cursor, order, {});
  if (cursor !== undefined && after === null) return null;
  const [beyond, direction] = status === "open" ? [sql.raw(">"), sql.raw("ASC")] : [sql.raw("<"), sql.raw("DESC")];
  const rows = await db.all<SupportRow>(
    supportRows(sql`s.status = ${status}
      ${after ? sql`AND (s.created_at, s.id) ${beyond} (${after.key}, ${after.id})` : sql``}
      ORDER BY s.created_at ${direction}, s.id ${direction} LIMIT ${PAGE + 1}`),
  );
  const shown = rows.slice(0, PAGE);
  const last = rows.length > PAGE ? shown.at(-1) : undefined;
  return {
    rows: shown,
    next_cursor: last ? encodeCursor(order, {}, { key: last.created_at, id: last.id }) : null,
  };
}

export async function findSupport(db: Database, id: string): Promise<SupportRow | null> {
  const [row] = await db.all<SupportRow>(supportRows(sql`s.id = ${id}`));
  return row ?? null;
}

export function presentSupport(row: SupportRow, now: number): AdminSupportRequest {
  return {
    id: row.id,
    status: row.status,
    topic: row.topic,
    order_id: row.order_id,
    item_name: row.item_name,
    message: row.issue_description,
    email: row.user_email,
    name: row.sender_name,
    account: row.account === null ? null : presentPerson(row.account, now),
    answers: JSON.parse(row.answers) as AdminSupportRequest["answers"],
    created_at: row.created_at,
  };
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
): Promise<{ ok: true } | Refusal> {
  const { db, now } = services;
  const row = await findSupport(db, requestId);
  if (!row) return refuse("not_found", MESSAGES.notFound);
  if (isPartyToCase(staffId, [row.user_id])) return refuse("forbidden", MESSAGES.ownCase);
  const at = now();
  const mail = supportAnswerEmail(row, message, await supportEmail(services));
  const known = await db.select({ id: supportAnswers.id }).from(supportAnswers).where(sql`id = ${id}`);
  if (known.length > 0) return { ok: true };
  await db.batch([
    db.insert(supportAnswers).values({ id, request_id: requestId, staff_id: staffId, message, at }),
    auditInsert(db, {
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
          notificationInsert(db, {
            id: await stableId("ntf", id),
            user_id: row.user_id,
            kind: "report",
            dedupe_key: `support-answer:${id}`,
            title: "We have answered your message",
            body: message,
            link: "/Contact",
            at,
            mailed: true,
          }),
        ]),
  ]);
  deliverSoon(services);
  return { ok: true };
}

export async function closeSupport(services: Services, staffId: string, id: string): Promise<{ ok: true } | Refusal> {
  const { db, env, now } = services;
  const row = await findSupport(db, id);
  if (!row) return refuse("not_found", MESSAGES.notFound);
  if (isPartyToCase(staffId, [row.user_id])) return refuse("forbidden", MESSAGES.ownCase);
  await env.DB.batch([
    env.DB.prepare("UPDATE support_requests SET status = 'closed' WHERE id = ? AND status <> 'closed'").bind(id),
    auditIfChanged(env.DB, { actor_id: staffId, action: "support_closed", subject: id, at: now() }),
  ]);
  return { ok: true };
}
