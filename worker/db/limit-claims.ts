/**
 * Limits of what a person may have at a time, where the rooms of several items decide. One statement counts and claims
 * a place before the room is asked, so that concurrent requests cannot exceed a limit. Limits of rows that one statement
 * inserts are counted in that statement instead.
 */
import { type SQL, sql } from "drizzle-orm";
import { HOUR_MS } from "#domain/deadlines";
import { batch, type Database } from "./client.ts";

/** A claim counts this long: much longer than a room takes to decide and to write to D1. */
const CLAIM_MS = HOUR_MS;

/** What is limited. */
export type ClaimKind = "cash" | "free_order" | "price_offer" | "agreed_hold" | "giveaway";

export interface ClaimedLimit {
  kind: ClaimKind;
  userId: string;
  /** A query for the subjects that D1 has, with one column of that name. */
  stored: SQL;
  /** Condition on the claim `c`: D1 has its outcome, so that it does not count any more. Without one, `releaseClaims`. */
  settled?: SQL;
}

/** Counts what D1 has and the claims of what it does not have yet, without these subjects. */
export function countWithClaims(
  { kind, userId, stored, settled = sql`0` }: ClaimedLimit,
  except: readonly string[],
  now: number,
): SQL {
  return sql`(SELECT count(*) FROM (${stored}
    UNION SELECT c.subject FROM limit_claims c WHERE c.user_id = ${userId} AND c.kind = ${kind}
      AND c.created_at > ${now - CLAIM_MS} AND NOT (${settled})
  ) WHERE subject NOT IN (SELECT value FROM json_each(${JSON.stringify(except)})))`;
}

/**
 * Claims places for these subjects under the id of the attempt. A repeat keeps its places.
 * @param limits each with its most; all must hold.
 * @returns whether there is room for all of them.
 */
export async function claimPlaces(
  db: Database,
  id: string,
  subjects: readonly string[],
  limits: readonly [{ limit: ClaimedLimit; most: number }, ...{ limit: ClaimedLimit; most: number }[]],
  now: number,
): Promise<boolean> {
  const { kind, userId } = limits[0].limit;
  const fits = limits.map(
    ({ limit, most }) => sql`${countWithClaims(limit, subjects, now)} + ${subjects.length} <= ${most}`,
  );
  const [, claimed] = await batch<[object, { id: string }]>(db, [
    sql`DELETE FROM limit_claims WHERE user_id = ${userId} AND created_at <= ${now - CLAIM_MS}`,
    sql`INSERT INTO limit_claims (id, subject, kind, user_id, created_at)
      SELECT ${id}, value, ${kind}, ${userId}, ${now} FROM json_each(${JSON.stringify(subjects)})
      WHERE ${sql.join(fits, sql` AND `)}
      ON CONFLICT (kind, id, subject) DO UPDATE SET created_at = excluded.created_at RETURNING id`,
  ]);
  return claimed.length > 0;
}

/** Returns the places of an attempt whose outcome D1 has, or which was refused. */
export async function releaseClaims(db: Database, kind: ClaimKind, id: string, onlyIf: SQL = sql`1`): Promise<void> {
  await db.run(sql`DELETE FROM limit_claims WHERE kind = ${kind} AND id = ${id} AND ${onlyIf}`);
}
