/** How many items a list has, for GET /api/items/count and for the wider radius of an empty list. */
import { and, type SQL, sql } from "drizzle-orm";
import type { ListItemsQuery } from "#contract/items";
import type { Database } from "../../db/client.ts";
import { conditionsOf, type ListPlan, literal, ridsOfWords } from "./list-filters.ts";

/** More items are not counted, so that the cost of a count does not grow with the marketplace. */
export const COUNT_MAX = 2_000;

/** Returns the statement that counts the items of a plan, up to `max`. */
export function countStatement(plan: ListPlan, max: number): SQL {
  return sql`SELECT count(*) AS count FROM (SELECT 1 FROM ${sourceOf(plan)}
    WHERE ${and(...conditionsOf(plan))} LIMIT ${literal(max)})`;
}

/** Returns the rows to examine: the matches of the words, else the entries of an index that has the filters. */
function sourceOf(plan: ListPlan): SQL {
  if (plan.match) {
    return sql`(${ridsOfWords(plan)}) n CROSS JOIN items i INDEXED BY items_by_rid ON i.rid = n.rid`;
  }
  return sql`items i INDEXED BY ${sql.raw(indexOf(plan.query))}`;
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
