/** Orders and the seller's payment confirmations on the wire (D7, D9, D30, D31). */
import * as z from "zod/mini";
import type { CheckoutMethod } from "./checkout.ts";
import { id, text } from "./fields.ts";
import { queryInteger } from "./items.ts";
import { MESSAGES } from "./messages.ts";
import { type BankDetails, bankDetails } from "./profiles.ts";

export const ORDER_STATUSES = [
  "awaiting_payment",
  "payment_pending_seller_confirmation",
  "payment_confirmed",
  "shipped",
  "collection_arranged",
  "completed",
  "expired",
  "cancelled",
  "disputed",
  "refunded",
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** What the reader may do with the order now; screens draw their buttons from it. */
export interface OrderAbilities {
  /** Buyer: "I've sent the transfer". */
  submit_evidence: boolean;
  /** Buyer, before giving evidence. */
  cancel: boolean;
  /** Buyer: "I've collected it". */
  collect: boolean;
  /** Seller: "Payment received" / "Not received". */
  confirm_payment: boolean;
  deny_payment: boolean;
  /** Buyer of a card order: pay, or try another card. */
  pay_card: boolean;
  /** Seller: complete the order with the buyer's code. */
  hand_over: boolean;
  /** Buyer: something is wrong with the deal. */
  open_dispute: boolean;
  /** Seller of a card order: give the money back. */
  refund: boolean;
  /** Giveaway, either side: before the collection. */
  call_off: boolean;
  /** Giveaway, either side: the other did not come. */
  report_missed: boolean;
}

/** A locked crypto quote, carried by the order unchanged; only the hash is added later (D23). */
export interface CryptoTerms {
  coin: "btc" | "eth" | "usdt" | "usdc" | "xrp";
  address: string;
  destination_tag: string | null;
  network: string;
  /** Integer, at the coin's own precision (1e-8 or coarser). */
  amount_units: string;
  /** Eight decimals. */
  amount_text: string;
  /** Price of one coin. */
  rate_cents: number;
  quote_expires_at: number;
  tx_hash: string | null;
}

export const CARD_STATES = ["none", "open", "closing", "cancelled", "paid", "refund_due", "refunded"] as const;
export type CardState = (typeof CARD_STATES)[number];

export interface DisputeView {
  reason: string;
  opened_at: number;
  outcome: "release" | "refund" | null;
}

export interface OrderEventView {
  kind:
    | "placed"
    | "evidence_submitted"
    | "payment_confirmed"
    | "payment_denied"
    | "completed"
    | "cancelled"
    | "expired"
    | "disputed"
    | "card_failed"
    | "refunded"
    | "dispute_opened"
    | "dispute_resolved"
    | "handed_over"
    | "sold_outside"
    | "sale_undone"
    | "chargeback_opened"
    | "chargeback_won"
    | "chargeback_lost"
    | "refund_found"
    | "called_off"
    | "collection_missed";
  at: number;
  /** Which side did it, where either could. */
  by?: "buyer" | "seller";
}

/** A refund that goes from seller to buyer directly, because the money never passed through us. */
export interface MoneyReturnView {
  status: "account_needed" | "owed" | "sent" | "settled" | "unclaimed";
  /** Where the buyer wants it: while it is owed or on its way. */
  account: BankDetails | null;
  /** By when whoever's move it is has to make it. */
  due_at: number;
  sent_at: number | null;
  settled_at: number | null;
  /** What the reader may say now. */
  may: ("give_account" | "sent" | "arrived" | "not_yet")[];
}

/** POST /api/orders/:id/money-back: the buyer names an account, the seller says it is sent, the buyer whether it arrived. */
export const SayMoneyBack = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("give_account"), account: bankDetails }),
  z.strictObject({ action: z.enum(["sent", "arrived", "not_yet"]) }),
]);
export type SayMoneyBackInput = z.input<typeof SayMoneyBack>;

