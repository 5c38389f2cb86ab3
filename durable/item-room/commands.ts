/**
 * What the Worker may ask of an item's room. Every command is idempotent on an id the caller brings (`holdId`,
 * `orderId`), may be repeated after a lost reply, and answers an expected refusal as a value. Identity is the session's,
 * put in by the route; the room checks owner, state and time again.
 */

import type { CheckoutMethod } from "#contract/checkout";
import type { Refusal } from "#contract/errors";
import type { ItemStatus } from "#contract/items";
import type { LineView } from "#contract/line";
import type { ConversationView } from "#contract/negotiation";
import type { CryptoTerms, DisputeView, OrderEventView, OrderStatus } from "#contract/orders";
import type { BankDetails } from "#contract/profiles";
import type { TradeLock } from "#domain/availability";
import type { Clocks } from "#domain/clocks";
import type { UpsellItem } from "#domain/conversation";
import type { PublicFacts } from "#domain/knowzee/answers";
import type { Policy, Tone } from "#domain/knowzee/engine";
import type { PaymentReversal } from "#domain/order";
import type { ReverseCommand } from "#domain/order-reversal";

export type RoomResult<T> = ({ ok: true } & T) | Refusal;

export interface HoldSnapshot {
  hold_id: string;
  user_id: string;
  kind: "buy_now" | "cart";
  /** Rises with every hold of this item: a late writer with an older fence is refused. */
  fence: number;
  started_at: number;
  until: number;
  /** Price when the hold began, the seller's offer taken off; the amount of the order. */
  price_cents: number;
  acknowledged_at: number | null;
  /** The cart or bundle purchase the hold belongs to; absent for a hold on its own. */
  group_id?: string | null;
  agreed?: boolean;
}

/** The state of an item as its room knows it, already freed of expired holds. */
export interface RoomView {
  item_id: string;
  seller_id: string;
  /** `reserved` while somebody holds it. */
  status: ItemStatus;
  price_cents: number;
  rev: number;
  hold: HoldSnapshot | null;
  order: OrderSnapshot | null;
  /** The trade it is locked for, or was given away in. */
  trade: TradeLock | null;
  viewers: number;
}

/** The order as the room keeps it; D1's row is a projection of this. */
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
  /** The live (or last) payment confirmation of this order, `pcf_…`, or null before evidence was given. */
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
  /** An expiry of this order is no strike: a card failed, evidence was given, or there was a dispute. */
  strike_exempt: boolean;
  /** From payment on. Code and secret reach the buyer alone. */
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

/** The card intent that may take, or has taken, money for an order. */
export interface OrderCard {
  intent_id: string;
  /** `closing`: the deadline has passed and the provider is to be asked to cancel. */
  state: "open" | "closing" | "cancelled" | "paid" | "refund_due" | "refunded";
}

/** Made by the Worker, which has the random numbers; the first one an order is given stays. */
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
  /** Client's idempotency key or a fresh id: the same id returns the same hold. */
  holdId: string;
  /**
   * What the seller's offer takes off, as the Worker read it a moment ago. The room applies it to its own price when
   * the hold begins; from then on the hold's price stands, whatever becomes of the offer (D25).
   */
  percentOff?: number | null;
  /** A price agreed outside the room (bundle, accepted offer): charged if the room's own price is still `listCents`. */
  agreed?: { listCents: number; chargedCents: number } | null;
  /**
   * The cart or bundle purchase this hold belongs to. A price agreed for a group is good for orders of that purchase
   * only: `beginCheckout.purchaseId` has to be the same id.
   */
  groupId?: string | null;
  /** The deadlines as they are set at this moment; absent: the usual ones. */
  clocks?: Clocks;
}

/** Everything the order will carry, computed by the Worker from D1; the room checks hold, price, method and time. */
export interface BeginCheckoutCommand {
  userId: string;
  orderId: string;
  transactionId: string;
  /** Used for the first confirmation when evidence comes with the order. */
  confirmationId: string;
  method: CheckoutMethod;
  /** What the Worker will write as the amount; refused with `values_changed` when the hold's price differs. */
  amountCents: number;
  acknowledged: boolean;
  bankReference: string | null;
  bankDetails: BankDetails | null;
  /** The buyer says the money is on its way (D31); crypto says so with a hash in its terms. */
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
  /** The earliest collection of everything paid together with it; absent: its own (D55). */
  firstCollection?: number;
  /** The deadlines as they are set at this moment; absent: the usual ones. */
  clocks?: Clocks;
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
  /** Who asked; for `seller` it must be the order's. Null for the service. */
  actorId: string | null;
  /** Puts the item up for sale again; else it is left inactive. */
  relist: boolean;
  /** Why, of staff. */
  note?: string;
}

