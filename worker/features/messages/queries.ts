/** Reads of message threads from one side. Rows do not include what that side may not see (A01). */
import { type SQL, sql } from "drizzle-orm";
import { BOUGHT_OR_DISPUTED, sqlList, TO_COLLECT } from "#domain/orders/order-status";
import { done, type Result } from "#domain/result";
import { eitherBlocked } from "../../db/blocks.ts";
import { batch, type Database } from "../../db/client.ts";
import type { items } from "../../db/schema/items.ts";
import type { messages } from "../../db/schema/messages.ts";
import { type CursorPage, cursorList } from "../../http/cursor-list.ts";
import { WRONG_CURSOR } from "../../http/wrong-cursor.ts";
import { itemOffers } from "../items/cards.ts";

/** As returned by D1: JSON is text, booleans are numbers. */
export type MessageRow = Pick<
  typeof messages.$inferSelect,
  "id" | "conversation_id" | "seq" | "sender_id" | "client_id" | "kind" | "text" | "state" | "at"
> & { photo: string | null; event: string | null; shield_reasons: string };

/** Columns of `messages` used by presenters. */
export const messageColumns = sql`messages.id, messages.conversation_id, messages.seq, messages.sender_id,
  messages.client_id, messages.kind, messages.text, messages.photo, messages.event, messages.state,
  messages.shield_reasons, messages.at`;

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
  /** Text of `readOffers`. */
  item_offers: string;
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
      EXISTS (SELECT 1 FROM blocks WHERE blocker_id = me.other_id AND blocked_id = me.user_id)
        OR EXISTS (SELECT 1 FROM profiles WHERE id = me.other_id AND erased_at IS NOT NULL) AS blocked,
      EXISTS (SELECT 1 FROM blocks WHERE blocker_id = me.user_id AND blocked_id = me.other_id) AS blocked_by_you,
      c.item_id, i.title AS item_title, i.price_cents AS item_price_cents,
      ${itemOffers(sql`i.id`, sql`i.seller_id`)} AS item_offers, i.status AS item_status,
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

