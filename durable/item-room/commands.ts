/**
 * Commands the Worker sends to an item's room. Every command is idempotent on an id that the caller passes (`holdId`,
 * `orderId`), may be repeated after a lost reply, and returns an expected refusal as a value. The route takes user ids
 * from the session; the room checks owner, state and time again.
 */

import type { BankDetails } from "#contract/account/profiles";
import type { CheckoutMethod } from "#contract/checkout";
import type { WaitlistView } from "#contract/holds/waitlist";
import type { ItemStatus } from "#contract/items";
import type { NegotiationView } from "#contract/negotiation";
import type { CryptoTerms, DisputeView, OrderEventView, OrderStatus } from "#contract/orders";
import type { TradeLock } from "#domain/holds/availability";
import type { PublicFacts } from "#domain/negotiation/knowzee/answers";
import type { Policy, Tone } from "#domain/negotiation/knowzee/engine";
import type { UpsellItem } from "#domain/negotiation/negotiation-session";
import type { PaymentReversal } from "#domain/orders/order";
import type { ReverseCommand } from "#domain/orders/order-reversal";
import type { Refusal } from "#domain/result";
import type { TimeLimits } from "#domain/time-limits";

export type RoomResult<T> = ({ ok: true } & T) | Refusal;

export interface HoldSnapshot {
  hold_id: string;
  user_id: string;
  kind: "buy_now" | "cart";
  /** Rises with every hold of this item. A late writer with an older fence is refused. */
  fence: number;
  started_at: number;
  until: number;
  /** Price when the hold began, after the seller's discount. It becomes the amount of the order. */
  price_cents: number;
  acknowledged_at: number | null;
  /** The cart or bundle purchase of the hold; absent for a single hold. */
  group_id?: string | null;
  agreed?: boolean;
}

/** State of an item in its room, with lapsed holds already released. */
export interface RoomView {
  item_id: string;
  seller_id: string;
  /** `reserved` while a buyer holds it. */
  status: ItemStatus;
  price_cents: number;
  rev: number;
  hold: HoldSnapshot | null;
  order: OrderSnapshot | null;
  /** The trade that locks the item, or in which it changed hands. */
  trade: TradeLock | null;
  viewers: number;
}

/** The order as stored in the room. The row in D1 is a projection of it. */
export interface OrderSnapshot {
  id: string;
  transaction_id: string;
  item_id: string;
  buyer_id: string;
  seller_id: string;
  hold_id: string;
  status: OrderStatus;
  payment_method: CheckoutMethod | "outside";
  amount_cents: number;
  bank_reference: string | null;
  bank_details: BankDetails | null;
  item_title: string;
  item_image_url: string | null;
  payment_deadline: number | null;
  confirmation_deadline: number | null;
  /** The open (or last) payment confirmation of this order, `pcf_…`, or null before the buyer submitted evidence. */
  confirmation_id: string | null;
  collection_date: number;
  collection_zone: string;
  collection_summary: string;
  collection_address: string | null;
  marked_incomplete: boolean;
  incomplete_reason: string | null;
  crypto: CryptoTerms | null;
  purchase_id: string | null;
  card: OrderCard | null;
  card_failed_at: number | null;
  /** Expiry of this order is not a strike: a card payment failed, evidence was submitted, or there was a dispute. */
  strike_exempt: boolean;
  /** Set once the order is paid. Only the buyer sees code and secret. */
  handover: Handover | null;
  dispute: DisputeView | null;
  reversals?: PaymentReversal[] | null;
  rev: number;
  events: OrderEventView[];
  created_at: number;
  updated_at: number;
  paid_at: number | null;
  completed_at: number | null;
}

/** The card payment intent that may charge, or has charged, for an order. */
export interface OrderCard {
  intent_id: string;
  /** `closing`: the deadline has passed and the provider must be asked to cancel. */
  state: "open" | "closing" | "cancelled" | "paid" | "refund_due" | "refunded";
}

/** Created by the Worker. An order keeps the first secret it receives. */
export interface HandoverSecret {
  /** Six digits. */
  code: string;
  /** 128 bits, base64url. */
  secret: string;
}

export interface Handover extends HandoverSecret {
  wrong: number;
  locked_until: number | null;
}

