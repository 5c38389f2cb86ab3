/** Finds or creates a message thread. */

import { MESSAGES } from "#contract/copy";
import { type Refusal, refuse } from "#domain/result";
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
  { env, now }: Services,
  viewerId: string,
  wanted: Wanted,
): Promise<{ ok: true; id: string; made: boolean } | Refusal> {
  const itemId = wanted.item_id ?? null;
  const item = itemId === null ? null : await threadItem(env.DB, itemId);
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
  const known = await env.DB.prepare(
    `SELECT EXISTS (SELECT 1 FROM profiles WHERE id = ?1) AS person,
      EXISTS (SELECT 1 FROM conversations WHERE id = ?3) AS conversation,
      EXISTS (SELECT 1 FROM blocks WHERE (blocker_id = ?1 AND blocked_id = ?2)
        OR (blocker_id = ?2 AND blocked_id = ?1)) AS blocked,
      EXISTS (SELECT 1 FROM orders WHERE buyer_id IN (?1, ?2) AND seller_id IN (?1, ?2) AND item_id = ?4) AS ordered`,
  )
    .bind(otherId, viewerId, id, itemId)
    .first<{ person: number; conversation: number; blocked: number; ordered: number }>();
  if (!known?.person) return NOT_FOUND;
  // An existing thread stays readable, regardless of later changes to the item or the users.
  if (known.conversation) return { ok: true, id, made: false };
  if (item && !item.shown && item.seller_id !== viewerId && !known.ordered) return NOT_FOUND;
  if (known.blocked) return refuse("blocked", MESSAGES.blocked);

  const at = now();
  const [begun] = await env.DB.batch<{ id: string }>([
    env.DB.prepare(
      `INSERT INTO conversations (id, item_id, low_id, high_id, opened_by, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        ON CONFLICT DO NOTHING RETURNING id`,
    ).bind(id, itemId, low, high, viewerId, at),
    env.DB.prepare(
      `INSERT INTO conversation_members (conversation_id, user_id, other_id, last_at)
        VALUES (?1, ?2, ?3, ?4), (?1, ?3, ?2, ?4) ON CONFLICT DO NOTHING`,
    ).bind(id, low, high, at),
    // Adds the past events between the two users; from now on triggers add new ones.
    env.DB.prepare(PAST_EVENTS).bind(id, low, high, itemId),
  ]);
  return { ok: true, id, made: (begun?.results.length ?? 0) > 0 };
}

function threadItem(d1: D1Database, itemId: string): Promise<ItemRow | null> {
  return d1
    .prepare("SELECT seller_id, deleted_at IS NULL AND status <> 'inactive' AS shown FROM items WHERE id = ?")
    .bind(itemId)
    .first<ItemRow>();
}

/** Uses the ids that the triggers would have used, so that no event appears twice. */
const PAST_EVENTS = `INSERT OR IGNORE INTO messages (id, conversation_id, seq, kind, event, at)
  SELECT id, ?1, (SELECT coalesce(max(seq), 0) FROM messages WHERE conversation_id = ?1)
      + row_number() OVER (ORDER BY at, id), 'event', event, at
  FROM (
    SELECT 'msg_' || substr(o.id, 5) || 'e' || e.rev AS id,
      json_object('subject', 'order', 'id', o.id, 'kind', e.kind) AS event, e.at
    FROM orders o JOIN order_events e ON e.order_id = o.id
    WHERE o.buyer_id IN (?2, ?3) AND o.seller_id IN (?2, ?3) AND o.item_id = ?4 AND e.kind <> 'card_failed'
      AND substr(o.hold_id, 1, 4) <> 'trd_'
    UNION ALL
    SELECT 'msg_' || substr(id, 5) || status, json_object('subject', 'trade', 'id', id, 'kind', status), updated_at
    FROM trades WHERE offeror_id IN (?2, ?3) AND seller_id IN (?2, ?3) AND target_item_id = ?4 AND closed_at IS NULL
  ) past
  WHERE NOT EXISTS (SELECT 1 FROM messages known WHERE known.id = past.id)`;
