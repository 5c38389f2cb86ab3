/**
 * Short lists of items: trending, sold, and recommendations for an item. Each statement reads an index until it has
 * enough, so its cost does not grow with the marketplace.
 */
import { type SQL, sql } from "drizzle-orm";
import type { ListItemsQuery } from "#contract/items";
import type { Category } from "#domain/items/catalogue";
import type { Point } from "#domain/places/distance";
import { RADIUS_KM_DEFAULT } from "#domain/places/near-place";
import { CAROUSEL_SIZE, type PriceBand, TRENDING_MS } from "#domain/site/carousel";
import { batch, type Database } from "../../db/client.ts";
import { cardColumns, type RawCardRow } from "./cards.ts";
import { listStatement } from "./listing.ts";

const LISTED = sql`i.listed_as = 'active'`;

/** A list of which only the beginning is shown. */
interface ListStart {
  query: ListItemsQuery;
  limit: number;
}

/**
 * Reads the beginnings of lists near the viewer, in one round trip. Their items come before those of the whole country
 * (D78). Without a place there are none.
 */
export async function readNearby(
  db: Database,
  centre: Point | null,
  lists: readonly ListStart[],
): Promise<RawCardRow[][]> {
  if (centre === null) return lists.map(() => []);
  const radius = { centre, km: RADIUS_KM_DEFAULT, side: "inside" } as const;
  const found = await batch<RawCardRow[]>(
    db,
    lists.map(({ query, limit }) => listStatement({ query, match: null, radius }, { after: null, limit, offset: 0 })),
  );
  return found.map((rows, index) =>
    lists[index]?.query.sort === "views" ? rows.filter((row) => row.views_count > 0) : rows,
  );
}

/** The most viewed items listed within a week, for `readNearby`. */
export function trendingList(now: number, limit: number): ListStart {
  return { query: { sort: "views", listed_after: now - TRENDING_MS }, limit };
}

/**
 * Returns the most viewed items listed within a week. The index by date includes the views, so only the items shown are
 * read from the table: 0.2 ms with two thousand listings a week.
 */
export function trendingStatement(now: number, limit: number, exceptId = ""): SQL {
  return sql`SELECT ${cardColumns}, i.views_count AS sort_key FROM (
      SELECT t.rid FROM items t INDEXED BY items_by_date
      WHERE t.listed_as = 'active'
        AND t.listed_or_sold_at > ${now - TRENDING_MS} AND t.listed_or_sold_at <= ${now}
        AND t.views_count > 0 AND t.id <> ${exceptId}
      ORDER BY t.views_count DESC, t.id DESC LIMIT ${limit}
    ) top CROSS JOIN items i ON i.rid = top.rid CROSS JOIN profiles p ON p.id = i.seller_id
    ORDER BY i.views_count DESC, i.id DESC`;
}

export function recentlySoldStatement(limit: number): SQL {
  return sql`SELECT ${cardColumns}, i.listed_or_sold_at AS sort_key
    FROM items i INDEXED BY items_by_date CROSS JOIN profiles p ON p.id = i.seller_id
    WHERE i.listed_as = 'sold' ORDER BY i.listed_or_sold_at DESC, i.id DESC LIMIT ${limit}`;
}

/** Returns the most popular items of the last week (D47). */
export function popularStatement(limit: number): SQL {
  return sql`SELECT ${cardColumns}, i.popular_score AS sort_key
    FROM items i INDEXED BY items_by_popularity CROSS JOIN profiles p ON p.id = i.seller_id
    WHERE ${LISTED} ORDER BY i.popular_score DESC, i.id DESC LIMIT ${limit}`;
}

/** Returns the items that an editor chose for the home page, in the editor's order, if they are still for sale. */
export function featuredStatement(limit: number): SQL {
  return sql`SELECT ${cardColumns}, c.key AS sort_key
    FROM homepage_content h CROSS JOIN json_each(h.content, '$.item_ids') c
    CROSS JOIN items i ON i.id = c.value CROSS JOIN profiles p ON p.id = i.seller_id
    WHERE h.id = 'featured' AND h.active = 1 AND ${LISTED} ORDER BY c.key LIMIT ${limit}`;
}

/** Returns the newest other items of the same seller. */
export function moreFromSellerStatement(item: { id: string; seller_id: string }): SQL {
  return sql`SELECT ${cardColumns}, i.created_at AS sort_key
    FROM items i INDEXED BY items_by_seller CROSS JOIN profiles p ON p.id = i.seller_id
    WHERE i.seller_id = ${item.seller_id} AND ${LISTED} AND i.id <> ${item.id}
    ORDER BY i.created_at DESC, i.id DESC LIMIT ${CAROUSEL_SIZE}`;
}

/**
 * Returns other items within a price band, of one category or of all, nearest price first on each side. Each side
 * returns as many items as the whole row shows, so that the nearest overall are included.
 */
export function bandStatement(
  item: { id: string; price_cents: number },
  { from, to }: PriceBand,
  category: Category | null,
  limit: number,
): SQL {
  const side = (bounds: SQL, way: SQL) => sql`SELECT * FROM (SELECT t.rid FROM items t INDEXED BY items_by_price
    WHERE t.listed_as = 'active' ${category === null ? sql`` : sql`AND t.category = ${category}`}
      AND ${bounds} AND t.id <> ${item.id} ORDER BY t.price_cents ${way}, t.id ${way} LIMIT ${limit})`;
  return sql`SELECT ${cardColumns}, i.price_cents AS sort_key FROM (
      ${side(sql`t.price_cents >= ${item.price_cents} AND t.price_cents <= ${to}`, sql`ASC`)}
      UNION ALL
      ${side(sql`t.price_cents < ${item.price_cents} AND t.price_cents >= ${from}`, sql`DESC`)}
    ) near CROSS JOIN items i ON i.rid = near.rid CROSS JOIN profiles p ON p.id = i.seller_id`;
}
