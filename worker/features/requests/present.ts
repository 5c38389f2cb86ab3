import type { RequestView } from "#contract/requests";
import { centsToDollars } from "#domain/money";
import { distanceKm, shownDistance } from "#domain/places/distance";
import { presentPublicSeller } from "../account/profiles/present.ts";
import { toSellerRow } from "../items/cards.ts";
import type { Circle, RequestRow } from "./queries.ts";

/** Returns a wanted post. With a circle, its distance from the centre is added. */
export function presentRequest(row: RequestRow, viewerId: string, circle: Circle | null = null): RequestView {
  const { id, title, description, category, suburb, city, within_km, status, matches, created_at, lat, lon } = row;
  const point = lat === null || lon === null ? null : { lat, lon };
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
    distance_km: circle && point ? shownDistance(distanceKm(circle.centre, point)) : null,
    created_at,
  };
}
