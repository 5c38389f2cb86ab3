import { type SQL, sql } from "drizzle-orm";
import {
  CIRCLE_OPEN_MS,
  CIRCLE_WEEK_MS,
  type Circle,
  OPEN_CIRCLES_MAX,
  WEEKLY_CIRCLES_MAX,
} from "#domain/trades/circle";
import type { FoundCircle } from "#domain/trades/circle-finder";
import { batch, type Database, type Query } from "../../../db/client.ts";
import { isNewsOf } from "./queries.ts";

/**
 * Writes a step and, in the same transaction, `more`, if the circle has not changed since the step was decided. `more`
 * uses `CHANGED` of db/audit-log, which is true when the legs were written.
 * @returns whether it was written.
 */
export async function saveCircle(
  db: Database,
  before: Circle,
  after: Circle,
  now: number,
  more: readonly Query[] = [],
): Promise<boolean> {
  // Wrong codes and the start of locking are not announced.
  const isNews = after.status !== before.status || after.legs.some((leg, index) => isNewsOf(before.legs[index], leg));
  const legs = JSON.stringify(after.legs);
  const [written] = await batch<{ id: string }[]>(db, [
    sql`UPDATE circles SET status = ${after.status}, rev = ${before.rev + 1}, attempt = ${after.attempt},
        locking_at = ${after.locking_at}, accepted_at = ${after.accepted_at},
        closed_at = ${after.closed_at}, closed_by = ${after.closed_by}, settled_at = ${after.settled_at},
        staff_note = ${after.staff_note}, updated_at = ${now}, untold = ${isNews ? sql`1` : sql`untold`}
      WHERE id = ${before.id} AND rev = ${before.rev} RETURNING id`,
    sql`UPDATE circle_legs SET state = j.value ->> 'state', accepted_at = j.value ->> 'accepted_at',
        handed_over_at = j.value ->> 'handed_over_at', code = j.value ->> 'code',
        wrong_codes = j.value ->> 'wrong_codes', code_locked_until = j.value ->> 'code_locked_until'
      FROM json_each(${legs}) j
      WHERE circle_id = ${before.id} AND position = j.value ->> 'position' AND changes() > 0`,
    ...more,
  ]);
  return (written?.length ?? 0) > 0;
}

/**
 * Offers a found circle, unless it was offered before, one of its items is no longer for sale at that price, or one of
 * its people has enough circles. All of it is checked in the statement that writes it.
 * @returns whether it was written.
 */
export async function insertCircle(
  db: Database,
  id: string,
  { key, legs }: FoundCircle,
  now: number,
): Promise<boolean> {
  const rows = JSON.stringify(legs.map((leg, position) => ({ ...leg, position })));
  const busy = sql`(SELECT count(*) FROM circle_legs x JOIN circles c ON c.id = x.circle_id
        WHERE x.giver_id = j.value ->> 'giver_id' AND c.status = 'offered') >= ${OPEN_CIRCLES_MAX}
      OR (SELECT count(*) FROM circle_legs x JOIN circles c ON c.id = x.circle_id
        WHERE x.giver_id = j.value ->> 'giver_id' AND c.created_at > ${now - CIRCLE_WEEK_MS}) >= ${WEEKLY_CIRCLES_MAX}`;
  const [written] = await batch<[{ id: string }, object]>(db, [
    sql`INSERT INTO circles (id, legs_key, expires_at, untold, created_at, updated_at)
      SELECT ${id}, ${key}, ${now + CIRCLE_OPEN_MS}, 1, ${now}, ${now}
      WHERE (SELECT count(*) FROM json_each(${rows}) j JOIN items i ON i.id = j.value ->> 'item_id'
          AND i.seller_id = j.value ->> 'giver_id' AND i.listed_as = 'active' AND i.price_cents = j.value ->> 'value_cents'
        WHERE NOT (${busy})) = 3
      ON CONFLICT DO NOTHING RETURNING id`,
    sql`INSERT INTO circle_legs (circle_id, position, giver_id, receiver_id, item_id, value_cents, cash_cents)
      SELECT ${id}, value ->> 'position', value ->> 'giver_id', value ->> 'receiver_id', value ->> 'item_id',
        value ->> 'value_cents', value ->> 'cash_cents'
      FROM json_each(${rows}) WHERE changes() > 0`,
  ]);
  return written.length > 0;
}

/** Marks a circle as announced, unless another step was taken meanwhile. */
export function markAnnounced(id: string, rev: number): SQL {
  return sql`UPDATE circles SET untold = 0 WHERE id = ${id} AND rev = ${rev}`;
}
