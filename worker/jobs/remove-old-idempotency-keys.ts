import { sql } from "drizzle-orm";
import { IDEMPOTENCY_RETENTION_MS } from "../http/idempotency.ts";
import type { Services } from "../services.ts";
import { deleteInRounds } from "./delete-in-rounds.ts";

/**
 * Deletes stored replies older than a day.
 * @returns how many.
 */
export async function removeOldIdempotencyKeys({ db, now }: Pick<Services, "db" | "now">): Promise<number> {
  const old = sql`created_at < ${now() - IDEMPOTENCY_RETENTION_MS}`;
  const removed = await deleteInRounds(db, "idempotency_keys", old);
  // Plans of bulk price changes have ids derived from the keys and are needed for the same time.
  await deleteInRounds(db, "price_adjustments", old);
  return removed;
}
