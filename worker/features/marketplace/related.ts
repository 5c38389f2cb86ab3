/** Recommendations for an item, in two round trips: the item, then all rows in one batch. */
import { and, eq, isNull } from "drizzle-orm";
import type { ListItemsQuery } from "#contract/items";
import type { RelatedReply } from "#contract/items/marketplace";
import type { Cents } from "#domain/money";
import { pick } from "#domain/pick";
import type { Point } from "#domain/places/distance";
import {
  CAROUSEL_SIZE,
  nearbyFirst,
  nearestFirst,
  type PriceBand,
  priceBand,
  similarBand,
  unseenFirst,
} from "#domain/site/carousel";
import { batch } from "../../db/client.ts";
import { items } from "../../db/schema/items.ts";
import type { Services } from "../../services.ts";
import { type RawCardRow, toCardRow } from "../items/cards.ts";
import {
  bandStatement,
  moreFromSellerStatement,
  readNearby,
  trendingList,
  trendingStatement,
} from "../items/carousels.ts";
import { presentCard, type RequestContext } from "../items/present.ts";
import { presentOffers } from "../selling/special-offers/present.ts";
import { offersStatement, type RawOfferRow } from "../selling/special-offers/queries.ts";

/** Returns offers and recommendations for an item; null when it does not exist or the viewer may not see it. */
export async function relatedTo(
  { db }: Services,
  id: string,
  centre: Point | null,
  context: RequestContext,
): Promise<RelatedReply | null> {
  const item = await db
    .select(pick(items, "id", "seller_id", "price_cents", "category", "status"))
    .from(items)
    .where(and(eq(items.id, id), isNull(items.deleted_at)))
    .get();
  if (!item || (item.status === "inactive" && item.seller_id !== context.viewerId)) return null;
  const alike = similarBand(item.price_cents);
  const band = priceBand(item.price_cents);
  const twice = 2 * CAROUSEL_SIZE;
  const [[offers, ofSeller, similar, trending, price], nearby] = await Promise.all([
    batch<[RawOfferRow, RawCardRow, RawCardRow, RawCardRow, RawCardRow]>(db, [
      offersStatement(item, context.now),
      moreFromSellerStatement(item),
      bandStatement(item, alike, item.category, CAROUSEL_SIZE),
      trendingStatement(context.now, CAROUSEL_SIZE, item.id),
      // Twice as many, because items that also appear in `similar` go to the end of this row.
      bandStatement(item, band, null, twice),
    ]),
    // One more, because the item itself may be among them.
    readNearby(db, centre, [
      ...bandLists(item.price_cents, alike, CAROUSEL_SIZE + 1, { category: item.category }),
      ...bandLists(item.price_cents, band, twice + 1, {}),
      trendingList(context.now, CAROUSEL_SIZE + 1),
    ]),
  ]);
  const others = nearby.map((rows) => rows.filter((row) => row.id !== id));
  const [similarUp = [], similarDown = [], priceUp = [], priceDown = [], trendingNearby = []] = others;
  const cards = (rows: RawCardRow[]) => rows.map((row) => presentCard(toCardRow(row), context));
  const row = (here: RawCardRow[], all: RawCardRow[], size: number) =>
    nearbyFirst(nearestFirst(here, item.price_cents, size), nearestFirst(all, item.price_cents, size), size);
  const similarRows = row([...similarUp, ...similarDown], similar, CAROUSEL_SIZE);
  const priceRows = row([...priceUp, ...priceDown], price, twice);
  return {
    special_offers: presentOffers(item, offers, context.now),
    more_from_seller: cards(ofSeller),
    similar: cards(similarRows),
    trending: cards(nearbyFirst(trendingNearby, trending, CAROUSEL_SIZE)),
    price: cards(unseenFirst(priceRows, similarRows).slice(0, CAROUSEL_SIZE)),
    server_now: context.now,
  };
}

/** The two sides of a price band as lists, nearest price first on each. */
function bandLists(price: Cents, { from, to }: PriceBand, limit: number, query: ListItemsQuery) {
  return [
    { query: { ...query, min_price: price, max_price: to, sort: "price_asc" as const }, limit },
    { query: { ...query, min_price: from, max_price: price - 1, sort: "price_desc" as const }, limit },
  ];
}
