import { sql } from "drizzle-orm";
import { ORPHAN_RETENTION_MS } from "#domain/account/retention";
import type { Services } from "../../../services.ts";

const AT_ONCE = 100;
const ROUNDS = 10;

/** Value of `images.item_id` while a photo is being deleted, so that no item can claim it. */
const REMOVING = "removing";

/** A draft keeps its photos. A user has few drafts, found by their key. */
const inNoDraft = sql.raw(`NOT EXISTS (SELECT 1 FROM listing_drafts d, json_each(d.photo_ids) p
  WHERE d.owner_id = images.owner_id AND p.value = images.id)`);

/** A photo sent in a message stays. */
const inNoMessage = sql.raw("NOT EXISTS (SELECT 1 FROM messages m WHERE m.image_id = images.id)");

/** Condition: no draft and no message uses the photo. */
export const UNUSED_PHOTO = sql`${inNoDraft} AND ${inNoMessage}`;

interface StoredKeys {
  key: string;
  key_800: string;
  key_400: string;
}

/**
 * Deletes photos that no item, draft or message uses, a day after their upload. Marks them first, then deletes the
 * objects, then the rows, so that the next run continues after a crash and nothing that a listing may still claim is
 * partly deleted. Limited per run.
 * @returns how many photos.
 */
export async function removeOrphanPhotos({ db, env, now }: Pick<Services, "db" | "env" | "now">): Promise<number> {
  const before = now() - ORPHAN_RETENTION_MS;
  let removed = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await db.run(sql`UPDATE images SET item_id = ${REMOVING} WHERE id IN
      (SELECT id FROM images WHERE item_id IS NULL AND created_at < ${before} AND ${UNUSED_PHOTO} LIMIT ${AT_ONCE})`);
    const marked = await db.all<StoredKeys & { id: string }>(
      sql`SELECT id, key, key_800, key_400 FROM images WHERE item_id = ${REMOVING} LIMIT ${AT_ONCE}`,
    );
    if (marked.length === 0) break;

    const keys = [...new Set(marked.flatMap((image) => [image.key, image.key_800, image.key_400]))];
    const unused = await db.all<{
      key: string;
    }>(sql`SELECT value AS key FROM json_each(${JSON.stringify(keys)}) AS wanted
      WHERE NOT EXISTS (SELECT 1 FROM images AS other WHERE other.item_id IS NOT ${REMOVING}
        AND (other.key = wanted.value OR other.key_800 = wanted.value OR other.key_400 = wanted.value))`);
    if (unused.length > 0) await env.IMAGES.delete(unused.map((row) => row.key));
    const ids = JSON.stringify(marked.map((image) => image.id));
    await db.run(sql`DELETE FROM images WHERE item_id = ${REMOVING} AND id IN (SELECT value FROM json_each(${ids}))`);
    removed += marked.length;
  }
  return removed;
}
