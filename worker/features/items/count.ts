/** How many items a list has, for GET /api/items/count and for the wider radius of an empty list. */
import { and, type SQL, sql } from "drizzle-orm";
import type { ListItemsQuery } from "#contract/items";
import type { WiderRadius } from "#contract/items/marketplace";
import { RADII_KM } from "#domain/places/near-place";
import { batch, type Database } from "../../db/client.ts";
import {
  conditionsAnywhere,
  conditionsOf,
  conditionsOnPlace,
  itemsOfPlace,
  type ListPlan,
  literal,
  ridsOfWords,
} from "./list-filters.ts";

/** More items are not counted, so that the cost of a count does not grow with the marketplace. */
export const COUNT_MAX = 2_000;

/** Returns the statement that counts the items of a plan, up to `max`. */
export function countStatement(plan: ListPlan, max: number): SQL {
  return sql`SELECT count(*) AS count FROM (SELECT 1 FROM ${examined(plan)} LIMIT ${literal(max)})`;
}

/** Returns the matches of the words, else the items of the places, else the entries of an index that has the filters. */
function examined(plan: ListPlan): SQL {
  if (plan.match) {
    return sql`(${ridsOfWords(plan)}) n CROSS JOIN items i INDEXED BY items_by_rid ON i.rid = n.rid
      WHERE ${and(...conditionsOf(plan))}`;
  }
  const onPlace = plan.query.seller_id === undefined ? conditionsOnPlace(plan) : [];
  if (onPlace.length > 0) {
    return sql`item_places l CROSS JOIN ${itemsOfPlace(plan)} WHERE ${and(...onPlace, ...conditionsAnywhere(plan))}`;
  }
  return sql`items i INDEXED BY ${sql.raw(indexOf(plan.query))} WHERE ${and(...conditionsOf(plan))}`;
}

function indexOf({ seller_id, category, categories, condition, min_price, max_price }: ListItemsQuery): string {
  if (seller_id) return "items_by_seller";
  const priced = min_price !== undefined || max_price !== undefined;
  if (priced) return condition ? "items_by_rid" : "items_by_price";
  if (category || categories) return "items_by_category";
  return condition ? "items_by_rid" : "items_by_date";
}

/** Returns how many items a plan has, up to `max`. */
export async function countItems(db: Database, plan: ListPlan, max: number): Promise<number> {
  // Nothing searchable in the words: no results and no query.
  if (plan.match === "") return 0;
  const [row] = await db.all<{ count: number }>(countStatement(plan, max));
  return row?.count ?? 0;
}

/** Returns the next wider radius in which a list without results has some; null for a list without a radius, or none. */
export async function widerRadius(db: Database, plan: ListPlan): Promise<WiderRadius | null> {
  const { radius, match } = plan;
  if (radius?.side !== "inside" || match === "") return null;
  const choices = [...RADII_KM.filter((km) => km > radius.km), null];
  const counts = await batch<{ count: number }[]>(
    db,
    choices.map((km) => countStatement({ ...plan, radius: km === null ? null : { ...radius, km } }, COUNT_MAX)),
  );
  for (const [index, within_km] of choices.entries()) {
    const count = counts[index]?.[0]?.count ?? 0;
    if (count > 0) return { within_km, count };
  }
  return null;
}
