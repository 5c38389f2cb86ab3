import { sql } from "drizzle-orm";
import { deleteInRounds } from "../../../db/delete-in-rounds.ts";
import type { Services } from "../../../services.ts";

/** Longer than any rate limit's window. */
const THROTTLE_RETENTION_MS = 24 * 60 * 60_000;

/**
 * Deletes expired sessions, single-use tokens, challenges and counters. Nothing depends on it, because all are checked on
 * use.
 */
export async function removeEndedSessions({ db, now }: Pick<Services, "db" | "now">): Promise<void> {
  await deleteInRounds(db, "sessions", sql`expires_at < ${now()}`);
  await deleteInRounds(db, "one_time_tokens", sql`expires_at < ${now()}`);
  await deleteInRounds(db, "auth_challenges", sql`expires_at < ${now()}`);
  await deleteInRounds(db, "email_changes", sql`expires_at < ${now()}`);
  await deleteInRounds(db, "throttles", sql`since < ${now() - THROTTLE_RETENTION_MS}`);
}
