import { sql } from "drizzle-orm";
import { NOT_FOUND } from "#contract/errors";
import type { SearchFilters } from "#contract/wishlists";
import { readSentence, withSentence } from "#domain/items/search-sentence";
import { searchMatch } from "#domain/items/search-terms";
import { done, type Result, refuse, refuseField } from "#domain/result";
import { type AlertFrequency, normaliseTerms, SAVED_SEARCHES_MAX } from "#domain/wishlists/wish-lists";
import { batch } from "../../../db/client.ts";
import type { Actor } from "../../../http/context.ts";
import type { Services } from "../../../services.ts";
import { stableId } from "../../../stable-id.ts";
import { places } from "../../places/queries.ts";
import { type SearchRow, searchColumns } from "./queries.ts";

/** Returns filters with what their words say about price and place, so that new listings are compared with all of it. */
function asFilters(filters: SearchFilters): SearchFilters {
  const near = filters.near?.trim();
  const here = near ? places.pointNamed(near) : null;
  if (filters.q === undefined) return filters;
  const [sentence] = readSentence(filters.q, { places, here: here && near ? { ...here, place: near } : null });
  return withSentence(filters, sentence);
}

/** Saves a search. Its id is derived from owner and filters, so the same search is saved once. */
export async function saveSearch(
  services: Services,
  actor: Actor,
  filters: SearchFilters,
  frequency: AlertFrequency,
): Promise<Result<SearchRow>> {
  const terms = normaliseTerms(asFilters(filters));
  if (!terms) return refuseField("filters", "Enter a keyword, or choose a category or another filter first.");
  if (terms.q !== undefined && searchMatch(terms.q) === "") {
    return refuseField("filters.q", "We can't search for those words. Try different keywords.");
  }
  const centre = terms.near === undefined ? null : places.pointNamed(terms.near);
  if (terms.near !== undefined && centre === null) {
    return refuseField("filters.near", "We don't know that suburb or postcode.");
  }
  const key = JSON.stringify(terms);
  const id = await stableId("svs", actor.id, key);
  const [, rows] = await batch<[object, SearchRow]>(services.db, [
    sql`INSERT INTO saved_searches (id, owner_id, terms, terms_key, category, lat, lon, frequency, created_at)
      SELECT ${id}, ${actor.id}, ${key}, ${key}, ${terms.category ?? ""}, ${centre?.lat ?? null}, ${centre?.lon ?? null},
        ${frequency}, ${services.now()}
      WHERE (SELECT count(*) FROM saved_searches WHERE owner_id = ${actor.id}) < ${SAVED_SEARCHES_MAX}
      ON CONFLICT DO NOTHING`,
    sql`SELECT ${searchColumns} FROM saved_searches WHERE id = ${id} AND owner_id = ${actor.id}`,
  ]);
  const [row] = rows;
  if (row) return done(row);
  return refuse("conflict", `You have ${SAVED_SEARCHES_MAX} saved searches. Delete one you no longer need first.`);
}

/** Changes name or frequency. Pending matches are notified with the new frequency; switching off discards them. */
export async function changeSearch(
  services: Services,
  actor: Actor,
  id: string,
  change: { name?: string | undefined; frequency?: AlertFrequency | undefined },
): Promise<Result<SearchRow>> {
  const { name = null, frequency = null } = change;
  const [row] = await services.db.all<SearchRow>(sql`UPDATE saved_searches SET name = coalesce(${name}, name),
      found = CASE WHEN ${frequency} = 'off' THEN 0 ELSE found END,
      notice_at = CASE WHEN ${frequency} = 'off' THEN NULL WHEN ${frequency} = 'instant' AND notice_at IS NOT NULL
        THEN min(notice_at, ${services.now()}) ELSE notice_at END,
      frequency = coalesce(${frequency}, frequency)
    WHERE id = ${id} AND owner_id = ${actor.id} RETURNING ${searchColumns}`);
  return row ? done(row) : NOT_FOUND;
}

export async function deleteSearch({ db }: Services, actor: Actor, id: string): Promise<Result> {
  const rows = await db.all(sql`DELETE FROM saved_searches WHERE id = ${id} AND owner_id = ${actor.id} RETURNING id`);
  return rows.length > 0 ? done() : NOT_FOUND;
}
