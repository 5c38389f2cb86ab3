import { sql } from "drizzle-orm";
import type { ListRequestsQuery } from "#contract/requests";
import type { Category } from "#domain/items/catalogue";
import type { Point } from "#domain/places/distance";
import { done, type Result } from "#domain/result";
import type { Database } from "../../db/client.ts";
import type { requests } from "../../db/schema/site-content.ts";
import { type CursorPage, cursorList } from "../../http/cursor-list.ts";
import { WRONG_CURSOR } from "../../http/wrong-cursor.ts";
import {
  type CardRow,
  cardColumns,
  type RawCardRow,
  type RawSellerColumns,
  sellerColumns,
  toCardRow,
} from "../items/cards.ts";
import { onSide } from "../items/list-filters.ts";
import { aroundOrder } from "../items/sort-orders.ts";

export interface RequestRow
  extends RawSellerColumns,
    Omit<typeof requests.$inferSelect, "user_id" | "category" | "updated_at"> {
  category: Category | null;
  matches: number;
}

const columns = (
  viewerId: string,
) => sql`r.id, r.title, r.description, r.category, r.max_price_cents, r.suburb, r.city, r.postcode,
  r.lat, r.lon, r.within_km, r.status, r.created_at,
  CASE WHEN r.user_id = ${viewerId} THEN (SELECT count(*) FROM request_matches m
    WHERE m.request_id = r.id AND ${STILL_LISTED}) ELSE 0 END AS matches, ${sellerColumns}`;

/** A match counts while the item is for sale. */
const STILL_LISTED = sql.raw(
  "EXISTS (SELECT 1 FROM items mi WHERE mi.id = m.item_id AND mi.status = 'active' AND mi.deleted_at IS NULL)",
);

/** Lists open requests around a place, or newest first; `within` lists no others. The viewer's own in every status. */
export async function listRequests(
  db: Database,
  viewerId: string,
  query: ListRequestsQuery,
  { centre, within }: { centre: Point | null; within: number | null },
  limit: number,
): Promise<Result<CursorPage<RequestRow>>> {
  const { category, near, within_km, mine, cursor } = query;
  const place = { near, within_km, lat: centre?.lat, lon: centre?.lon };
  const filters = { category, ...place, mine: mine === undefined ? undefined : viewerId };
  const list = cursorList("requests", filters, cursor);
  if (!list) return WRONG_CURSOR;
  const at = sql`r.created_at`;
  const order = aroundOrder(centre, { lat: sql`r.lat`, lon: sql`r.lon`, at, id: sql`r.id` });
  const { after } = list;
  // A literal, so that the partial indexes apply.
  const terms = [mine === undefined ? sql.raw("r.status = 'open'") : sql`r.user_id = ${viewerId}`];
  if (category !== undefined) terms.push(sql`r.category = ${category}`);
  if (centre && within !== null) {
    const circle = { centre, km: within, side: "inside" } as const;
    terms.push(sql.raw("r.lat IS NOT NULL"), onSide(sql`r.lat`, sql`r.lon`, circle));
  }
  if (after) terms.push(sql`${order.after} (${after.key}, ${after.id})`);
  const rows = await db.all<
    RequestRow & { sort_key: number }
  >(sql`SELECT ${columns(viewerId)}, ${order.key} AS sort_key FROM requests r
    CROSS JOIN profiles p ON p.id = r.user_id WHERE ${sql.join(terms, sql` AND `)}
    ORDER BY ${order.orderBy} LIMIT ${limit + 1}`);
  return done(list.page(rows, limit, (last) => ({ key: last.sort_key, id: last.id })));
}

/** Returns an open request, or one of the viewer's own; null otherwise. */
export async function findRequest(db: Database, viewerId: string, id: string): Promise<RequestRow | null> {
  const [row] = await db.all<RequestRow>(sql`SELECT ${columns(viewerId)} FROM requests r
    JOIN profiles p ON p.id = r.user_id WHERE r.id = ${id} AND (r.status = 'open' OR r.user_id = ${viewerId})`);
  return row ?? null;
}

export interface MatchRow {
  card: CardRow;
  source: "found" | "offered";
  at: number;
}

const FOUND_MAX = 48;

/** Returns matching listings that are for sale: offered ones first, then the newest. */
export async function matchesOf(db: Database, requestId: string): Promise<MatchRow[]> {
  const rows = await db.all<RawCardRow & { source: MatchRow["source"]; at: number }>(sql`SELECT ${cardColumns},
      0 AS sort_key, m.source, m.at FROM request_matches m CROSS JOIN items i ON i.id = m.item_id
    CROSS JOIN profiles p ON p.id = i.seller_id
    WHERE m.request_id = ${requestId} AND i.listed_as = 'active'
    ORDER BY m.source = 'offered' DESC, m.at DESC LIMIT ${FOUND_MAX}`);
  return rows.map(({ source, at, ...card }) => ({ card: toCardRow(card), source, at }));
}
