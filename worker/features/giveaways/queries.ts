/** Reads of giveaways (D57). A seed leaves this file only once its draw has been made. */

import { type SQL, sql } from "drizzle-orm";
import type { DrawPage, StaffGiveaway } from "#contract/giveaways";
import {
  type EntryStatus,
  GIVEAWAYS_PER_ITEM,
  GIVEAWAYS_WINDOW_MS,
  type GiveawayStatus,
  type GivingMode,
} from "#domain/giveaways/giveaway";
import { eitherBlocked } from "../../db/blocks.ts";
import type { Database } from "../../db/client.ts";
import { type ClaimedLimit, claimPlaces } from "../../db/limit-claims.ts";

export interface GiveawayFacts {
  id: string;
  mode: GivingMode;
  status: GiveawayStatus;
  giver_id: string;
  closes_at: number | null;
  drawn_at: number | null;
  entered: number;
  commitment: string | null;
  confirm_by: number | null;
  entry_code: string | null;
  entry_note: string | null;
  entry_status: EntryStatus | null;
  entry_place: number | null;
}

/** Returns the item's giveaway that runs now, with the viewer's own entry. */
export async function findItemGiveaway(
  db: Database,
  itemId: string,
  viewerId: string | null,
): Promise<GiveawayFacts | null> {
  const [row] = await db.all<GiveawayFacts>(sql`SELECT g.id, g.mode, g.status, g.giver_id, g.closes_at, g.drawn_at,
      g.entered, g.commitment, g.confirm_by, e.code AS entry_code, e.note AS entry_note, e.status AS entry_status,
      e.place AS entry_place
    FROM giveaways g JOIN items i ON i.id = g.item_id
      LEFT JOIN giveaway_entries e ON e.giveaway_id = g.id AND e.user_id = ${viewerId}
    WHERE g.item_id = ${itemId} AND g.status <> 'ended' AND i.deleted_at IS NULL`);
  return row ?? null;
}

export interface RequestRow {
  id: string;
  user_id: string;
  full_name: string;
  average_rating: number | null;
  rating_count: number;
  note: string;
  status: EntryStatus;
  entered_at: number;
}

/** Returns the people who asked the giver, first come first; without those whom a block separates from the giver. */
export async function listRequests(db: Database, giveawayId: string): Promise<RequestRow[]> {
  return db.all<RequestRow>(sql`SELECT e.id, e.user_id, p.full_name, p.average_rating_hundredths / 100.0 AS average_rating,
      p.rating_count, e.note, e.status, e.entered_at
    FROM giveaways g JOIN giveaway_entries e ON e.giveaway_id = g.id JOIN profiles p ON p.id = e.user_id
    WHERE g.id = ${giveawayId} AND g.mode = 'pick' AND e.status <> 'left' AND NOT ${eitherBlocked(sql`e.user_id`, sql`g.giver_id`)}
    ORDER BY e.entered_at, e.id`);
}

/** What entering depends on, besides the room. */
export interface EnteringFacts {
  seller_id: string;
  mode: GivingMode | null;
  blocked: number;
  /** The viewer is in already, so entering again is not counted. */
  known: number;
}

export async function findEnteringFacts(
  db: Database,
  itemId: string,
  userId: string,
  giveawayId: string,
): Promise<EnteringFacts | null> {
  const [row] = await db.all<EnteringFacts>(sql`SELECT i.seller_id,
      (SELECT g.mode FROM giveaways g WHERE g.id = ${giveawayId} AND g.item_id = i.id) AS mode,
      ${eitherBlocked(userId, sql`i.seller_id`)} AS blocked,
      EXISTS (SELECT 1 FROM giveaway_entries e WHERE e.giveaway_id = ${giveawayId} AND e.user_id = ${userId}) AS known
    FROM items i WHERE i.id = ${itemId} AND i.deleted_at IS NULL`);
  return row ?? null;
}

