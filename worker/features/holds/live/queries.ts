import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { items } from "../../../db/schema/items.ts";

/** Returns the number of views of an item, or null when it does not exist. */
export async function viewsOf(db: Database, itemId: string): Promise<number | null> {
  const [row] = await db
    .select({ views: items.views_count })
    .from(items)
    .where(and(eq(items.id, itemId), isNull(items.deleted_at)));
  return row?.views ?? null;
}
