/** Recommendations for an item, in two round trips: the item, then all rows in one batch. */
import { and, eq, isNull } from "drizzle-orm";
import type { RelatedReply } from "#contract/items/marketplace";
import { CAROUSEL_SIZE, nearestFirst, priceBand, similarBand, unseenFirst } from "#domain/site/carousel";
import { batch } from "../../db/client.ts";
import { items } from "../../db/schema/items.ts";
import type { Services } from "../../services.ts";
import { type RawCardRow, toCardRow } from "../items/cards.ts";
import { bandStatement, moreFromSellerStatement, trendingStatement } from "../items/carousels.ts";
import { presentCard, type RequestContext } from "../items/present.ts";
import { presentOffers } from "../selling/special-offers/present.ts";
import { offersStatement, type RawOfferRow } from "../selling/special-offers/queries.ts";

/** Returns offers and recommendations for an item; null when it does not exist or the viewer may not see it. */
export async function relatedTo({ db }: Services, id: string, context: RequestContext): Promise<RelatedReply | null> {
  const item = await db
    .select({
      id: items.id,
      seller_id: items.seller_id,
      price_cents: items.price_cents,
      category: items.category,
      status: items.status,
    })
    .from(items)
    .where(and(eq(items.id, id), isNull(items.deleted_at)))
    .get();
  if (!item || (item.status === "inactive" && item.seller_id !== context.viewerId)) return null;
  const [offers, ofSeller, similar, trending, price] = await batch<
    [RawOfferRow, RawCardRow, RawCardRow, RawCardRow, RawCardRow]
  >(db, [
    offersStatement(item, context.now),
    moreFromSellerStatement(item),
    bandStatement(item, similarBand(item.price_cents), item.category, CAROUSEL_SIZE),
    trendingStatement(context.now, CAROUSEL_SIZE, item.id),
    // Twice as many, because items that also appear in `similar` go to the end of this row.
    bandStatement(item, priceBand(item.price_cents), null, 2 * CAROUSEL_SIZE),
  ]);
  const cards = (rows: RawCardRow[]) => rows.map((row) => presentCard(toCardRow(row), context));
  const similarRows = nearestFirst(similar, item.price_cents, CAROUSEL_SIZE);
  const priceRows = nearestFirst(price, item.price_cents, 2 * CAROUSEL_SIZE);
  return {
    special_offers: presentOffers(item, offers, context.now),
    more_from_seller: cards(ofSeller),
    similar: cards(similarRows),
    trending: cards(trending),
    price: cards(unseenFirst(priceRows, similarRows).slice(0, CAROUSEL_SIZE)),
    server_now: context.now,
  };
}
