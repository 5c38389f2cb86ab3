import { DAY_MS, HOUR_MS } from "#domain/deadlines";
import { ratingsVisibleFrom } from "#domain/orders/blind-ratings";
import { streetAddress } from "./accounts.ts";
import type { DemoUser } from "./people.ts";
import { demoId, type Row } from "./rows.ts";

interface ListingOrder {
  orderId: string;
  item: { id: string; title: string; price: number; image: string | null };
  seller: DemoUser;
  buyer: DemoUser;
  sold: boolean;
  /** Paid at pickup. */
  cash: boolean;
  reference: string;
  placedAt: number;
  collectionDate: number;
  /** The buyer's rating; null when there is none. */
  stars: number | null;
  /** The seller has rated the buyer too, so both ratings are visible whatever their age (D43). */
  rated: boolean;
  /** The seller's public reply to the buyer's rating. */
  reply: string | null;
  now: number;
}

/** Returns an order: completed at its collection, waiting for a bank transfer, or reserved and paid at pickup. */
export function listingOrderRows(deal: ListingOrder): {
  order: Row;
  events: Row[];
  transaction: Row;
  ratings: Row[];
} {
  const { orderId, item, seller, buyer, sold, cash, reference, placedAt, collectionDate, stars } = deal;
  const transactionId = demoId("txn", item.id);
  const parties = { item_id: item.id, buyer_id: buyer.id, seller_id: seller.id };
  const history: [kind: string, at: number][] = sold
    ? [
        ["placed", placedAt],
        ["evidence_submitted", placedAt + HOUR_MS],
        ["payment_confirmed", placedAt + 5 * HOUR_MS],
        ["completed", collectionDate],
      ]
    : [["placed", placedAt], ...(cash ? [["cash_agreed", placedAt] as [string, number]] : [])];
  const method = cash ? "cash" : "bank_transfer";
  const handover = { code: "482913", secret: orderId.slice(4).padEnd(32, "0"), wrong: 0, locked_until: null };
  return {
    order: {
      id: orderId,
      ...parties,
      hold_id: demoId("hld", item.id),
      status: sold ? "completed" : cash ? "awaiting_collection" : "awaiting_payment",
      payment_method: method,
      amount_cents: item.price,
      bank_reference: cash ? null : reference,
      bank_details: cash
        ? null
        : JSON.stringify({ account_name: seller.name, bsb: "062-000", account_number: "10000000" }),
      handover: cash ? JSON.stringify(handover) : null,
      item_title: item.title,
      item_image_url: item.image,
      payment_deadline: cash ? null : Math.min(placedAt + 3 * DAY_MS, collectionDate - DAY_MS),
      collection_date: collectionDate,
      collection_ends_at: collectionDate + HOUR_MS,
      collection_zone: seller.zone,
      collection_summary: `${seller.suburb}, ${seller.city}`,
      collection_address: streetAddress(seller),
      rev: 3,
      created_at: placedAt,
      updated_at: placedAt,
      paid_at: sold ? placedAt + 5 * HOUR_MS : null,
      completed_at: sold ? collectionDate : null,
    },
    events: history.map(([kind, at], index) => ({
      order_id: orderId,
      rev: index - history.length + 4,
      kind,
      actor_id: null,
      at,
    })),
    transaction: {
      id: transactionId,
      order_id: orderId,
      ...parties,
      payment_method: method,
      payment_status: sold ? "completed" : "pending",
      status: sold ? "completed" : "pending",
      amount_cents: item.price,
      collection_date: collectionDate,
      reference_number: cash ? null : reference,
      created_at: placedAt,
    },
    ratings: stars === null ? [] : ratingRows(deal, transactionId, stars),
  };
}

/** The buyer's rating, hidden while the seller has not rated and the 14 days are not over, and the seller's. */
function ratingRows(deal: ListingOrder, transactionId: string, stars: number): Row[] {
  const { item, seller, buyer, collectionDate, rated, reply, now } = deal;
  const backAt = collectionDate + 8 * HOUR_MS;
  const bothRated = rated && backAt <= now;
  const visibleFrom = ratingsVisibleFrom(collectionDate);
  const publishedAt = bothRated ? backAt : visibleFrom <= now ? visibleFrom : null;
  const common = { transaction_id: transactionId, visible_from: visibleFrom, published_at: publishedAt };
  const given: Row = {
    id: demoId("rat", item.id),
    ...common,
    rated_user_id: seller.id,
    rated_by_user_id: buyer.id,
    rating: stars,
    comment: "Easy pickup, exactly as described.",
    role: "buyer_rating_seller",
    created_at: Math.min(collectionDate + 3 * HOUR_MS, now),
    reply: publishedAt === null ? null : reply,
    replied_at: reply === null ? null : publishedAt,
  };
  const back: Row = {
    id: demoId("rat", `${item.id}-back`),
    ...common,
    rated_user_id: buyer.id,
    rated_by_user_id: seller.id,
    rating: 5,
    comment: "On time and friendly.",
    role: "seller_rating_buyer",
    created_at: backAt,
    reply: null,
    replied_at: null,
  };
  return bothRated ? [given, back] : [given];
}
