/** Finds or creates a message thread. */

import { type SQL, sql } from "drizzle-orm";
import { MESSAGES } from "#contract/copy";
import { done, type Result, refuse } from "#domain/result";
import { eitherBlocked } from "../../db/blocks.ts";
import { batch, type Database } from "../../db/client.ts";
import { threadMembers, threads } from "../../db/schema/messages.ts";
import type { Services } from "../../services.ts";
import { stableId } from "../../stable-id.ts";

const NOT_FOUND = refuse("not_found", MESSAGES.notFound);

interface Wanted {
  item_id?: string | undefined;
  user_id?: string | undefined;
}

interface ItemRow {
  seller_id: string;
  /** For sale or sold: its page is public. */
  shown: number;
}

/**
 * Opens the caller's thread with the seller of an item, with another user about an item of one of the two, or with
 * another user. The id is derived from the pair and the item, so two users who start concurrently share one thread.
 * @returns its id, and whether it is new.
 */
export async function openThread(
  { db, now }: Services,
  viewerId: string,
  wanted: Wanted,
): Promise<Result<{ id: string; made: boolean }>> {
  const itemId = wanted.item_id ?? null;
  const item = itemId === null ? null : await threadItem(db, itemId);
  if (itemId !== null && !item) return NOT_FOUND;
  const otherId = wanted.user_id ?? item?.seller_id ?? "";
  if (otherId === viewerId) {
    return item
      ? refuse("own_item", "This is your own listing.")
      : refuse("invalid", "You cannot write to yourself.", {
          fields: [{ field: "user_id", message: "You cannot write to yourself." }],
        });
  }
  if (item && item.seller_id !== viewerId && item.seller_id !== otherId) return NOT_FOUND;

  const [low, high] = viewerId < otherId ? [viewerId, otherId] : [otherId, viewerId];
  const id = await stableId("cnv", low, high, itemId ?? "");
  const [known] = await db.all<{ person: number; conversation: number; blocked: number; ordered: number }>(
    sql`SELECT EXISTS (SELECT 1 FROM profiles WHERE id = ${otherId}) AS person,
      EXISTS (SELECT 1 FROM conversations WHERE id = ${id}) AS conversation,
      ${eitherBlocked(otherId, viewerId)} AS blocked,
      EXISTS (SELECT 1 FROM orders WHERE buyer_id IN (${low}, ${high}) AND seller_id IN (${low}, ${high})
        AND item_id = ${itemId}) AS ordered`,
  );
  if (!known?.person) return NOT_FOUND;
  // An existing thread stays readable, regardless of later changes to the item or the users.
  if (known.conversation) return done({ id, made: false });
  if (item && !item.shown && item.seller_id !== viewerId && !known.ordered) return NOT_FOUND;
  if (known.blocked) return refuse("blocked", MESSAGES.blocked);

  const at = now();
  const [begun] = await batch<[{ id: string }, object, object]>(db, [
    db
      .insert(threads)
      .values({ id, item_id: itemId, low_id: low, high_id: high, opened_by: viewerId, created_at: at })
      .onConflictDoNothing()
      .returning({ id: threads.id }),
    db
      .insert(threadMembers)
      .values([
        { conversation_id: id, user_id: low, other_id: high, last_at: at },
        { conversation_id: id, user_id: high, other_id: low, last_at: at },
      ])
      .onConflictDoNothing(),
    pastEvents(id, low, high, itemId),
  ]);
  return done({ id, made: begun.length > 0 });
}

async function threadItem(db: Database, itemId: string): Promise<ItemRow | null> {
  const [row] = await db.all<ItemRow>(sql`SELECT seller_id, deleted_at IS NULL AND status <> 'inactive' AS shown
    FROM items WHERE id = ${itemId}`);
  return row ?? null;
}

/**
 * Adds the past events between the two users; from then on triggers add new ones. Uses the ids that the triggers would
 * have used, so that no event appears twice.
 */
function pastEvents(threadId: string, low: string, high: string, itemId: string | null): SQL {
  const pair = sql`(${low}, ${high})`;
  return sql`INSERT OR IGNORE INTO messages (id, conversation_id, seq, kind, event, at)
    SELECT id, ${threadId}, (SELECT coalesce(max(seq), 0) FROM messages WHERE conversation_id = ${threadId})
        + row_number() OVER (ORDER BY at, id), 'event', event, at
    FROM (
      SELECT 'msg_' || substr(o.id, 5) || 'e' || e.rev AS id,
        json_object('subject', 'order', 'id', o.id, 'kind', e.kind) AS event, e.at
      FROM orders o JOIN order_events e ON e.order_id = o.id
      WHERE o.buyer_id IN ${pair} AND o.seller_id IN ${pair} AND o.item_id = ${itemId} AND e.kind <> 'card_failed'
        AND substr(o.hold_id, 1, 4) <> 'trd_'
      UNION ALL
      SELECT 'msg_' || substr(id, 5) || status, json_object('subject', 'trade', 'id', id, 'kind', status), updated_at
      FROM trades WHERE offeror_id IN ${pair} AND seller_id IN ${pair} AND target_item_id = ${itemId}
        AND closed_at IS NULL
    ) past
    WHERE NOT EXISTS (SELECT 1 FROM messages known WHERE known.id = past.id)`;
}
