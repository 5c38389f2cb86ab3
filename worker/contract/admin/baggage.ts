/** Unresolved cases that staff must handle (D49, decision 0032). */
import * as z from "zod/mini";
import { MESSAGES } from "../copy.ts";
import { text } from "../fields.ts";
import type { StaffUserView } from "../safety.ts";

export const BAGGAGE_KINDS = [
  /** Paid orders three days past their collection date and payment that neither party has marked as collected. */
  "uncollected",
  /** Accepted trades that are not completed yet. */
  "trades",
  /** Accepted swap circles that are not completed yet. */
  "circles",
  /** Failed swap circles in which someone gave an item and got none. */
  "circle_cases",
  /** Contested reports of a missed collection. */
  "no_shows",
  /** Disputes that have been open for three days. */
  "disputes",
  /** Refunds from seller to buyer that have not arrived yet. */
  "money_back",
  /** Refunds that sellers asked for and may not make themselves. */
  "seller_refunds",
  /** Refunds by Stripe that failed, or are unfinished after a day. */
  "refunds",
  /** Payouts that Stripe refused, or whose seller account at Stripe is closed. */
  "payouts",
  /** Proceeds that have waited for 30 days because their seller has no payout account. */
  "waiting_proceeds",
  /** Proceeds that must be claimed back from a seller and could not be yet. */
  "payout_claims",
  /** Card payments that a bank suspects to be fraud. */
  "fraud_warnings",
  "mails",
  /** Purchases and acceptances left incomplete by a Worker that stopped. */
  "half_made",
  /** Orders whose payment deadline has passed without being processed. */
  "orders",
  /** Holds that have expired and are still set. */
  "holds",
  /** Photos that nothing uses. */
  "photos",
] as const;
export type BaggageKind = (typeof BAGGAGE_KINDS)[number];

/**
 * `complete` and `refund` are POST /api/admin/orders/:id/close, `call_off` is POST /api/admin/trades/:id/call-off,
 * `call_off_circle` and `close_case` are POST
 * /api/admin/circles/:id/{call-off, settle}, `decide` opens a page; all others are POST /api/admin/baggage/:kind/:id.
 */
export type BaggageAction =
  | "remind"
  | "remind_seller"
  | "complete"
  | "refund"
  | "call_off"
  | "call_off_circle"
  | "close_case"
  | "uphold"
  | "dismiss"
  | "decline"
  | "decide"
  | "retry"
  | "by_hand"
  | "write_off"
  | "clear"
  | "leave"
  | "settle"
  | "remove";

export interface BaggageEntry {
  kind: BaggageKind;
  id: string;
  title: string;
  detail: string;
  /** Dollars. */
  amount: number | null;
  /** When the case began (UTC ms). */
  since: number;
  people: {
    role: "Buyer" | "Seller" | "Offers" | "Holds it" | "Owner" | "Got nothing" | "Still has theirs";
    person: StaffUserView;
  }[];
  /** Path of a page with details. */
  link: string | null;
  actions: BaggageAction[];
}

/** GET /api/admin/baggage: number of cases per kind; 99 means 99 or more. */
export interface BaggageCounts {
  counts: Record<BaggageKind, number>;
  server_now: number;
}

/** GET /api/admin/baggage/:kind */
export const ListBaggage = z.strictObject({ cursor: z.optional(z.string().check(z.maxLength(300))) });

/** POST /api/admin/baggage/:kind/:id */
export const SettleBaggage = z
  .strictObject({
    action: z.enum([
      "remind",
      "remind_seller",
      "retry",
      "by_hand",
      "write_off",
      "clear",
      "leave",
      "settle",
      "remove",
      "uphold",
      "dismiss",
      "decline",
    ]),
    /**
     * The reason: how the refund was paid (`by_hand`), why the debt is written off (`write_off`), why a report is
     * upheld or dismissed (`uphold`, `dismiss`), why a refund is declined (`decline`), or why a payment is not fraud (`clear`).
     */
    note: z.optional(text(0, 1_000)),
  })
  .check(
    z.refine(({ action, note }) => action !== "by_hand" || (note?.length ?? 0) >= 5, {
      path: ["note"],
      message: "Please say how and when the money was returned.",
    }),
    z.refine(
      ({ action, note }) =>
        !["uphold", "dismiss", "decline", "write_off", "clear"].includes(action) || (note?.length ?? 0) >= 5,
      {
        path: ["note"],
        message: MESSAGES.decisionNote,
      },
    ),
  );
export type SettleBaggageValue = z.output<typeof SettleBaggage>;

/** POST /api/admin/trades/:id/call-off. Both parties can read the note. */
export const CallOffTrade = z.strictObject({ note: text(5, 1_000, MESSAGES.decisionNote) });
