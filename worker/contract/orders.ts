/** Orders and the seller's payment confirmations (D7, D9, D30, D31). */
import * as z from "zod/mini";
import { type OrderCrypto, PRICE_REASONS, type PriceReason } from "#domain/orders/order";
import type { Abilities } from "#domain/orders/order-abilities";
import type { OrderEventKind } from "#domain/orders/order-graph";
import type { OrderStatus } from "#domain/orders/order-status";
import type { ShowsUp } from "#domain/orders/showing-up";
import { readSixDigits } from "#domain/readers/numbers";
import { type BankDetails, bankDetails } from "./account/profiles.ts";
import type { CheckoutMethod } from "./checkout.ts";
import { MESSAGES } from "./copy.ts";
import { collectionWindow, dollars, id, text, typed } from "./fields.ts";
import { queryInteger } from "./items.ts";

export type { OrderStatus };

/** A locked crypto quote. It does not change; only the transaction hash is added later (D23). */
export interface CryptoTerms extends Omit<OrderCrypto, "contested_hash"> {
  /** Another buyer's order has named `tx_hash`, so staff or the seller say which one it pays (D87). */
  contested?: boolean;
}

export const CARD_STATES = ["none", "open", "closing", "cancelled", "paid", "refund_due", "refunded"] as const;
export type CardState = (typeof CARD_STATES)[number];

export interface DisputeView {
  reason: string;
  opened_at: number;
  outcome: "release" | "refund" | null;
}

export interface OrderEventView {
  kind: OrderEventKind;
  at: number;
  /** Which party did it, for steps that either party may take. */
  by?: "buyer" | "seller";
}

/** A refund from seller to buyer directly, because the payment did not pass through Goodstreet. */
export interface DirectRefundView {
  status: "account_needed" | "owed" | "sent" | "settled" | "unclaimed";
  /** The buyer's account, while the refund is owed or on its way. */
  account: BankDetails | null;
  /** Deadline of the current step (UTC ms). */
  due_at: number;
  /** The price, and what was still owed of an agreed lower price. */
  amount: number;
  sent_at: number | null;
  settled_at: number | null;
  may: ("give_account" | "sent" | "arrived" | "not_yet")[];
}

/** POST /api/orders/:id/money-back: the next step of a refund from seller to buyer. */
export const DirectRefundStep = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("give_account"), account: bankDetails }),
  z.strictObject({ action: z.enum(["sent", "arrived", "not_yet"]) }),
]);
export type DirectRefundStepInput = z.input<typeof DirectRefundStep>;

/** Another time for the collection, proposed by one party (D54). */
export interface ProposalView {
  id: string;
  by: "buyer" | "seller";
  from: number;
  until: number;
  /** Deadline for the answer (UTC ms). */
  expires_at: number;
  /** `open` waits for the other party. */
  state: "open" | "accepted" | "declined" | "expired";
}

/** A change of the deal that one party asked for (D82). */
export type DealChangeView = {
  id: string;
  by: "buyer" | "seller";
  /** Deadline for the answer (UTC ms). */
  expires_at: number;
  /** `open` waits for the other party. */
  state: "open" | "accepted" | "declined" | "withdrawn" | "expired";
} & (
  | {
      kind: "price";
      /** This order's prices in dollars. `together`: the change is one of everything bought together. */
      from: number;
      to: number;
      reason: PriceReason;
      together: boolean;
    }
  | { kind: "call_off"; relist: boolean | null }
);

/** A report of a missed collection, and its outcome (D57). */
export interface NoShowView {
  /** The party reported as absent. */
  about: "buyer" | "seller";
  reported_at: number;
  /** Deadline for contesting the report (UTC ms). */
  contest_until: number;
  can_contest: boolean;
  contested_at: number | null;
  /** What staff decided about a contested report; `note` says why. */
  outcome: "upheld" | "dismissed" | null;
  note: string | null;
}

export interface OrderDecisionView {
  event: OrderEventView["kind"];
  note: string | null;
  at: number;
}

