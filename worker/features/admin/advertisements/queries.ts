/** Advertisements with their statistics, for staff. */
import { type SQL, sql } from "drizzle-orm";
import type { AdState } from "#contract/ads";
import type { ReachDay } from "#contract/selling/promotions";
import type { AdPlacement } from "#domain/ads/ads";
import { done, type Result } from "#domain/result";
import type { Database } from "../../../db/client.ts";
import { type CursorPage, cursorList } from "../../../http/cursor-list.ts";
import { WRONG_CURSOR } from "../../../http/wrong-cursor.ts";
import type { RawAdRow } from "../../ads/queries.ts";

export interface AdvertisementRow extends RawAdRow {
  active: number;
  impressions: number;
  clicks: number;
  seller_id: string | null;
  seller_name: string | null;
  amount_cents: number | null;
  updated_at: number;
  ended_at: number | null;
  state: AdState;
}

const dayOf = (column: string) => sql.raw(`substr(coalesce(${column}, ''), 1, 10)`);

/** State of an ad today, by the same rule as `isRunning`. */
const stateOf = (today: string): SQL => sql`CASE
    WHEN a.ended_at IS NOT NULL OR p.cancelled_at IS NOT NULL
      OR (${dayOf("a.end_date")} <> '' AND ${dayOf("a.end_date")} < ${today}) THEN 'ended'
    WHEN a.active = 0 OR (a.item_id IS NOT NULL AND (i.id IS NULL OR i.status <> 'active' OR i.deleted_at IS NOT NULL))
      THEN 'off'
    WHEN ${dayOf("a.start_date")} > ${today} THEN 'scheduled'
    ELSE 'running' END`;

/** A promoted listing is shown in its current state. */
function select(today: string, where: SQL, tail: SQL = sql``): SQL {
  return sql`SELECT * FROM (SELECT a.id, coalesce(i.title, a.title) AS title, a.description,
      CASE WHEN i.id IS NULL THEN a.image_url ELSE json_extract(i.photos, '$[0].url_800') END AS image_url, a.link_url,
      a.placement, a.priority, a.active, a.start_date, a.end_date, a.impressions, a.clicks, a.item_id,
      a.owner_id AS seller_id, o.full_name AS seller_name, p.amount_cents - p.refunded_cents AS amount_cents,
      a.created_at, a.updated_at, a.ended_at, ${stateOf(today)} AS state
    FROM advertisements a LEFT JOIN promotions p ON p.ad_id = a.id LEFT JOIN items i ON i.id = a.item_id
      LEFT JOIN profiles o ON o.id = a.owner_id
    WHERE ${where}) ${tail}`;
}

export async function findAdvertisement(db: Database, id: string, today: string): Promise<AdvertisementRow | null> {
  const [row] = await db.all<AdvertisementRow>(select(today, sql`a.id = ${id}`));
  return row ?? null;
}

export interface AdvertisementFilters {
  from: "staff" | "sellers";
  state?: AdState | undefined;
  placement?: AdPlacement | undefined;
}

/** Returns one page, newest first. */
export async function listAdvertisements(
  db: Database,
  { from, state, placement }: AdvertisementFilters,
  today: string,
  cursor: string | undefined,
  limit: number,
): Promise<Result<CursorPage<AdvertisementRow>>> {
  const list = cursorList("ads", { from, state, placement }, cursor);
  if (!list) return WRONG_CURSOR;
  const { after } = list;
  const rows = await db.all<AdvertisementRow>(
    select(
      today,
      sql`${sql.raw(from === "staff" ? "a.item_id IS NULL" : "a.item_id IS NOT NULL")}
        ${after ? sql`AND (a.created_at, a.id) < (${after.key}, ${after.id})` : sql``}
        ${placement ? sql`AND a.placement = ${placement}` : sql``}
        ${state ? sql`AND ${stateOf(today)} = ${state}` : sql``}
        ORDER BY a.created_at DESC, a.id DESC LIMIT ${limit + 1}`,
      sql`ORDER BY created_at DESC, id DESC`,
    ),
  );
  return done(list.page(rows, limit, (last) => ({ key: last.created_at, id: last.id })));
}

/** Returns the days with events, from this day on. */
export async function reachSince(db: Database, id: string, day: string): Promise<ReachDay[]> {
  return db.all<ReachDay>(
    sql`SELECT day, impressions, clicks FROM ad_days WHERE ad_id = ${id} AND day >= ${day} ORDER BY day`,
  );
}
