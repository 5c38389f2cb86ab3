/** Replies of GET /api/items and GET /api/items/count, for their routes and for server-rendered pages. */

import type { ListItemsQuery } from "#contract/items";
import type { ItemCountReply, ItemListReply } from "#contract/items/marketplace";
import { searchMatch } from "#domain/items/search-terms";
import { RADIUS_KM_DEFAULT } from "#domain/places/near-place";
import { done, type Refusal, type Result, refuse } from "#domain/result";
import { WRONG_CURSOR } from "../../http/wrong-cursor.ts";
import type { Services } from "../../services.ts";
import { places } from "../places/queries.ts";
import { correctedQuery } from "./corrections.ts";
import { COUNT_MAX, countItems } from "./count.ts";
import type { ListPlan } from "./list-filters.ts";
import { positionOf, readList } from "./listing.ts";
import { presentCard, type RequestContext } from "./present.ts";

/**
 * Returns one page of a list for this viewer. A search without results is repeated once with corrected spelling: four
 * queries at most, one or two otherwise (decision 0007).
 */
export async function listReply(
  { db }: Services,
  query: ListItemsQuery,
  context: RequestContext,
): Promise<Result<ItemListReply>> {
  const after = positionOf(query);
  if (after === "broken") return WRONG_CURSOR;
  const planned = planOf(query);
  if (!planned.ok) return planned;
  const plan = planned.value;
  let page = await readList(db, plan, after);
  let corrected = page.rows.length === 0 ? await correctionOf(db, plan) : null;
  if (corrected !== null) {
    page = await readList(db, { ...plan, match: searchMatch(corrected) }, after);
    if (page.rows.length === 0) corrected = null;
  }
  return done({
    items: page.rows.map((row) => presentCard(row, context)),
    next_cursor: page.next_cursor,
    server_now: context.now,
    corrected_query: corrected,
    further_from: null,
    wider: null,
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

function planOf(query: ListItemsQuery): Result<ListPlan> {
  const words = query.q?.trim() ?? "";
  const near = query.near?.trim() ?? "";
  const centre = near === "" ? null : places.pointNamed(near);
  if (near !== "" && centre === null) return refuseNear("We don't know that suburb or postcode.");
  if (query.sort === "nearest" && centre === null) return refuseNear("Enter a suburb or postcode to sort by distance.");
  return done({
    query,
    match: words === "" ? null : searchMatch(words),
    radius: centre && { centre, km: query.within_km ?? RADIUS_KM_DEFAULT },
  });
}

function refuseNear(message: string): Refusal {
  return refuse("invalid", message, { fields: [{ field: "near", message }] });
}

/** Returns the corrected words of a search, or null. */
function correctionOf(db: Services["db"], { query, match }: ListPlan): Promise<string | null> | null {
  return match ? correctedQuery(db, query.q?.trim() ?? "") : null;
}