/** Seller's change of what the room owns. Refused while held, in payment or sold. */
export interface SellerSetCommand {
  sellerId: string;
  status?: "active" | "inactive" | "removed";
  priceCents?: number;
  /** The price the new one was worked out from; refused with `values_changed` if it is another by now. */
  onlyFromCents?: number;
}

/** The seller says that the item is sold (D36). Only a known buyer makes an order, and with it ratings. */
export interface MarkSoldCommand {
  sellerId: string;
  /** The same id again is the same sale. */
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

/** Accepting a trade takes each of its items; the same trade and attempt again is the same lock. */
export interface TradeLockCommand {
  tradeId: string;
  attempt: number;
  /** Whose the item was when it was offered. */
  ownerId: string;
}

/** Both have handed over. The thing that was asked for carries the deal the two rate each other for; the others none. */
export interface CompleteTradeCommand {
  tradeId: string;
  deal: {
    /** Who asked for it and has it now. */
    userId: string;
    orderId: string;
    transactionId: string;
    /** What came with the things, paid by hand. */
    cashCents: number;
    itemTitle: string;
    itemImageUrl: string | null;
    collectionZone: string;
    collectionSummary: string;
  } | null;
}

/** Somebody's part in the line, and until when it is their turn. */
export interface LinePlace extends LineView {
  reserved_until: number | null;
}

/** A buyer's message, with everything Knowzee may go by. The minimum price is not among it. */
export interface NegotiateCommand {
  buyerId: string;
  /** For a conversation that begins with this message. */
  conversationId: string;
  /** The same one again is the same message. */
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
  /** The narrator speaks next: sockets hear of it from `reword`. */
  quiet: boolean;
  /** The deadlines as they are set at this moment; absent: the usual ones. */
  clocks?: Clocks;
}

export interface NegotiateReply {
  conversation: ConversationView;
  /** The message that answers. */
  answer_seq: number;
  /** What Buy Now charges without haggling. */
  list_cents: number;
}

/** `text` null: the words stay as they are. */
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
  /** An order has been made of the latest acceptance. */
  used: boolean;
  /** The deadlines as they are set at this moment; absent: the usual ones. */
  clocks?: Clocks;
}

export interface AcceptOfferResult {
  hold: HoldSnapshot;
  conversation: ConversationView;
  /** The item's own price. */
  list_cents: number;
}

