/** Trades: things of one's own, and perhaps some money, for one thing of somebody else's (D39). Decimal dollars. */
import * as z from "zod/mini";
import { dollars, id, text } from "./fields.ts";
import { queryInteger } from "./items.ts";
import type { Page } from "./page.ts";

/** The visible texts, for server, browser and tests. */
export const TRADE_MESSAGES = {
  selectOne: "Please select at least one item to trade",
  cashTooHigh: "Cash adjustment cannot exceed $500",
  failed: "Failed to send trade offer",
  ownActiveOnly: "You can only offer your own active items.",
  notOpen: "This seller is not open to trades.",
  ownItem: "You cannot trade for your own item.",
  freeItem: "This item is free, so there is nothing to trade for it.",
  tooMany: "You can offer up to 20 items.",
  alreadyOffered: "You already have an open offer for this item. Withdraw it before you make another one.",
} as const;

export const TRADE_CASH_MAX_CENTS = 50_000;
export const TRADE_MESSAGE_MAX = 500;
export const TRADE_ITEMS_MAX = 20;
/** A summary whose sides differ by less than this reads as even. */
export const TRADE_EVEN_UNDER_CENTS = 100;

/**
 * POST /api/trading/propose-trade. Who offers is the session's account and whose item it is the database's: the two ids
 * may be sent and are refused when they say otherwise (A07). Honours `Idempotency-Key`.
 */
export const ProposeTrade = z.strictObject({
  target_item_id: id,
  target_seller_id: z.optional(id),
  offered_item_ids: z.array(id, TRADE_MESSAGES.selectOne).check(
    z.minLength(1, TRADE_MESSAGES.selectOne),
    z.maxLength(TRADE_ITEMS_MAX, TRADE_MESSAGES.tooMany),
    z.refine((ids) => new Set(ids).size === ids.length, "Each item can be offered once."),
  ),
  offeror_id: z.optional(id),
  cash_adjustment: z.optional(dollars.check(z.maximum(TRADE_CASH_MAX_CENTS, TRADE_MESSAGES.cashTooHigh))),
  message: z.optional(text(0, TRADE_MESSAGE_MAX)),
});
export type ProposeTradeInput = z.input<typeof ProposeTrade>;
export type ProposeTradeValue = z.output<typeof ProposeTrade>;

/** 201. A refusal is the usual error body, whose message is the text to show; `TRADE_MESSAGES.failed` stands for none. */
export interface ProposeTradeReply {
  success: true;
  error: null;
  trade_id: string;
}

/**
 * `proposed` until somebody answers or seven days are over (`expired`); `void` when one of its things was sold or taken
 * off the marketplace; `accepted` while its things are locked for the two; then `completed` (both have said that they
 * have handed over) or `failed` (called off).
 */
export const TRADE_STATUSES = [
  "proposed",
  "accepted",
  "declined",
  "withdrawn",
  "expired",
  "void",
  "completed",
  "failed",
] as const;
export type TradeStatus = (typeof TRADE_STATUSES)[number];

/** What the reader may do now; screens draw their buttons from it. */
export interface TradeAbilities {
  accept: boolean;
  decline: boolean;
  withdraw: boolean;
  /** "I have handed over my side and got theirs." */
  hand_over: boolean;
  /** Call off an accepted trade (from `cancel_from` on). */
  cancel: boolean;
  /** Completed and not yet rated by the reader. */
  rate: boolean;
}

export interface TradeItem {
  id: string;
  title: string;
  price: number;
  image_url: string | null;
  /** It is still there to be traded: for sale, or locked for this very trade. */
  available: boolean;
  /** Suburb and city of the place where it is handed over. */
  collection_summary: string;
  /** The other party's exact place, while the trade is accepted (D9); else null. */
  collection_address: string | null;
}

/** A trade as one of its two parties sees it. */
export interface TradeView {
  id: string;
  status: TradeStatus;
  /** `offeror` made the offer; `seller` was asked. */
  role: "offeror" | "seller";
  counterparty: { id: string; display_name: string };
  /** The seller's thing. */
  target: TradeItem;
  /** The offeror's things. */
  offered: TradeItem[];
  /** Paid by the offeror to the seller when they meet, 0–500. */
  cash_adjustment: number;
  message: string;
  /** Worth of each side at today's prices; `offered_value` includes the cash. */
  target_value: number;
  offered_value: number;
  /** The two differ by less than a dollar. */
  even: boolean;
  handed_over: { by_you: boolean; by_them: boolean };
  /** While proposed: when the offer ends. */
  expires_at: number | null;
  /** While accepted: from when either may call it off; later than now only once one has said that it took place. */
  cancel_from: number | null;
  /** Who called it off after it was accepted; null when nobody did, or when our team did. */
  called_off_by: "you" | "them" | null;
  /** The thing whose sale or removal dissolved it (`void`). */
  void_item_title: string | null;
  /** Once completed: what the two rate each other for, POST /api/ratings {transaction_id, …}. */
  order_id: string | null;
  transaction_id: string | null;
  abilities: TradeAbilities;
  created_at: number;
  updated_at: number;
  server_now: number;
}

/**
 * GET /api/trades?box=&cursor=&limit= → Page<TradeView>, newest first. `incoming` and `outgoing` are open (proposed or
 * accepted); `history` is over, of both kinds. GET /api/trades/:id and POST /api/trades/:id/{accept, decline, withdraw,
 * handed-over, cancel} (no body) answer with a TradeView.
 */
export const ListTrades = z.strictObject({
  box: z.optional(z.enum(["incoming", "outgoing", "history"])),
  cursor: z.optional(z.string().check(z.maxLength(600))),
  limit: z.optional(queryInteger(1, 100)),
});
export type TradePage = Page<TradeView>;

/** GET /api/trades/offerable?target=&cursor=&limit= → Page<OfferableItem>: own active items without the target. */
export const ListOfferable = z.strictObject({
  target: id,
  cursor: z.optional(z.string().check(z.maxLength(600))),
  limit: z.optional(queryInteger(1, 100)),
});

export interface OfferableItem {
  id: string;
  title: string;
  price: number;
  image_url: string | null;
}
