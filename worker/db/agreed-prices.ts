import { type SQL, sql } from "drizzle-orm";

/** Agreements of one buyer in a session; more would be abuse. */
const AGREED_MAX = 50;

/** Condition: no order has used the agreement `a` with Knowzee (D40). */
const unused = sql`NOT EXISTS (SELECT 1 FROM orders o WHERE o.item_id = a.item_id AND o.buyer_id = a.buyer_id
  AND o.created_at >= a.accepted_at)`;

/**
 * Returns the query of the prices a buyer has agreed on and can still pay, as JSON (`AgreedItemPrice[]`). An agreement
 * ends with the list price it was made under (A69); one with the seller goes before one with Knowzee.
 */
export function agreedPricesJson(buyerId: string, now: number): SQL {
  return sql`SELECT json_group_array(json_object('item_id', item_id, 'amount', amount_cents / 100.0,
      'expires_at', expires_at)) FROM (
    SELECT a.item_id, a.amount_cents, a.expires_at FROM price_offers a CROSS JOIN items i ON i.id = a.item_id
      WHERE a.buyer_id = ${buyerId} AND a.status = 'accepted' AND a.expires_at > ${now}
        AND i.price_cents = a.list_cents
    UNION ALL
    SELECT a.item_id, a.amount_cents, a.expires_at FROM accepted_offers a CROSS JOIN items i ON i.id = a.item_id
      WHERE a.buyer_id = ${buyerId} AND a.expires_at > ${now} AND i.price_cents = a.list_cents AND ${unused}
    LIMIT ${AGREED_MAX})`;
}
