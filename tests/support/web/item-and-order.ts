/** Complete items and orders; a test overrides only the fields it needs. */
import type { LiveSnapshot } from "#contract/holds/live";
import type { ItemCard, ItemDetail, OwnItem, Photo } from "#contract/items";
import type { OrderView } from "#contract/orders";
import type { LiveState } from "../../../web/features/item-page/live-item.ts";
import { marketCard, NOW } from "./market.tsx";

export const PHOTO: Photo = {
  id: "pho_1",
  url: "/images/1600.webp",
  url_800: "/images/800.webp",
  url_400: "/images/400.webp",
  width: 1600,
  height: 1200,
};

/** Returns the details of a card: a plain item for sale. */
export function itemDetail(card: ItemCard, over: Partial<ItemDetail> = {}): ItemDetail {
  return {
    ...card,
    line_place: null,
    your_turn: false,
    line_open: false,
    your_order: null,
    description: "",
    tags: [],
    photos: [],
    image_urls: [],
    location: null,
    collection_date: null,
    collection_windows: [],
    collection_zone: "Australia/Melbourne",
    collection_summary: "Brunswick, Melbourne",
    seller_since: NOW,
    seller_away_until: null,
    seller_answer_time: null,
    seller_shows_up: null,
    seller_checks: [],
    popular_score: 0,
    open_to_offers: true,
    cause: null,
    accepted_payment_methods: ["bank_transfer"],
    updated_at: NOW,
    version: 1,
    abilities: { buy: true, edit: false, trade: false, offer: false },
    server_now: NOW,
    ...over,
  };
}

/** An item on sale, as its page follows it over the socket. */
export const LIVE_STATE: LiveState = {
  status: "active",
  price: 240,
  reserved_until: null,
  reserved_by_you: false,
  line_length: 0,
  line_place: null,
  your_turn: false,
  line_open: false,
  your_order: null,
  viewers: 1,
  negotiations: 0,
  channel: "socket",
};

/** Returns a frame of the item's socket. */
export function liveSnapshot(over: Partial<LiveSnapshot> = {}): LiveSnapshot {
  const { channel: _, ...state } = LIVE_STATE;
  return { type: "snapshot", item_id: "itm_bike", rev: 1, ...state, server_now: NOW + 1, ...over };
}

export function ownItem(over: Partial<OwnItem> = {}): OwnItem {
  return {
    ...itemDetail(marketCard(1, { image: PHOTO, image_url: PHOTO.url }), {
      id: "itm_1",
      description: "Rides well, new chain.",
      photos: [PHOTO],
      image_urls: [PHOTO.url],
      abilities: { buy: true, edit: true, trade: true, offer: false },
    }),
    minimum_price: null,
    negotiation_enabled: false,
    negotiation_notes: "",
    public_notes: "",
    decline_below: null,
    collection_address: null,
    postcode: null,
    review: null,
    ...over,
  };
}

export function order(over: Partial<OrderView> = {}): OrderView {
  return {
    id: "ord_1",
    transaction_id: "txn_1",
    status: "awaiting_payment",
    role: "buyer",
    item_id: "itm_1",
    buyer_id: "acc_b",
    seller_id: "acc_1",
    item: { title: "Reid city bike", image_url: null },
    counterparty: { display_name: "Maya R" },
    payment_method: "bank_transfer",
    amount: 240,
    reference_number: "GS12345678",
    bank_details: null,
    payment_deadline: null,
    confirmation_deadline: null,
    collection_date: NOW,
    collection_ends_at: NOW + 1_800_000,
    proposal: null,
    change: null,
    difference: null,
    coming: null,
    collection_zone: "Australia/Melbourne",
    collection_summary: "Brunswick, Melbourne",
    collection_address: null,
    collection_address_text: "Address will be revealed 24 hours before collection date",
    collection_address_at: null,
    sale_answer_until: null,
    marked_incomplete: false,
    incomplete_reason: null,
    crypto: null,
    purchase_id: null,
    card: null,
    handover: null,
    handover_check: null,
    handover_locked_until: null,
    dispute: null,
    reversal: null,
    decision: null,
    events: [],
    abilities: {
      submit_evidence: false,
      cancel: false,
      collect: false,
      confirm_payment: false,
      deny_payment: false,
      pay_card: false,
      hand_over: false,
      open_dispute: false,
      refund: false,
      call_off: false,
      report_missed: false,
      propose_time: false,
      answer_time: false,
      propose_price: false,
      ask_call_off: false,
      answer_change: false,
      withdraw_change: false,
      settle_difference: false,
    },
    created_at: NOW,
    updated_at: NOW,
    server_now: NOW,
    ...over,
  };
}
