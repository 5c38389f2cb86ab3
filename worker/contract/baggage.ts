/** Lost, unclaimed and stuck things that need a person (D49, decision 0064). */
import * as z from "zod/mini";
import { text } from "./fields.ts";
import { MESSAGES } from "./messages.ts";
import type { ReportPerson } from "./safety.ts";

export const BAGGAGE_KINDS = [
  /** Paid for, the day of collection is three days past, and nobody has said that it was collected. */
  "uncollected",
  /** Agreed, and not yet taken place. */
  "trades",
  /** Reports of a missed collection that the other side contests. */
  "no_shows",
  /** Open for three days. */
  "disputes",
  /** Refunds that go from seller to buyer, until they have arrived. */
  "money_back",
  /** Money that should have gone back. */
  "refunds",
  /** Sellers' proceeds the provider did not take, or whose account there is closed. */
  "payouts",
  /** Proceeds that are not the seller's after all and could not be taken back yet. */
  "payout_claims",
  /** Card payments that a bank suspects to be fraud. */
  "fraud_warnings",
  "mails",
  /** Purchases and acceptances whose Worker died half-way. */
  "half_made",
  /** A payment deadline has passed that nothing has acted on. */
  "orders",
  /** Holds that outlive their time. */
  "holds",
  /** Photos that nothing shows. */
  "photos",
] as const;
export type BaggageKind = (typeof BAGGAGE_KINDS)[number];

/**
 * `complete` and `refund` are POST /api/admin/orders/:id/close, `call_off` is POST /api/admin/trades/:id/call-off and
 * `decide` a page; the others are POST /api/admin/baggage/:kind/:id.
 */
export type BaggageAction =
  | "remind"
  | "complete"
  | "refund"
  | "call_off"
  | "uphold"
  | "dismiss"
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
  /** Since when it waits. */
  since: number;
  people: { role: "Buyer" | "Seller" | "Offers" | "Holds it" | "Owner"; person: ReportPerson }[];
  /** A page where more is to be seen. */
  link: string | null;
  actions: BaggageAction[];
}

/** GET /api/admin/baggage: how much there is of each; 99 stands for more. */
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
      "retry",
      "by_hand",
      "write_off",
      "clear",
      "leave",
      "settle",
      "remove",
      "uphold",
      "dismiss",
    ]),
    /** How the money went back (`by_hand`), why it is given up (`write_off`), why a report stands or not, or why a payment is no fraud (`clear`). */
    note: z.optional(text(0, 1_000)),
  })
  .check(
    z.refine(({ action, note }) => action !== "by_hand" || (note?.length ?? 0) >= 5, {
      path: ["note"],
      message: "Please say how and when the money went back.",
    }),
    z.refine(
      ({ action, note }) => !["uphold", "dismiss", "write_off", "clear"].includes(action) || (note?.length ?? 0) >= 5,
      {
        path: ["note"],
        message: MESSAGES.decisionNote,
      },
    ),
  );
export type SettleBaggageValue = z.output<typeof SettleBaggage>;

/** POST /api/admin/trades/:id/call-off. Both read the note. */
export const CallOffTrade = z.strictObject({ note: text(5, 1_000, MESSAGES.decisionNote) });
