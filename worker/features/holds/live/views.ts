import { sql } from "drizzle-orm";
import { VIEW_WINDOW_MS } from "#domain/deadlines";
import { batch, type Database } from "../../../db/client.ts";

/**
 * Counts a view once per viewer, item and half hour, never the owner's (D44). One batch, so that the row that remembers
 * the viewer and the count succeed or fail together.
 * @returns the count, or null when there is no such item.
 */
export async function countView(
  db: Database,
  itemId: string,
  viewer: { key: string; userId: string | null },
  now: number,
): Promise<number | null> {
  const [, , counted] = await batch<[object, object, { views_count: number }]>(db, [
    sql`INSERT INTO item_views (item_id, viewer, window_start)
      SELECT id, ${viewer.key}, ${now} FROM items
      WHERE id = ${itemId} AND deleted_at IS NULL AND seller_id <> ${viewer.userId ?? ""}
        AND NOT EXISTS (SELECT 1 FROM item_views v
          WHERE v.item_id = ${itemId} AND v.viewer = ${viewer.key} AND v.window_start > ${now - VIEW_WINDOW_MS})`,
    // changes() refers to the previous statement: no new row, no count.
    sql`UPDATE items SET views_count = views_count + 1 WHERE id = ${itemId} AND changes() > 0`,
    sql`SELECT views_count FROM items WHERE id = ${itemId} AND deleted_at IS NULL`,
  ]);
  return counted[0]?.views_count ?? null;
}
