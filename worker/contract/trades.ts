/** Trades: the user's own items, with or without money, for one item of another user (D39). Amounts in dollars. */
import * as z from "zod/mini";
import { PUBLIC_PLACE_MAX } from "#domain/trades/meeting";
import { TRADE_CASH_MAX_CENTS } from "#domain/trades/trade";
import { collectionWindow, dollars, id, instant, text } from "./fields.ts";
import { queryInteger } from "./items.ts";
import type { Page } from "./page.ts";

/** Texts shared by server, browser and tests. */
export const TRADE_MESSAGES = {
  selectOne: "Please select at least one item to trade",
  cashTooHigh: "Cash adjustment cannot exceed $500",
  failed: "Failed to send trade offer",
  ownActiveOnly: "You can only offer your own active items.",
  notOpen: "This seller isn't open to trades.",
  ownItem: "You can't trade for your own item.",
  freeItem: "This item is free, so you don't need to trade for it.",
  tooMany: "You can offer up to 20 items.",
  alreadyOffered: "You already have an open offer for this item. Withdraw it before you make another.",
  manyProposals: "You've made several offers to this seller in the last day. Please try again tomorrow.",
} as const;

export const TRADE_MESSAGE_MAX = 500;
export const TRADE_ITEMS_MAX = 20;
/** Sides whose values differ by less than this count as even. */
export const TRADE_EVEN_UNDER_CENTS = 100;

/**
 * POST /api/trading/propose-trade: offers a trade. The session determines the offeror, and the database the seller; the
 * two ids are optional and refused when they differ (A07). Supports `Idempotency-Key`.
 */
export const ProposeTrade = z.strictObject({
  target_item_id: id,
  target_seller_id: z.optional(id),
  offered_item_ids: z.array(id, TRADE_MESSAGES.selectOne).check(
    z.minLength(1, TRADE_MESSAGES.selectOne),
    z.maxLength(TRADE_ITEMS_MAX, TRADE_MESSAGES.tooMany),
    z.refine((ids) => new Set(ids).size === ids.length, "You can offer each item only once."),
  ),
  offeror_id: z.optional(id),
  cash_adjustment: z.optional(dollars.check(z.maximum(TRADE_CASH_MAX_CENTS, TRADE_MESSAGES.cashTooHigh))),
  message: z.optional(text(0, TRADE_MESSAGE_MAX)),
});
export type ProposeTradeInput = z.input<typeof ProposeTrade>;
export type ProposeTradeValue = z.output<typeof ProposeTrade>;

/** Place and time of a trade's meeting, as one of the two chooses them. `place` is needed for a public place only. */
export const ChooseMeeting = z
  .strictObject({
    ...collectionWindow.shape,
    at: z.enum(["yours", "theirs", "public"]),
    place: z.optional(text(0, PUBLIC_PLACE_MAX)),
  })
  .check(
    z.refine(({ at, place }) => at !== "public" || (place ?? "") !== "", {
      path: ["place"],
      message: "Name the place, such as “Newtown station, King Street exit”.",
    }),
  );
export type ChosenMeeting = z.output<typeof ChooseMeeting>;

/** POST /api/trades/:id/accept. Without a meeting it is at the requested item's place, at its next pickup time. */
export const AcceptTrade = z.strictObject({ meeting: z.optional(ChooseMeeting) });
export type AcceptTradeInput = z.input<typeof AcceptTrade>;

/** POST /api/trades/:id/meeting/answer: `proposed_at` says which suggestion is meant. */
export const AnswerMeeting = z.strictObject({ proposed_at: instant, accept: z.boolean() });

/** Where and when the two meet (D77). The same for both, each from their own side. */
export interface TradeMeeting {
  from: number;
  until: number;
  zone: string;
  at: "yours" | "theirs" | "public";
  /** Suburb and city, or the public place. */
  place: string;
}

