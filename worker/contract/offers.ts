/**
 * Price offers from a buyer to the seller of an item (D52). Amounts are decimal dollars. Each of the two sees their own
 * offers only; the amount below which the seller declines automatically appears in no reply to a buyer.
 */
import * as z from "zod/mini";
import { OFFER_NOTE_MAX, type OfferParty, type PriceOfferStatus, type ToldEnder } from "#domain/offers/price-offer";
import { dollars, id, text } from "./fields.ts";
import { queryInteger } from "./items.ts";
import type { Page } from "./page.ts";

/** Offers that one press may decline. */
export const OFFERS_AT_ONCE = 50;

/**
 * POST /api/items/:id/price-offer: makes an offer, or answers the seller's counter-offer with another amount. 201
 * PriceOfferView. Supports `Idempotency-Key`. 403 `own_item`, `blocked`, `forbidden` (not open to offers); 409
 * `conflict` while the buyer's offer waits, `values_changed` when the price is no longer `list_price`, `wrong_state` after
 * three rounds, `item_sold`, `item_unavailable`, `order_exists`; 422 `invalid` for an amount outside the bounds or a note
 * with contact details.
 */
export const MakeOffer = z.strictObject({
  amount: dollars.check(z.minimum(1, "Enter an amount in dollars.")),
  /** The item's price on screen. */
  list_price: dollars,
  note: z.optional(text(0, OFFER_NOTE_MAX)),
});
export type MakeOfferInput = z.input<typeof MakeOffer>;

/** The answered version: 409 `stale` with `details.current.amount` when the offer has changed since. */
const rev = z.int().check(z.minimum(1));

/** POST /api/price-offers/:id/accept, /decline, /withdraw: PriceOfferView. Repeating a step changes nothing. */
export const AnswerOffer = z.strictObject({ rev });

/** POST /api/price-offers/:id/counter, for the seller: PriceOfferView. */
export const CounterOffer = z.strictObject({ rev, amount: dollars.check(z.minimum(1, "Enter an amount in dollars.")) });

/** POST /api/price-offers/decline, for the seller: declines the open ones of these offers. */
export const DeclineOffers = z.strictObject({
  offers: z
    .array(z.strictObject({ id, rev }))
    .check(z.minLength(1, "Choose at least one offer."), z.maxLength(OFFERS_AT_ONCE, "That's too many at once.")),
});

export interface DeclineOffersReply {
  declined: string[];
  /** Offers that have changed meanwhile, or could not be reached. */
  unchanged: string[];
}

/** GET /api/price-offers?box=&cursor=&limit=: PriceOfferPage, last changed first. `made` by the caller, or `received`. */
export const ListOffers = z.strictObject({
  box: z.optional(z.enum(["received", "made"])),
  cursor: z.optional(z.string().check(z.maxLength(600))),
  limit: z.optional(queryInteger(1, 50)),
});

export interface PriceOfferView {
  id: string;
  /** Rises with every change; send the one on screen with every answer. */
  rev: number;
  role: OfferParty;
  status: PriceOfferStatus;
  turn: OfferParty;
  amount: number;
  /** The item's list price when it was made. */
  list_price: number;
  percent: number;
  /** Amounts the buyer has named, of at most three. */
  round: number;
  note: string;
  /** Until when it can be answered, or bought once accepted (UTC ms). */
  expires_at: number;
  /** For the seller only: when we decline it for them. */
  auto_decline_at: number | null;
  /** Who declined or withdrew it. The buyer reads `seller_or_limit`, whichever it was (D93). */
  ended_by: ToldEnder | null;
  updated_at: number;
  item: { id: string; title: string; image_url: string | null };
  other: { id: string; display_name: string; average_rating: number | null; rating_count: number };
  /** The thread of the two. */
  thread_id: string | null;
  /** While the seller is on holiday, nobody can accept or make a counter-offer (D60); null otherwise. */
  seller_away_until: number | null;
  abilities: { accept: boolean; decline: boolean; counter: boolean; withdraw: boolean; buy: boolean };
  server_now: number;
}

export interface PriceOfferPage extends Page<PriceOfferView> {
  server_now: number;
}

/** GET /api/items/:id/price-offer, for a signed-in buyer. */
export interface OwnPriceOffer {
  /** The buyer's last offer for the item; null before the first. */
  offer: PriceOfferView | null;
  /** What may be offered now; null when nothing may. */
  terms: OfferTerms | null;
}

export interface OfferTerms {
  list_price: number;
  min: number;
  max: number;
  suggested: number[];
  rounds_left: number;
  /** Knowzee answers first: an offer can be sent after a negotiation with it. */
  ask_knowzee_first: boolean;
}
