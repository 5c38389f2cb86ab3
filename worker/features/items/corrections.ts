/** Finds out what a search that matched nothing was meant to be, from the words the listings have. */
import { sql } from "drizzle-orm";
import { searchWords } from "#domain/search-terms";
import { correctedWords, folded, type KnownWord, rangeOfBeginning, rangesOf } from "#domain/typo";
import type { Database } from "../../http/context.ts";

/** Words of one reply; a vocabulary has some thousands beginning with one letter. */
const WORDS_MAX = 20_000;

/** One query. Null when every word exists or one of them has no near word. */
export async function correctedQuery(db: Database, text: string): Promise<string | null> {
  const words = searchWords(text);
  const last = words.at(-1);
  if (last === undefined) return null;
  const ranges = [
    rangeOfBeginning(folded(last)),
    ...words.slice(0, -1).map((word) => {
      const plain = folded(word);
      return [plain, `${plain}\u0000`, 1, 100];
    }),
    ...words.flatMap((word) => rangesOf(folded(word))),
  ];
  // The ranges travel as one JSON parameter, and the vocabulary is entered once for each.
  const known = await db.all<KnownWord>(sql`SELECT DISTINCT w.term, w.doc FROM json_each(${JSON.stringify(ranges)}) r
    CROSS JOIN items_words w ON w.term >= r.value ->> 0 AND w.term < r.value ->> 1
    WHERE length(w.term) BETWEEN r.value ->> 2 AND r.value ->> 3 AND (r.value ->> 4 IS NULL
      OR instr(w.term, r.value ->> 4) OR instr(w.term, r.value ->> 5) OR instr(w.term, r.value ->> 6)) LIMIT ${WORDS_MAX}`);
  return correctedWords(words, known)?.join(" ") ?? null;
}
