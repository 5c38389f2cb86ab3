/** Reply of GET /api/items, for its route and for server-rendered pages. */

import type { ItemCard, ListItemsQuery } from "#contract/items";
import type { ItemListReply } from "#contract/items/marketplace";
import { RADIUS_KM_DEFAULT } from "#domain/items/marketplace-tabs";
import { searchMatch } from "#domain/items/search-terms";
import { distanceKm, shownDistance } from "#domain/places/distance";
import { type Refusal, refuse } from "#domain/result";
import { WRONG_CURSOR } from "../../http/wrong-cursor.ts";
import type { Services } from "../../services.ts";
import { places } from "../places/queries.ts";
import type { CardRow } from "./cards.ts";
import { correctedQuery } from "./corrections.ts";
import type { ListPlan, Radius } from "./list-filters.ts";
import { positionOf, readList } from "./listing.ts";
import { presentCard, type RequestContext } from "./present.ts";

const NO_SUCH_PLACE = "We don't know that suburb or postcode.";

/**
 * Returns one page of a list for this viewer. A search without results is repeated once with corrected spelling: four
 * queries at most, one or two otherwise (decision 0007).
 */
export async function listReply(
  { db }: Services,
  query: ListItemsQuery,
  context: RequestContext,
): Promise<{ ok: true; value: ItemListReply } | Refusal> {
  const after = positionOf(query);
  if (after === "broken") return WRONG_CURSOR;
  const radius = radiusOf(query);
  if (radius === "unknown")
    return refuse("invalid", NO_SUCH_PLACE, { fields: [{ field: "near", message: NO_SUCH_PLACE }] });

  const asked = query.q?.trim() ?? "";
  const plan: ListPlan = { query, match: asked === "" ? null : searchMatch(asked), radius };
  let page = await readList(db, plan, after);
  let corrected = page.rows.length === 0 && plan.match ? await correctedQuery(db, asked) : null;
  if (corrected !== null) {
    page = await readList(db, { ...plan, match: searchMatch(corrected) }, after);
    if (page.rows.length === 0) corrected = null;
  }
  return {
    ok: true,
    value: {
      items: page.rows.map((row) => withDistance(presentCard(row, context), row, radius)),
      next_cursor: page.next_cursor,
      server_now: context.now,
      corrected_query: corrected,
    },
  };
}

function radiusOf({ near, within_km }: ListItemsQuery): Radius | null | "unknown" {
  if (near === undefined || near.trim() === "") return null;
  const centre = places.pointNamed(near);
  return centre ? { centre, km: within_km ?? RADIUS_KM_DEFAULT } : "unknown";
}

function withDistance(card: ItemCard, { lat, lon }: CardRow, radius: Radius | null): ItemCard {
  if (!radius || lat === null || lon === null) return card;
  return { ...card, distance_km: shownDistance(distanceKm(radius.centre, { lat, lon })) };
}