export interface ReserveCommand {
  userId: string;
  kind: "buy_now" | "cart";
  /** The client's idempotency key or a fresh id. The same id returns the same hold. */
  holdId: string;
  /**
   * The seller's discount as the Worker has just read it. The room applies it to its own price when the hold begins; a
   * later change of the discount does not change the hold's price (D25).
   */
  percentOff?: number | null;
  /**
   * A price agreed outside the room (bundle, accepted offer). It is charged if the room's own price is still
   * `listCents`.
   */
  agreed?: { listCents: number; chargedCents: number } | null;
  /**
   * The cart or bundle purchase of this hold. A price agreed for a group applies only to orders of that purchase:
   * `beginCheckout.purchaseId` must be the same id.
   */
  groupId?: string | null;
  /** Deadlines from the current site settings. Absent: the defaults. */
  clocks?: TimeLimits;
}

/** Everything the order contains, computed by the Worker from D1. The room checks hold, price, method and time. */
export interface BeginCheckoutCommand {
  userId: string;
  orderId: string;
  transactionId: string;
  /** Id of the first confirmation, when evidence comes with the order. */
  confirmationId: string;
  method: CheckoutMethod;
  /** The amount the Worker will write. Refused with `values_changed` when the hold's price differs. */
  amountCents: number;
  acknowledged: boolean;
  bankReference: string | null;
  bankDetails: BankDetails | null;
  /** The buyer says that the money has been sent (D31). For crypto the hash in the terms says so. */
  evidence: boolean;
  purchaseId?: string | null;
  crypto?: CryptoTerms | null;
  /** For an order that is paid at once (free). */
  handover?: HandoverSecret;
  itemTitle: string;
  itemImageUrl: string | null;
  collectionDate: number;
  collectionZone: string;
  collectionSummary: string;
  collectionAddress: string | null;
  /** The earliest collection of all orders paid together with this one. Absent: the order's own (D55). */
  firstCollection?: number;
  /** Deadlines from the current site settings. Absent: the defaults. */
  clocks?: TimeLimits;
}

export interface CardPaidCommand {
  orderId: string;
  intentId: string;
  amountCents: number;
  handover?: HandoverSecret;
}

export type CardOutcome = "paid" | "already" | "refund";

export interface RefundOrderCommand {
  orderId: string;
  by: "staff" | "seller" | "service";
  /** Who asked. For `seller` it must be the seller of the order; null for the service. */
  actorId: string | null;
  /** Puts the item up for sale again. Otherwise it becomes inactive. */
  relist: boolean;
  /** Reason given by staff. */
  note?: string;
}

/** A seller's change of status or price. Refused while the item is held, in payment or sold. */
export interface SellerSetCommand {
  sellerId: string;
  status?: "active" | "inactive" | "removed";
  priceCents?: number;
  /** The price from which the new one was computed. Refused with `values_changed` when the price has changed since. */
  onlyFromCents?: number;
}

/**
 * The seller marks the item as sold elsewhere (D36). Only a sale to a known buyer makes an order, which both can rate.
 */
export interface MarkSoldCommand {
  sellerId: string;
  /** Repeating the command with this id has no further effect. */
  saleId: string;
  buyer: {
    userId: string;
    orderId: string;
    transactionId: string;
    itemTitle: string;
    itemImageUrl: string | null;
    collectionZone: string;
    collectionSummary: string;
  } | null;
}

export interface MarkedSold {
  view: RoomView;
  sold_at: number;
  undo_until: number;
}

/** Locks one item of an accepted trade. Repeating it for the same trade and attempt has no further effect. */
export interface TradeLockCommand {
  tradeId: string;
  attempt: number;
  /** Owner of the item when the trade was offered. */
  ownerId: string;
}

/**
 * Both parties have handed over. Only the requested item carries the deal that they rate; `deal` is null for the
 * others.
 */
export interface CompleteTradeCommand {
  tradeId: string;
  deal: {
    /** The user who asked for the item and has it now. */
    userId: string;
    orderId: string;
    transactionId: string;
    /** Cash paid in addition to the items, in person. */
    cashCents: number;
    itemTitle: string;
    itemImageUrl: string | null;
    collectionZone: string;
    collectionSummary: string;
  } | null;
}

/** A user's position in the waitlist, and the end of a hold offered to them. */
export interface WaitlistPosition extends WaitlistView {
  reserved_until: number | null;
}

/**
 * A buyer's message with all input for Knowzee's decision. `reserveCents` is derived from the seller's minimum price;
 * the minimum itself is not passed.
 */
export interface NegotiateCommand {
  buyerId: string;
  /** For a negotiation that begins with this message. */
  conversationId: string;
  /** Repeating the command with this ref adds no second message. */
  ref: string;
  text: string;
  reserveCents: number;
  tone: Tone;
  policy: Policy;
  percentOff: number | null;
  facts: PublicFacts;
  greetings: string[];
  closings: string[];
  upsell: { item: UpsellItem; text: string } | null;
  /** The language model rewords the answer next, so the sockets are notified by `replaceLastAnswer` instead. */
  quiet: boolean;
  /** Deadlines from the current site settings. Absent: the defaults. */
  clocks?: TimeLimits;
}