/** A missed collection as it was reported, and what became of the report (D57). */
export interface NoShowView {
  /** Who is said not to have come. */
  about: "buyer" | "seller";
  reported_at: number;
  /** Until when they may contest it. */
  contest_until: number;
  can_contest: boolean;
  contested_at: number | null;
  /** What our team decided about a contested report, and why. */
  outcome: "upheld" | "dismissed" | null;
  note: string | null;
}

export interface OrderDecisionView {
  event: OrderEventView["kind"];
  note: string | null;
  at: number;
}

/** One order as its buyer or its seller sees it. The other party is shown by id and display name only. */
export interface OrderView {
  id: string;
  transaction_id: string;
  status: OrderStatus;
  role: "buyer" | "seller";
  item: { id: string; title: string; image_url: string | null };
  /** With one order, for the seller of an undone one: the item is inactive, and can be listed again. */
  item_off_sale?: boolean;
  counterparty: { id: string; display_name: string };
  /** `outside`: the seller marked the item as sold to this buyer; nothing was paid here (D36). */
  payment_method: CheckoutMethod | "outside";
  /** The trade it came from: then both have said that they handed over, and `amount` is the cash that went with it. */
  trade_id?: string;
  amount: number;
  reference_number: string | null;
  /** Buyer only, bank transfer only, until the payment is confirmed: the snapshot taken when the order was made (D8). */
  bank_details: BankDetails | null;
  payment_deadline: number | null;
  confirmation_deadline: number | null;
  collection_date: number;
  collection_zone: string;
  collection_summary: string;
  /** Released by the server's clock only (D9). */
  collection_address: string | null;
  /** Always a sentence to show: the address, or why it is not there yet. */
  collection_address_text: string;
  /** UTC ms when the address will be shown, for the countdown; null once shown or when it never will be. */
  collection_address_at: number | null;
  marked_incomplete: boolean;
  incomplete_reason: string | null;
  /** For the seller only once there is a hash: what to look for, and where. */
  crypto: CryptoTerms | null;
  /** Orders that are paid together. */
  purchase_id: string | null;
  /** Card orders only. */
  card: { state: CardState } | null;
  /** Seller of a card order, read by itself: what the site keeps of the price, if anything, and what the seller gets. */
  payout?: { fee: number; amount: number };
  /** Buyer only, from payment to collection: shown to the seller at the door. `qr` is `GS1.<order id>.<secret>`. */
  handover: { code: string; qr: string } | null;
  /** Seller only: hex SHA-256 of `<order id>.<secret>`, so that the seller's device can check the QR with no network. */
  handover_check: string | null;
  handover_locked_until: number | null;
  dispute: DisputeView | null;
  /**
   * The buyer's bank took the payment back (`chargeback`), or somebody refunded it at the card provider: the one that is
   * open, else the last. `won`: the payment stands.
   */
  reversal: { kind: "chargeback" | "refund"; opened_at: number; outcome: "won" | "lost" | null } | null;
  /** The last step of our team and its reason, for both; in a list, and where they took none, null (D34). */
  decision: OrderDecisionView | null;
  /** With one order, not in a list. */
  no_show?: NoShowView | null;
  /** Of an order that was undone after a payment between the two. */
  money_back?: MoneyReturnView | null;
  events: OrderEventView[];
  abilities: OrderAbilities;
  created_at: number;
  updated_at: number;
  server_now: number;
}

/** GET /api/orders?role=buyer|seller&cursor=&limit= */
export const ListOrders = z.strictObject({
  /** `buyer` (default) lists one's purchases, `seller` one's sales. */
  role: z.optional(z.enum(["buyer", "seller"])),
  cursor: z.optional(z.string().check(z.maxLength(600))),
  limit: z.optional(queryInteger(1, 100)),
});

/**
 * POST /api/orders/:id/evidence: the buyer says the money is sent (D31). A transfer repeats the issued reference, crypto
 * names the transaction's hash; exactly one of the two.
 */
