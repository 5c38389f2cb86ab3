import { sql } from "drizzle-orm";
import type { DraftValues, DraftView } from "#contract/selling/drafts";
import { batch, type Database } from "../../../db/client.ts";
import type { images } from "../../../db/schema/items.ts";
import { presentPhoto } from "../../items/images/present.ts";

/** Limit of drafts per user. */
export const DRAFTS_MAX = 50;

interface DraftRow {
  id: string;
  content: string;
  photo_ids: string;
  missing_photos: number;
  version: number;
  updated_at: number;
}

/** Returns a user's drafts with their photos, in one round trip. A deleted photo counts as missing. */
export async function listDrafts(db: Database, ownerId: string): Promise<DraftView[]> {
  const [drafts, photos] = await batch<[DraftRow, typeof images.$inferSelect]>(db, [
    sql`SELECT id, content, photo_ids, missing_photos, version, updated_at FROM listing_drafts
      WHERE owner_id = ${ownerId} AND deleted_at IS NULL ORDER BY updated_at DESC, id LIMIT ${DRAFTS_MAX}`,
    sql`SELECT * FROM images WHERE owner_id = ${ownerId} AND id IN
      (SELECT p.value FROM listing_drafts d, json_each(d.photo_ids) p WHERE d.owner_id = ${ownerId} AND d.deleted_at IS NULL)`,
  ]);
  const byId = new Map(photos.map((photo) => [photo.id, presentPhoto(photo)]));
  return drafts.map((draft) => {
    const ids = JSON.parse(draft.photo_ids) as string[];
    const kept = ids.flatMap((id) => byId.get(id) ?? []);
    return {
      id: draft.id,
      version: draft.version,
      values: JSON.parse(draft.content) as DraftValues,
      photos: kept,
      missing_photos: draft.missing_photos + ids.length - kept.length,
      updated_at: draft.updated_at,
    };
  });
}
