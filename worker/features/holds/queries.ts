import { type SQL, sql } from "drizzle-orm";
import { type HoldPrice, holdPrice, type StoredOffer } from "#domain/checkout/pricing";
import { awayUntil } from "#domain/selling/holiday";
import type { Database } from "../../db/client.ts";
import { otherLiveHolds } from "../../db/live-holds.ts";
import { itemOffers, readOffers } from "../items/cards.ts";
import { itemExists } from "../items/queries.ts";

/** Returns the id if there is such an item, so that no room is made for an invented one. */
export async function findItemId(db: Database, id: string): Promise<string | null> {
  return (await itemExists(db, id)) ? id : null;
}

/**
 * Counts a user's live holds on other items (D35). Counted before a hold and again after it, because the first check
 * alone is a race.
 */
export async function countLiveHolds(db: Database, userId: string, exceptItem: string, now: number): Promise<number> {
  const [row] = await db.all<{ holds: number }>(otherLiveHolds(userId, exceptItem, now));
  return row?.holds ?? 0;
}

/** Whether the user has confirmed the account's email address. */
export async function isAddressConfirmed(db: Database, userId: string): Promise<boolean> {
  const rows = await db.all(sql`SELECT 1 FROM accounts WHERE id = ${userId} AND email_verified = 1`);
  return rows.length > 0;
}

export interface HoldRow {
  holder_id: string | null;
  hold_until: number | null;
}

/**
 * Returns the holder of an item according to D1; null when there is no such item. The caller must ignore a lapsed hold
 * (D29).
 */
export async function findHold(db: Database, itemId: string): Promise<HoldRow | null> {
  const [row] = await db.all<HoldRow>(
    sql`SELECT holder_id, hold_until FROM items WHERE id = ${itemId} AND deleted_at IS NULL`,
  );
  return row ?? null;
}

/** Returns items whose lapsed hold is still in D1, oldest first. */
export async function findLapsedHolds(db: Database, now: number, limit: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(
    sql`SELECT id FROM items WHERE holder_id IS NOT NULL AND hold_until <= ${now} ORDER BY hold_until LIMIT ${limit}`,
  );
  return rows.map((row) => row.id);
}

/** What the decision about a hold needs before the room is asked. */
export interface HoldTerms {
  /** Whether the item exists. */
  known: boolean;
  price: HoldPrice;
  otherHolds: number;
  /** Whether the buyer has confirmed their email address. */
  confirmed: boolean;
  /** Whether the buyer holds the item already, so that this is no new hold. */
  held: boolean;
  /** When the seller is back from holiday (UTC ms); null when they are here. */
  awayUntil: number | null;
}

export type HoldTermsRow = PriceRow & { other_holds: number; confirmed: number | null };

/** Returns the query whose row `holdTermsOf` reads. */
export function holdTermsQuery(userId: string, itemId: string, now: number): SQL {
  return sql`SELECT (${otherLiveHolds(userId, itemId, now)}) AS other_holds,
      (SELECT email_verified FROM accounts WHERE id = ${userId}) AS confirmed, priced.*
    FROM (SELECT 1) LEFT JOIN (${priceOfHold(userId, itemId, now)}) priced`;
}

export async function findHoldTerms(db: Database, userId: string, itemId: string, now: number): Promise<HoldTerms> {
  const [row] = await db.all<HoldTermsRow>(holdTermsQuery(userId, itemId, now));
  return holdTermsOf(row, now);
}

export function holdTermsOf(row: HoldTermsRow | undefined, now: number): HoldTerms {
  return {
    known: row?.price_cents != null,
    price: priceOf(row, now),
    otherHolds: row?.other_holds ?? 0,
    confirmed: row?.confirmed === 1,
    held: row?.held === 1,
    awayUntil: awayUntil(row?.away_until ?? null, now),
  };
}

/**
 * Returns the price of this buyer's hold: with the seller's best running discount (D25), or the price agreed with the
 * seller or Knowzee, valid for one order (D40, D52, A69).
 */
export async function findHoldPrice(db: Database, userId: string, itemId: string, now: number): Promise<HoldPrice> {
  const [row] = await db.all<PriceRow>(priceOfHold(userId, itemId, now));
  return priceOf(row, now);
}

/** All null: there is no such item. */
interface PriceRow {
  price_cents: number | null;
  offers: string | null;
  amount_cents: number | null;
  list_cents: number | null;
  away_until: number | null;
  held: number | null;
}

function priceOfHold(userId: string, itemId: string, now: number): SQL {
  return sql`SELECT i.price_cents, ${itemOffers(sql`i.id`, sql`i.seller_id`)} AS offers,
      coalesce(o.amount_cents, a.amount_cents) AS amount_cents, coalesce(o.list_cents, a.list_cents) AS list_cents,
      p.away_until, i.holder_id = ${userId} AND i.hold_until > ${now} AS held
    FROM items i JOIN profiles p ON p.id = i.seller_id
      LEFT JOIN price_offers o ON o.item_id = i.id AND o.buyer_id = ${userId} AND o.status = 'accepted'
        AND o.expires_at > ${now}
      LEFT JOIN accepted_offers a ON a.id = (SELECT id FROM accepted_offers latest
      WHERE latest.buyer_id = ${userId} AND latest.item_id = i.id AND latest.expires_at > ${now}
        AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.item_id = latest.item_id AND o.buyer_id = latest.buyer_id
          AND o.created_at >= latest.accepted_at)
      ORDER BY latest.accepted_at DESC LIMIT 1)
    WHERE i.id = ${itemId}`;
}

function priceOf(row: PriceRow | undefined, now: number): HoldPrice {
  if (!row || row.price_cents === null) return { percentOff: null, agreed: null };
  const { amount_cents, list_cents } = row;
  const accepted = amount_cents === null || list_cents === null ? null : { amount_cents, list_cents };
  return holdPrice(row.price_cents, readOffers(row.offers ?? "[]"), accepted, now);
}

/** Returns the active discounts of each of these items. */
export async function offersOf(db: Database, itemIds: readonly string[]): Promise<Map<string, StoredOffer[]>> {
  const rows = await db.all<{ id: string; offers: string }>(
    sql`SELECT i.id, ${itemOffers(sql`i.id`, sql`i.seller_id`)} AS offers
      FROM json_each(${JSON.stringify(itemIds)}) wanted CROSS JOIN items i ON i.id = wanted.value`,
  );
  return new Map(rows.map((row) => [row.id, readOffers(row.offers)]));
}

/** Whether the item is in this user's cart. */
export async function isInCart(db: Database, userId: string, itemId: string): Promise<boolean> {
  const rows = await db.all(sql`SELECT 1 FROM cart_items WHERE buyer_id = ${userId} AND item_id = ${itemId}`);
  return rows.length > 0;
}
