/** Decisions of staff about a message: held by the content filter, or reported by a user (decision 0027). */
import { type SQL, sql } from "drizzle-orm";
import { notificationRow } from "../../db/notifications.ts";
import { pushToUser } from "../../http/user-channel.ts";
import type { Services } from "../../services.ts";
import { deliverMessage, messageNotification } from "./notify.ts";
import { type MessageRow, messageColumns, type UnreadRow, unreadOf } from "./queries.ts";

interface DecidedRow extends MessageRow {
  sender_id: string;
  receiver_id: string;
  sender_name: string;
  /** The message never reached the receiver, who must not learn of it. */
  was_held: number;
}

/**
 * Statement for a batch: sends a held message. It gets a new sequence number, because clients ask for messages after
 * the last one they have.
 */
export function releaseMessage(messageId: string, now: number): SQL {
  return sql`UPDATE messages SET state = 'sent', at = ${now},
      seq = (SELECT max(m.seq) + 1 FROM messages m WHERE m.conversation_id = messages.conversation_id)
    WHERE id = ${messageId} AND state = 'held'`;
}

/** Statement for a batch: makes the message visible to its author only, whether it was held or sent. */
export function declineMessage(messageId: string): SQL {
  return sql`UPDATE messages SET state = 'declined' WHERE id = ${messageId} AND sender_id IS NOT NULL`;
}

/** Notifies both sides after that batch. May be repeated without notifying twice. */
export async function notifyDecision(services: Services, messageId: string): Promise<void> {
  const { env } = services;
  const row = await env.DB.prepare(
    `SELECT ${messageColumns}, me.other_id AS receiver_id, p.full_name AS sender_name,
        EXISTS (SELECT 1 FROM reports r WHERE r.subject_id = m.id AND r.kind = 'held_message') AS was_held
      FROM messages m
      JOIN conversation_members me ON me.conversation_id = m.conversation_id AND me.user_id = m.sender_id
      JOIN profiles p ON p.id = m.sender_id WHERE m.id = ?1`,
  )
    .bind(messageId)
    .first<DecidedRow>();
  if (!row) return;
  const statements = [unreadOf(env.DB, [row.sender_id, row.receiver_id])];
  if (row.state === "sent") {
    const notice = notificationRow(await messageNotification(row, row.sender_name, row.receiver_id));
    statements.push(env.DB.prepare(notice.sql).bind(...notice.params));
  }
  const [found] = await env.DB.batch(statements);
  const unread = (found?.results ?? []) as unknown as UnreadRow[];
  deliverMessage(services, row, row.receiver_id, unread);
  if (row.state !== "declined" || row.was_held) return;
  const left = unread.find(({ user_id }) => user_id === row.receiver_id)?.unread ?? 0;
  const place = { conversation_id: row.conversation_id, message_id: row.id };
  services.defer(pushToUser(env, row.receiver_id, { type: "removed", ...place, unread_messages: left }));
}
