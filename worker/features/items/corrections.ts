/** Corrects misspelled searches with words that occur in listings. */
import { sql } from "drizzle-orm";
import { namingWords } from "#domain/items/search-terms";
import { correctedWords, type KnownWord, nearWords, rangesOf } from "#domain/items/typo";
import { folded } from "#domain/items/words";
import type { Database } from "../../db/client.ts";

/** Limit of words read. A few thousand words begin with the same letter. */
const WORDS_MAX = 20_000;

/**
 * Returns the words of a search with what they should be, in two database queries; null when every word exists or one of
 * them has no similar word.
 */
export async function correctedWordsOf(db: Database, text: string): Promise<ReadonlyMap<string, string> | null> {
  const words = namingWords(text);
  const last = words.at(-1);
  if (last === undefined) return null;
  const plain = words.map(folded);
  const near = nearWords(plain, await wordsIn(db, plain.flatMap(rangesOf)));
  if (near.length === 0) return null;
  const exact = [...plain.slice(0, -1), ...near].map((word) => [word, `"${word}"`]);
  const meant = correctedWords(words, await listingsOf(db, [[folded(last), `"${folded(last)}"*`], ...exact]));
  return meant && new Map(words.map((word, index) => [word, meant[index] ?? word]));
}

/** Replaces words of a text, so that everything else of the search stays: `dsek -ikea` becomes `desk -ikea`. */
export function replaced(text: string, changed: ReadonlyMap<string, string>): string {
  return text
    .normalize("NFC")
    .replace(/[\p{L}\p{N}\p{M}]+/gu, (word) => changed.get(folded(word.toLowerCase())) ?? word);
}

/** The ranges are passed as one JSON parameter, and each range is read from the index. */
async function wordsIn(db: Database, ranges: ReturnType<typeof rangesOf>): Promise<string[]> {
  if (ranges.length === 0) return [];
  const rows = await db.all<{ word: string }>(sql`SELECT DISTINCT w.word FROM json_each(${JSON.stringify(ranges)}) r
    CROSS JOIN search_words w ON w.word >= r.value ->> 0 AND w.word < r.value ->> 1
    WHERE length(w.word) BETWEEN r.value ->> 2 AND r.value ->> 3 AND (r.value ->> 4 IS NULL
      OR instr(w.word, r.value ->> 4) OR instr(w.word, r.value ->> 5) OR instr(w.word, r.value ->> 6)) LIMIT ${WORDS_MAX}`);
  return rows.map(({ word }) => word);
}

/**
 * Returns how common words are. Counting all listings of a word grows with the marketplace, so at most a hundred are
 * counted; of more common words, the one whose hundredth-newest listing is newer is more common.
 */
async function listingsOf(db: Database, asked: readonly (readonly string[])[]): Promise<KnownWord[]> {
  return db.all<KnownWord>(sql`SELECT term, doc FROM (SELECT a.value ->> 0 AS term, coalesce(
      (SELECT rowid FROM items_fts WHERE items_fts MATCH a.value ->> 1 ORDER BY rowid DESC LIMIT 1 OFFSET 99),
      (SELECT count(*) FROM items_fts WHERE items_fts MATCH a.value ->> 1)) AS doc
    FROM json_each(${JSON.stringify(asked)}) a) WHERE doc > 0`);
}
