/** Emails about an order as rows of the outbox. The rooms of one purchase add their orders to one email. */

import { type SQL, sql } from "drizzle-orm";
import { isPurchaseEvent, type PurchaseEmailPart, type PurchaseEvent } from "#domain/checkout/purchase-email";
import { formatDateInZone } from "#domain/orders/collection-date-text";
import type { Order, OrderEvent } from "#domain/orders/order";
import { type OrderEmail, PAYMENT_METHOD_LABELS } from "#domain/orders/order-emails";

/** After this time an incomplete email is sent with the orders it has. */
const WAIT_MS = 30_000;

/** Returns an insert of the order's own email. */
export function orderEmailRow(mail: OrderEmail, now: number, when: SQL = sql`1`): SQL {
  return sql`INSERT OR IGNORE INTO mail_outbox (id, dedupe_key, to_address, subject, text, html, next_at, created_at)
    SELECT ${mail.id}, ${mail.dedupe_key}, email, ${mail.subject}, ${mail.text}, ${mail.html}, ${now}, ${now}
    FROM profiles WHERE id = ${mail.to_profile} AND ${when}`;
}

/** Returns null for an order with its own email: a single order, a gift, a staff decision, or an event of one item. */
export function purchaseEmailRows(order: Order, event: OrderEvent, mail: OrderEmail, now: number): SQL[] | null {
  const { purchase_id: purchaseId } = order;
  if (purchaseId === null || order.amount_cents === 0 || event.staff || !isPurchaseEvent(event.kind)) return null;
  const side = mail.to_profile === order.buyer_id ? "buyer" : "seller";
  // A card may be declined twice; each decline is a separate event.
  const time = order.events.filter(({ kind, rev }) => kind === event.kind && rev <= event.rev).length;
  const key = `purchase:${purchaseId}:${event.kind}:${time}:${mail.to_profile}`;
  const part = JSON.stringify(partOf(order, event, event.kind, side));
  // Number of orders the email will name: for the buyer all with a price, for a seller their own.
  const expected = sql`(SELECT count(*) FROM purchase_orders po JOIN items i ON i.id = po.item_id
    WHERE po.purchase_id = ${purchaseId} AND po.amount_cents > 0
      AND ${side === "buyer" ? sql`1` : sql`i.seller_id = ${mail.to_profile}`})`;
  return [
    sql`INSERT INTO mail_outbox (id, dedupe_key, to_address, subject, text, html, parts, next_at, created_at)
      SELECT ${mail.id}, ${key}, email, ${mail.subject}, ${mail.text}, ${mail.html}, json_array(json(${part})),
        CASE WHEN ${expected} > 1 THEN ${now + WAIT_MS} ELSE ${now} END, ${now}
      FROM profiles WHERE id = ${mail.to_profile}
      ON CONFLICT (id) DO NOTHING
      ON CONFLICT (dedupe_key) DO UPDATE SET parts = json_insert(parts, '$[#]', json(${part})),
        next_at = CASE WHEN json_array_length(parts) + 1 >= ${expected} THEN ${now} ELSE next_at END
      WHERE status = 'queued' AND attempts = 0
        AND NOT EXISTS (SELECT 1 FROM json_each(mail_outbox.parts) WHERE value ->> 'order_id' = ${order.id})`,
    // The shared email was sent already: the late order gets its own.
    orderEmailRow(
      mail,
      now,
      sql`NOT EXISTS (SELECT 1 FROM mail_outbox m, json_each(m.parts) p
        WHERE m.dedupe_key = ${key} AND p.value ->> 'order_id' = ${order.id})`,
    ),
  ];
}

function partOf(
  order: Order,
  event: OrderEvent,
  kind: PurchaseEvent,
  side: PurchaseEmailPart["side"],
): PurchaseEmailPart {
  const zone = order.collection_zone;
  const by = (at: number | null) => (at === null ? "soon" : `by ${formatDateInZone(at, zone)}`);
  return {
    order_id: order.id,
    kind,
    side,
    title: order.item_title.replace(/\s+/g, " ").trim(),
    amount_cents: order.amount_cents,
    reference: order.bank_reference,
    paid_by: PAYMENT_METHOD_LABELS[order.payment_method],
    pay_by: by(order.payment_deadline),
    confirm_by: by(order.confirmation_deadline),
    collection: formatDateInZone(order.collection_date, zone, order.collection_ends_at),
    at: formatDateInZone(event.at, zone),
  };
}
