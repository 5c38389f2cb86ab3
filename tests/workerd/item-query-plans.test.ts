/** Query plans of the marketplace lists, as the database reports them. */
import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import { describe, expect, it } from "vitest";
import { CATEGORIES, CONDITIONS, SORTS } from "#domain/items/catalogue";
import { batch, connect } from "../../worker/db/client.ts";
import { countStatement } from "../../worker/features/items/count.ts";
import type { ListPlan, Radius } from "../../worker/features/items/list-filters.ts";
import { listStatement } from "../../worker/features/items/listing.ts";

const AFTER = { key: 5, id: "itm_00000000000000000000" };
const RADIUS: Radius = { centre: { lat: -37.8, lon: 145 }, km: 25, side: "inside" };
const SLICE = { after: null, limit: 29, offset: 0 };

type Asked = [plan: Partial<ListPlan>, after: typeof AFTER | null];

/** Returns the query plans of several lists, in one round trip. */
async function plansOf(lists: readonly Asked[]): Promise<string[][]> {
  const statements = lists.map(([plan, after]) => {
    const statement = listStatement({ query: {}, match: null, radius: null, ...plan }, { ...SLICE, after });
    return sql`EXPLAIN QUERY PLAN ${statement}`;
  });
  const plans = await batch<{ detail: string }[]>(connect(env.DB), statements);
  return plans.map((rows) => rows.map((row) => row.detail));
}

async function planOf(plan: Partial<ListPlan>, after: typeof AFTER | null): Promise<string[]> {
  const [steps = []] = await plansOf([[plan, after]]);
  return steps;
}

/** Returns the steps of a plan that read items without an index or a rowid. */
const unindexed = (steps: string[]) =>
  steps.filter(
    (step) =>
      /^(SCAN|SEARCH) (i|items|items_fts)\b/.test(step) &&
      !/USING (COVERING )?INDEX|USING INTEGER PRIMARY KEY|VIRTUAL TABLE INDEX \d+:\S+/.test(step),
  );

/** Returns the steps that find a page. After them, only its rows are read and sorted. */
const findingSteps = (steps: string[]) => {
  const found = steps.indexOf("SCAN page");
  expect(found, steps.join("\n")).toBeGreaterThan(0);
  return steps.slice(0, found).join("\n");
};

/** The order by distance needs a place. */
const placed = (plan: Partial<ListPlan>): Partial<ListPlan> =>
  plan.query?.sort === "nearest" ? { radius: { ...RADIUS, side: "both" }, ...plan } : plan;

const FILTERS: Record<string, Partial<ListPlan>> = {
  none: {},
  ...Object.fromEntries(CATEGORIES.map((category) => [category, { query: { category } }])),
  "two categories": { query: { categories: ["other", "automotive"] } },
  ...Object.fromEntries(CONDITIONS.map((condition) => [condition, { query: { condition: [condition] } }])),
  "lowest price": { query: { min_price: 5_000 } },
  "highest price": { query: { max_price: 90_000 } },
  "price range": { query: { min_price: 5_000, max_price: 90_000 } },
  place: { query: { location: "Brunswick 3056" } },
  radius: { radius: RADIUS },
  "outside a radius": { radius: { ...RADIUS, side: "outside" } },
  search: { match: '"oak" "de"*' },
  "category and price": { query: { category: "books", min_price: 5_000 } },
  "search in a category near a place": {
    query: { category: "books", condition: ["good"], max_price: 90_000, location: "VIC" },
    match: '"oak"*',
    radius: RADIUS,
  },
  seller: { query: { seller_id: "acc_00000000000000000000" } },
  "search of a seller": { query: { seller_id: "acc_00000000000000000000" }, match: '"oak"*' },
};

it("items have at most ten indexes, because each is a billed row for every new listing", async () => {
  const { results } = await env.DB.prepare("SELECT name FROM pragma_index_list('items')").all();
  expect(results.length).toBeLessThanOrEqual(10);
});

