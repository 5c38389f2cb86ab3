import { lt } from "drizzle-orm";
import { oneTimeTokens, sessions, throttles } from "../db/schema/accounts.ts";
import type { Services } from "../http/context.ts";

/** Longer than any window that is counted. */
const THROTTLE_KEPT_MS = 24 * 60 * 60_000;

/** Deletes sessions, single-use tokens and counters whose time has passed. Nothing depends on it: all three are checked on use. */
export async function removeEndedSessions({ db, now }: Pick<Services, "db" | "now">): Promise<void> {
  await db.batch([
    db.delete(sessions).where(lt(sessions.expires_at, now())),
    db.delete(oneTimeTokens).where(lt(oneTimeTokens.expires_at, now())),
    db.delete(throttles).where(lt(throttles.since, now() - THROTTLE_KEPT_MS)),
  ]);
}