export const SubmitEvidence = z
  .strictObject({
    referenceNumber: z.optional(z.string().check(z.regex(/^GS\d{8}$/, "That payment reference is not valid."))),
    txHash: z.optional(z.string().check(z.regex(/^(0x)?[0-9a-fA-F]{64}$/, "That transaction hash is not valid."))),
  })
  .check(
    z.refine((sent) => (sent.referenceNumber === undefined) !== (sent.txHash === undefined), {
      error: "Please enter your payment reference.",
      path: ["referenceNumber"],
    }),
  );

/** POST /api/orders/:id/handover (seller): the six digits the buyer reads out, or the secret of the scanned QR. */
export const HandOver = z
  .strictObject({
    code: z.optional(z.string().check(z.regex(/^\d{6}$/, "The code has six digits."))),
    secret: z.optional(z.string().check(z.regex(/^[\w-]{22}$/, "That is not a collection code of Goodstreet."))),
  })
  .check(
    z.refine((sent) => (sent.code === undefined) !== (sent.secret === undefined), {
      error: "Please enter the buyer's code.",
      path: ["code"],
    }),
  );

/** POST /api/orders/:id/dispute (buyer). */
export const OpenDispute = z.strictObject({
  reason: z
    .string()
    .check(
      z.trim(),
      z.minLength(10, "Please tell us in a sentence what is wrong."),
      z.maxLength(1_000, "Please keep it under 1,000 characters."),
    ),
});

/** POST /api/orders/:id/contest: whoever was reported as not having come says otherwise. Staff read it. */
export const ContestNoShow = z.strictObject({
  reason: z
    .string()
    .check(
      z.trim(),
      z.minLength(10, "Please tell us in a sentence what happened."),
      z.maxLength(1_000, "Please keep it under 1,000 characters."),
    ),
});

/** POST /api/orders/:id/refund (seller of a card order). */
export const RefundOrder = z.strictObject({ relist: z.optional(z.boolean()) });

const staffNote = text(5, 1_000, MESSAGES.decisionNote);

/** POST /api/admin/orders/:id/resolve (staff): `release` is the seller's favour, `refund` the buyer's. Both read `note`. */
export const ResolveDispute = z.strictObject({ outcome: z.enum(["release", "refund"]), note: staffNote });

/**
 * POST /api/admin/orders/:id/close (staff): a paid order whose day of collection is past. `completed`: it was collected;
 * `refunded`: it never will be, and what went through the card provider goes back.
 */
export const CloseOrder = z.strictObject({
  outcome: z.enum(["completed", "refunded"]),
  /** Of a refund: the item is for sale again. */
  relist: z.optional(z.boolean()),
  note: staffNote,
});

export interface ClosedOrder {
  id: string;
  status: OrderStatus;
}

export interface ResolvedOrder {
  id: string;
  status: OrderStatus;
  outcome: "release" | "refund";
}

/** POST /api/rpc/confirm_payment_received {confirmation_id, seller_id}. seller_id must match the session (A05). */
export const ConfirmPaymentReceived = z.strictObject({ confirmation_id: id, seller_id: z.optional(id) });

/** GET /api/payment-confirmations?status= */
export const ListConfirmations = z.strictObject({ status: z.optional(z.enum(["pending", "settled"])) });

export interface ConfirmationsReply {
  items: PaymentConfirmationView[];
  server_now: number;
}

/** A pending (or settled) confirmation as its seller sees it; the buyer's e-mail is masked (D7). */
export interface PaymentConfirmationView {
  id: string;
  order_id: string;
  amount: number;
  reference_number: string | null;
  /** What a crypto payment is looked up by (D23). */
  crypto: Pick<CryptoTerms, "coin" | "network" | "amount_text" | "tx_hash"> | null;
  status: "pending" | "confirmed" | "not_received" | "lapsed";
  confirmation_deadline: number;
  payment_confirmed_at: number | null;
  created_at: number;
  collection_zone: string;
  item: { id: string; title: string; image_urls: string[] };
  buyer: { id: string; full_name: string; email: string };
  server_now: number;
}
