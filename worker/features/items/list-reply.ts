/** Replies of GET /api/items, /api/items/count and /api/items/places, for their routes and for server-rendered pages. */

import type { ListItemsQuery } from "#contract/items";
import type { ItemCountReply, ItemListReply, ItemPlacesReply } from "#contract/items/marketplace";
import { searchMatch } from "#domain/items/search-terms";
import { RADIUS_KM_DEFAULT } from "#domain/places/near-place";
import { placeText } from "#domain/places/place-name";
import { done, type Refusal, type Result, refuse } from "#domain/result";
import { mapStyleUrl } from "../../adapters/map-style.ts";
import { WRONG_CURSOR } from "../../http/wrong-cursor.ts";
import type { Services } from "../../services.ts";
import { places } from "../places/queries.ts";
import { correctedQuery } from "./corrections.ts";
import { COUNT_MAX, countItems, widerRadius } from "./count.ts";
import type { ListPlan } from "./list-filters.ts";
import { readList, startOf } from "./listing.ts";
import { PLACES_MAX, readItemPlaces } from "./map-places.ts";
import { presentCard, type RequestContext } from "./present.ts";

/**
 * Returns one page of a list for this viewer. A search without results is repeated once with corrected spelling, and an
 * empty list with a radius is counted in the wider ones: five round trips at most, one or two otherwise (decision 0007).
 */
export async function listReply(
  { db }: Services,
  query: ListItemsQuery,
  context: RequestContext,
): Promise<Result<ItemListReply>> {
  const planned = planOf(query);
  if (!planned.ok) return planned;
  let plan = planned.value;
  const start = startOf(plan);
  if (start === "broken") return WRONG_CURSOR;
  let page = await readList(db, plan, start);
  const corrected = page.rows.length === 0 ? await correctionOf(db, plan) : null;
  if (corrected !== null) {
    plan = { ...plan, match: searchMatch(corrected) };
    page = await readList(db, plan, start);
  }
  const empty = page.rows.length === 0;
  const first = query.cursor === undefined && !query.offset;
  return done({
    items: page.rows.map((row) => presentCard(row, context)),
    next_cursor: page.next_cursor,
    server_now: context.now,
    corrected_query: empty ? null : corrected,
    further_from: page.further_from,
    wider: empty && first ? await widerRadius(db, plan) : null,
  });
}

/** Returns how many items a list has. A search without results is corrected as in the list. */
export async function countReply({ db }: Services, query: ListItemsQuery): Promise<Result<ItemCountReply>> {
  const planned = planOf(query);
  if (!planned.ok) return planned;
  const plan = planned.value;
  let found = await countItems(db, plan, COUNT_MAX + 1);
  const corrected = found === 0 ? await correctionOf(db, plan) : null;
  if (corrected !== null) found = await countItems(db, { ...plan, match: searchMatch(corrected) }, COUNT_MAX + 1);
  return done({ count: Math.min(found, COUNT_MAX), more: found > COUNT_MAX });
}

/**
 * Returns where the items of a list are, by suburb. A search without results is corrected as in the list, and an unknown
 * centroid, of a table of suburbs that has changed since, counts as no place.
 */
export async function placesReply({ db, env }: Services, query: ListItemsQuery): Promise<Result<ItemPlacesReply>> {
  const planned = planOf(query);
  if (!planned.ok) return planned;
  const plan = planned.value;
  let rows = await readItemPlaces(db, plan);
  const corrected = rows.length === 0 ? await correctionOf(db, plan) : null;
  if (corrected !== null) rows = await readItemPlaces(db, { ...plan, match: searchMatch(corrected) });
  const reply: ItemPlacesReply = {
    places: [],
    more: rows.length > PLACES_MAX,
    unplaced: 0,
    around: plan.radius?.centre ?? null,
    map_style: mapStyleUrl(env),
  };
  for (const { lat, lon, count, min_cents, max_cents } of rows.slice(0, PLACES_MAX)) {
    const found = lat === null || lon === null ? null : places.suburbAt({ lat, lon });
    if (found === null || lat === null || lon === null) reply.unplaced += count;
    else {
      const { suburb } = found;
      const prices = { min_price: min_cents / 100, max_price: max_cents / 100 };
      reply.places.push({ place: placeText(found), suburb, lat, lon, count, ...prices });
    }
  }
  return done(reply);
}

function planOf(query: ListItemsQuery): Result<ListPlan> {
  const words = query.q?.trim() ?? "";
  const near = query.near?.trim() ?? "";
  const centre = near === "" ? null : places.pointNamed(near);
  if (near !== "" && centre === null) return refuseNear("We don't know that suburb or postcode.");
  if (query.sort === "nearest" && centre === null) return refuseNear("Enter a suburb or postcode to sort by distance.");
  return done({
    query,
    match: words === "" ? null : searchMatch(words),
    radius: centre && {
      centre,
      km: query.within_km ?? RADIUS_KM_DEFAULT,
      side: query.within_km === undefined ? "both" : "inside",
    },
  });
}

function refuseNear(message: string): Refusal {
  return refuse("invalid", message, { fields: [{ field: "near", message }] });
}

/** Returns the corrected words of a search, or null. */
function correctionOf(db: Services["db"], { query, match }: ListPlan): Promise<string | null> | null {
  return match ? correctedQuery(db, query.q?.trim() ?? "") : null;
}
