import { sql } from "drizzle-orm";
import { AD_EVENT_RETENTION_MS } from "#domain/account/retention";
import { deleteInRounds } from "../../db/delete-in-rounds.ts";
import type { Services } from "../../services.ts";

/**
 * Deletes ad events that no longer prevent a repeat from counting.
 * @returns how many.
 */
export function removeOldAdEvents({ db, now }: Pick<Services, "db" | "now">): Promise<number> {
  return deleteInRounds(db, "ad_events", sql`at < ${now() - AD_EVENT_RETENTION_MS}`);
}
