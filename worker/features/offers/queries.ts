/** Reads of price offers (D52). A row always belongs to one of the two whose offer it is. */
import { type SQL, sql } from "drizzle-orm";
import { priceFor } from "#domain/checkout/pricing";
import { PRICE_OFFER_MS } from "#domain/deadlines";
import type { OfferParty, PriceOffer } from "#domain/offers/price-offer";
import { done, type Result } from "#domain/result";
import { awayUntil } from "#domain/selling/holiday";
import { offerFromRow } from "../../../durable/item-room/offer-rows.ts";
import { eitherBlocked } from "../../db/blocks.ts";
import type { Database } from "../../db/client.ts";
import { type CursorPage, cursorList } from "../../http/cursor-list.ts";
import { WRONG_CURSOR } from "../../http/wrong-cursor.ts";
import { itemOffers, readOffers } from "../items/cards.ts";

/** An offer with what its two parties see besides it. */
export interface OfferRecord {
  offer: PriceOffer;
  role: OfferParty;
  item: { id: string; title: string; photo: string | null };
  other: { id: string; full_name: string; average_rating: number | null; rating_count: number };
  thread_id: string | null;
  /** The seller's holiday as stored; it may be over. */
  away_until: number | null;
}

type RawOffer = Record<string, string | number | null>;

/** Offers of this user, with the other person, the item and the thread. */
function offersOf(viewerId: string, rest: SQL): SQL {
  return sql`SELECT o.*, i.title, json_extract(i.photos, '$[0].url_400') AS photo, p.id AS other_id, p.full_name,
      p.average_rating_hundredths / 100.0 AS average_rating, p.rating_count, c.id AS thread_id,
      (SELECT s.away_until FROM profiles s WHERE s.id = o.seller_id) AS away_until
    FROM price_offers o JOIN items i ON i.id = o.item_id
      JOIN profiles p ON p.id = CASE o.buyer_id WHEN ${viewerId} THEN o.seller_id ELSE o.buyer_id END
      LEFT JOIN conversations c ON c.low_id = min(o.buyer_id, o.seller_id) AND c.high_id = max(o.buyer_id, o.seller_id)
        AND c.item_id = o.item_id
    WHERE ${rest}`;
}

function recordOf(row: RawOffer, viewerId: string): OfferRecord {
  return {
    offer: offerFromRow(row),
    role: row.buyer_id === viewerId ? "buyer" : "seller",
    item: { id: String(row.item_id), title: String(row.title), photo: row.photo === null ? null : String(row.photo) },
    other: {
      id: String(row.other_id),
      full_name: String(row.full_name),
      average_rating: row.average_rating === null ? null : Number(row.average_rating),
      rating_count: Number(row.rating_count),
    },
    thread_id: row.thread_id === null ? null : String(row.thread_id),
    away_until: row.away_until === null ? null : Number(row.away_until),
  };
}

/** Returns an offer of which the viewer is a party, else null (A01). */
export async function findOwnOffer(db: Database, viewerId: string, id: string): Promise<OfferRecord | null> {
  const [row] = await db.all<RawOffer>(
    offersOf(viewerId, sql`o.id = ${id} AND ${viewerId} IN (o.buyer_id, o.seller_id)`),
  );
  return row ? recordOf(row, viewerId) : null;
}

/** Returns the buyer's offer for an item, or null. */
export async function findOfferForItem(db: Database, buyerId: string, itemId: string): Promise<OfferRecord | null> {
  const [row] = await db.all<RawOffer>(offersOf(buyerId, sql`o.buyer_id = ${buyerId} AND o.item_id = ${itemId}`));
  return row ? recordOf(row, buyerId) : null;
}

export type OfferBox = "received" | "made";

/** Returns a page of a user's offers, last changed first. */
export async function listOffers(
  db: Database,
  viewerId: string,
  { box, cursor, limit }: { box: OfferBox; cursor: string | undefined; limit: number },
): Promise<Result<CursorPage<OfferRecord>>> {
  const list = cursorList("price-offers", { reader: viewerId, box }, cursor);
  if (!list) return WRONG_CURSOR;
  const { after } = list;
  const side = box === "made" ? sql`o.buyer_id` : sql`o.seller_id`;
  const rows = await db.all<RawOffer>(
    offersOf(
      viewerId,
      sql`${side} = ${viewerId} ${after ? sql`AND (o.updated_at, o.id) < (${after.key}, ${after.id})` : sql``}
        ORDER BY o.updated_at DESC, o.id DESC LIMIT ${limit + 1}`,
    ),
  );
  const records = rows.map((row) => recordOf(row, viewerId));
  return done(list.page(records, limit, ({ offer }) => ({ key: offer.updated_at, id: offer.id })));
}

