import { sql } from "drizzle-orm";
import type { Services } from "../../services.ts";

const DAY_MS = 24 * 60 * 60_000;
const WEEK_MS = 7 * DAY_MS;
/** The seller's chart covers fourteen days (selling-days); older views are deleted in portions. */
const VIEW_RETENTION_MS = 16 * DAY_MS;
const VIEWS_REMOVED_AT_ONCE = 5_000;

/**
 * Updates `popular_score`: views of seven days + 5 × users with the item on a wish list + 10 × buyers who made an offer
 * (D47). Reads only items with a score or a reason for one, and writes only changed scores. Deletes old views.
 */
export async function refreshPopularity({ db, now }: Pick<Services, "db" | "now">): Promise<void> {
  const since = now() - WEEK_MS;
  const score = sql`(SELECT count(*) FROM item_views WHERE item_id = items.id AND window_start >= ${since})
    + 5 * (SELECT count(DISTINCT l.owner_id) FROM wish_list_items w CROSS JOIN wish_lists l ON l.id = w.list_id
      WHERE w.item_id = items.id)
    + 10 * (SELECT count(*) FROM negotiations WHERE item_id = items.id AND last_offer_cents IS NOT NULL)`;
  await db.run(sql`UPDATE items SET popular_score = ${score} WHERE id IN (
      SELECT id FROM items INDEXED BY items_by_popularity WHERE listed_as = 'active' AND popular_score > 0
      UNION SELECT item_id FROM item_views WHERE window_start >= ${since}
      UNION SELECT item_id FROM wish_list_items
      UNION SELECT item_id FROM negotiations WHERE last_offer_cents IS NOT NULL
    ) AND popular_score <> ${score}`);
  await db.run(sql`DELETE FROM item_views WHERE rowid IN (
    SELECT rowid FROM item_views WHERE window_start < ${now() - VIEW_RETENTION_MS} LIMIT ${VIEWS_REMOVED_AT_ONCE})`);
}
