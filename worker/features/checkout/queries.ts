import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { BankDetails } from "#contract/account/profiles";
import type { PaymentMethod } from "#contract/items";
import {
  type DetailsAvailableFrom,
  type PaymentDestination,
  pendingWaits,
} from "#domain/payments/payment-details-delay";
import type { Database } from "../../db/client.ts";
import { violatedConstraint } from "../../db/constraints.ts";
import { profiles } from "../../db/schema/account.ts";
import { items } from "../../db/schema/items.ts";
import { paymentReveals } from "../../db/schema/orders.ts";
import type { Services } from "../../services.ts";

/** Checkout data about an item. Price and availability come from its room. */
export interface CheckoutItem {
  id: string;
  title: string;
  image_url: string | null;
  collection_date: number | null;
  collection_zone: string;
  suburb: string | null;
  city: string | null;
  location: string | null;
  collection_address: string | null;
  seller: {
    id: string;
    full_name: string;
    accepted_payment_methods: PaymentMethod[];
    bank_details: BankDetails | null;
    crypto_wallet_addresses: Record<string, string>;
    /** Which details are withheld from buyers, and until when (A66). The details and wallets above exclude them. */
    waits: DetailsAvailableFrom;
  };
}

/** Returns the item with its seller's terms. The seller's place is used when the item has none. */
export async function findCheckoutItem(
  { db, now }: Pick<Services, "db" | "now">,
  id: string,
): Promise<CheckoutItem | null> {
  const row = await db
    .select({
      id: items.id,
      title: items.title,
      photos: items.photos,
      collection_date: items.collection_date,
      collection_zone: items.collection_zone,
      suburb: items.suburb,
      city: items.city,
      location: items.location,
      collection_address: items.collection_address,
      seller_id: profiles.id,
      seller_name: profiles.full_name,
      seller_suburb: profiles.suburb,
      seller_city: profiles.city,
      seller_address: profiles.collection_address,
      accepted_payment_methods: profiles.accepted_payment_methods,
      bank_details: profiles.bank_details,
      crypto_wallet_addresses: profiles.crypto_wallet_addresses,
      details_wait: profiles.details_wait,
    })
    .from(items)
    .innerJoin(profiles, eq(profiles.id, items.seller_id))
    .where(and(eq(items.id, id), isNull(items.deleted_at)))
    .get();
  if (!row) return null;
  const waits = pendingWaits(row.details_wait, now());
  const shown = (to: PaymentDestination | string) => !(to in waits);
  const placed = row.suburb !== null || row.city !== null || row.location !== null;
  return {
    id: row.id,
    title: row.title,
    image_url: row.photos[0]?.url ?? null,
    collection_date: row.collection_date,
    collection_zone: row.collection_zone,
    suburb: placed ? row.suburb : row.seller_suburb,
    city: placed ? row.city : row.seller_city,
    location: row.location,
    collection_address: row.collection_address?.trim() || row.seller_address?.trim() || null,
    seller: {
      id: row.seller_id,
      full_name: row.seller_name,
      accepted_payment_methods: row.accepted_payment_methods,
      bank_details: shown("bank_transfer") ? row.bank_details : null,
      crypto_wallet_addresses: Object.fromEntries(
        Object.entries(row.crypto_wallet_addresses).filter(([coin]) => shown(coin)),
      ),
      waits,
    },
  };
}

/** Payment details that the holder was shown. */
export interface Reveal {
  reference: string;
  bank_details: BankDetails | null;
}

/** Returns the payment details that the holder was shown for this hold and method, or null. */
export async function findReveal(db: Database, holdId: string, method: string): Promise<Reveal | null> {
  const row = await db
    .select({ reference: paymentReveals.reference, bank_details: paymentReveals.bank_details })
    .from(paymentReveals)
    .where(and(eq(paymentReveals.hold_id, holdId), eq(paymentReveals.method, method)))
    .get();
  return row ?? null;
}

export interface NewReveal extends Reveal {
  hold_id: string;
  method: string;
  item_id: string;
  buyer_id: string;
  seller_id: string;
  created_at: number;
}

/**
 * Counts a buyer's unconfirmed transfers and crypto payments: open orders (those of one purchase count once) and live
 * holds for which they were shown where to pay (A47).
 */
function unsettledTransfers(buyerId: string, now: number, exceptHold = ""): SQL {
  return sql`(SELECT count(*) FROM (
    SELECT coalesce(o.purchase_id, o.id) FROM orders o WHERE o.buyer_id = ${buyerId}
      AND o.status IN ('awaiting_payment', 'payment_pending_seller_confirmation')
      AND o.payment_method IN ('bank_transfer', 'crypto')
    UNION
    SELECT r.hold_id FROM payment_reveals r CROSS JOIN items i ON i.id = r.item_id
    WHERE r.buyer_id = ${buyerId} AND r.hold_id <> ${exceptHold}
      AND i.hold_id = r.hold_id AND i.holder_id = r.buyer_id AND i.hold_until > ${now}))`;
}

/**
 * Records a reveal, unless the buyer has seen `maxSellers` other sellers since `since`, or has reached `maxUnsettled`.
 * One statement counts and inserts, so that concurrent calls cannot exceed a limit.
 * @returns "reference_taken" when another hold has this reference: try the next one.
 */
export async function insertReveal(
  db: Database,
  reveal: NewReveal,
  limit: { maxSellers: number; since: number; maxUnsettled: number },
): Promise<"inserted" | "not_inserted" | "reference_taken"> {
  const details = reveal.bank_details === null ? null : JSON.stringify(reveal.bank_details);
  try {
    const rows = await db.all(sql`
      INSERT INTO payment_reveals (hold_id, method, item_id, buyer_id, seller_id, reference, bank_details, created_at)
      SELECT ${reveal.hold_id}, ${reveal.method}, ${reveal.item_id}, ${reveal.buyer_id}, ${reveal.seller_id},
        ${reveal.reference}, ${details}, ${reveal.created_at}
      WHERE (SELECT count(DISTINCT seller_id) FROM payment_reveals
        WHERE buyer_id = ${reveal.buyer_id} AND created_at > ${limit.since} AND seller_id <> ${reveal.seller_id})
        < ${limit.maxSellers}
        AND ${unsettledTransfers(reveal.buyer_id, reveal.created_at, reveal.hold_id)} < ${limit.maxUnsettled}
      ON CONFLICT (hold_id, method) DO NOTHING
      RETURNING 1 AS inserted`);
    return rows.length > 0 ? "inserted" : "not_inserted";
  } catch (error) {
    if (violatedConstraint(error) === "payment_reveals.reference") return "reference_taken";
    throw error;
  }
}

/** Fills in details that the seller added after the reference was issued. Details once shown are never replaced. */
export async function completeReveal(
  db: Database,
  holdId: string,
  method: string,
  details: BankDetails,
): Promise<Reveal | null> {
  await db
    .update(paymentReveals)
    .set({ bank_details: details })
    .where(
      and(eq(paymentReveals.hold_id, holdId), eq(paymentReveals.method, method), isNull(paymentReveals.bank_details)),
    );
  return findReveal(db, holdId, method);
}

/**
 * Whether the buyer has reached the limit of unsettled transfers. If not, `insertReveal` refused for too many sellers.
 */
export async function hasUnsettled(db: Database, buyerId: string, limit: number, now: number): Promise<boolean> {
  const [row] = await db.all<{ n: number }>(sql`SELECT ${unsettledTransfers(buyerId, now)} AS n`);
  return (row?.n ?? 0) >= limit;
}
