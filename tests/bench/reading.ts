/** Pages that visitors read, and the corresponding bare reads. */
import { listingId } from "./catalogue.ts";
import type { Target } from "./load.ts";
import { visitorHeaders } from "./signed-in-users.ts";

/** Cycles through the list, in the same order on both sides. */
function inTurns<T>(list: readonly T[]): () => T {
  let turn = 0;
  return () => list[turn++ % list.length] as T;
}

/** Words in every listing, every tenth, every 25th and every thousandth; two words; one incomplete word. */
export const SEARCHED = ["item", "table", "guitar", "sofa", "theremin", "guitar table", "gui"];
/** The default order of the marketplace, and the others. */
const SORTS = ["date_desc", "date_desc", "price_asc", "views", "popular"];

const DETAILS = 500;
/** Items whose pages many read at the same time, so that their copies in the edge cache are used before they are old. */
const POPULAR = 20;

/** Returns visible listings, spread over the whole catalogue. */
export async function shownListings(origin: string, listings: number): Promise<string[]> {
  const shown: string[] = [];
  for (let step = 0; shown.length < DETAILS && step < listings; step++) {
    const id = listingId((step * 7_919) % listings);
    const reply = await fetch(`${origin}/api/items/${id}`);
    await reply.body?.cancel();
    if (reply.ok) shown.push(id);
  }
  return shown;
}

const quoted = (text: string) =>
  text
    .split(" ")
    .map((word, index, words) => (index === words.length - 1 ? `"${word}"*` : `"${word}"`))
    .join(" ");

export function readingTargets(ids: readonly string[]) {
  const visitor = visitorHeaders(0);
  const get = (name: string, side: Target["side"], path: () => string): Target => ({
    name,
    side,
    next: () => ({ path: path(), headers: visitor }),
  });
  const sort = inTurns(SORTS);
  const row = inTurns(ids);
  const detail = inTurns(ids);
  const word = inTurns(SEARCHED);
  const naive = inTurns(SEARCHED);
  const keptSort = inTurns(SORTS);
  const keptDetail = inTurns(ids.slice(0, POPULAR));
  return {
    constant: get("constant JSON", "bare", () => "/constant"),
    row: get("one D1 query, one row", "bare", () => `/row?name=${row()}`),
    rows: get("one D1 query, 28 rows", "bare", () => "/page"),
    naive: get(
      "ranked FTS join over the whole match",
      "bare",
      () => `/naive-search?name=${encodeURIComponent(quoted(naive()))}`,
    ),
    list: get("list", "app", () => `/api/items?sort=${sort()}`),
    detail: get("detail", "app", () => `/api/items/${detail()}`),
    keptList: get("list from the edge cache", "edge", () => `/api/items?sort=${keptSort()}`),
    keptDetail: get("detail from the edge cache", "edge", () => `/api/items/${keptDetail()}`),
    search: get("search", "app", () => `/api/items?q=${encodeURIComponent(word())}`),
  };
}
