/** Which uploaded photos an item may show. A photo belongs to its uploader and to at most one item (A81). */
import { and, eq, isNull, notInArray, or, sql } from "drizzle-orm";
import type { Photo } from "#contract/items";
import type { Database } from "../../db/client.ts";
import { images } from "../../db/schema/items.ts";
import { presentPhoto } from "./images/present.ts";

/**
 * Binds photos to an item and returns them in the given order. One statement binds, so of two listings with the same
 * photo only one gets it. Null when a photo has another owner or item; then nothing stays bound.
 * @param current photos that the item shows already; they need no binding.
 */
export async function bindPhotos(
  db: Database,
  item: { id: string; ownerId: string },
  photoIds: readonly string[],
  current: readonly Photo[],
): Promise<Photo[] | null> {
  const ids = [...new Set(photoIds)];
  const known = new Map(current.map((photo) => [photo.id, photo]));
  const wanted = ids.filter((id) => !known.has(id));
  if (wanted.length > 0) {
    const bound = await db
      .update(images)
      .set({ item_id: item.id })
      .where(
        and(
          sql`${images.id} IN (SELECT value FROM json_each(${JSON.stringify(wanted)}))`,
          eq(images.owner_id, item.ownerId),
          or(isNull(images.item_id), eq(images.item_id, item.id)),
        ),
      )
      .returning();
    if (bound.length < wanted.length) {
      await releasePhotos(db, item.id, current);
      return null;
    }
    for (const row of bound) known.set(row.id, presentPhoto(row));
  }
  return ids.flatMap((id) => known.get(id) ?? []);
}

/**
 * Unbinds photos that neither the item as it is stored nor `shown` has. The clean-up job removes them after a day. A failed
 * request cannot know whether the item exists already, for example from another device, and shows some of them.
 */
export async function releasePhotos(db: Database, itemId: string, shown: readonly Photo[]): Promise<void> {
  const kept = shown.map((photo) => photo.id);
  await db
    .update(images)
    .set({ item_id: null })
    .where(
      and(
        eq(images.item_id, itemId),
        kept.length > 0 ? notInArray(images.id, kept) : undefined,
        sql`NOT EXISTS (SELECT 1 FROM items i, json_each(i.photos) shown
          WHERE i.id = ${itemId} AND shown.value ->> 'id' = ${images.id})`,
      ),
    );
}
