import { sql } from "drizzle-orm";
import { DRAFT_RETENTION_MS } from "#domain/account/retention";
import type { Services } from "../../../services.ts";

const AT_ONCE = 1_000;

/** Deletes drafts and ended drafts 90 days after their last change. */
export async function removeOldDrafts({ db, now }: Pick<Services, "db" | "now">): Promise<number> {
  const removed = await db.all(sql`DELETE FROM listing_drafts WHERE (owner_id, id) IN
    (SELECT owner_id, id FROM listing_drafts WHERE updated_at < ${now() - DRAFT_RETENTION_MS} LIMIT ${AT_ONCE}) RETURNING id`);
  return removed.length;
}