/** An order for its buyer or seller. The other party is shown by id and display name only. */
export interface OrderView {
  id: string;
  transaction_id: string;
  status: OrderStatus;
  role: "buyer" | "seller";
  item_id: string;
  buyer_id: string;
  seller_id: string;
  item: { title: string; image_url: string | null };
  /** Single order only, for the seller of an undone order: the item is inactive and can be listed again. */
  item_off_sale?: boolean;
  /** `shows_up`: single order only; collections the person came to (D56), null with too few. */
  counterparty: { display_name: string; shows_up?: ShowsUp | null };
  /** `outside`: the seller marked the item as sold to this buyer; nothing was paid here (D36). */
  payment_method: CheckoutMethod | "outside";
  /** The trade or swap circle this order came from. Its item was handed over, and `amount` is the cash part. */
  trade_id?: string;
  amount: number;
  reference_number: string | null;
  /** Buyer of a bank transfer only, until it is confirmed: the details stored when the order was created (D8). */
  bank_details: BankDetails | null;
  payment_deadline: number | null;
  confirmation_deadline: number | null;
  collection_date: number;
  /** The end of the agreed window, or `SINGLE_COLLECTION_MS` after a single date (D54). */
  collection_ends_at: number;
  /** Who said that they are coming at this time; single order only, from two days before it until its end (D56). */
  coming: { you: boolean; them: boolean } | null;
  /** The latest proposal of another time, or null. */
  proposal: ProposalView | null;
  /** The latest change that either party asked for, or null. */
  change: DealChangeView | null;
  /** Bank or crypto: the difference to an agreed price that the seller owes the buyer, and who said it was paid back. */
  difference: { change_id: string; amount: number; you: boolean; them: boolean } | null;
  /** Single order only: what was bought as a whole with it, itself included. Its price changes as a whole. */
  whole?: { orders: number; amount: number };
  collection_zone: string;
  collection_summary: string;
  /** Shown from 24 hours before the collection, by the server's clock (D9). */
  collection_address: string | null;
  /** Always a sentence to show: the address, or why it is not shown. */
  collection_address_text: string;
  /** UTC ms when the address will be shown; null once it is shown, or when it never will be. */
  collection_address_at: number | null;
  /** Until when the buyer named by the seller can confirm the sale (D88); null when there is nothing to confirm. */
  sale_answer_until: number | null;
  marked_incomplete: boolean;
  incomplete_reason: string | null;
  /** For the seller only once the buyer has sent the transaction hash. */
  crypto: CryptoTerms | null;
  /** Shared by orders that are paid together. */
  purchase_id: string | null;
  /** Card orders only. */
  card: { state: CardState } | null;
  /** Single order only, for the seller of a card order: platform fee and proceeds in dollars. */
  payout?: { fee: number; amount: number };
  /** Buyer only, from payment to collection: shown to the seller at the handover. `qr` is `GS1.<order id>.<secret>`. */
  handover: { code: string; qr: string } | null;
  /** Seller only: hex SHA-256 of `<order id>.<secret>`, so that the seller's device can check the QR code offline. */
  handover_check: string | null;
  handover_locked_until: number | null;
  dispute: DisputeView | null;
  /**
   * The open reversal of the payment, else the last: the buyer's bank took the payment back (`chargeback`) or asks about
   * it (`inquiry`), it was refunded at Stripe (`refund`), or the card's bank suspects fraud (`fraud_warning`). `won`: the
   * seller keeps the payment.
   */
  reversal: {
    kind: "chargeback" | "inquiry" | "refund" | "fraud_warning";
    opened_at: number;
    outcome: "won" | "lost" | null;
  } | null;
  /** The last decision of staff with its reason, for both parties (D34); null without one, and in lists. */
  decision: OrderDecisionView | null;
  /** Single order only. */
  no_show?: NoShowView | null;
  /** For an undone order that was paid from buyer to seller directly. */
  money_back?: DirectRefundView | null;
  events: OrderEventView[];
  /** What the viewer may do with the order now. Show only the buttons that are true. */
  abilities: Abilities;
  created_at: number;
  updated_at: number;
  server_now: number;
}

/** GET /api/orders?role=buyer|seller&cursor=&limit= */
export const ListOrders = z.strictObject({
  /** `buyer` (default) lists the user's purchases, `seller` their sales. */
  role: z.optional(z.enum(["buyer", "seller"])),
  cursor: z.optional(z.string().check(z.maxLength(600))),
  limit: z.optional(queryInteger(1, 100)),
});

/**
 * POST /api/orders/:id/evidence: the buyer reports the payment (D31). A bank transfer repeats the issued reference,
 * crypto gives the transaction hash; exactly one of the two is required.
 */
