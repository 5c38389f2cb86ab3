/** Input for Knowzee. No row contains the minimum price or the private notes (D4). */
import { sql } from "drizzle-orm";
import type { PaymentMethod } from "#contract/items";
import { priceFor } from "#domain/checkout/pricing";
import { DAY_MS } from "#domain/deadlines";
import { CONDITION_LABELS, type Condition } from "#domain/items/catalogue";
import type { PublicFacts } from "#domain/negotiation/knowzee/answers";
import type { Tone } from "#domain/negotiation/knowzee/engine";
import type { UpsellItem } from "#domain/negotiation/negotiation-session";
import type { SellerAnswer } from "#domain/negotiation/seller-answers";
import { collectionSummary } from "#domain/orders/collection";
import { pick } from "#domain/pick";
import { eitherBlocked } from "../../db/blocks.ts";
import type { Database } from "../../db/client.ts";
import { itemOffers, readOffers } from "../items/cards.ts";
import { acceptedMethods } from "../payments/queries.ts";

export interface NegotiatedItem {
  seller_id: string;
  /** Null: the seller does not use Knowzee. */
  reserve_cents: number | null;
  price_cents: number;
  tone: Tone;
  percent_off: number | null;
  facts: PublicFacts;
  /** What the seller has answered to earlier buyers, for Knowzee to repeat; newest first. */
  answers: SellerAnswer[];
  /** At most one item, and only when the seller enables it. */
  upsell: UpsellItem | null;
}

interface RawItem {
  seller_id: string;
  title: string;
  description: string;
  condition: Condition;
  price_cents: number;
  collection_date: number | null;
  collection_zone: string;
  suburb: string | null;
  city: string | null;
  location: string | null;
  seller_suburb: string | null;
  seller_city: string | null;
  created_at: number;
  offers: string;
  reserve_cents: number | null;
  public_notes: string | null;
  tone: Tone;
  methods: string;
  upsell: string | null;
  answers: string;
}

/** Answers that Knowzee looks through. */
const ANSWERS_READ = 50;

const METHOD_WORDS: Record<PaymentMethod, string> = {
  bank_transfer: "bank transfer",
  stripe: "card",
  crypto: "crypto",
  cash: "cash or PayID at pickup",
};

/** Returns the item's input for Knowzee, or null. */
export async function findNegotiatedItem(db: Database, itemId: string, now: number): Promise<NegotiatedItem | null> {
  const [row] = await db.all<RawItem>(sql`SELECT i.seller_id, i.title, i.description, i.condition, i.price_cents,
      i.collection_date, i.collection_zone, i.suburb, i.city, i.location, p.suburb AS seller_suburb,
      p.city AS seller_city, i.created_at, ${itemOffers(sql`i.id`, sql`i.seller_id`)} AS offers,
      CASE WHEN k.negotiation_enabled = 1 AND i.price_cents > 0 AND i.seller_away = 0 THEN k.reserve_cents END
        AS reserve_cents,
      k.public_notes, p.negotiation_aggressiveness AS tone, ${acceptedMethods(sql`p`, now)} AS methods,
      CASE WHEN p.enable_ai_upsell = 1 THEN (SELECT json_object('id', o.id, 'title', o.title, 'price_cents', o.price_cents)
        FROM items o WHERE o.seller_id = i.seller_id AND o.id <> i.id AND o.listed_as = 'active' AND o.holder_id IS NULL ORDER BY o.created_at DESC, o.id DESC LIMIT 1) END AS upsell,
      (SELECT json_group_array(json_object('question', q.question, 'answer', q.answer)) FROM (
        SELECT question, answer FROM seller_questions WHERE item_id = i.id AND shared = 1
        ORDER BY answered_at DESC LIMIT ${ANSWERS_READ}) q) AS answers
    FROM items i JOIN profiles p ON p.id = i.seller_id LEFT JOIN item_knowledge k ON k.item_id = i.id
    WHERE i.id = ${itemId} AND i.deleted_at IS NULL`);
  if (!row) return null;
  const placed = row.suburb !== null || row.city !== null || row.location !== null;
  const place = placed ? row : { suburb: row.seller_suburb, city: row.seller_city, location: null };
  return {
    ...pick(row, "seller_id", "reserve_cents", "price_cents", "tone"),
    percent_off: priceFor(row.price_cents, readOffers(row.offers), now).percent_off,
    facts: {
      title: row.title,
      description: row.description,
      condition: CONDITION_LABELS[row.condition],
      collection_summary: collectionSummary(place),
      collection_date: row.collection_date === null ? null : dayInWords(row.collection_date, row.collection_zone),
      days_listed: Math.max(0, Math.floor((now - row.created_at) / DAY_MS)),
      payment_methods: (JSON.parse(row.methods) as PaymentMethod[]).map((method) => METHOD_WORDS[method]),
      public_notes: row.public_notes ?? "",
    },
    answers: JSON.parse(row.answers) as SellerAnswer[],
    upsell: row.upsell === null ? null : (JSON.parse(row.upsell) as UpsellItem),
  };
}

/** Returns for example "Saturday 28 November", in the item's time zone. */
export function dayInWords(instant: number, zone: string): string {
  const options = { weekday: "long", day: "numeric", month: "long" } as const;
  try {
    return new Intl.DateTimeFormat("en-AU", { ...options, timeZone: zone }).format(instant);
  } catch {
    return new Intl.DateTimeFormat("en-AU", { ...options, timeZone: "UTC" }).format(instant);
  }
}

/** The id of the latest acceptance of negotiation `n` if an order was placed with it, else null (A69). */
export const spentAcceptance = sql`(SELECT a.id FROM accepted_offers a
  JOIN orders o ON o.item_id = a.item_id AND o.buyer_id = a.buyer_id
  WHERE a.id = n.accepted_id AND o.created_at >= a.accepted_at LIMIT 1)`;

export interface OwnNegotiation {
  item_id: string;
  /** The acceptance that an order has used. */
  spent_id: string | null;
  away_until: number | null;
  /** Seller and buyer have blocked one another. */
  blocked: boolean;
  /** The buyer's email address is confirmed. */
  confirmed: boolean;
  buyer_since: number;
}

/**
 * Returns the item of a buyer's negotiation, the acceptance that an order has used, and whether seller and buyer have
 * blocked one another. By item also before the buyer's first message.
 */
export async function findOwnNegotiation(
  db: Database,
  buyerId: string,
  by: { id: string } | { itemId: string },
): Promise<OwnNegotiation | null> {
  const which = "id" in by ? sql`n.id = ${by.id}` : sql`i.id = ${by.itemId}`;
  const [row] = await db.all<
    Omit<OwnNegotiation, "blocked" | "confirmed"> & { blocked: number; confirmed: number }
  >(sql`SELECT i.id AS item_id, p.away_until, ${spentAcceptance} AS spent_id,
      ${eitherBlocked(sql`i.seller_id`, buyerId)} AS blocked,
      b.email_verified AS confirmed, b.created_at AS buyer_since
    FROM items i JOIN profiles p ON p.id = i.seller_id JOIN accounts b ON b.id = ${buyerId}
      LEFT JOIN negotiations n ON n.item_id = i.id AND n.buyer_id = ${buyerId}
    WHERE ${which}`);
  return row ? { ...row, blocked: row.blocked === 1, confirmed: row.confirmed === 1 } : null;
}
