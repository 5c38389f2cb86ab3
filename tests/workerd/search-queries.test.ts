/** What people search for, and what they must and must not find, in one marketplace: tests/support/search. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import type { ItemListReply } from "#contract/items/marketplace";
import { DAY_MS } from "#domain/deadlines";
import { searchForms } from "#domain/items/search-forms";
import { places } from "../../worker/features/places/queries.ts";
import queryTable from "../support/search/queries.tsv?raw";
import listingTable from "../support/search/query-listings.tsv?raw";
import { parseTable } from "../support/table.ts";
import { call, createAccount } from "../support/workerd/accounts.ts";
import { createItem } from "../support/workerd/listings.ts";

const listings = parseTable<"key" | "category" | "price" | "days" | "place" | "title" | "description" | "tags">(
  listingTable,
);
const queries = parseTable<"kind" | "query" | "must" | "must_not" | "order">(queryTable);
const wordsOf = (cell: string) => cell.split(" ").filter((word) => word !== "");
const idOf = (key: string) => `itm_search${key.padStart(14, "0")}`;

beforeAll(async () => {
  const seller = await createAccount({ full_name: "Jane Doe", postcode: "3056" });
  const { id, created_at } = await createItem(seller, {});
  const columns =
    "id, title, description, search_forms, tags, category, price_cents, suburb, city, location, postcode, lat, lon";
  const { results } = await env.DB.prepare(
    `SELECT name FROM pragma_table_info('items')
      WHERE name NOT IN ('rid', 'created_at', ${columns.replace(/\w+/g, "'$&'")})`,
  ).all<{ name: string }>();
  const others = results.map(({ name }) => name).join(", ");
  const insert = env.DB.prepare(`INSERT INTO items (${columns}, created_at, ${others})
    SELECT ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?, ?, ?, ?, ?, ${others} FROM items WHERE id = ?`);
  await env.DB.batch(
    listings
      .toSorted((a, b) => Number(b.days) - Number(a.days))
      .map(({ key, category, price, days, place, title, description, tags }) => {
        const found = places.placeNamed(place);
        if (!found) throw new Error(`${key} is nowhere`);
        const { suburb, state, postcode, lat, lon } = found;
        const at = created_at - Number(days) * DAY_MS;
        const cents = Number(price) * 100;
        const where = [suburb, `${suburb} ${state}`, postcode, lat, lon];
        const forms = searchForms({ title, description, tags });
        return insert.bind(idOf(key), title, description, forms, tags, category, cents, ...where, at, id);
      }),
  );
});

/** Returns what is wrong with the list of a search, or null. */
async function wrongIn({ query, must, must_not, order }: (typeof queries)[number]): Promise<string | null> {
  const response = await call("GET", `/api/items?limit=100&q=${encodeURIComponent(query)}`);
  if (response.status !== 200) return `${response.status}`;
  const found = ((await response.json()) as ItemListReply).items.map(({ id }) => id);
  const at = (key: string) => found.indexOf(idOf(key));
  const missing = wordsOf(must).filter((key) => at(key) < 0);
  const extra = wordsOf(must_not).filter((key) => at(key) >= 0);
  const disordered = wordsOf(order).filter((pair) => {
    const [first = "", second = ""] = pair.split(">");
    return at(second) >= 0 && (at(first) < 0 || at(first) > at(second));
  });
  const wrong = [missing, extra, disordered].map((keys) => keys.join(" "));
  return wrong.every((part) => part === "") ? null : `missing: ${wrong.join("; not: ")}`;
}

describe("searches find what people look for, best first (D91)", () => {
  it.each([...Map.groupBy(queries, ({ kind }) => kind)])("%s", async (_kind, rows) => {
    const wrong: string[] = [];
    for (const row of rows) {
      const problem = await wrongIn(row);
      if (problem !== null) wrong.push(`${row.query}: ${problem}`);
    }
    expect(wrong).toEqual([]);
  });
});
