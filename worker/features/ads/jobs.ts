import { sql } from "drizzle-orm";
import { CLICK_WINDOW_MS } from "#domain/ads/ads";
import { deleteInRounds } from "../../db/delete-in-rounds.ts";
import type { Services } from "../../services.ts";

/**
 * Deletes ad events that no longer prevent a repeat from counting.
 * @returns how many.
 */
export function removeOldAdEvents({ db, now }: Pick<Services, "db" | "now">): Promise<number> {
  return deleteInRounds(db, "ad_events", sql`at < ${now() - 2 * CLICK_WINDOW_MS}`);
}
