/** Reads of message threads from one side. Rows do not include what that side may not see (A01). */
import { type SQL, sql } from "drizzle-orm";
import { batchAll } from "../../db/batch.ts";
import type { Database } from "../../db/client.ts";
import type { items } from "../../db/schema/items.ts";
import type { messages } from "../../db/schema/messages.ts";
import { type CursorPage, cursorList } from "../../http/cursor-list.ts";

/** As returned by D1: JSON is text, booleans are numbers. */
export type MessageRow = Pick<
  typeof messages.$inferSelect,
  "id" | "conversation_id" | "seq" | "sender_id" | "client_id" | "kind" | "text" | "state" | "at"
> & { photo: string | null; event: string | null; shield_reasons: string };

/** Columns of `messages m` used by presenters. */
export const messageColumns = `m.id, m.conversation_id, m.seq, m.sender_id, m.client_id, m.kind, m.text, m.photo,
  m.event, m.state, m.shield_reasons, m.at`;

export interface ThreadRow {
  id: string;
  other_id: string;
  other_name: string;
  last_seq: number;
  last_at: number;
  last_read_seq: number;
  other_read_seq: number;
  unread: number;
  blocked: number;
  blocked_by_you: number;
  item_id: string | null;
  item_title: string;
  item_price_cents: number;
  item_status: (typeof items.$inferSelect)["status"];
  item_holder_id: string | null;
  item_hold_until: number | null;
  item_deleted_at: number | null;
  item_seller_id: string;
  item_photos: string;
  /** The last message visible to this side, as a JSON object; null before the first. */
  last_message: string | null;
}

const lastMessage = sql.raw(`(SELECT json_object('id', m.id, 'conversation_id', m.conversation_id, 'seq', m.seq,
    'sender_id', m.sender_id, 'client_id', m.client_id, 'kind', m.kind, 'text', m.text, 'photo', m.photo, 'event', m.event,
    'state', m.state, 'shield_reasons', m.shield_reasons, 'at', m.at)
  FROM messages m WHERE m.conversation_id = me.conversation_id AND m.seq = me.last_seq)`);

/** Returns the threads of one member, `me`, with the columns of the list. */
function conversationsOf(viewerId: string, rest: SQL): SQL {
  return sql`SELECT me.conversation_id AS id, me.other_id, p.full_name AS other_name, me.last_seq, me.last_at,
      me.last_read_seq, other.last_read_seq AS other_read_seq, me.unread,
      EXISTS (SELECT 1 FROM blocks WHERE blocker_id = me.other_id AND blocked_id = me.user_id) AS blocked,
      EXISTS (SELECT 1 FROM blocks WHERE blocker_id = me.user_id AND blocked_id = me.other_id) AS blocked_by_you,
      c.item_id, i.title AS item_title, i.price_cents AS item_price_cents, i.status AS item_status,
      i.holder_id AS item_holder_id, i.hold_until AS item_hold_until, i.deleted_at AS item_deleted_at,
      i.seller_id AS item_seller_id, i.photos AS item_photos, ${lastMessage} AS last_message
    FROM conversation_members me
    JOIN conversation_members other ON other.conversation_id = me.conversation_id AND other.user_id = me.other_id
    JOIN conversations c ON c.id = me.conversation_id
    JOIN profiles p ON p.id = me.other_id
    LEFT JOIN items i ON i.id = c.item_id
    WHERE me.user_id = ${viewerId} ${rest}`;
}

export async function findThread(db: Database, viewerId: string, conversationId: string): Promise<ThreadRow | null> {
  const [row] = await db.all<ThreadRow>(conversationsOf(viewerId, sql`AND me.conversation_id = ${conversationId}`));
  return row ?? null;
}

/**
 * Returns a page of threads, last changed first, without those that have no messages. Null for a cursor of another
 * list.
 */
export async function listThreads(
  db: Database,
  viewerId: string,
  cursor: string | undefined,
  limit: number,
): Promise<CursorPage<ThreadRow> | null> {
  const list = cursorList("conversations", { reader: viewerId }, cursor);
  if (!list) return null;
  const { after } = list;
  const rows = await db.all<ThreadRow>(
    conversationsOf(
      viewerId,
      sql`AND me.last_seq > 0 ${after ? sql`AND (me.last_at, me.conversation_id) < (${after.key}, ${after.id})` : sql``}
        ORDER BY me.last_at DESC, me.conversation_id DESC LIMIT ${limit + 1}`,
    ),
  );
  return list.page(rows, limit, (last) => ({ key: last.last_at, id: last.id }));
}

interface SeenRow {
  last_seq: number;
  last_read_seq: number;
  other_read_seq: number;
}

/** Position to read from: after `after`, before `before`, or the newest. */
export interface MessageRange {
  after: number | null;
  before: number | null;
  limit: number;
}