/** Claims one of the giveaways that an item may have in some time, so that concurrent requests cannot exceed it. */
export function claimGiveaway(
  db: Database,
  giverId: string,
  { id, itemId }: { id: string; itemId: string },
  now: number,
): Promise<boolean> {
  const limit: ClaimedLimit = {
    kind: "giveaway",
    userId: giverId,
    stored: sql`SELECT g.id AS subject FROM giveaways g
      WHERE g.item_id = ${itemId} AND g.opened_at > ${now - GIVEAWAYS_WINDOW_MS}`,
    settled: sql`c.id <> ${itemId} OR EXISTS (SELECT 1 FROM giveaways g WHERE g.id = c.subject)`,
  };
  return claimPlaces(db, itemId, [id], [{ limit, most: GIVEAWAYS_PER_ITEM }], now);
}

/** Returns the item's seller and its running giveaway. */
export async function findGivingFacts(db: Database, itemId: string) {
  const [row] = await db.all<{ seller_id: string; live_id: string | null }>(sql`SELECT i.seller_id,
      (SELECT g.id FROM giveaways g WHERE g.item_id = i.id AND g.status <> 'ended') AS live_id
    FROM items i WHERE i.id = ${itemId} AND i.deleted_at IS NULL`);
  return row ?? null;
}

export type DrawRow = Omit<DrawPage, "entrants" | "server_now">;

/** Returns a draw as anyone may see it, or null. */
export async function findDraw(db: Database, id: string, viewerId: string | null): Promise<DrawRow | null> {
  const [row] =
    await db.all<DrawRow>(sql`SELECT g.id, g.item_id, g.status, g.ended_as, g.opened_at, g.closes_at, g.drawn_at,
      g.commitment, CASE WHEN g.drawn_at IS NOT NULL THEN g.seed END AS seed, g.entered, g.confirm_by,
      CASE WHEN i.deleted_at IS NULL AND (i.status <> 'inactive' OR i.seller_id = ${viewerId}) THEN i.title END AS item_title,
      (SELECT e.code FROM giveaway_entries e WHERE e.giveaway_id = g.id AND e.user_id = ${viewerId} AND
        (e.status <> 'left' OR e.place IS NOT NULL)) AS your_code
    FROM giveaways g JOIN items i ON i.id = g.item_id WHERE g.id = ${id} AND g.mode = 'draw'`);
  return row ?? null;
}

/** Returns the entrants of a draw in the drawn order; none before the draw. */
export async function listDrawn(db: Database, id: string) {
  return db.all<{ code: string; place: number; status: EntryStatus }>(sql`SELECT code, place, status
    FROM giveaway_entries WHERE giveaway_id = ${id} AND place IS NOT NULL ORDER BY place`);
}

export type StaffEntrantRow = Omit<StaffGiveaway["entrants"][number], "display_name"> & { full_name: string };

/** Returns a giveaway for staff, who decide reports about it. */
export async function findForStaff(db: Database, id: string) {
  const [row] = await db.all<{ id: string; mode: GivingMode; item_id: string; giver_id: string }>(
    sql`SELECT id, mode, item_id, giver_id FROM giveaways WHERE id = ${id}`,
  );
  if (!row) return null;
  const entrants = await db.all<StaffEntrantRow>(sql`SELECT e.user_id, p.full_name, e.code, e.note, e.status, e.place,
      e.entered_at, p.created_at AS joined_at
    FROM giveaway_entries e JOIN profiles p ON p.id = e.user_id WHERE e.giveaway_id = ${id}
    ORDER BY e.place IS NULL, e.place, e.entered_at`);
  return { ...row, entrants };
}

/** Items whose draw is due. A recipient's time is that of their hold, which the job of lapsed holds settles. */
export function dueGiveaways(now: number, limit: number): SQL {
  return sql`SELECT item_id FROM giveaways WHERE status = 'open' AND drawn_at IS NULL AND closes_at <= ${now}
    LIMIT ${limit}`;
}