/** Returns a page of threads, last changed first, without those that have no messages. */
export async function listThreads(
  db: Database,
  viewerId: string,
  cursor: string | undefined,
  limit: number,
): Promise<Result<CursorPage<ThreadRow>>> {
  const list = cursorList("conversations", { reader: viewerId }, cursor);
  if (!list) return WRONG_CURSOR;
  const { after } = list;
  const rows = await db.all<ThreadRow>(
    conversationsOf(
      viewerId,
      sql`AND me.last_seq > 0 ${after ? sql`AND (me.last_at, me.conversation_id) < (${after.key}, ${after.id})` : sql``}
        ORDER BY me.last_at DESC, me.conversation_id DESC LIMIT ${limit + 1}`,
    ),
  );
  return done(list.page(rows, limit, (last) => ({ key: last.last_at, id: last.id })));
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
  db: Database,
  viewerId: string,
  conversationId: string,
  { after, before, limit }: MessageRange,
): Promise<{ rows: MessageRow[]; more: boolean; seen: SeenRow } | null> {
  const range = after !== null ? sql`AND seq > ${after}` : before !== null ? sql`AND seq < ${before}` : sql``;
  const [[seen], rows] = await batch<[SeenRow, MessageRow]>(db, [
    sql`SELECT me.last_seq, me.last_read_seq, other.last_read_seq AS other_read_seq
      FROM conversation_members me
      JOIN conversation_members other ON other.conversation_id = me.conversation_id AND other.user_id = me.other_id
      WHERE me.conversation_id = ${conversationId} AND me.user_id = ${viewerId}`,
    sql`SELECT ${messageColumns} FROM messages
      WHERE messages.conversation_id = ${conversationId} AND (state = 'sent' OR sender_id = ${viewerId}) ${range}
        AND EXISTS (SELECT 1 FROM conversation_members WHERE conversation_id = ${conversationId} AND user_id = ${viewerId})
      ORDER BY seq ${after === null ? sql`DESC` : sql`ASC`} LIMIT ${limit + 1}`,
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
  /** The two have an order, accepted trade or swap circle with each other: `ordered` of the content filter. */
  dealing: number;
  /** The sender sells the thread's item. */
  sells: number;
  /** The sender sells the thread's item, and the other user wrote last. */
  answers: number;
}

/**
 * The `+` before `status` keeps SQLite from using the index on the status: a user has few orders, but many orders have
 * the same status.
 */
const bought = (buyer: string, seller: string) =>
  sql.raw(`EXISTS (SELECT 1 FROM orders WHERE buyer_id = ${buyer} AND seller_id = ${seller}
    AND +status IN (${sqlList([...new Set([...BOUGHT_OR_DISPUTED, ...TO_COLLECT])])}))`);

/** Two parts for trades, because open and closed ones have an index each. For `+` see `bought`. */
const swapped = (offeror: string, seller: string) =>
  sql.raw(`EXISTS (SELECT 1 FROM trades WHERE offeror_id = ${offeror} AND seller_id = ${seller}
      AND closed_at IS NULL AND +status = 'accepted')
    OR EXISTS (SELECT 1 FROM trades WHERE offeror_id = ${offeror} AND seller_id = ${seller}
      AND closed_at IS NOT NULL AND +status = 'completed')
    OR EXISTS (SELECT 1 FROM circle_legs WHERE giver_id = ${offeror} AND receiver_id = ${seller}
      AND +state IN ('locked', 'handed_over'))`);

const sellsTheItem = sql.raw(`EXISTS (SELECT 1 FROM conversations c JOIN items i ON i.id = c.item_id
  WHERE c.id = me.conversation_id AND i.seller_id = me.user_id)`);

/** Reads everything needed before a message is written. `sent` is the message itself if it was sent before. */
export async function readSenderSide(
  db: Database,
  senderId: string,
  conversationId: string,
  messageId: string,
): Promise<{ side: SenderSide; sent: (MessageRow & { image_id: string | null }) | null } | null> {
  const [[side], [sent]] = await batch<[SenderSide, MessageRow & { image_id: string | null }]>(db, [
    sql`SELECT me.other_id, own.full_name AS own_name,
        ${eitherBlocked(sql`me.user_id`, sql`me.other_id`)} AS blocked,
        EXISTS (SELECT 1 FROM messages WHERE conversation_id = me.conversation_id AND sender_id = me.other_id) AS answered,
        ${bought("me.user_id", "me.other_id")} OR ${bought("me.other_id", "me.user_id")}
          OR ${swapped("me.user_id", "me.other_id")} OR ${swapped("me.other_id", "me.user_id")} AS dealing,
        ${sellsTheItem} AS sells,
        ${sellsTheItem}
          AND me.other_id = (SELECT sender_id FROM messages WHERE conversation_id = me.conversation_id
            AND sender_id IS NOT NULL AND state = 'sent' ORDER BY seq DESC LIMIT 1) AS answers
      FROM conversation_members me JOIN profiles own ON own.id = me.user_id
      WHERE me.conversation_id = ${conversationId} AND me.user_id = ${senderId}`,
    sql`SELECT ${messageColumns}, messages.image_id FROM messages WHERE id = ${messageId}`,
  ]);
  return side ? { side, sent: sent ?? null } : null;
}

/** Counts the unread messages of these users over all threads; users without any are omitted. */
export const unreadOf = (userIds: readonly string[]): SQL => sql`SELECT user_id, sum(unread) AS unread
  FROM conversation_members WHERE user_id IN (SELECT value FROM json_each(${JSON.stringify(userIds)})) AND unread > 0
  GROUP BY user_id`;

export interface UnreadRow {
  user_id: string;
  unread: number;
}