/** A query for the items on which the buyer has an offer of this status. */
export function offersIn(buyerId: string, status: "open" | "accepted"): SQL {
  return sql`SELECT item_id AS subject FROM price_offers WHERE buyer_id = ${buyerId} AND status = ${status}`;
}

/** What decides whether a buyer may make an offer. */
export interface OfferedItemFacts {
  seller_id: string;
  status: string;
  price_cents: number;
  charged_cents: number;
  percent_off: number | null;
  open_to_offers: boolean;
  decline_below_cents: number | null;
  /** The seller uses Knowzee for it. */
  knowzee: boolean;
  /** The buyer has written to Knowzee about it. */
  negotiated: boolean;
  blocked: boolean;
  /** The seller is on holiday until then. */
  away_until: number | null;
  /** Items held for the buyer at an agreed price, without this item. */
  accepted_holds: number;
}

/** Returns the item as its offers need it, or null. */
export async function findOfferedItem(
  db: Database,
  buyerId: string,
  itemId: string,
  now: number,
): Promise<OfferedItemFacts | null> {
  const [row] = await db.all<{
    seller_id: string;
    status: string;
    price_cents: number;
    offers: string;
    open_to_offers: number;
    decline_below_cents: number | null;
    knowzee: number;
    negotiated: number;
    blocked: number;
    away_until: number | null;
    accepted_holds: number;
  }>(sql`SELECT i.seller_id, i.status, i.price_cents, ${itemOffers(sql`i.id`, sql`i.seller_id`)} AS offers,
      i.open_to_offers, k.decline_below_cents, i.negotiation_available AS knowzee,
      EXISTS (SELECT 1 FROM negotiations n WHERE n.item_id = i.id AND n.buyer_id = ${buyerId}) AS negotiated,
      ${eitherBlocked(sql`i.seller_id`, buyerId)} AS blocked, p.away_until,
      (SELECT count(*) FROM (${offersIn(buyerId, "accepted")}) WHERE subject <> ${itemId}) AS accepted_holds
    FROM items i JOIN profiles p ON p.id = i.seller_id LEFT JOIN item_knowledge k ON k.item_id = i.id
    WHERE i.id = ${itemId} AND i.deleted_at IS NULL`);
  if (!row) return null;
  const { charged_cents, percent_off } = priceFor(row.price_cents, readOffers(row.offers), now);
  return {
    ...row,
    charged_cents,
    percent_off,
    open_to_offers: row.open_to_offers === 1,
    knowzee: row.knowzee === 1,
    negotiated: row.negotiated === 1,
    blocked: row.blocked === 1,
    away_until: awayUntil(row.away_until, now),
  };
}

/** Returns open offers whose time, or whose automatic decline, has come, or whose two parties may no longer deal. */
export async function findOffersToEnd(db: Database, now: number, limit: number) {
  return db.all<{ item_id: string; buyer_id: string; overdue: number }>(sql`SELECT item_id, buyer_id, 1 AS overdue
      FROM price_offers WHERE status IN ('open', 'accepted') AND expires_at <= ${now + PRICE_OFFER_MS}
        AND (expires_at <= ${now} OR decline_at <= ${now})
    UNION ALL SELECT o.item_id, o.buyer_id, 0 FROM blocks b CROSS JOIN price_offers o
      ON (o.buyer_id, o.seller_id) IN ((b.blocker_id, b.blocked_id), (b.blocked_id, b.blocker_id))
      WHERE o.status = 'open' LIMIT ${limit}`);
}

/** Returns the items on which the two have an open offer. */
export async function findOpenBetween(db: Database, a: string, b: string) {
  return db.all<{ item_id: string; buyer_id: string }>(sql`SELECT item_id, buyer_id FROM price_offers
    WHERE status = 'open' AND ((buyer_id = ${a} AND seller_id = ${b}) OR (buyer_id = ${b} AND seller_id = ${a}))`);
}
