import { sql } from "drizzle-orm";
import { deleteInRounds } from "../../../db/delete-in-rounds.ts";
import { LONGEST_WINDOW_MS } from "../../../http/rate-limits.ts";
import type { Services } from "../../../services.ts";

/**
 * Deletes expired sessions, single-use tokens, challenges and counters. Nothing depends on it, because all are checked on
 * use.
 */
export async function removeEndedSessions({ db, now }: Pick<Services, "db" | "now">): Promise<void> {
  await deleteInRounds(db, "sessions", sql`expires_at < ${now()}`);
  await deleteInRounds(db, "one_time_tokens", sql`expires_at < ${now()}`);
  await deleteInRounds(db, "auth_challenges", sql`expires_at < ${now()}`);
  await deleteInRounds(db, "email_changes", sql`expires_at < ${now()}`);
  await deleteInRounds(db, "email_change_stops", sql`expires_at < ${now()}`);
  await deleteInRounds(db, "throttles", sql`since < ${now() - LONGEST_WINDOW_MS}`);
}
