import { eq, sql } from "drizzle-orm";
import type { CollectionWindow } from "#domain/orders/collection-windows";
import { sqlList, UNDONE } from "#domain/orders/order-status";
import { batch, type Database } from "../../../db/client.ts";
import { quickReplies } from "../../../db/schema/messages.ts";

export async function savedReplies(db: Database, ownerId: string): Promise<string[]> {
  const row = await db.query.quickReplies.findFirst({ where: eq(quickReplies.owner_id, ownerId) });
  return row?.texts ?? [];
}

/** The item of a thread, as its seller answers questions about it. */
export interface AnsweredItem {
  status: "active" | "inactive" | "pending" | "pending_payment" | "sold";
  deleted_at: number | null;
  seller_away: number;
  holder_id: string | null;
  hold_until: number | null;
  other_id: string;
  suburb: string | null;
  city: string | null;
  location: string | null;
  seller_suburb: string | null;
  seller_city: string | null;
  collection_date: number | null;
  collection_windows: CollectionWindow[];
  collection_zone: string;
  /** Agreed in the order of the thread's other user; null without one. */
  ordered_from: number | null;
  ordered_until: number | null;
}

type RawAnsweredItem = Omit<AnsweredItem, "collection_windows"> & { collection_windows: string };

/** Returns the item and the seller's saved replies; `item` is null unless the user sells the thread's item. */
export async function readAnswers(
  db: Database,
  sellerId: string,
  conversationId: string,
): Promise<{ item: AnsweredItem | null; own: string[] }> {
  const [[item], [saved]] = await batch<[RawAnsweredItem, { texts: string }]>(db, [
    sql`SELECT i.status, i.deleted_at, i.seller_away, i.holder_id, i.hold_until, me.other_id,
        i.suburb, i.city, i.location, p.suburb AS seller_suburb, p.city AS seller_city,
        i.collection_date, i.collection_windows, i.collection_zone,
        o.collection_date AS ordered_from, o.collection_ends_at AS ordered_until
      FROM conversation_members me
      JOIN conversations c ON c.id = me.conversation_id
      JOIN items i ON i.id = c.item_id AND i.seller_id = me.user_id
      JOIN profiles p ON p.id = me.user_id
      LEFT JOIN orders o ON o.id = i.order_id AND o.buyer_id = me.other_id
        AND +o.status NOT IN (${sql.raw(sqlList(UNDONE))})
      WHERE me.conversation_id = ${conversationId} AND me.user_id = ${sellerId}`,
    sql`SELECT texts FROM quick_replies WHERE owner_id = ${sellerId}`,
  ]);
  return {
    item: item ? { ...item, collection_windows: JSON.parse(item.collection_windows) as CollectionWindow[] } : null,
    own: saved ? (JSON.parse(saved.texts) as string[]) : [],
  };
}
