import type { RequestDetail, RequestView } from "#contract/requests";
import { centsToDollars } from "#domain/money";
import { distanceKm, type Point, pointOf, shownDistance } from "#domain/places/distance";
import { presentPublicSeller } from "../account/profiles/present.ts";
import { toSellerRow } from "../items/cards.ts";
import { presentCard, type RequestContext } from "../items/present.ts";
import type { MatchRow, RequestRow } from "./queries.ts";

/** Returns a wanted post. With a place, its distance from there is added. */
export function presentRequest(row: RequestRow, viewerId: string, centre: Point | null = null): RequestView {
  const { id, title, description, category, suburb, city, within_km, status, matches, created_at } = row;
  const point = pointOf(row);
  return {
    id,
    title,
    description,
    category,
    max_price: row.max_price_cents === null ? null : centsToDollars(row.max_price_cents),
    suburb,
    city,
    within_km,
    status,
    author: presentPublicSeller(toSellerRow(row)),
    yours: row.seller_id === viewerId,
    matches,
    distance_km: centre && point ? shownDistance(distanceKm(centre, point)) : null,
    created_at,
  };
}

/** Returns one wanted post. Only its author sees the postcode and the matches. */
export function presentRequestDetail(
  row: RequestRow,
  matches: readonly MatchRow[],
  viewerId: string,
  context: RequestContext,
): RequestDetail {
  return {
    ...presentRequest(row, viewerId),
    postcode: row.seller_id === viewerId ? row.postcode : null,
    found: matches.map(({ card, source, at }) => ({
      item: presentCard(card, context),
      offered: source === "offered",
      at,
    })),
    server_now: context.now,
  };
}
