import { type SQL, sql } from "drizzle-orm";
import type { Meeting, MeetingChange } from "#domain/trades/meeting";
import type { TradeColumns } from "#domain/trades/trade";
import { batch, type Database } from "../../db/client.ts";
import { fewProposals, type NewTrade, type TradeRow } from "./queries.ts";

/**
 * Writes the offer if all items are still for sale and the offeror has no open offer for the item.
 * @returns whether it was written.
 */
export async function insertTrade(db: Database, trade: NewTrade): Promise<boolean> {
  const offered = JSON.stringify(trade.offered);
  const forSale = sql`listed_as = 'active'`;
  const [inserted] = await batch<[{ id: string }, object]>(db, [
    sql`INSERT INTO trades (id, offeror_id, seller_id, target_item_id, cash_cents, message, expires_at, untold, created_at, updated_at)
      SELECT ${trade.id}, ${trade.offeror_id}, ${trade.seller_id}, ${trade.target_item_id}, ${trade.cash_cents}, ${trade.message},
        ${trade.expires_at}, 1, ${trade.created_at}, ${trade.created_at}
      WHERE EXISTS (SELECT 1 FROM items WHERE id = ${trade.target_item_id} AND seller_id = ${trade.seller_id} AND ${forSale})
        AND (SELECT count(*) FROM items WHERE id IN (SELECT value FROM json_each(${offered}))
          AND seller_id = ${trade.offeror_id} AND ${forSale}) = ${trade.offered.length}
        AND ${fewProposals(trade, trade.created_at)}
      ON CONFLICT DO NOTHING RETURNING id`,
    sql`INSERT INTO trade_items (trade_id, item_id, side)
      SELECT ${trade.id}, ${trade.target_item_id}, 'target'
        WHERE EXISTS (SELECT 1 FROM trades WHERE id = ${trade.id} AND created_at = ${trade.created_at})
      UNION ALL SELECT ${trade.id}, value, 'offered' FROM json_each(${offered})
        WHERE EXISTS (SELECT 1 FROM trades WHERE id = ${trade.id} AND created_at = ${trade.created_at})
      ON CONFLICT DO NOTHING`,
  ]);
  return inserted.length > 0;
}

/**
 * Writes a step if the trade has not changed since the step was decided.
 * @returns whether it was written.
 */
export async function changeTrade(
  db: Database,
  before: TradeRow,
  changed: Partial<TradeColumns & Pick<TradeRow, "called_off_by" | "meeting">>,
  now: number,
): Promise<boolean> {
  const after = { ...before, ...changed };
  // The start of an acceptance is not announced.
  const announcement = after.accepting_at !== null ? sql`untold` : sql`1`;
  const rows = await db.all<{ id: string }>(sql`UPDATE trades SET status = ${after.status}, attempt = ${after.attempt},
      accepting_at = ${after.accepting_at}, offeror_handed_over_at = ${after.offeror_handed_over_at},
      seller_handed_over_at = ${after.seller_handed_over_at}, closed_at = ${after.closed_at}, called_off_by = ${after.called_off_by},
      meeting = ${stored(after.meeting)},
      updated_at = ${now}, untold = ${announcement}
    WHERE id = ${before.id} AND status = ${before.status} AND attempt = ${before.attempt} AND accepting_at IS ${before.accepting_at}
      AND offeror_handed_over_at IS ${before.offeror_handed_over_at} AND seller_handed_over_at IS ${before.seller_handed_over_at}
    RETURNING id`);
  return rows.length > 0;
}

const stored = (meeting: Meeting | MeetingChange | null) => (meeting === null ? null : JSON.stringify(meeting));

/** The statement that moves the meeting, or proposes to, if nothing else has changed it. Nothing is written otherwise. */
export function moveMeeting(
  before: Pick<TradeRow, "id" | "meeting" | "meeting_change">,
  changed: { meeting: Meeting | null; meeting_change: MeetingChange | null },
  now: number,
): SQL {
  return sql`UPDATE trades SET meeting = ${stored(changed.meeting)}, meeting_change = ${stored(changed.meeting_change)},
      updated_at = ${now}
    WHERE id = ${before.id} AND status = 'accepted' AND offeror_handed_over_at IS NULL AND seller_handed_over_at IS NULL
      AND meeting IS ${stored(before.meeting)} AND meeting_change IS ${stored(before.meeting_change)} RETURNING id`;
}

/**
 * Accepts the trade after every item was locked for this attempt.
 * @returns false when the attempt was abandoned meanwhile.
 */
export async function commitAcceptance(db: Database, id: string, attempt: number, now: number): Promise<boolean> {
  const rows = await db.all<{
    id: string;
  }>(sql`UPDATE trades SET status = 'accepted', accepting_at = NULL, accepted_at = ${now},
      updated_at = ${now}, untold = 1
    WHERE id = ${id} AND status = 'proposed' AND attempt = ${attempt} AND accepting_at IS NOT NULL RETURNING id`);
  return rows.length > 0;
}

/**
 * Abandons the attempt, before anything is unlocked, so that it can never be committed.
 * @returns whether it was still open.
 */
export async function abandonAcceptance(db: Database, id: string, attempt: number, now: number): Promise<boolean> {
  const rows = await db.all<{ id: string }>(sql`UPDATE trades SET accepting_at = NULL, updated_at = ${now}
    WHERE id = ${id} AND status = 'proposed' AND attempt = ${attempt} AND accepting_at IS NOT NULL RETURNING id`);
  return rows.length > 0;
}

/**
 * Expires offers that were not answered in time.
 * @returns how many.
 */
export async function expireTrades(db: Database, now: number, limit: number): Promise<number> {
  const rows = await db.all<{
    id: string;
  }>(sql`UPDATE trades SET status = 'expired', closed_at = ${now}, updated_at = ${now},
      untold = 1
    WHERE id IN (SELECT id FROM trades WHERE status = 'proposed' AND expires_at <= ${now} AND accepting_at IS NULL LIMIT ${limit})
    RETURNING id`);
  return rows.length;
}
