import { sql } from "drizzle-orm";
import type { Services } from "../http/context.ts";
import { deleteInRounds } from "./delete-in-rounds.ts";

/** Longer than any window that is counted. */
const THROTTLE_KEPT_MS = 24 * 60 * 60_000;

/** Deletes sessions, single-use tokens and counters whose time has passed. Nothing depends on it: all three are checked on use. */
export async function removeEndedSessions({ db, now }: Pick<Services, "db" | "now">): Promise<void> {
  await deleteInRounds(db, "sessions", sql`expires_at < ${now()}`);
  await deleteInRounds(db, "one_time_tokens", sql`expires_at < ${now()}`);
  await deleteInRounds(db, "throttles", sql`since < ${now() - THROTTLE_KEPT_MS}`);
}
