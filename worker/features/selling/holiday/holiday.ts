import { sql } from "drizzle-orm";
import { done, type Result } from "#domain/result";
import { returnFromHoliday } from "#domain/selling/holiday";
import { batch, type Query } from "../../../db/client.ts";
import type { Services } from "../../../services.ts";

/**
 * Starts or changes the seller's holiday, or ends it with null. Holds that buyers have stay as they are. While the account
 * is about to be deleted, its items stay hidden, and the holiday counts if its owner keeps it.
 * @param backOn calendar day such as "2026-12-05".
 */
export async function setHoliday(
  { db, now }: Pick<Services, "db" | "now">,
  sellerId: string,
  backOn: string | null,
): Promise<Result<{ away_until: number | null }>> {
  const until = backOn === null ? done(null) : returnFromHoliday(backOn, now());
  if (!until.ok) return until;
  const [deletion] = await db.all<{ hidden_until: number | null }>(sql`UPDATE account_deletions
    SET away_until = ${until.value} WHERE account_id = ${sellerId} AND erased_at IS NULL
    RETURNING (SELECT away_until FROM profiles WHERE id = account_id) AS hidden_until`);
  if (deletion) return done({ away_until: deletion.hidden_until });
  await batch(db, holidayStatements(sellerId, until.value, now()));
  return done({ away_until: until.value });
}

/** Returns the statements that hide a seller's items until a time, or list them again with null. */
export function holidayStatements(sellerId: string, until: number | null, now: number): Query[] {
  const away = until === null ? 0 : 1;
  return [
    sql`UPDATE profiles SET away_until = ${until}, updated_at = ${now} WHERE id = ${sellerId}`,
    sql`UPDATE items SET seller_away = ${away} WHERE seller_id = ${sellerId} AND seller_away <> ${away}`,
  ];
}

const ENDED_AT_ONCE = 50;

/** Ends holidays whose day has come. Items of an account that is about to be deleted stay hidden. */
export async function endHolidays({ db, now }: Pick<Services, "db" | "now">): Promise<void> {
  const due = await db.all<{ id: string }>(
    sql`SELECT id FROM profiles WHERE away_until <= ${now()}
      AND NOT EXISTS (SELECT 1 FROM account_deletions d WHERE d.account_id = profiles.id AND d.erased_at IS NULL)
      ORDER BY away_until LIMIT ${ENDED_AT_ONCE}`,
  );
  for (const { id } of due) await batch(db, holidayStatements(id, null, now()));
}
