/** Generates a catalogue of any size, the same in every run, with word frequencies like those of real listings. */
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { getPlatformProxy, unstable_readConfig } from "wrangler";
import { CATEGORIES } from "#domain/items/catalogue";
import { places } from "../../scripts/places.ts";
import { applyMigrations } from "../../worker/db/apply-migrations.ts";

const root = resolve(import.meta.dirname, "../..");
const DAY = 86_400_000;
/** The date of every run. */
export const NOW = 1_795_000_000_000;
const SELLERS = 500;
const CHUNK = 2_000;
const BANK = JSON.stringify({ account_name: "A Seller", bsb: "062-000", account_number: "12345678" });

function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const id = (prefix: string, name: string) =>
  `${prefix}_${createHash("sha256").update(name).digest("hex").slice(0, 20)}`;

/**
 * Every listing contains "item", every tenth "table", about every thousandth "theremin"; the long tail is generated.
 */
const COMMON = "item good used clean works pickup smoke free home".split(" ");
const THINGS =
  "table chair lamp desk bike guitar sofa shelf phone laptop camera books jacket boots mirror clock vase bed fridge kettle drill tent surfboard piano dress".split(
    " ",
  );
const RARE = "theremin zither astrolabe didgeridoo sextant ukulele concertina typewriter gramophone metronome".split(
  " ",
);
const SYLLABLES = "ba ko ri tel mun sha ver lo pin dax wor gim ney tru cal fo hep jus ".trim().split(" ");

/** Mostly large cities, like real listings. */
const TOWNS = [
  ...["3056", "3065", "3121", "3000", "3182", "3070", "3011"].map((postcode) => ({
    postcode,
    city: "Melbourne",
    share: 5,
  })),
  ...["2042", "2010", "2095", "2150", "2204"].map((postcode) => ({ postcode, city: "Sydney", share: 5 })),
  ...["4101", "4064"].map((postcode) => ({ postcode, city: "Brisbane", share: 3 })),
  ...["6160", "6008"].map((postcode) => ({ postcode, city: "Perth", share: 3 })),
  ...["5067", "7005", "2612", "0810", "3218"].map((postcode) => ({ postcode, city: null, share: 1 })),
].flatMap(({ postcode, city, share }) =>
  places.suggest(postcode, 4).flatMap((place) => Array.from({ length: share }, () => ({ ...place, city }))),
);

export interface Scale {
  db: D1Database;
  dispose: () => Promise<void>;
}

/** Creates a temporary database with the real migrations and `count` listings. */
export async function catalogueOf(count: number): Promise<Scale> {
  const folder = mkdtempSync(join(tmpdir(), "goodstreet-bench-"));
  const { d1_databases, compatibility_date } = unstable_readConfig({ config: join(root, "wrangler.toml") });
  const configPath = join(folder, "wrangler.json");
  writeFileSync(configPath, JSON.stringify({ name: "goodstreet-bench", compatibility_date, d1_databases }));
  const proxy = await getPlatformProxy<{ DB: D1Database }>({
    configPath,
    persist: { path: join(folder, "v3") },
    remoteBindings: false,
  });
  const db = proxy.env.DB;
  const dispose = async () => {
    await proxy.dispose();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await applyMigrations(db);
    await fill(db, count);
  } catch (error) {
    await dispose();
    throw error;
  }
  return { db, dispose };
}

async function insert(db: D1Database, table: string, rows: Row[]): Promise<void> {
  const names = Object.keys(rows[0] ?? {});
  const values = names.map((name) => `json_extract(value, '$.${name}')`).join(",");
  const text = `INSERT INTO ${table} (${names.join(",")}) SELECT ${values} FROM json_each(?)`;
  await db.prepare(text).bind(JSON.stringify(rows)).run();
}

async function fill(db: D1Database, count: number): Promise<void> {
  for (const { table, rows } of catalogueTables(count)) {
    let waiting: Row[] = [];
    for (const row of rows) {
      waiting.push(row);
      if (waiting.length === CHUNK) {
        await insert(db, table, waiting);
        waiting = [];
      }
    }
    if (waiting.length > 0) await insert(db, table, waiting);
  }
}

/** A table row by column, with values that SQLite accepts. */
export type Row = Record<string, string | number | null>;

export interface TableRows {
  table: string;
  rows: Iterable<Row>;
}

/** Returns the tables of a catalogue in insertion order. Rows are generated lazily. */
export function catalogueTables(count: number): TableRows[] {
  const sellers = Array.from({ length: SELLERS }, (_, index) => id("acc", `seller ${index}`));
  const at = { created_at: NOW - 400 * DAY };
  return [
    {
      table: "accounts",
      rows: sellers.map((seller, index) => ({ id: seller, email: `s${index}@example.com`, ...at })),
    },
    {
      table: "profiles",
      rows: sellers.map((seller, index) => ({
        id: seller,
        email: `s${index}@example.com`,
        full_name: `Seller ${index}`,
        bank_details: BANK,
        updated_at: at.created_at,
        ...at,
      })),
    },
    { table: "items", rows: listings(count, sellers) },
  ];
}

export const listingId = (index: number) => id("itm", `item ${index}`);

function* listings(count: number, sellers: readonly string[]): Generator<Row> {
  const random = seededRandom(7);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const photo = {
    id: "img_x",
    url: "/images/a.webp",
    url_800: "/images/b.webp",
    url_400: "/images/c.webp",
    width: 1600,
    height: 1200,
  };
  const words = (length: number) =>
    Array.from({ length }, () => pick(SYLLABLES) + pick(SYLLABLES) + (random() < 0.5 ? pick(SYLLABLES) : "")).join(" ");
  for (let index = 0; index < count; index++) {
    const town = pick(TOWNS);
    const point = places.pointOfListing({ suburb: town.suburb, city: town.city, postcode: town.postcode });
    const fate = random();
    const status = fate < 0.85 ? "active" : fate < 0.97 ? "sold" : "inactive";
    const created = NOW - Math.floor((1 - index / count) * 365 * DAY + random() * DAY);
    const views = Math.floor(random() ** 4 * 2_000);
    yield {
      id: listingId(index),
      seller_id: pick(sellers),
      title: `${pick(THINGS)} ${words(2)}${random() < 0.1 ? " table" : ""}${random() < 0.01 ? ` ${pick(RARE)}` : ""}`,
      description: `item ${pick(COMMON)} ${pick(COMMON)} ${words(25)}`,
      tags: words(2),
      price_cents: random() < 0.05 ? 0 : Math.floor(Math.exp(random() * 7 + 1.6)) * 100,
      category: pick(CATEGORIES),
      condition: random() < 0.02 ? "for_parts" : pick(["new", "like_new", "good", "good", "good", "fair", "poor"]),
      photos: JSON.stringify([photo]),
      suburb: town.suburb,
      city: town.city,
      location: `${town.suburb} ${town.state}`,
      postcode: town.postcode,
      lat: point?.lat ?? null,
      lon: point?.lon ?? null,
      views_count: views,
      popular_score: Math.floor(views * random()),
      collection_date: NOW + 400 * DAY,
      created_at: created,
      updated_at: created,
      status,
      sold_at: status === "sold" ? created + DAY : null,
      rev: status === "active" ? 0 : 1,
    };
  }
}
