/**
 * Sitemaps by keyset: a file is a range of row numbers (items) or ids (sellers), read in portions and streamed, so that
 * no query grows with the site.
 */

import { sql } from "drizzle-orm";
import { DAY_MS } from "#domain/deadlines";
import { MARKET_TABS } from "#domain/items/marketplace-tabs";
import type { Database } from "../../../db/client.ts";

/** The protocol allows 50,000. */
const FILE_SIZE = 45_000;
const PORTION = 5_000;
/** How long a sold item stays in the sitemap. */
const SOLD_FOR_MS = 30 * DAY_MS;

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

interface Entry {
  path: string;
  /** Epoch milliseconds, UTC. */
  changed: number | null;
}

/** Entries contain only ids and paths made here, so nothing needs escaping. */
function line(origin: string, { path, changed }: Entry): string {
  const modified = changed === null ? "" : `<lastmod>${new Date(changed).toISOString()}</lastmod>`;
  return `<url><loc>${origin}${path}</loc>${modified}</url>\n`;
}

export async function sitemapIndex(db: Database, origin: string): Promise<string> {
  const [size] = await db.all<{ last_item: number | null; sellers: number }>(
    sql`SELECT (SELECT max(rid) FROM items) AS last_item, (SELECT count(*) FROM profiles) AS sellers`,
  );
  const files = ["pages.xml"];
  for (let from = 0; from < (size?.last_item ?? 0); from += FILE_SIZE) files.push(`items-${from / FILE_SIZE}.xml`);
  for (let from = 0; from < (size?.sellers ?? 0); from += FILE_SIZE) files.push(`sellers-${from / FILE_SIZE}.xml`);
  files.push("sales.xml");
  const list = files.map((file) => `<sitemap><loc>${origin}/sitemaps/${file}</loc></sitemap>\n`).join("");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex ${NAMESPACE}>\n${list}</sitemapindex>\n`;
}

/** Returns the file of this name, or null. */
export function sitemapFile(db: Database, origin: string, name: string, now: number): ReadableStream | null {
  if (name === "pages.xml") return written(origin, pages());
  if (name === "sales.xml") return written(origin, sales(db, now));
  const [, kind, number] = /^(items|sellers)-(\d{1,5})\.xml$/.exec(name) ?? [];
  if (kind === "items") return written(origin, items(db, Number(number), now));
  if (kind === "sellers") return written(origin, sellers(db, Number(number)));
  return null;
}

function written(origin: string, portions: AsyncGenerator<Entry[]>): ReadableStream {
  const encoder = new TextEncoder();
  let begun = false;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!begun) {
        begun = true;
        controller.enqueue(encoder.encode(`<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${NAMESPACE}>\n`));
      }
      const next = await portions.next();
      if (!next.done) {
        controller.enqueue(encoder.encode(next.value.map((entry) => line(origin, entry)).join("")));
        return;
      }
      controller.enqueue(encoder.encode("</urlset>\n"));
      controller.close();
    },
  });
}

async function* pages(): AsyncGenerator<Entry[]> {
  const tabs = MARKET_TABS.map(({ id }) => (id === "all" ? "/Marketplace" : `/Marketplace?tab=${id}`));
  const ours = ["/Announcements", "/Donations", "/Contact", "/Privacy", "/Terms", "/HowWeDecide", "/Accessibility"];
  yield ["/", "/Home", "/Store", ...ours, ...tabs].map((path) => ({ path, changed: null }));
}

/** Live moving sales. They are few: a seller may have three, each for up to 210 days. */
async function* sales(db: Database, now: number): AsyncGenerator<Entry[]> {
  for (let after = { ends_at: now, id: "" }, read = 0; read < FILE_SIZE; read += PORTION) {
    const rows = await db.all<{ id: string; ends_at: number; updated_at: number }>(
      sql`SELECT id, ends_at, updated_at FROM moving_sales WHERE status = 'active'
        AND (ends_at, id) > (${after.ends_at}, ${after.id}) ORDER BY ends_at, id LIMIT ${PORTION}`,
    );
    yield rows.map((row) => ({ path: `/MovingSale/${row.id}`, changed: row.updated_at }));
    after = rows.at(-1) ?? after;
    if (rows.length < PORTION) return;
  }
}

async function* items(db: Database, file: number, now: number): AsyncGenerator<Entry[]> {
  const end = (file + 1) * FILE_SIZE;
  for (let after = file * FILE_SIZE; after < end; after += PORTION) {
    const rows = await db.all<{ id: string; updated_at: number }>(sql`SELECT id, updated_at FROM items
      WHERE rid > ${after} AND rid <= ${after + PORTION} AND deleted_at IS NULL AND status <> 'inactive'
        AND (status <> 'sold' OR sold_at > ${now - SOLD_FOR_MS})`);
    yield rows.map((row) => ({ path: `/ItemDetail/${row.id}`, changed: row.updated_at }));
  }
}

async function* sellers(db: Database, file: number): AsyncGenerator<Entry[]> {
  let after = "";
  if (file > 0) {
    const [row] = await db.all<{ id: string }>(
      sql`SELECT id FROM profiles ORDER BY id LIMIT 1 OFFSET ${file * FILE_SIZE - 1}`,
    );
    if (!row) return;
    after = row.id;
  }
  for (let read = 0; read < FILE_SIZE; read += PORTION) {
    const rows = await db.all<{ id: string; sells: number }>(sql`SELECT p.id,
        EXISTS (SELECT 1 FROM items i WHERE i.seller_id = p.id AND i.deleted_at IS NULL AND i.status = 'active') AS sells
      FROM profiles p WHERE p.id > ${after} ORDER BY p.id LIMIT ${PORTION}`);
    yield rows.filter((row) => row.sells).map((row) => ({ path: `/Store/${row.id}`, changed: null }));
    after = rows.at(-1)?.id ?? after;
    if (rows.length < PORTION) return;
  }
}
