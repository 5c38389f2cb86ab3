import { sql } from "drizzle-orm";
import { VIEW_RETENTION_MS } from "#domain/account/retention";
import { DAY_MS } from "#domain/deadlines";
import { POPULARITY } from "#domain/items/interest-level";
import { searchForms } from "#domain/items/search-forms";
import { batch, type Database } from "../../db/client.ts";
import { parseState, type StateRow, stateQuery, storeState } from "../../db/service-state.ts";
import type { Services } from "../../services.ts";

const WEEK_MS = POPULARITY.days * DAY_MS;
const VIEWS_REMOVED_AT_ONCE = 5_000;

/** Items whose score is counted again in turn. At this rate a hundred thousand are counted in four hours. */
const COUNTED_AT_ONCE = 2_000;

/**
 * Updates `popular_score`: views of seven days + 5 × users with the item on a wish list + 10 × buyers who made an offer
 * (D47). Counts the items viewed since the last run, and a portion of all items in turn, for what has changed otherwise:
 * counting all of them stops a large database for seconds. Writes only changed scores. Deletes old views.
 */
export async function refreshPopularity({ db, now }: Pick<Services, "db" | "now">): Promise<void> {
  const at = now();
  const [stored] = await db.all<StateRow>(stateQuery("popularity"));
  const last = parseState("popularity", stored);
  const after = last?.value.after ?? 0;
  const turn = await db.all<{ rid: number }>(sql`SELECT rid FROM items INDEXED BY items_by_rid
    WHERE rid > ${after} AND listed_as = 'active' ORDER BY rid LIMIT ${COUNTED_AT_ONCE}`);
  const until = turn.at(-1)?.rid ?? after;
  const score = sql`(SELECT count(*) FROM item_views WHERE item_id = items.id AND window_start >= ${at - WEEK_MS})
    + ${POPULARITY.wish} * (SELECT count(DISTINCT l.owner_id) FROM wish_list_items w CROSS JOIN wish_lists l ON l.id = w.list_id
      WHERE w.item_id = items.id)
    + ${POPULARITY.offer} * (SELECT count(*) FROM negotiations WHERE item_id = items.id AND last_offer_cents IS NOT NULL)`;
  await db.run(sql`UPDATE items SET popular_score = ${score} WHERE id IN (
      SELECT item_id FROM item_views WHERE window_start >= ${Math.max(last?.at ?? 0, at - DAY_MS)}
      UNION SELECT id FROM items INDEXED BY items_by_rid WHERE rid > ${after} AND rid <= ${until} AND listed_as = 'active'
    ) AND popular_score <> ${score}`);
  await fillSearchForms(db, after, until);
  await db.run(storeState("popularity", { after: turn.length === COUNTED_AT_ONCE ? until : 0 }, at));
  await db.run(sql`DELETE FROM item_views WHERE rowid IN (
    SELECT rowid FROM item_views WHERE window_start < ${at - VIEW_RETENTION_MS} LIMIT ${VIEWS_REMOVED_AT_ONCE})`);
}

const FORMS_AT_ONCE = 100;

/** Fills in the search forms of listings that are older than them, in the portion whose turn it is. */
async function fillSearchForms(db: Database, after: number, until: number): Promise<void> {
  const rows = await db.all<{ id: string; title: string; description: string; tags: string }>(sql`SELECT id, title,
      description, tags FROM items WHERE rid > ${after} AND rid <= ${until} AND search_forms IS NULL LIMIT ${FORMS_AT_ONCE}`);
  const fill = ({ id, ...texts }: (typeof rows)[number]) => sql`UPDATE items SET search_forms = ${searchForms(texts)}
    WHERE id = ${id} AND title = ${texts.title} AND description = ${texts.description} AND tags = ${texts.tags}`;
  if (rows.length > 0) await batch(db, rows.map(fill));
}