export const SubmitEvidence = z
  .strictObject({
    referenceNumber: z.optional(z.string().check(z.regex(/^GS\d{8}$/, "That payment reference isn't valid."))),
    txHash: z.optional(z.string().check(z.regex(/^(0x)?[0-9a-fA-F]{64}$/, "That transaction hash isn't valid."))),
  })
  .check(
    z.refine((sent) => (sent.referenceNumber === undefined) !== (sent.txHash === undefined), {
      error: "Please enter your payment reference.",
      path: ["referenceNumber"],
    }),
  );

/** POST /api/orders/:id/handover (seller): the buyer's six-digit code, or the secret of the scanned QR code. */
export const HandOver = z
  .strictObject({
    code: z.optional(typed(readSixDigits)),
    secret: z.optional(z.string().check(z.regex(/^[\w-]{22}$/, "That isn't a Goodstreet pickup code."))),
  })
  .check(
    z.refine((sent) => (sent.code === undefined) !== (sent.secret === undefined), {
      error: "Please enter the buyer's code.",
      path: ["code"],
    }),
  );

/** POST /api/orders/:id/dispute (buyer) */
export const OpenDispute = z.strictObject({
  reason: z
    .string()
    .check(
      z.trim(),
      z.minLength(10, "Please tell us in a sentence what's wrong."),
      z.maxLength(1_000, "Please keep it under 1,000 characters."),
    ),
});

/** POST /api/orders/:id/proposals: proposes another collection time (D54). */
export const ProposeTime = collectionWindow;

/** POST /api/orders/:id/proposals/:proposal: answers the other party's proposal. */
export const AnswerProposal = z.strictObject({ accept: z.boolean() });

/**
 * POST /api/orders/:id/changes: asks the other party for a lower price, or to call the order off (D82). `price` is the
 * new price in dollars of everything that was bought as a whole. `relist`, from the seller: the item goes back on sale.
 */
export const AskChange = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("price"),
    price: dollars.check(z.minimum(1, "Enter at least one cent.")),
    reason: z.enum(PRICE_REASONS, "Choose a reason."),
  }),
  z.strictObject({ kind: z.literal("call_off"), relist: z.optional(z.boolean()) }),
]);
export type AskChangeInput = z.input<typeof AskChange>;
/** With the price in cents. */
export type AskedChange = z.output<typeof AskChange>;

/** POST /api/orders/:id/changes/:change. `settled`: the difference to the agreed price was paid back. */
export const AnswerChange = z.strictObject({
  answer: z.enum(["accept", "decline", "withdraw", "settled"]),
  relist: z.optional(z.boolean()),
});
export type AnswerChangeInput = z.input<typeof AnswerChange>;

/** POST /api/orders/:id/contest: the party reported as absent contests the report. Staff decide. */
export const ContestNoShow = z.strictObject({
  reason: z
    .string()
    .check(
      z.trim(),
      z.minLength(10, "Please tell us in a sentence what happened."),
      z.maxLength(1_000, "Please keep it under 1,000 characters."),
    ),
});

/** POST /api/orders/:id/refund (seller of a card order) */
export const RefundOrder = z.strictObject({ relist: z.optional(z.boolean()) });

const staffNote = text(5, 1_000, MESSAGES.decisionNote);

/**
 * POST /api/admin/orders/:id/resolve (staff): `release` is for the seller, `refund` for the buyer; both read `note`.
 */
export const ResolveDispute = z.strictObject({ outcome: z.enum(["release", "refund"]), note: staffNote });

/**
 * POST /api/admin/orders/:id/close (staff): ends a paid order after its collection date. `completed`: it was collected.
 * `refunded`: it was not; a card payment is refunded.
 */
export const CloseOrder = z.strictObject({
  outcome: z.enum(["completed", "refunded"]),
  /** For a refund: puts the item back on sale. */
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

/** A payment confirmation for its seller; the buyer's email address is masked (D7). */
export interface PaymentConfirmationView {
  id: string;
  order_id: string;
  seller_id: string;
  amount: number;
  reference_number: string | null;
  /** The details needed to look up a crypto payment (D23). */
  crypto: Pick<CryptoTerms, "coin" | "network" | "amount_text" | "tx_hash" | "contested"> | null;
  status: "pending" | "confirmed" | "not_received" | "lapsed";
  confirmation_deadline: number;
  payment_confirmed_at: number | null;
  created_at: number;
  collection_zone: string;
  item: { id: string; title: string; image_urls: string[] };
  buyer: { id: string; full_name: string; email: string };
  server_now: number;
}

/** POST /api/orders/:id/sale-answer */
export const AnswerSale = z.strictObject({ mine: z.boolean() });