export interface NegotiateReply {
  conversation: NegotiationView;
  /** Sequence number of the message that answers. */
  answer_seq: number;
  /** What Buy Now charges without negotiation. */
  list_cents: number;
}

/** `text` null: the text stays unchanged. */
export interface RewordCommand {
  buyerId: string;
  seq: number;
  text: string | null;
}

export interface AcceptOfferCommand {
  buyerId: string;
  conversationId: string;
  amountCents: number;
  holdId: string;
  acceptanceId: string;
  /** An order has been placed with the latest acceptance. */
  orderPlaced: boolean;
  /** Deadlines from the current site settings. Absent: the defaults. */
  clocks?: TimeLimits;
}

export interface AcceptOfferResult {
  hold: HoldSnapshot;
  conversation: NegotiationView;
  /** The item's own price. */
  list_cents: number;
}

/** RPC methods of ItemRoom. Call `getByName(itemId)` for every call: a stub is unusable after its object resets. */
export interface ItemRoomCommands {
  /** Returns the room's view of the item. `not_found` when D1 has no such item. */
  peek(): Promise<RoomResult<{ view: RoomView }>>;
  /**
   * Holds the item. `other_holds`: the holder's other holds when D1 stored this one; absent for a repeat, or when D1
   * failed.
   */
  reserve(command: ReserveCommand): Promise<RoomResult<{ hold: HoldSnapshot; other_holds?: number }>>;
  /** Releases the caller's hold. For other users it succeeds without effect, so closing a dialog twice is harmless. */
  release(command: { userId: string }): Promise<RoomResult<{ released: boolean }>>;
  /** Records that the buyer accepted the conditions of the hold, which `beginCheckout` requires. */
  acknowledge(command: { userId: string }): Promise<RoomResult<{ hold: HoldSnapshot }>>;
  /** Places the order of the caller's hold. Repeating it with the same `orderId` returns that order. */
  beginCheckout(command: BeginCheckoutCommand): Promise<RoomResult<{ order: OrderSnapshot }>>;
  /** Records the buyer's evidence of a payment and starts the seller's time to confirm it. */
  submitEvidence(command: {
    userId: string;
    orderId: string;
    confirmationId: string;
    /** Bank transfer. */
    reference?: string;
    /** Crypto. */
    txHash?: string;
    clocks?: TimeLimits;
  }): Promise<RoomResult<{ order: OrderSnapshot }>>;
  /** Records that the seller has received the payment. */
  confirmPayment(command: {
    sellerId: string;
    orderId: string;
    confirmationId: string;
    handover?: HandoverSecret;
  }): Promise<RoomResult<{ order: OrderSnapshot }>>;
  /** Records that the seller has not received the payment. */
  denyPayment(command: {
    sellerId: string;
    orderId: string;
    confirmationId: string;
    clocks?: TimeLimits;
  }): Promise<RoomResult<{ order: OrderSnapshot }>>;
  /** Cancels an order whose payment has not been reported yet. */
  cancelOrder(command: { userId: string; orderId: string }): Promise<RoomResult<{ order: OrderSnapshot }>>;
  /** Completes a paid order because the buyer has the item. */
  collectOrder(command: { userId: string; orderId: string }): Promise<RoomResult<{ order: OrderSnapshot }>>;
  /**
   * Binds a card intent to the order; only this intent may charge for it. Another one can replace it once it is closed.
   */
  attachIntent(command: {
    userId: string;
    orderId: string;
    intentId: string;
  }): Promise<RoomResult<{ order: OrderSnapshot }>>;
  /**
   * Records that the card was charged. `refund`: the order cannot use the money, which must be refunded exactly once.
   */
  cardPaid(command: CardPaidCommand): Promise<RoomResult<{ order: OrderSnapshot; outcome: CardOutcome }>>;
  /** Records a declined card payment. */
  cardFailed(command: { orderId: string; intentId: string }): Promise<RoomResult<{ order: OrderSnapshot }>>;
  /** Releases the item of a payment that Stripe has confirmed as cancelled, because it can no longer be paid. */
  cardCancelled(command: {
    orderId: string;
    intentId: string;
    by: "buyer" | "service";
  }): Promise<RoomResult<{ order: OrderSnapshot }>>;
  /** Records that a refunded card payment has gone back to the buyer. */
  cardRefunded(command: { orderId: string; intentId: string }): Promise<RoomResult<{ order: OrderSnapshot }>>;
  /** Records that a chargeback, or a refund made at the provider, was opened or decided. Idempotent on its id. */
  reversePayment(command: ReverseCommand & { orderId: string }): Promise<RoomResult<{ order: OrderSnapshot }>>;
  /** Undoes a paid order. */
  refundOrder(command: RefundOrderCommand): Promise<RoomResult<{ order: OrderSnapshot }>>;
  /** Opens a dispute about a paid order for the buyer. */
  openDispute(command: {
    userId: string;
    orderId: string;
    reason: string;
  }): Promise<RoomResult<{ order: OrderSnapshot }>>;
  /** Records the decision of staff about a dispute. */
  resolveDispute(command: {
    staffId: string;
    orderId: string;
    outcome: "release" | "refund";
    handover?: HandoverSecret;
    /** Reason shown to both parties. */
    note?: string;
  }): Promise<RoomResult<{ order: OrderSnapshot }>>;
  /** Ends a giveaway: called off before its collection, or reported as not collected afterwards (D57). */
  endGiveaway(command: {
    userId: string;
    orderId: string;
    how: "call_off" | "report_missed";
  }): Promise<RoomResult<{ order: OrderSnapshot }>>;
  /**
   * Completes, for staff, an order that was paid, has passed its collection date and was never confirmed as collected.
   */
  closeOrder(command: {
    staffId: string;
    orderId: string;
    note: string;
  }): Promise<RoomResult<{ order: OrderSnapshot }>>;
  /** Completes the order with the buyer's handover code, or the secret of their QR code, entered by the seller. */
  handOver(command: {
    sellerId: string;
    orderId: string;
    code?: string;
    secret?: string;
  }): Promise<RoomResult<{ order: OrderSnapshot }>>;
  /**
   * Applies everything due (hold expiry, deadlines) and drains the outbox. Called by cron and when a session loads
   * (D33).
   */
  settle(): Promise<void>;
  /** Changes status or price for the seller. */
  sellerSet(command: SellerSetCommand): Promise<RoomResult<{ view: RoomView }>>;
  /** Marks the item as sold elsewhere for the seller. */
  markSold(command: MarkSoldCommand): Promise<RoomResult<MarkedSold>>;
  /** Undoes `markSold` within ten minutes. Returns the view unchanged when the item is not sold (any more). */
  undoSold(command: { sellerId: string }): Promise<RoomResult<{ view: RoomView }>>;
  /** Locks the item for an accepted trade. Refused while it is held, in payment, sold, or locked for another trade. */
  lockForTrade(command: TradeLockCommand): Promise<RoomResult<{ view: RoomView }>>;
  /** Puts the item up for sale again if this attempt of this trade locks it. No-op otherwise. */
  unlockTrade(command: { tradeId: string; attempt: number }): Promise<RoomResult<{ view: RoomView }>>;
  /** Transfers the item after both parties of a trade have handed over. */
  completeTrade(command: CompleteTradeCommand): Promise<RoomResult<{ view: RoomView }>>;
  /**
   * Joins the waitlist of an item that another buyer holds or pays for. A user who already waits keeps their position,
   * also with another `entryId`.
   */
  joinLine(command: { userId: string; entryId: string }): Promise<RoomResult<{ line: WaitlistPosition }>>;
  /** Leaves the waitlist, or declines the offered hold. No-op when the user has neither. */
  leaveLine(command: { userId: string }): Promise<RoomResult<{ line: WaitlistPosition }>>;
  /** Refreshes this polling viewer and returns the number of viewers (D44). */
  touchViewer(viewerKey: string): Promise<number>;
  viewerCount(viewerKey: string | null): Promise<number>;
  negotiationCount(): Promise<number>;
  /** Answers a buyer's message to Knowzee. */
  negotiate(command: NegotiateCommand): Promise<RoomResult<NegotiateReply>>;
  /** Replaces the text of an answer with the language model's wording. */
  reword(command: RewordCommand): Promise<RoomResult<{ conversation: NegotiationView }>>;
  /** Holds the item at Knowzee's current offer (D40). If two buyers accept concurrently, one succeeds. */
  acceptOffer(command: AcceptOfferCommand): Promise<RoomResult<AcceptOfferResult>>;
  /** Returns the buyer's negotiation, or null before their first message. */
  conversation(buyerId: string): Promise<RoomResult<{ conversation: NegotiationView | null }>>;
}
