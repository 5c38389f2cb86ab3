/**
 * `npm run bench:browse`: how long a page of each list takes with 10,000 and with 100,000 listings, in the database the
 * Worker runs on. Fails when more listings make any page slower by more than a fifth of the time a page may take.
 */
import { drizzle } from "drizzle-orm/d1";
import { ListItems } from "#contract/items";
import { SORTS } from "#domain/catalogue";
import * as schema from "../../worker/db/schema.ts";
import type { AppEnv } from "../../worker/env.ts";
import { listReply } from "../../worker/features/items/list-reply.ts";
import type { Services } from "../../worker/http/context.ts";
import { catalogueOf, NOW } from "./catalogue.ts";

const SIZES = (process.argv.find((arg) => arg.startsWith("--sizes="))?.slice(8) ?? "10000,100000")
  .split(",")
  .map(Number);
const ROUNDS = 15;

/** Address parameters of each list that is measured. */
const LISTS: [name: string, query: string][] = [
  ...SORTS.map((sort): [string, string] => [`sort ${sort}`, `sort=${sort}`]),
  ...SORTS.map((sort): [string, string] => [`sold ${sort}`, `status=sold&sort=${sort}`]),
  ["category", "category=books"],
  ["category by views", "category=books&sort=views"],
  ["two categories", "categories=other,automotive"],
  ["condition", "condition=good"],
  ["rare condition", "condition=for_parts"],
  ["price range", "min_price=50&max_price=400"],
  ["narrow price range", "min_price=4200&max_price=4300"],
  ["price range by price", "min_price=50&max_price=400&sort=price_asc"],
  ["place", "location=brunswick"],
  ["place, wide", "location=melbourne&sort=price_asc"],
  ["place nobody lives in", "location=timbuktu"],
  ["within 5 km", "near=3056&within_km=5"],
  ["within 50 km", "near=3056&within_km=50&sort=price_asc"],
  ["within 50 km of nobody", "near=Broome&within_km=50"],
  ["search, every listing", "q=item"],
  ["search, every listing by price", "q=item&sort=price_asc"],
  ["search, every tenth", "q=table&sort=price_asc"],
  ["search, rare", "q=theremin"],
  ["search, rare by price", "q=theremin&sort=price_desc"],
  ["search, two words", "q=guitar%20table"],
  ["search, as typed", "q=gui"],
  ["search, first letter", "q=g"],
  ["search, mistyped", "q=theremni"],
  ["search, nothing like it", "q=qqqqqq"],
  ["search near a place", "q=table&near=3056&within_km=10&sort=price_asc"],
  ["all filters", "q=table&category=books&condition=good&min_price=20&max_price=900&location=vic&sort=popular"],
];

interface Measured {
  /** Median ms of the first page, of the one after it, and of the database's own part of the first. */
  first: number;
  next: number;
  sql: number;
  queries: number;
  items: number;
}

/** D1 with a count of its round trips and the time it says it took. */
function counting(db: D1Database) {
  const seen = { queries: 0, ms: 0 };
  const note = <T extends D1Result>(result: T): T => {
    seen.ms += result.meta.duration;
    return result;
  };
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => wrap(target.bind(...values));
        if (name === "all") {
          return async () => {
            seen.queries++;
            return note(await target.all());
          };
        }
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  const wrapped = new Proxy(db, {
    get(target, name) {
      if (name === "prepare") return (text: string) => wrap(target.prepare(text));
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { db: wrapped, seen };
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function measure(original: D1Database): Promise<Map<string, Measured>> {
  const { db, seen } = counting(original);
  const services: Services = {
    env: { DB: db } as AppEnv,
    db: drizzle(db, { schema }),
    now: () => NOW,
    newId: (prefix) => `${prefix}_`,
    later: () => undefined,
  };
  const read = async (query: string, cursor?: string) => {
    const parsed = ListItems.parse({
      limit: "24",
      ...Object.fromEntries(new URLSearchParams(query)),
      ...(cursor && { cursor }),
    });
    const reply = await listReply(services, parsed, { readerId: null, now: NOW });
    if (!reply.ok) throw new Error(`${query}: ${reply.message}`);
    return reply.value;
  };
  const results = new Map<string, Measured>();
  for (const [name, query] of LISTS) {
    const first: number[] = [];
    const next: number[] = [];
    const inSql: number[] = [];
    let queries = 0;
    let items = 0;
    for (let round = 0; round < ROUNDS; round++) {
      Object.assign(seen, { queries: 0, ms: 0 });
      let started = performance.now();
      const page = await read(query);
      first.push(performance.now() - started);
      inSql.push(seen.ms);
      queries = seen.queries;
      items = page.items.length;
      if (page.next_cursor === null) continue;
      started = performance.now();
      await read(query, page.next_cursor);
      next.push(performance.now() - started);
    }
    results.set(name, { first: median(first), next: median(next), sql: median(inSql), queries, items });
  }
  return results;
}

const columns: Map<string, Measured>[] = [];
for (const size of SIZES) {
  const started = performance.now();
  const scale = await catalogueOf(size);
  try {
    console.log(
      `${size.toLocaleString("en-AU")} listings made in ${((performance.now() - started) / 1000).toFixed(1)} s`,
    );
    await measure(scale.db); // warm
    columns.push(await measure(scale.db));
  } finally {
    await scale.dispose();
  }
}

const ms = (value: number) => value.toFixed(1).padStart(7);
console.log(`\nms a page, median of ${ROUNDS}: first page, next page, database alone (whole ms); queries; cards\n`);
console.log(`${"".padEnd(32)}${SIZES.map((size) => `${size.toLocaleString("en-AU")}`.padStart(32)).join("")}`);
for (const [name] of LISTS) {
  const cells = columns.map((column) => {
    const at = column.get(name) as Measured;
    return `${ms(at.first)}${ms(at.next)}${String(at.sql).padStart(7)}${String(at.queries).padStart(5)}${String(at.items).padStart(6)}`;
  });
  console.log(name.padEnd(32) + cells.join(""));
}
