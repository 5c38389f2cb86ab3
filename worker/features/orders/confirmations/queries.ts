/** A seller's payment confirmations, read through the seller's own orders. */
import { and, eq, sql } from "drizzle-orm";
import type { Photo } from "#contract/items";
import type { Confirmation, OrderCrypto } from "#domain/orders/order";
import { openConfirmations } from "../../../db/bar-counts.ts";
import type { Database } from "../../../db/client.ts";
import { profiles } from "../../../db/schema/account.ts";
import { items } from "../../../db/schema/items.ts";
import { orders, paymentConfirmations } from "../../../db/schema/orders.ts";

const LIST_LIMIT = 100;

export interface ConfirmationRow extends Confirmation {
  order_id: string;
  seller_id: string;
  amount_cents: number;
  reference: string | null;
  crypto: OrderCrypto | null;
  collection_zone: string;
  item: { id: string; title: string; photos: Photo[] };
  buyer: { id: string; full_name: string; email: string };
}

const columns = {
  id: paymentConfirmations.id,
  order_id: paymentConfirmations.order_id,
  seller_id: orders.seller_id,
  amount_cents: paymentConfirmations.amount_cents,
  reference: orders.bank_reference,
  crypto: orders.crypto,
  status: paymentConfirmations.status,
  confirmation_deadline: paymentConfirmations.confirmation_deadline,
  payment_confirmed_at: paymentConfirmations.payment_confirmed_at,
  created_at: paymentConfirmations.created_at,
  collection_zone: orders.collection_zone,
  item: { id: items.id, title: orders.item_title, photos: items.photos },
  buyer: { id: profiles.id, full_name: profiles.full_name, email: profiles.email },
};

/** Lists confirmations. `pending`: by deadline, overdue first. `settled`: newest first. */
export async function listConfirmations(
  db: Database,
  sellerId: string,
  which: "pending" | "settled",
): Promise<ConfirmationRow[]> {
  const pending = which === "pending";
  return db
    .select(columns)
    .from(paymentConfirmations)
    .innerJoin(orders, eq(orders.id, paymentConfirmations.order_id))
    .innerJoin(items, eq(items.id, paymentConfirmations.item_id))
    .innerJoin(profiles, eq(profiles.id, paymentConfirmations.buyer_id))
    .where(
      pending
        ? sql`${paymentConfirmations.id} IN (${openConfirmations(sellerId)})`
        : and(eq(orders.seller_id, sellerId), sql`${paymentConfirmations.id} NOT IN (${openConfirmations(sellerId)})`),
    )
    .orderBy(
      pending
        ? sql`${paymentConfirmations.confirmation_deadline}, ${paymentConfirmations.id}`
        : sql`${paymentConfirmations.created_at} DESC, ${paymentConfirmations.id} DESC`,
    )
    .limit(LIST_LIMIT);
}

/** Returns the order of a confirmation if it belongs to this seller, else null (A05). */
export async function findOwnConfirmation(
  db: Database,
  id: string,
  sellerId: string,
): Promise<{ order_id: string } | null> {
  const row = await db
    .select({ order_id: paymentConfirmations.order_id })
    .from(paymentConfirmations)
    .where(and(eq(paymentConfirmations.id, id), eq(paymentConfirmations.seller_id, sellerId)))
    .get();
  return row ?? null;
}