/**
 * Returns part of a thread, oldest first, with how far each side has read. Both are read at one moment, so that
 * `last_seq` never refers to a message missing from the result. Null for another user's thread.
 */
export async function readMessages(
  d1: D1Database,
  viewerId: string,
  conversationId: string,
  { after, before, limit }: MessageRange,
): Promise<{ rows: MessageRow[]; more: boolean; seen: SeenRow } | null> {
  const range = after !== null ? sql`AND m.seq > ${after}` : before !== null ? sql`AND m.seq < ${before}` : sql``;
  const [[seen], rows] = await batchAll<[SeenRow, MessageRow]>(d1, [
    sql`SELECT me.last_seq, me.last_read_seq, other.last_read_seq AS other_read_seq
      FROM conversation_members me
      JOIN conversation_members other ON other.conversation_id = me.conversation_id AND other.user_id = me.other_id
      WHERE me.conversation_id = ${conversationId} AND me.user_id = ${viewerId}`,
    sql`SELECT ${sql.raw(messageColumns)} FROM messages m
      WHERE m.conversation_id = ${conversationId} AND (m.state = 'sent' OR m.sender_id = ${viewerId}) ${range}
        AND EXISTS (SELECT 1 FROM conversation_members WHERE conversation_id = ${conversationId} AND user_id = ${viewerId})
      ORDER BY m.seq ${sql.raw(after === null ? "DESC" : "ASC")} LIMIT ${limit + 1}`,
  ]);
  if (!seen) return null;
  const shown = rows.slice(0, limit);
  return { rows: after === null ? shown.reverse() : shown, more: rows.length > limit, seen };
}

/** State of the sender's side of a thread before a message is sent. */
export interface SenderSide {
  other_id: string;
  own_name: string;
  /** Either user has blocked the other. */
  blocked: number;
  /** The other user has written in this thread before. */
  answered: number;
  /** The two have an order or accepted trade with each other: `ordered` of the content filter. */
  dealing: number;
}

/**
 * The `+` before `status` keeps SQLite from using the index on the status: a user has few orders, but many orders have
 * the same status.
 */
const bought = (buyer: string, seller: string) =>
  sql.raw(`EXISTS (SELECT 1 FROM orders WHERE buyer_id = ${buyer} AND seller_id = ${seller}
    AND +status IN ('payment_confirmed', 'shipped', 'collection_arranged', 'completed', 'disputed'))`);

/** Two parts, because open and closed trades have an index each. For `+` see `bought`. */
const swapped = (offeror: string, seller: string) =>
  sql.raw(`EXISTS (SELECT 1 FROM trades WHERE offeror_id = ${offeror} AND seller_id = ${seller}
      AND closed_at IS NULL AND +status = 'accepted')
    OR EXISTS (SELECT 1 FROM trades WHERE offeror_id = ${offeror} AND seller_id = ${seller}
      AND closed_at IS NOT NULL AND +status = 'completed')`);

/** Reads everything needed before a message is written. `sent` is the message itself if it was sent before. */
export async function readSenderSide(
  d1: D1Database,
  senderId: string,
  conversationId: string,
  messageId: string,
): Promise<{ side: SenderSide; sent: (MessageRow & { image_id: string | null }) | null } | null> {
  const [[side], [sent]] = await batchAll<[SenderSide, MessageRow & { image_id: string | null }]>(d1, [
    sql`SELECT me.other_id, own.full_name AS own_name,
        EXISTS (SELECT 1 FROM blocks WHERE (blocker_id = me.user_id AND blocked_id = me.other_id)
          OR (blocker_id = me.other_id AND blocked_id = me.user_id)) AS blocked,
        EXISTS (SELECT 1 FROM messages WHERE conversation_id = me.conversation_id AND sender_id = me.other_id) AS answered,
        ${bought("me.user_id", "me.other_id")} OR ${bought("me.other_id", "me.user_id")}
          OR ${swapped("me.user_id", "me.other_id")} OR ${swapped("me.other_id", "me.user_id")} AS dealing
      FROM conversation_members me JOIN profiles own ON own.id = me.user_id
      WHERE me.conversation_id = ${conversationId} AND me.user_id = ${senderId}`,
    sql`SELECT ${sql.raw(messageColumns)}, m.image_id FROM messages m WHERE m.id = ${messageId}`,
  ]);
  return side ? { side, sent: sent ?? null } : null;
}

/** Counts the unread messages of these users over all threads; users without any are omitted. */
export const unreadOf = (d1: D1Database, userIds: readonly string[]) =>
  d1
    .prepare(
      `SELECT user_id, sum(unread) AS unread FROM conversation_members
        WHERE user_id IN (SELECT value FROM json_each(?1)) AND unread > 0 GROUP BY user_id`,
    )
    .bind(JSON.stringify(userIds));

export interface UnreadRow {
  user_id: string;
  unread: number;
}
