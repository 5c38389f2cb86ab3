import { sql } from "drizzle-orm";
import { CLICK_WINDOW_MS } from "#domain/ads";
import type { Services } from "../http/context.ts";

const AT_ONCE = 1_000;
const ROUNDS = 20;

/** Forgets who saw which ad once a repeat would count again. Bounded per run; the next tick carries on. @returns how many went. */
export async function removeOldAdEvents({ db, now }: Pick<Services, "db" | "now">): Promise<number> {
  const before = now() - 2 * CLICK_WINDOW_MS;
  let removed = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const rows = await db.all(
      sql`DELETE FROM ad_events WHERE rowid IN
          (SELECT rowid FROM ad_events WHERE at < ${before} LIMIT ${AT_ONCE}) RETURNING 1 AS gone`,
    );
    removed += rows.length;
    if (rows.length < AT_ONCE) break;
  }
  return removed;
}
