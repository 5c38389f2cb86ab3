/** Decisions of staff about a message: held by the content filter, or reported by a user (decision 0027). */
import { type SQL, sql } from "drizzle-orm";
import { batch } from "../../db/client.ts";
import { insertNotification } from "../../db/notifications.ts";
import { pushToUser } from "../../http/user-channel.ts";
import type { Services } from "../../services.ts";
import { deliverMessage } from "./commands.ts";
import { messageNotification } from "./present.ts";
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
export function releaseStatement(messageId: string, now: number): SQL {
  return sql`UPDATE messages SET state = 'sent', at = ${now},
      seq = (SELECT max(m.seq) + 1 FROM messages m WHERE m.conversation_id = messages.conversation_id)
    WHERE id = ${messageId} AND state = 'held'`;
}

/** Statement for a batch: makes the message visible to its author only, whether it was held or sent. */
export function declineStatement(messageId: string): SQL {
  return sql`UPDATE messages SET state = 'declined' WHERE id = ${messageId} AND sender_id IS NOT NULL`;
}

/** Notifies both sides after that batch. May be repeated without notifying twice. */
export async function notifyDecision(services: Services, messageId: string): Promise<void> {
  const { db, env } = services;
  const [row] = await db.all<DecidedRow>(sql`SELECT ${messageColumns}, me.other_id AS receiver_id,
      p.full_name AS sender_name,
      EXISTS (SELECT 1 FROM reports r WHERE r.subject_id = messages.id AND r.kind = 'held_message') AS was_held
    FROM messages
    JOIN conversation_members me ON me.conversation_id = messages.conversation_id AND me.user_id = messages.sender_id
    JOIN profiles p ON p.id = messages.sender_id WHERE messages.id = ${messageId}`);
  if (!row) return;
  const notice = await messageNotification(row, row.sender_name, row.receiver_id);
  const [unread = []] = await batch<UnreadRow[]>(db, [
    unreadOf([row.sender_id, row.receiver_id]),
    ...(row.state === "sent" ? [insertNotification(notice)] : []),
  ]);
  deliverMessage(services, row, row.receiver_id, unread);
  if (row.state !== "declined" || row.was_held) return;
  const left = unread.find(({ user_id }) => user_id === row.receiver_id)?.unread ?? 0;
  const place = { conversation_id: row.conversation_id, message_id: row.id };
  services.defer(pushToUser(env, row.receiver_id, { type: "removed", ...place, unread_messages: left }));
}