/** 201. A refusal has the usual error body, whose message is shown; without one, show `TRADE_MESSAGES.failed`. */
export interface ProposeTradeReply {
  success: true;
  error: null;
  trade_id: string;
}

/**
 * `proposed`: waiting for an answer; after seven days it is `expired`. `void`: one of its items was sold or removed.
 * `accepted`: its items are locked. `completed`: both parties have confirmed the handover. `failed`: cancelled after
 * acceptance.
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

/** What the viewer may do now. Show only the buttons that are true. */
export interface TradeAbilities {
  accept: boolean;
  decline: boolean;
  withdraw: boolean;
  /** Confirm that both sides' items have been handed over. */
  hand_over: boolean;
  /** Suggest another place or time for an accepted trade. */
  move: boolean;
  /** Cancel an accepted trade (from `cancel_from` on). */
  cancel: boolean;
  /** Completed, and not rated by the viewer yet. */
  rate: boolean;
}

export interface TradeItem {
  id: string;
  title: string;
  price: number;
  image_url: string | null;
  /** It can still be traded: for sale, or locked for this trade. */
  available: boolean;
  /** Suburb and city of the handover. */
  collection_summary: string;
}

export interface TradeView {
  id: string;
  status: TradeStatus;
  /** `offeror` made the offer; `seller` received it. */
  role: "offeror" | "seller";
  counterparty: { id: string; display_name: string };
  /** The seller's item. */
  target: TradeItem;
  /** The offeror's items. */
  offered: TradeItem[];
  /** Cash from the offeror to the seller at the handover, 0–500. */
  cash_adjustment: number;
  message: string;
  /** Value of each side at current prices; `offered_value` includes the cash. */
  target_value: number;
  offered_value: number;
  /** The values differ by less than a dollar. */
  even: boolean;
  handed_over: { by_you: boolean; by_them: boolean };
  /**
   * While accepted or called off: the agreed meeting. While proposed: the one that acceptance without a choice means. The
   * address is the viewer's own, or opens 24 hours before (D9), at `address_at` if that is later than now.
   */
  meeting: (TradeMeeting & { address: string | null; address_at: number | null }) | null;
  /** Another place or time that one of the two suggested and the other has not answered. */
  meeting_change: (TradeMeeting & { by: "you" | "them"; proposed_at: number }) | null;
  /** While proposed: when the offer expires (UTC ms). */
  expires_at: number | null;
  /** While accepted: from when either may cancel (UTC ms); later than now only after one confirmed the handover. */
  cancel_from: number | null;
  /** Who cancelled it after acceptance; null when it was not cancelled, or when staff cancelled it. */
  called_off_by: "you" | "them" | null;
  /** The item whose sale or removal ended the trade (`void`). */
  void_item_title: string | null;
  /** When completed: the deal that the two rate with POST /api/ratings {transaction_id, …}. */
  order_id: string | null;
  transaction_id: string | null;
  abilities: TradeAbilities;
  created_at: number;
  updated_at: number;
  server_now: number;
}

/**
 * GET /api/trades?box=&cursor=&limit=: a page of TradeView, newest first. `incoming` and `outgoing` are open trades
 * (proposed or accepted); `history` has the ended ones of both kinds. GET /api/trades/:id and POST
 * /api/trades/:id/{accept (AcceptTrade), decline, withdraw, handed-over, cancel, meeting (ChooseMeeting), meeting/answer
 * (AnswerMeeting)} reply with a TradeView. GET /api/trades/:id/calendar.ics is the meeting as a calendar file.
 */
export const ListTrades = z.strictObject({
  box: z.optional(z.enum(["incoming", "outgoing", "history"])),
  cursor: z.optional(z.string().check(z.maxLength(600))),
  limit: z.optional(queryInteger(1, 100)),
});
export type TradePage = Page<TradeView>;

/** GET /api/trades/offerable?target=&cursor=&limit=: the user's own active items without the target. */
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