describe("query plans of GET /api/items", () => {
  for (const status of ["active", "sold"] as const) {
    for (const [name, filter] of Object.entries(FILTERS)) {
      it(`read items only by an index: ${status}, ${name}`, async () => {
        const lists = SORTS.flatMap((sort) =>
          [null, AFTER].map((after): Asked => [placed({ ...filter, query: { ...filter.query, sort, status } }), after]),
        );
        for (const [index, steps] of (await plansOf(lists)).entries()) {
          const sort = lists[index]?.[0].query?.sort;
          expect(steps.length, sort).toBeGreaterThan(0);
          expect(unindexed(steps), `${sort}\n${steps.join("\n")}`).toEqual([]);
        }
      });
    }
  }

  it("follow the index of the sort order without a temporary sort, unless a filter is looked up first", async () => {
    for (const sort of SORTS.filter((sort) => sort !== "nearest")) {
      const walked: Partial<ListPlan>[] = [{}, { query: { condition: ["good"] } }];
      if (sort.startsWith("date")) walked.push({ query: { category: "books" } });
      if (sort.startsWith("price")) walked.push({ query: { min_price: 100, max_price: 900 } });
      for (const plan of walked) {
        for (const status of ["active", "sold"] as const) {
          const steps = findingSteps(await planOf({ ...plan, query: { ...plan.query, sort, status } }, AFTER));
          expect(steps, sort).toMatch(
            /SEARCH i USING (COVERING )?INDEX items_by_(date|category|price|views|popularity) \(listed_as=\?/,
          );
          expect(steps, sort).not.toContain("TEMP B-TREE");
        }
      }
    }
    const shop = findingSteps(await planOf({ query: { seller_id: "acc_00000000000000000000" } }, AFTER));
    expect(shop).toContain("USING INDEX items_by_seller");
    expect(shop).not.toContain("TEMP B-TREE");
  });

  it("do not treat a count that was cut off at its limit as a small one", () => {
    const plan: ListPlan = { query: { sort: "price_asc" }, match: '"oak"*', radius: null };
    const text = new SQLiteAsyncDialect().sqlToQuery(listStatement(plan, SLICE)).sql;
    expect(text).toContain("SELECT rid FROM by_words WHERE (SELECT count(*) FROM by_words) <= 1000");
    expect(text).toContain("(CASE WHEN (SELECT count(*) FROM by_words) > 1000 THEN 29 ELSE 0 END)");
  });

  it("look up a narrow filter by its own index first", async () => {
    const sought: [Partial<ListPlan>, RegExp][] = [
      [{ match: '"oak"*' }, /SCAN items_fts VIRTUAL TABLE INDEX/],
      [{ radius: RADIUS }, /SEARCH i USING (COVERING )?INDEX items_by_place \(listed_as=\? AND place=\?/],
      [
        { query: { location: "brunswick" } },
        /SEARCH i USING (COVERING )?INDEX items_by_place \(listed_as=\? AND place=\?/,
      ],
      [
        { query: { min_price: 100 } },
        /SEARCH i USING (COVERING )?INDEX items_by_price \(listed_as=\? AND price_cents>\?\)/,
      ],
      ...(["views", "price_asc"] as const).map((sort): [Partial<ListPlan>, RegExp] => [
        { query: { category: "books", sort } },
        /SEARCH i USING (COVERING )?INDEX items_by_category \(listed_as=\? AND category=\?\)/,
      ]),
    ];
    for (const [plan, step] of sought) expect((await planOf(plan, null)).join("\n")).toMatch(step);
  });
});

describe("query plans of GET /api/items/count", () => {
  for (const status of ["active", "sold"] as const) {
    it(`read items only by an index: ${status}`, async () => {
      const statements = Object.values(FILTERS).map(
        (filter) =>
          sql`EXPLAIN QUERY PLAN ${countStatement(
            { match: null, radius: null, ...filter, query: { ...filter.query, status } },
            2_001,
          )}`,
      );
      const plans = await batch<{ detail: string }[]>(connect(env.DB), statements);
      for (const [index, rows] of plans.entries()) {
        const steps = rows.map((row) => row.detail);
        expect(unindexed(steps), `${Object.keys(FILTERS)[index]}\n${steps.join("\n")}`).toEqual([]);
      }
    });
  }
});
