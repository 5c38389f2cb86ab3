import type { MovingSaleView, OwnMovingSale } from "#contract/selling/moving-sales";
import { availabilityOf } from "#domain/items/listing";
import { centsToDollars } from "#domain/money";
import { collectionSummary } from "#domain/orders/collection";
import { pick } from "#domain/pick";
import { awayUntil } from "#domain/selling/holiday";
import { isSaleLive } from "#domain/selling/moving-sale";
import { presentPublicSeller } from "../../account/profiles/present.ts";
import { presentCard, type RequestContext } from "../../items/present.ts";
import type { OwnSaleRow, SaleRow } from "./queries.ts";

/** Returns a sale for the public: suburb and times, no address (D9). */
export function presentSale(row: SaleRow, context: RequestContext): MovingSaleView {
  const { now } = context;
  return {
    ...pick(row, "id", "title", "description", "collection_zone", "ends_at"),
    seller: presentPublicSeller(row.seller),
    place: collectionSummary(row.items[0] ?? row.seller),
    collection_windows: row.collection_windows.filter(({ until }) => until > now),
    live: isSaleLive(row, now),
    seller_away_until: awayUntil(row.away_until, now),
    items: row.items.map((item) => presentCard(item, context)),
    server_now: now,
  };
}

export function presentOwnSale(row: OwnSaleRow, { viewerId, now }: RequestContext): OwnMovingSale {
  return {
    ...pick(row, "id", "title", "description", "collection_windows", "collection_zone", "ends_at", "created_at"),
    state: row.status === "removed" ? "removed" : isSaleLive(row, now) ? "live" : "ended",
    items: row.parts.map((part) => ({
      id: part.id,
      title: part.title,
      price: centsToDollars(part.price_cents),
      image: part.photo,
      status: availabilityOf(part, viewerId, now).status,
    })),
  };
}
