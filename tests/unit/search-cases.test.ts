/** Searches against a real FTS5 index with the tokenizer of the product, and against the matcher of saved searches. */
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { indexedWords, namingWords, searchMatch, searchReader } from "#domain/items/search-terms";
import { correctedWords } from "#domain/items/typo";
import { rowsOf } from "../support/repository.ts";

const titlesIn = (cell: string) => cell.split(" | ").filter((title) => title !== "");
/** All titles together are one marketplace. */
const cases = rowsOf<"kind" | "query" | "finds" | "leaves_out">("tests/support/search/search-cases.tsv").map(
  ({ kind, query, finds, leaves_out }) => ({ kind, query, must: titlesIn(finds), not: titlesIn(leaves_out) }),
);
const titles = [...new Set(cases.flatMap(({ must, not }) => [...must, ...not]))];

const index = new DatabaseSync(":memory:");
index.exec("CREATE VIRTUAL TABLE t USING fts5(title, tokenize='unicode61 remove_diacritics 2', prefix='1 2 3 4 5 6')");
for (const title of titles) index.prepare("INSERT INTO t VALUES (?)").run(title);

const known = [...new Set(titles.flatMap((title) => indexedWords(title)))].map((term) => ({ term, doc: 1 }));

function matched(query: string): string[] {
  const match = searchMatch(query);
  if (match === "") return [];
  return index
    .prepare("SELECT title FROM t WHERE t MATCH ?")
    .all(match)
    .map(({ title }) => String(title));
}

/** Like the list: a search without results is corrected once. */
function found(query: string): string[] {
  const names = matched(query);
  if (names.length > 0) return names;
  const meant = correctedWords(namingWords(query), known);
  return meant === null ? names : matched(meant.join(" "));
}

describe("searches as people type them", () => {
  it.each(cases)("$kind: $query", ({ query, must, not }) => {
    const names = found(query);
    expect(names).toEqual(expect.arrayContaining(must));
    for (const title of not) expect(names).not.toContain(title);
    const direct = matched(query);
    const read = titles.filter((title) => searchReader({ title, description: "", keywords: "" })(query));
    expect(read.toSorted(), "saved searches find the same").toEqual(direct.toSorted());
  });
});
