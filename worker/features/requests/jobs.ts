import { sql } from "drizzle-orm";
import { HOUR_MS } from "#domain/deadlines";
import type { Services } from "../../services.ts";
import { matchListings } from "./matching.ts";

const AT_ONCE = 50;
/**
 * A listing's date is set before its row is written. Listings younger than this are left for the next run, so that none
 * is skipped.
 */
const SETTLED_MS = 60_000;
/** How far the first run looks back; older listings are found by new requests. */
const FIRST_LOOK_MS = HOUR_MS;
const NAME = "listings-to-requests";

/**
 * Matches listings since the last run with requests, in order and limited per run, for those that `matchListingSoon`
 * missed. Repeats find nothing new.
 */
export async function matchNewListings(services: Services): Promise<number> {
  const { db } = services;
  const now = services.now();
  const [known] = await db.all<{ at: number; item_id: string }>(
    sql`SELECT at, item_id FROM matching_progress WHERE name = ${NAME}`,
  );
  const from = known ?? { at: now - FIRST_LOOK_MS, item_id: "" };
  const rows = await db.all<{ id: string; created_at: number }>(sql`SELECT i.id, i.created_at
    FROM items i INDEXED BY items_by_date WHERE i.listed_as = 'active'
      AND (i.listed_or_sold_at, i.id) > (${from.at}, ${from.item_id}) AND i.listed_or_sold_at <= ${now - SETTLED_MS}
    ORDER BY i.listed_or_sold_at, i.id LIMIT ${AT_ONCE}`);
  await matchListings(
    services,
    rows.map((row) => row.id),
  );
  const last = rows.at(-1);
  const to = last ? { at: last.created_at, item_id: last.id } : known ? null : from;
  if (to) {
    await db.run(sql`INSERT INTO matching_progress (name, at, item_id) VALUES (${NAME}, ${to.at}, ${to.item_id})
      ON CONFLICT (name) DO UPDATE SET at = excluded.at, item_id = excluded.item_id`);
  }
  return rows.length;
}
