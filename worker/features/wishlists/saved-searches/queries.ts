import { sql } from "drizzle-orm";
import { type AlertFrequency, SAVED_SEARCHES_MAX } from "#domain/wishlists/wish-lists";
import type { Database } from "../../../db/client.ts";

export interface SearchRow {
  id: string;
  name: string | null;
  /** JSON of SearchTerms. */
  terms: string;
  frequency: AlertFrequency;
  created_at: number;
  last_notice_at: number | null;
}

export const searchColumns = sql.raw("id, name, terms, frequency, created_at, last_notice_at");

export async function readSearches(db: Database, ownerId: string): Promise<SearchRow[]> {
  return db.all<SearchRow>(sql`SELECT ${searchColumns} FROM saved_searches
    WHERE owner_id = ${ownerId} ORDER BY created_at DESC, id DESC LIMIT ${SAVED_SEARCHES_MAX}`);
}
