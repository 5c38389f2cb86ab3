/** The statements that store a new listing. */

import { type SQL, sql } from "drizzle-orm";
import type { Photo } from "#contract/items";
import { type GivingMode, type NewGiveaway, openGiveaway } from "#domain/giveaways/giveaway";
import { type ListingTerms, termsProblems } from "#domain/items/listing";
import { type Ladder, reserveToStore } from "#domain/negotiation/price-ladder";
import { type Refusal, refuse } from "#domain/result";
import { giveawayRow } from "../../../../durable/item-room/giveaway-rows.ts";
import type { Database } from "../../../db/client.ts";
import { profiles } from "../../../db/schema/account.ts";
import { itemKnowledge, items } from "../../../db/schema/items.ts";
import type { ListingColumns } from "../../items/columns.ts";

/** Returns why the terms of a listing are refused, or null. `stored` are its terms before an edit. */
export function refusalOfTerms(
  columns: ListingColumns,
  now: number,
  stored: ListingTerms | null = null,
): Refusal | null {
  const terms = termsProblems({ ...columns.item, ...columns.knowledge }, stored, now);
  const problems = columns.problem === null ? terms : [columns.problem, ...terms];
  return problems[0] ? refuse("invalid", problems[0].message, { fields: problems }) : null;
}

interface NewItem {
  id: string;
  sellerId: string;
  columns: ListingColumns;
  photos: Photo[];
  status?: "active" | "inactive";
  /** How a free item is given away; null for the first who claims it. */
  giveaway?: NewGiveaway | null;
}

/** Returns statements for one batch. They do not change an existing item. */
export function newItemStatements(
  db: Database,
  { id, sellerId, columns, photos, status = "active", giveaway = null }: NewItem,
  now: number,
  ladder: Ladder | null,
) {
  const times = { created_at: now, updated_at: now };
  const seller_away = sql`(SELECT away_until IS NOT NULL FROM ${profiles} WHERE id = ${sellerId})`;
  const reserve_cents = reserveToStore({ ...columns.item, ...columns.knowledge }, null, ladder);
  return [
    db
      .insert(items)
      // The initial status. After that only the room writes it (D29).
      .values({
        ...columns.item,
        id,
        seller_id: sellerId,
        seller_away,
        photos,
        status,
        giveaway: giveaway?.mode ?? null,
        ...times,
      })
      .onConflictDoNothing(),
    db
      .insert(itemKnowledge)
      .values({ ...columns.knowledge, item_id: id, reserve_cents, ...times })
      .onConflictDoNothing(),
    // The room reads it when it is first used. An item that exists already has its room, which would not know of it.
    ...(giveaway ? [giveawayRow(openGiveaway(giveaway, now), insertedNow(id, giveaway.mode, now))] : []),
  ] as const;
}

/** Condition: the item was listed by this request, and not by an earlier one that it repeats. */
export function isNewSince(id: string, now: number): SQL {
  return sql`EXISTS (SELECT 1 FROM items WHERE id = ${id} AND created_at = ${now} AND status = 'inactive')`;
}

function insertedNow(id: string, mode: GivingMode, now: number): SQL {
  return sql`EXISTS (SELECT 1 FROM items WHERE id = ${id} AND created_at = ${now} AND giveaway = ${mode})`;
}
