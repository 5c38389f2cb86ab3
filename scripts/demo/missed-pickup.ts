/** An order paid at pickup whose buyer is reported as absent, and can still contest it (D53, D56). */
import { DAY_MS, HOUR_MS } from "#domain/deadlines";
import { streetAddress } from "./accounts.ts";
import { collectionTime } from "./collection-time.ts";
import type { DemoUser } from "./people.ts";
import { demoId, type Tables } from "./rows.ts";

export function missedPickupRows(
  now: number,
  { items, seller, buyer }: { items: Tables[string]; seller: DemoUser; buyer: DemoUser },
): Tables {
  const item = (items ?? []).find(
    ({ seller_id, status, price_cents }) =>
      seller_id === seller.id && status === "active" && Number(price_cents) >= 1_000,
  );
  if (!item) return {};
  const itemId = String(item.id);
  const id = demoId("ord", `missed-${itemId}`);
  const starts = collectionTime(now - DAY_MS, seller.zone, 3);
  const placedAt = starts - 2 * DAY_MS;
  const reportedAt = starts + 2 * HOUR_MS;
  const parties = { item_id: itemId, buyer_id: buyer.id, seller_id: seller.id };
  return {
    orders: [
      {
        id,
        ...parties,
        hold_id: demoId("hld", `missed-${itemId}`),
        status: "cancelled",
        payment_method: "cash",
        amount_cents: Number(item.price_cents),
        item_title: String(item.title),
        collection_date: starts,
        collection_ends_at: starts + HOUR_MS,
        collection_zone: seller.zone,
        collection_summary: `${seller.suburb}, ${seller.city}`,
        collection_address: streetAddress(seller),
        strike_exempt: 1,
        rev: 3,
        created_at: placedAt,
        updated_at: reportedAt,
      },
    ],
    order_events: [
      { order_id: id, rev: 1, kind: "placed", actor_id: buyer.id, at: placedAt },
      { order_id: id, rev: 2, kind: "cash_agreed", actor_id: null, at: placedAt },
      { order_id: id, rev: 3, kind: "collection_missed", actor_id: seller.id, at: reportedAt },
    ],
    failed_collections: [{ id, kind: "no_show", about_id: buyer.id, recorded_by: seller.id, created_at: reportedAt }],
    transactions: [
      {
        id: demoId("txn", `missed-${itemId}`),
        order_id: id,
        ...parties,
        payment_method: "cash",
        payment_status: "pending",
        status: "cancelled",
        amount_cents: Number(item.price_cents),
        collection_date: starts,
        created_at: placedAt,
      },
    ],
  };
}
