/** Demo accounts with a status that takes days to reach, with the rows that would have led to it (D31–D34). */
import { MESSAGES } from "#contract/copy";
import { CONFIRMATION_MS, DAY_MS, HOUR_MS, PAYMENT_MS } from "#domain/deadlines";
import { INCOMPLETE_REASON, RESTRICTION_REASON } from "#domain/orders/order";
import { SUSPENSION_MS } from "#domain/status/strikes";
import { collectionTime } from "./collection-time.ts";
import type { DemoUser } from "./people.ts";
import type { Pictures } from "./pictures.ts";
import { demoId, type Row } from "./rows.ts";

interface StatusAccount {
  email: string;
  name: string;
  role: "user";
  flags: (now: number) => Row;
}

export const STATUS_ACCOUNTS: readonly StatusAccount[] = [
  {
    // The service suspends this account within five minutes or at its first request, because an order is overdue.
    email: "suspended@demo.local",
    name: "Sasha Slow",
    role: "user",
    flags: () => ({}),
  },
  {
    // The suspension has ended but was not lifted yet.
    email: "served@demo.local",
    name: "Seb Served",
    role: "user",
    flags: (now) => ({
      is_suspended: 1,
      suspension_end_date: now - HOUR_MS,
      incomplete_transaction_count: 1,
      last_incomplete_transaction_date: now - HOUR_MS - SUSPENSION_MS,
    }),
  },
  {
    email: "banned@demo.local",
    name: "Bruno Banned",
    role: "user",
    flags: (now) => ({
      is_banned: 1,
      ban_reason: MESSAGES.defaultBanReason,
      incomplete_transaction_count: 2,
      last_incomplete_transaction_date: now - 2 * DAY_MS,
    }),
  },
  {
    email: "restricted@demo.local",
    name: "Rita Restricted",
    role: "user",
    flags: (now) => ({
      account_restricted: 1,
      restriction_reason: RESTRICTION_REASON,
      restriction_applied_at: now - DAY_MS,
    }),
  },
];

interface World {
  now: number;
  user: (email: string) => DemoUser;
  sellers: readonly DemoUser[];
  pictures: Pictures;
}

interface Deal {
  title: string;
  picture: string;
  price: number;
  buyer: DemoUser;
  seller: DemoUser;
  placedAt: number;
  status: "awaiting_payment" | "expired" | "disputed";
}

type StatusRows = Record<
  "items" | "orders" | "order_events" | "transactions" | "payment_confirmations" | "strikes",
  Row[]
>;

/** The orders behind each status: missed payments, one that can still be paid, and one whose seller never answered. */
export function accountStatusRows(world: World): StatusRows {
  const { now, user, sellers } = world;
  const rows: StatusRows = {
    items: [],
    orders: [],
    order_events: [],
    transactions: [],
    payment_confirmations: [],
    strikes: [],
  };
  const slow = user("suspended@demo.local");
  const served = user("served@demo.local");
  const banned = user("banned@demo.local");
  const restricted = user("restricted@demo.local");
  const seller = (index: number) => sellers[index] as DemoUser;
  const missedAt = (at: number) => ({ placedAt: at - PAYMENT_MS.bank_transfer, status: "expired" as const });

  const deals: Deal[] = [
    {
      title: "Kitchen chair with arms",
      picture: "chair",
      price: 6_500,
      buyer: slow,
      seller: seller(18),
      placedAt: now - HOUR_MS - PAYMENT_MS.bank_transfer,
      status: "awaiting_payment",
    },
    {
      title: "Two-metre ladder",
      picture: "ladder",
      price: 3_800,
      buyer: slow,
      seller: seller(17),
      placedAt: now - 5 * HOUR_MS,
      status: "awaiting_payment",
    },
    {
      title: "Game controller, boxed",
      picture: "video-game",
      price: 4_200,
      buyer: served,
      seller: seller(17),
      ...missedAt(now - HOUR_MS - SUSPENSION_MS),
    },
    {
      title: "Piano accordion, 48 bass",
      picture: "accordion",
      price: 24_000,
      buyer: banned,
      seller: seller(18),
      ...missedAt(now - 40 * DAY_MS),
    },
    {
      title: "Teapot for eight",
      picture: "teapot",
      price: 9_900,
      buyer: banned,
      seller: seller(17),
      ...missedAt(now - 2 * DAY_MS),
    },
    {
      title: "Two-seater and floor lamp",
      picture: "couch-and-lamp",
      price: 7_500,
      buyer: seller(19),
      seller: restricted,
      placedAt: now - DAY_MS - CONFIRMATION_MS,
      status: "disputed",
    },
  ];
  for (const [index, deal] of deals.entries()) addDeal(world, rows, deal, index);
  for (const order of rows.orders.filter(({ marked_incomplete }) => marked_incomplete === 1)) {
    const earlier = rows.strikes.filter(({ buyer_id }) => buyer_id === order.buyer_id).length;
    rows.strikes.push({
      order_id: order.id ?? "",
      buyer_id: order.buyer_id ?? "",
      seq: earlier + 1,
      event_id: order.id ?? "",
      at: order.updated_at ?? 0,
      applied_at: order.updated_at ?? 0,
      counted: 1,
    });
  }
  return rows;
}

