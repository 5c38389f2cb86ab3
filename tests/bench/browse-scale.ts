/**
 * `npm run bench:browse`: measures a page of each list with 10,000 and with 100,000 listings, in the Worker's database.
 * The sizes alternate, so that other load on the machine affects both. Fails when more listings make a page slower by
 * more than a fifth, except where the table gives a reason.
 */
import { drizzle } from "drizzle-orm/d1";
import { ListItems } from "#contract/items";
import { SORTS } from "#domain/items/catalogue";
import { done } from "#domain/result";
import { passwordHasher } from "../../worker/adapters/password-hash.ts";
import * as schema from "../../worker/db/schema.ts";
import type { AppEnv } from "../../worker/env.ts";
import { countReply, listReply, placesReply } from "../../worker/features/items/list-reply.ts";
import type { Services } from "../../worker/services.ts";
import { rowsOf } from "../support/repository.ts";
import { catalogueOf, NOW, type Scale } from "./catalogue.ts";

const SIZES = (process.argv.find((arg) => arg.startsWith("--sizes="))?.slice(8) ?? "10000,100000")
  .split(",")
  .map(Number);
const ROUNDS = 30;

/** Why a list may take longer with more listings. */
const GROWS: Record<string, string> = {
  COUNTED: "up to 2,000 items are counted, and the smaller catalogue has fewer",
  MAPPED: "every item of the list is counted",
  WIDE: "with several filters every match of the words is looked at, up to 5,000 of them",
};

/** The order by distance needs a place. */
const sorted = (sort: string) => `sort=${sort}${sort === "nearest" ? "&near=3056" : ""}`;

/** Query parameters of each measured list; those after `count?` are counted, after `places?` by suburb. */
const LISTS: [name: string, query: string, grows?: string][] = [
  ...SORTS.map((sort): [string, string] => [`sort ${sort}`, sorted(sort)]),
  ...SORTS.map((sort): [string, string] => [`sold ${sort}`, `status=sold&${sorted(sort)}`]),
  ...rowsOf<"name" | "query" | "grows">("tests/bench/browse-scale.tsv").map(
    ({ name, query, grows }): [string, string, string?] => [name, query, GROWS[grows]],
  ),
];

interface Measured {
  /** Shortest times in ms: the first page, the next page, and the database's part of the first. */
  first: number;
  next: number;
  sql: number;
  queries: number;
  items: number;
}

/** Wraps D1 to count its round trips and the time that it reports. */
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
        // Raw rows come without the database's time.
        if (name === "raw") {
          return async () => {
            seen.queries++;
            return note(await target.all<object>()).results.map((row) => Object.values(row));
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

/** Returns the shortest time, because other load only ever adds time. */
const typical = (values: number[]) => (values.length === 0 ? 0 : Math.min(...values));

const VISITOR = { viewerId: null, now: NOW };

/** Counts a list, in all or by suburb, as a page without items. */
async function count(services: Services, asked: Record<string, string>, reply: typeof countReply | typeof placesReply) {
  const counted = await reply(services, ListItems.parse(asked));
  return counted.ok ? done({ items: [], next_cursor: null }) : counted;
}

const COUNTS = { count: countReply, places: placesReply } as const;

/** Returns a function that reads pages from one database like the route. */
function reader(original: D1Database) {
  const { db, seen } = counting(original);
  const services: Services = {
    env: { DB: db, MAP_STYLE_URL: "" } as AppEnv,
    db: drizzle(db, { schema }),
    now: () => NOW,
    newId: (prefix) => `${prefix}_`,
    passwords: passwordHasher({ APP_ENV: "local" }),
    stripe: () => null,
    cardsPaused: () => false,
    mailOrigin: "",
    defer: () => undefined,
  };
  return async (query: string, cursor?: string) => {
    const [, counted, terms = query] = /^(count|places)\?(.*)$/.exec(query) ?? [];
    const asked = { limit: "24", ...Object.fromEntries(new URLSearchParams(terms)), ...(cursor && { cursor }) };
    Object.assign(seen, { queries: 0, ms: 0 });
    const started = performance.now();
    const reply = counted
      ? await count(services, asked, COUNTS[counted as keyof typeof COUNTS])
      : await listReply(services, ListItems.parse(asked), VISITOR);
    const took = performance.now() - started;
    if (!reply.ok) throw new Error(`${query}: ${reply.message}`);
    return { page: reply.value, took, ...seen };
  };
}

/** Measures one list at every size, in turns. */
async function measure(readers: ReturnType<typeof reader>[], query: string): Promise<Measured[]> {
  const rounds = readers.map(() => ({
    first: [] as number[],
    next: [] as number[],
    sql: [] as number[],
    queries: 0,
    items: 0,
  }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, read] of readers.entries()) {
      const seen = rounds[index] as (typeof rounds)[number];
      const { page, took, ms: inSql, queries } = await read(query);
      seen.first.push(took);
      seen.sql.push(inSql);
      seen.queries = queries;
      seen.items = page.items.length;
      if (page.next_cursor !== null) seen.next.push((await read(query, page.next_cursor)).took);
    }
  }
  return rounds.map((seen) => ({
    ...seen,
    first: typical(seen.first),
    next: typical(seen.next),
    sql: typical(seen.sql),
  }));
}

const scales: Scale[] = [];
const results = new Map<string, Measured[]>();
try {
  for (const size of SIZES) {
    const started = performance.now();
    scales.push(await catalogueOf(size));
    console.log(
      `${size.toLocaleString("en-AU")} listings made in ${((performance.now() - started) / 1000).toFixed(1)} s`,
    );
  }
  const readers = scales.map((scale) => reader(scale.db));
  for (const [, query] of LISTS) for (const read of readers) await read(query); // warm
  for (const [name, query] of LISTS) results.set(name, await measure(readers, query));
} finally {
  for (const scale of scales) await scale.dispose();
}

const ms = (value: number) => value.toFixed(1).padStart(7);
console.log(`\nms a page, shortest of ${ROUNDS}: first page, next page, database alone (whole ms); queries; cards\n`);
console.log(`${"".padEnd(32)}${SIZES.map((size) => `${size.toLocaleString("en-AU")}`.padStart(32)).join("")}`);
const slower: string[] = [];
for (const [name, , grows] of LISTS) {
  const cells = results.get(name) ?? [];
  const [small, ...larger] = cells;
  const growth = small ? Math.max(0, ...larger.map((at) => at.first / small.first - 1)) : 0;
  // Differences of a millisecond are within the clock's precision.
  const over = small !== undefined && growth > 0.2 && larger.some((at) => at.first > small.first * 1.2 + 1);
  if (over && grows === undefined) slower.push(name);
  const text = cells.map(
    (at) =>
      `${ms(at.first)}${ms(at.next)}${String(at.sql).padStart(7)}${String(at.queries).padStart(5)}${String(at.items).padStart(6)}`,
  );
  console.log(
    `${name.padEnd(32)}${text.join("")}${over ? `  +${Math.round(growth * 100)} %: ${grows ?? "TOO MUCH"}` : ""}`,
  );
}
if (slower.length > 0) {
  console.error(`\nMore than a fifth slower with more listings: ${slower.join(", ")}`);
  process.exitCode = 1;
}
