/** The Seller Hub: balance, payouts of card sales, and orders to act on. */
import * as z from "zod/mini";
import { queryInteger } from "../items.ts";
import type { OrderStatus } from "../orders.ts";
import type { Page } from "../page.ts";

/**
 * `unavailable`: card payments are off. `unfinished`: Stripe needs more details from the seller. `closed`: Stripe has
 * closed the account, and the seller must open another.
 */
export type PayoutState = "unavailable" | "none" | "unfinished" | "active" | "closed";

/** What the seller has to do with an order now. */
export type HubAction = "confirm_payment" | "hand_over" | "settle_dispute";

/** What else waits for the seller, counted: none of these is an order. */
export type HubWaiting = "offers" | "questions" | "circles" | "trades" | "stale";

export interface HubOrder {
  id: string;
  title: string;
  image_url: string | null;
  status: OrderStatus;
  amount: number;
  action: HubAction;
  /** Deadline to confirm, or the collection date (UTC ms). */
  due_at: number;
  collection_zone: string;
}

/** Why a payout waits, and until when; null while nobody can say. */
export interface PayoutHoldView {
  reason: string;
  until: number | null;
}

/** GET /api/seller-hub. Dollars. */
export interface SellerHub {
  /** Ad credit, without sales. */
  balance: number;
  /** Proceeds of card sales by status. Bank transfers and crypto go to the seller directly. */
  proceeds: {
    /** Paid by buyers and not collected yet, or on hold. */
    held: number;
    /** Owed to the seller: waits for a payout account or the next payout run. */
    ready: number;
    sent: number;
  };
  payouts: PayoutState;
  /** What the seller owes of proceeds that were not theirs; after `cards_off_at` they take no cards (D72). */
  debt: { amount: number; cards_off_at: number } | null;
  /** Holds on everything due to the seller (D71). */
  holds: PayoutHoldView[];
  /** Number of orders per action. `orders` lists the most urgent ones. */
  to_do: Record<HubAction, number>;
  orders: HubOrder[];
  /** Price offers, buyers' questions, swap circles, trade offers, and listings we asked about ("Still for sale?"). */
  waiting: Record<HubWaiting, number>;
  /** Number of orders that wait for their buyer. */
  waiting_for_buyer: number;
  server_now: number;
}

/** GET /api/seller-hub/payouts?cursor=&limit= */
export const ListPayouts = z.strictObject({
  cursor: z.optional(z.string().check(z.maxLength(600))),
  limit: z.optional(queryInteger(1, 100)),
});

export interface PayoutLine {
  order_id: string;
  title: string;
  amount: number;
  /** Kept from it for what the seller owed (D72). */
  kept: number;
  /**
   * `held`: waits for the reason in `hold`. `reversing`: sent, and being claimed back.
   * `reversed`: the buyer was refunded.
   */
  status: "ready" | "sent" | "reversing" | "reversed" | "held";
  created_at: number;
  sent_at: number | null;
  hold: PayoutHoldView | null;
}
export type PayoutsReply = Page<PayoutLine>;

/** POST /api/seller-hub/payout-account: the address at Stripe where the seller continues. */
export interface PayoutLinkReply {
  url: string;
}

/** POST /api/seller-hub/payout-account/refresh */
export interface PayoutStateReply {
  payouts: PayoutState;
}