function addDeal({ now, pictures }: World, rows: StatusRows, deal: Deal, index: number): void {
  const { title, price, buyer, seller, placedAt, status } = deal;
  const itemId = demoId("itm", `standing-${title}`);
  const orderId = demoId("ord", itemId);
  const photos = pictures.of(deal.picture, 1).map(({ photo }) => photo);
  const missed = status === "expired";
  const disputed = status === "disputed";
  const collectionDate = collectionTime(
    missed ? placedAt + 5 * DAY_MS : now + (3 + index) * DAY_MS,
    seller.zone,
    index,
  );
  const reference = `GS${30_000_000 + index * 7_919}`;
  const confirmationDeadline = placedAt + CONFIRMATION_MS;
  const endedAt = placedAt + PAYMENT_MS.bank_transfer;
  const history: [kind: string, at: number, actor: string | null][] = [
    ["placed", placedAt, buyer.id],
    ...(disputed
      ? [
          ["evidence_submitted", placedAt, buyer.id] as [string, number, string],
          ["disputed", confirmationDeadline, null] as [string, number, null],
        ]
      : []),
    ...(missed ? [["expired", endedAt, null] as [string, number, null]] : []),
  ];
  const updatedAt = history.at(-1)?.[1] ?? placedAt;
  const address = `${seller.street}, ${seller.suburb} ${seller.state} ${seller.postcode}`;
  const parties = { item_id: itemId, buyer_id: buyer.id, seller_id: seller.id };

  rows.items.push({
    id: itemId,
    seller_id: seller.id,
    title,
    description: "In good nick. Pick up from our front door.",
    price_cents: price,
    category: "other",
    condition: "good",
    photos: JSON.stringify(photos),
    suburb: seller.suburb,
    city: seller.city,
    location: `${seller.suburb}, ${seller.city} ${seller.state} ${seller.postcode}`,
    postcode: seller.postcode,
    collection_address: address,
    collection_date: collectionDate,
    collection_zone: seller.zone,
    created_at: placedAt - DAY_MS,
    updated_at: placedAt - DAY_MS,
    // The seller has taken the unpaid item off sale.
    status: missed ? "inactive" : "pending_payment",
    rev: history.length + 1,
    fence: 1,
    order_id: missed ? null : orderId,
  });
  rows.orders.push({
    id: orderId,
    ...parties,
    hold_id: demoId("hld", itemId),
    status,
    payment_method: "bank_transfer",
    amount_cents: price,
    bank_reference: reference,
    bank_details: JSON.stringify({ account_name: seller.name, bsb: "062-000", account_number: "10000000" }),
    item_title: title,
    item_image_url: photos[0]?.url_400 ?? null,
    payment_deadline: disputed ? null : endedAt,
    confirmation_deadline: disputed ? confirmationDeadline : null,
    collection_date: collectionDate,
    collection_ends_at: collectionDate + HOUR_MS,
    collection_zone: seller.zone,
    collection_summary: `${seller.suburb}, ${seller.city}`,
    collection_address: address,
    marked_incomplete: missed ? 1 : 0,
    incomplete_reason: missed ? INCOMPLETE_REASON : null,
    strike_exempt: disputed ? 1 : 0,
    rev: history.length,
    created_at: placedAt,
    updated_at: updatedAt,
  });
  rows.order_events.push(
    ...history.map(([kind, at, actor], position) => ({
      order_id: orderId,
      rev: position + 1,
      kind,
      actor_id: actor,
      at,
    })),
  );
  rows.transactions.push({
    id: demoId("txn", itemId),
    order_id: orderId,
    ...parties,
    payment_method: "bank_transfer",
    payment_status: "pending",
    status: missed ? "cancelled" : "pending",
    amount_cents: price,
    collection_date: collectionDate,
    reference_number: reference,
    created_at: placedAt,
  });
  if (!disputed) return;
  rows.payment_confirmations.push({
    id: demoId("pcf", itemId),
    order_id: orderId,
    ...parties,
    amount_cents: price,
    status: "lapsed",
    confirmation_deadline: confirmationDeadline,
    created_at: placedAt,
  });
}
