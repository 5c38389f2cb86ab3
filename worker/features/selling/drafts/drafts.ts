/** Saves and discards drafts. Each is one statement, so that of two devices saving concurrently exactly one wins. */
import { and, eq, isNull, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import type { SaveDraft } from "#contract/selling/drafts";
import { done, type Result, refuse } from "#domain/result";
import { listingDrafts } from "../../../db/schema/drafts.ts";
import type { Actor } from "../../../http/context.ts";
import type { Services } from "../../../services.ts";
import { DRAFTS_MAX } from "./queries.ts";

interface Saved {
  version: number;
  updated_at: number;
}

/**
 * Saves a draft. A save that started from an older version is refused and changes nothing; a repeat of a save whose
 * reply was lost gets the same reply.
 */
export async function saveDraft(
  services: Services,
  actor: Actor,
  id: string,
  input: z.output<typeof SaveDraft>,
): Promise<Result<Saved>> {
  const { db } = services;
  const now = services.now();
  const content = JSON.stringify(input.values);
  const photoIds = JSON.stringify([...new Set(input.photo_ids)]);
  const mine = sql`owner_id = ${actor.id} AND id = ${id}`;
  const [written] = await db.all<{ version: number }>(sql`INSERT INTO listing_drafts
      (owner_id, id, content, photo_ids, missing_photos, version, created_at, updated_at)
    SELECT ${actor.id}, ${id}, ${content}, ${photoIds}, ${input.missing_photos}, 1, ${now}, ${now}
    WHERE EXISTS (SELECT 1 FROM listing_drafts WHERE ${mine}) OR (${input.version} = 0 AND
      (SELECT count(*) FROM listing_drafts WHERE owner_id = ${actor.id} AND deleted_at IS NULL) < ${DRAFTS_MAX})
    ON CONFLICT (owner_id, id) DO UPDATE SET content = excluded.content, photo_ids = excluded.photo_ids,
      missing_photos = excluded.missing_photos, version = listing_drafts.version + 1, updated_at = excluded.updated_at
      WHERE listing_drafts.version = ${input.version} AND listing_drafts.deleted_at IS NULL
    RETURNING version`);
  if (written) return done({ version: written.version, updated_at: now });

  const [row] = await db.all<{
    content: string | null;
    photo_ids: string;
    version: number;
    updated_at: number;
    item_id: string | null;
  }>(sql`SELECT content, photo_ids, version, updated_at, item_id FROM listing_drafts WHERE ${mine}`);
  if (!row) {
    return input.version === 0
      ? refuse("conflict", `You have ${DRAFTS_MAX} drafts. Publish or discard one first.`)
      : refuse("not_found", "This draft no longer exists.");
  }
  if (row.content === null) {
    return refuse("gone", "This draft was listed or discarded elsewhere.", { current: { item_id: row.item_id } });
  }
  if (row.content === content && row.photo_ids === photoIds) {
    return done({ version: row.version, updated_at: row.updated_at });
  }
  return refuse("stale", "This draft was changed in another tab or on another device.", {
    current: { version: row.version },
  });
}

/** Returns the statement that ends a draft, because it was discarded or listed. No-op for a missing draft. */
export function endDraft(
  db: Services["db"],
  draft: { ownerId: string; id: string; itemId: string | null },
  now: number,
) {
  return db
    .update(listingDrafts)
    .set({ content: null, photo_ids: [], missing_photos: 0, deleted_at: now, updated_at: now, item_id: draft.itemId })
    .where(
      and(eq(listingDrafts.owner_id, draft.ownerId), eq(listingDrafts.id, draft.id), isNull(listingDrafts.deleted_at)),
    );
}
