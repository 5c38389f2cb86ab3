import { sql } from "drizzle-orm";
import { batch } from "../db/client.ts";
import type { Services } from "../services.ts";

const MAX_AGE_MS = 90 * 24 * 60 * 60_000;
const AT_ONCE = 500;

/**
 * Deletes old notifications and push subscriptions of ended sessions.
 * @returns how many rows.
 */
export async function removeOldNotifications({ db, now }: Services): Promise<number> {
  const [old, ended] = await batch<[{ id: string }, { id: string }]>(db, [
    sql`DELETE FROM notifications WHERE id IN (
      SELECT id FROM notifications WHERE at < ${now() - MAX_AGE_MS} ORDER BY at LIMIT ${AT_ONCE}) RETURNING id`,
    sql`DELETE FROM push_subscriptions WHERE id IN (
      SELECT p.id FROM push_subscriptions p LEFT JOIN sessions s ON s.id = p.session_id AND s.account_id = p.user_id
      WHERE s.id IS NULL LIMIT ${AT_ONCE}) RETURNING id`,
  ]);
  return old.length + ended.length;
}
