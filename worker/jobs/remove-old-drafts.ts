import { sql } from "drizzle-orm";
import type { Services } from "../http/context.ts";

/** A draft nobody has touched for so long is not going to be listed. */
const KEPT_MS = 90 * 24 * 60 * 60_000;
const AT_ONCE = 1_000;

/** Removes drafts a season after their last change, and what is remembered of those that were ended. */
export async function removeOldDrafts({ db, now }: Pick<Services, "db" | "now">): Promise<number> {
  const removed = await db.all(sql`DELETE FROM listing_drafts WHERE (owner_id, id) IN
    (SELECT owner_id, id FROM listing_drafts WHERE updated_at < ${now() - KEPT_MS} LIMIT ${AT_ONCE}) RETURNING id`);
  return removed.length;
}
