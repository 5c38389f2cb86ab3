import { sql } from "drizzle-orm";
import { CLICK_WINDOW_MS } from "#domain/ads";
import type { Services } from "../http/context.ts";
import { deleteInRounds } from "./delete-in-rounds.ts";

/** Forgets who saw which ad once a repeat would count again. @returns how many went. */
export function removeOldAdEvents({ db, now }: Pick<Services, "db" | "now">): Promise<number> {
  return deleteInRounds(db, "ad_events", sql`at < ${now() - 2 * CLICK_WINDOW_MS}`);
}
