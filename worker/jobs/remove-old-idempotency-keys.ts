import { sql } from "drizzle-orm";
import type { Services } from "../http/context.ts";
import { IDEMPOTENCY_KEPT_MS } from "../http/idempotency.ts";

const AT_ONCE = 1_000;
const ROUNDS = 20;

/** Deletes remembered replies older than a day. Bounded per run; the next tick carries on. @returns how many went. */
export async function removeOldIdempotencyKeys({ db, now }: Pick<Services, "db" | "now">): Promise<number> {
  const before = now() - IDEMPOTENCY_KEPT_MS;
  let removed = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const rows = await db.all(
      sql`DELETE FROM idempotency_keys WHERE rowid IN
          (SELECT rowid FROM idempotency_keys WHERE created_at < ${before} LIMIT ${AT_ONCE}) RETURNING 1 AS gone`,
    );
    removed += rows.length;
    if (rows.length < AT_ONCE) break;
  }
  // Plans of bulk repricing follow from the keys and are asked for no longer than they.
  await db.run(sql`DELETE FROM price_adjustments WHERE created_at < ${before}`);
  return removed;
}
