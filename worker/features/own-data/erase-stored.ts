/**
 * The part of an erasure in database and buckets (D61). Without rooms, so that it can also run on a restored backup,
 * which has none.
 */
import { sql } from "drizzle-orm";
import { DELETION_GRACE_MS, ERASED_AGAIN_MS } from "#domain/account/deletion";
import { erasureStatements } from "#domain/account/personal-data/declaration";
import { DAY_MS } from "#domain/deadlines";
import { batch, type Database, type Query } from "../../db/client.ts";

interface Buckets {
  IMAGES: R2Bucket;
  PRIVATE_FILES: R2Bucket;
}

/** Prefix of the list of erased accounts in the private bucket, one empty object each. */
const LIST = "erased/";

/** The folder of a person's copies in the private bucket, so that an erasure finds also those still being made. */
const exportsOf = (accountId: string) => `exports/${accountId}/`;
export const exportKey = (accountId: string, id: string) => `${exportsOf(accountId)}${id}.zip`;

/** Erases a person in database and buckets. `last` are further statements for the end of the batch. */
export async function eraseStored(
  db: Database,
  { IMAGES, PRIVATE_FILES }: Buckets,
  accountId: string,
  now: number,
  last: readonly Query[] = [],
): Promise<void> {
  const [photos, { objects: files }, words] = await Promise.all([
    photosOnlyOf(db, accountId),
    PRIVATE_FILES.list({ prefix: exportsOf(accountId) }),
    wordsOfListings(db, accountId),
  ]);
  for (let at = 0; at < photos.length; at += 500) await IMAGES.delete(photos.slice(at, at + 500));
  if (files.length > 0) await PRIVATE_FILES.delete(files.map(({ key }) => key));
  await batch(db, [
    ...erasureStatements().map((text): Query => ({ toSQL: () => ({ sql: text, params: [accountId] }) })),
    sql`UPDATE trades SET status = 'cancelled', closed_at = ${now}, updated_at = ${now}
      WHERE status = 'proposed' AND ${accountId} IN (offeror_id, seller_id)`,
    sql`UPDATE profiles SET erased_at = coalesce(erased_at, ${now}), updated_at = ${now}, away_until = NULL
      WHERE id = ${accountId}`,
    sql`INSERT INTO account_deletions (account_id, requested_by, requested_at, due_at, next_at, erased_at)
      VALUES (${accountId}, 'service', ${now}, ${now}, ${now + ERASED_AGAIN_MS}, ${now})
      ON CONFLICT (account_id) DO UPDATE SET erased_at = ${now}, due_at = min(due_at, ${now}),
        next_at = ${now + ERASED_AGAIN_MS} WHERE erased_at IS NULL`,
    ...last,
  ]);
  // Words that no listing has any more, so that a search does not suggest them.
  await db.run(sql`DELETE FROM search_words WHERE word IN (SELECT value FROM json_each(${JSON.stringify(words)}))
    AND NOT EXISTS (SELECT 1 FROM items_words w WHERE w.term = search_words.word)`);
}

/** Returns the stored objects that only this person's photos use; the same photo may be another person's too. */
async function photosOnlyOf(db: Database, accountId: string): Promise<string[]> {
  const rows = await db.all<{ key: string }>(sql`SELECT DISTINCT wanted.key FROM (
      SELECT key FROM images WHERE owner_id = ${accountId}
      UNION SELECT key_800 FROM images WHERE owner_id = ${accountId}
      UNION SELECT key_400 FROM images WHERE owner_id = ${accountId}) wanted
    WHERE NOT EXISTS (SELECT 1 FROM images other WHERE other.owner_id <> ${accountId}
      AND (other.key = wanted.key OR other.key_800 = wanted.key OR other.key_400 = wanted.key))`);
  return rows.map(({ key }) => key);
}

/** Returns the words of the person's listings as the search index stores them: lower case, without accents. */
async function wordsOfListings(db: Database, accountId: string): Promise<string[]> {
  const rows = await db.all<{ text: string }>(sql`SELECT title || ' ' || description || ' ' || keywords AS text
    FROM items WHERE seller_id = ${accountId}`);
  const words = new Set<string>();
  for (const { text } of rows) {
    const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
    for (const [word] of plain.matchAll(/[\p{L}\p{N}]+/gu)) words.add(word);
  }
  return [...words];
}

/** Adds an account to the list of erased ones, which outlives a restored database. */
export async function listErased(files: R2Bucket, accountId: string): Promise<void> {
  await files.put(`${LIST}${accountId}`, "");
}

/** Removes an account from the list: a restored database has it, and its owner keeps it. */
export async function unlistErased(files: R2Bucket, accountId: string): Promise<void> {
  await files.delete(`${LIST}${accountId}`);
}

/** Returns accounts of that list that the database has not erased, as after a restored backup. */
export async function notErasedYet(db: Database, files: R2Bucket): Promise<string[]> {
  const missing: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await files.list({ prefix: LIST, ...(cursor !== undefined && { cursor }) });
    const ids = page.objects.map(({ key }) => key.slice(LIST.length));
    const rows = await db.all<{ id: string }>(sql`SELECT id FROM profiles
      WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND erased_at IS NULL`);
    missing.push(...rows.map(({ id }) => id));
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor !== undefined);
  return missing;
}

/**
 * Starts the 14 days of every pending deletion again, with its listings hidden: after the moment of a restored backup its
 * owner may have chosen to keep the account. docs/operations.md has the same statements for Time Travel.
 */
export async function restartDeletions(db: Database, now: number): Promise<void> {
  const due = now + DELETION_GRACE_MS;
  await batch(db, [
    sql`UPDATE account_deletions SET due_at = max(due_at, ${due}), next_at = max(next_at, ${due})
      WHERE erased_at IS NULL`,
    sql`UPDATE profiles SET away_until = max(away_until, ${due + DAY_MS}) WHERE away_until IS NOT NULL
      AND id IN (SELECT account_id FROM account_deletions WHERE erased_at IS NULL)`,
  ]);
}
