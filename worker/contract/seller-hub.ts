/** The Seller Hub: balances, payouts of card sales, orders to act on. */
import * as z from "zod/mini";
import { queryInteger } from "./items.ts";
import type { OrderStatus } from "./orders.ts";
import type { Page } from "./page.ts";

/**
 * `unavailable`: card payments are off. `unfinished`: the provider still wants something from the seller. `closed`: the provider
 * has closed the account, and the seller has to open another.
 */
export type PayoutState = "unavailable" | "none" | "unfinished" | "active" | "closed";

/** What a seller has to do with an order now. */
export type HubAction = "confirm_payment" | "hand_over" | "settle_dispute";

export interface HubOrder {
  id: string;
  title: string;
  image_url: string | null;
  status: OrderStatus;
  amount: number;
  action: HubAction;
  /** Until when to confirm, or when it will be collected. */
  due_at: number;
  collection_zone: string;
}

/** GET /api/seller-hub. Dollars. */
export interface SellerHub {
  /** Ad credit; not what was sold. */
  balance: number;
  /** Card sales by where their money is. Bank transfers and crypto go to the seller directly. */
  proceeds: {
    /** Paid by buyers, not collected yet. */
    held: number;
    /** The seller's, waiting for a payout account or the next run. */
    ready: number;
    sent: number;
  };
  payouts: PayoutState;
  /** How many orders wait for each, and the most urgent ones. */
  to_do: Record<HubAction, number>;
  orders: HubOrder[];
  /** Orders that wait for their buyer. */
  waiting_for_buyer: number;
  server_now: number;
}

/** GET /api/seller-hub/payouts?cursor=&limit= */
export const ListPayouts = z.strictObject({
  cursor: z.optional(z.string().check(z.maxLength(600))),
  limit: z.optional(queryInteger(1, 100)),
});

/** The proceeds of one card order. */
export interface PayoutLine {
  order_id: string;
  title: string;
  amount: number;
  /**
   * `held`: a bank or our staff has yet to decide about the payment. `reversing`: it has been sent and is being taken back.
   * `reversed`: the buyer got their money back.
   */
  status: "ready" | "sent" | "reversing" | "reversed" | "held";
  created_at: number;
  sent_at: number | null;
}
export type PayoutsReply = Page<PayoutLine>;

/** POST /api/seller-hub/payout-account: where to carry on, at the card provider. */
export interface PayoutLinkReply {
  url: string;
}

/** POST /api/seller-hub/payout-account/refresh */
export interface PayoutStateReply {
  payouts: PayoutState;
}
