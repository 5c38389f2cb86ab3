/** What people want, as the finder of swap circles reads it (D58). */
import { type SQL, sql } from "drizzle-orm";
import { DAY_MS } from "#domain/deadlines";
import type { Want } from "#domain/trades/circle-finder";
import { eitherBlocked } from "../../../db/blocks.ts";
import type { Database } from "../../../db/client.ts";
import { mayTrade } from "../queries.ts";

/** The latest wishes of one person that count. */
const WANTS_PER_PERSON = 30;
/** A declined offer counts this long. */
const DECLINED_MS = 90 * DAY_MS;

/**
 * Returns what these people want: items on their wish lists, the newest match of each of their saved searches, and items
 * they offered a trade for that is open or was declined. Only items for sale, at a price, that nobody holds, of owners
 * who are open to trades, may trade and have no block with the person. With `owners`, only items of these.
 */
export async function readWants(
  db: Database,
  people: readonly string[],
  now: number,
  owners?: readonly string[],
): Promise<Want[]> {
  if (people.length === 0) return [];
  const each = sql`json_each(${JSON.stringify(people)}) who`;
  const ofOwners = owners ? sql`AND i.seller_id IN (SELECT value FROM json_each(${JSON.stringify(owners)}))` : sql``;
  return db.all<Want>(sql`SELECT person_id, item_id, owner_id, value_cents, lat, lon FROM (
    SELECT w.person_id, w.item_id, i.seller_id AS owner_id, i.price_cents AS value_cents, i.lat, i.lon,
      row_number() OVER (PARTITION BY w.person_id ORDER BY max(w.at) DESC, w.item_id) AS place
    FROM (${wishes(each)} UNION ALL ${searches(each)} UNION ALL ${trades(each, now)}) w
      CROSS JOIN items i ON i.id = w.item_id AND i.listed_as = 'active' AND i.price_cents > 0
        AND coalesce(i.hold_until, 0) <= ${now} AND i.seller_id <> w.person_id ${ofOwners}
      CROSS JOIN profiles o ON o.id = i.seller_id AND o.open_to_trades = 1 AND ${mayTrade(sql`o`, now)}
        AND o.account_restricted = 0
    WHERE NOT ${eitherBlocked(sql`w.person_id`, sql`i.seller_id`)}
    GROUP BY w.person_id, w.item_id)
    WHERE place <= ${WANTS_PER_PERSON}`);
}

const wishes = (each: SQL) => sql`SELECT ww.user_id AS person_id, ww.item_id, ww.created_at AS at
  FROM ${each} CROSS JOIN wish_watches ww ON ww.user_id = who.value`;

const searches = (each: SQL) => sql`SELECT s.owner_id, s.found_item_id, s.created_at
  FROM ${each} CROSS JOIN saved_searches s ON s.owner_id = who.value WHERE s.found_item_id IS NOT NULL`;

/** Two parts, because open and closed trades have an index each. */
const trades = (each: SQL, now: number) => sql`SELECT t.offeror_id, t.target_item_id, t.created_at
  FROM ${each} CROSS JOIN trades t ON t.offeror_id = who.value AND t.closed_at IS NULL WHERE t.status = 'proposed'
  UNION ALL SELECT t.offeror_id, t.target_item_id, t.created_at
  FROM ${each} CROSS JOIN trades t ON t.offeror_id = who.value AND t.closed_at IS NOT NULL AND t.closed_at > ${now - DECLINED_MS}
  WHERE t.status = 'declined'`;

/** Returns the next people in the order of their ids. */
export async function readPeopleAfter(db: Database, after: string, limit: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(
    sql`SELECT id FROM profiles WHERE id > ${after} ORDER BY id LIMIT ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/** Returns which of these circles were offered before, whatever became of them. */
export async function readOffered(db: Database, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db.all<{ legs_key: string }>(sql`SELECT c.legs_key FROM json_each(${JSON.stringify(keys)}) k
    CROSS JOIN circles c ON c.legs_key = k.value`);
  return new Set(rows.map(({ legs_key }) => legs_key));
}
