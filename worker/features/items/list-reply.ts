/** The reply of GET /api/items, for its route and for the pages that carry it. */
import type { ItemListReply } from "#contract/browse";
import type { ListItemsQuery } from "#contract/items";
import type { Services } from "../../http/context.ts";
import { presentCard, type Reading } from "./present.ts";
import { listItems } from "./queries.ts";

/** One page of a list as this reader sees it. Null when the cursor is broken or belongs to another list. */
export async function listReply(
  services: Services,
  query: ListItemsQuery,
  reading: Reading,
): Promise<ItemListReply | null> {
  const page = await listItems(services.db, query);
  if (!page) return null;
  return {
    items: page.rows.map((row) => presentCard(row, reading)),
    next_cursor: page.next_cursor,
    server_now: reading.now,
    corrected_query: null,
  };
}
