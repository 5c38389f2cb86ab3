/** Searches against a real FTS5 index with the tokenizer of the product, and against the matcher of saved searches. */
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { searchForms } from "#domain/items/search-forms";
import { readSentence } from "#domain/items/search-sentence";
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
index.exec(
  "CREATE VIRTUAL TABLE t USING fts5(title, keywords, tokenize='unicode61 remove_diacritics 2', prefix='1 2 3 4 5 6')",
);
const formsOf = (title: string) => searchForms({ title, description: "", tags: "" });
for (const title of titles) index.prepare("INSERT INTO t VALUES (?, ?)").run(title, formsOf(title));

const known = [...new Set(titles.flatMap((title) => indexedWords(title)))].map((term) => ({ term, doc: 1 }));

/** The words that are left of a sentence with a price. */
const wordsIn = (query: string) => readSentence(query, { places: { placeMeant: () => null }, here: null })[0].words;

function matched(query: string): string[] {
  const match = searchMatch(query);
  if (match === "") return [];
  return index
    .prepare("SELECT title FROM t WHERE t MATCH ?")
    .all(match)
    .map(({ title }) => String(title));
}

/** Like the list: a search without results is corrected once. */
function found(typed: string): string[] {
  const query = wordsIn(typed);
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
    const words = wordsIn(query);
    const direct = matched(words);
    const read = titles.filter((title) => searchReader({ title, description: "", keywords: formsOf(title) })(words));
    expect(read.toSorted(), "saved searches find the same").toEqual(direct.toSorted());
  });
});