/** The RPC methods of ItemRoom. `getByName(itemId)` for every call: a stub is dead after its object resets. */
export interface ItemRoomCommands {
  /** `not_found` when D1 has no such item. */
  peek(): Promise<RoomResult<{ view: RoomView }>>;
  /** `other_holds`: what the holder held besides when D1 took this hold; absent for a repeat, or when D1 failed. */
  reserve(command: ReserveCommand): Promise<RoomResult<{ hold: HoldSnapshot; other_holds?: number }>>;
  /** Wrong or old holder: a success that changes nothing, so that closing a dialog twice is harmless. */
  release(command: { userId: string }): Promise<RoomResult<{ released: boolean }>>;
  acknowledge(command: { userId: string }): Promise<RoomResult<{ hold: HoldSnapshot }>>;
  beginCheckout(command: BeginCheckoutCommand): Promise<RoomResult<{ order: OrderSnapshot }>>;
  submitEvidence(command: {
    userId: string;
    orderId: string;
    confirmationId: string;
    /** Bank transfer. */
    reference?: string;
    /** Crypto. */
    txHash?: string;
    clocks?: Clocks;
  }): Promise<RoomResult<{ order: OrderSnapshot }>>;
  confirmPayment(command: {
    sellerId: string;
    orderId: string;
    confirmationId: string;
    handover?: HandoverSecret;
  }): Promise<RoomResult<{ order: OrderSnapshot }>>;
  denyPayment(command: {
    sellerId: string;
    orderId: string;
    confirmationId: string;
    clocks?: Clocks;
  }): Promise<RoomResult<{ order: OrderSnapshot }>>;
  cancelOrder(command: { userId: string; orderId: string }): Promise<RoomResult<{ order: OrderSnapshot }>>;
  collectOrder(command: { userId: string; orderId: string }): Promise<RoomResult<{ order: OrderSnapshot }>>;
  /** From now on this card intent may take money for the order. Another one replaces it only once it is closed. */
  attachIntent(command: {
    userId: string;
    orderId: string;
    intentId: string;
  }): Promise<RoomResult<{ order: OrderSnapshot }>>;
  /** The provider says the money is in. `refund`: it buys nothing and has to go back, exactly once. */
  cardPaid(command: CardPaidCommand): Promise<RoomResult<{ order: OrderSnapshot; outcome: CardOutcome }>>;
  cardFailed(command: { orderId: string; intentId: string }): Promise<RoomResult<{ order: OrderSnapshot }>>;
  /** The intent is certainly cancelled at the provider: only now may the item be free again. */
  cardCancelled(command: {
    orderId: string;
    intentId: string;
    by: "buyer" | "service";
  }): Promise<RoomResult<{ order: OrderSnapshot }>>;
  /** The money of a refunded (or unwanted) card payment has gone back. */
  cardRefunded(command: { orderId: string; intentId: string }): Promise<RoomResult<{ order: OrderSnapshot }>>;
  /** A chargeback, or a refund made at the provider, has been opened or decided: idempotent on its id. */
  reversePayment(command: ReverseCommand & { orderId: string }): Promise<RoomResult<{ order: OrderSnapshot }>>;
  refundOrder(command: RefundOrderCommand): Promise<RoomResult<{ order: OrderSnapshot }>>;
  openDispute(command: {
    userId: string;
    orderId: string;
    reason: string;
  }): Promise<RoomResult<{ order: OrderSnapshot }>>;
  resolveDispute(command: {
    staffId: string;
    orderId: string;
    outcome: "release" | "refund";
    handover?: HandoverSecret;
    /** Why; told to both. */
    note?: string;
  }): Promise<RoomResult<{ order: OrderSnapshot }>>;
  /** A giveaway is called off before its collection, or reported as not collected from then on (D57). */
  endGiveaway(command: {
    userId: string;
    orderId: string;
    how: "call_off" | "report_missed";
  }): Promise<RoomResult<{ order: OrderSnapshot }>>;
  /** Staff complete what was paid for and collected long ago, of which nobody has said so. */
  closeOrder(command: {
    staffId: string;
    orderId: string;
    note: string;
  }): Promise<RoomResult<{ order: OrderSnapshot }>>;
  /** The buyer's code or the secret of the QR, given to the seller at the door, completes the order. */
  handOver(command: {
    sellerId: string;
    orderId: string;
    code?: string;
    secret?: string;
  }): Promise<RoomResult<{ order: OrderSnapshot }>>;
  /** Applies whatever is due (hold expiry, deadlines) and drains the outbox. Called by cron and by session load (D33). */
  settle(): Promise<void>;
  sellerSet(command: SellerSetCommand): Promise<RoomResult<{ view: RoomView }>>;
  markSold(command: MarkSoldCommand): Promise<RoomResult<MarkedSold>>;
  /** Within ten minutes; an item that is not sold (any more) is answered as it is. */
  undoSold(command: { sellerId: string }): Promise<RoomResult<{ view: RoomView }>>;
  /** Locks the item for an accepted trade. Refused while it is held, in payment, sold, or another trade's. */
  lockForTrade(command: TradeLockCommand): Promise<RoomResult<{ view: RoomView }>>;
  /** For sale again, if this attempt of this trade has it; else nothing changes. */
  unlockTrade(command: { tradeId: string; attempt: number }): Promise<RoomResult<{ view: RoomView }>>;
  completeTrade(command: CompleteTradeCommand): Promise<RoomResult<{ view: RoomView }>>;
  /** Waits for an item that somebody else has. Whoever is in line already keeps their place, whatever id they bring. */
  joinLine(command: { userId: string; placeId: string }): Promise<RoomResult<{ line: LinePlace }>>;
  /** Gives up the place, or the turn it has become. Nothing changes for whoever has neither. */
  leaveLine(command: { userId: string }): Promise<RoomResult<{ line: LinePlace }>>;
  /** Presence over polling (D44): refreshes this viewer and returns how many there are. */
  touchViewer(viewerKey: string): Promise<number>;
  viewerCount(viewerKey: string | null): Promise<number>;
  /** Open conversations with the negotiation assistant. */
  negotiationCount(): Promise<number>;
  /** A message to Knowzee and its answer. */
  negotiate(command: NegotiateCommand): Promise<RoomResult<NegotiateReply>>;
  reword(command: RewordCommand): Promise<RoomResult<{ conversation: ConversationView }>>;
  /** Holds the item at the amount on the table (D40). Of two buyers at once, one. */
  acceptOffer(command: AcceptOfferCommand): Promise<RoomResult<AcceptOfferResult>>;
  conversation(buyerId: string): Promise<RoomResult<{ conversation: ConversationView | null }>>;
}
