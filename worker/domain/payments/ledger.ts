/**
 * Double-entry ledger for card money: every movement is two lines that add up to zero (D19). Positive amounts are
 * debits. Money at Stripe is in `stripe_clearing`; what we owe is negative, per creditor.
 */
import { HOUR_MS, MINUTE_MS } from "../deadlines.ts";
import type { Cents } from "../money.ts";

export type LedgerAccount =
  | "stripe_clearing"
  /** Received, and not yet assigned: the item's room has not confirmed the order. */
  | "card_received"
  /** Paid orders whose items have not been handed over. */
  | "order_held"
  /** Owed to buyers. */
  | "refunds"
  /** Taken back by a bank while a dispute is open. */
  | "dispute_hold"
  /** Lost to chargebacks. */
  | "chargeback_losses"
  /** Refunded in Stripe's dashboard. */
  | "external_refunds"
  /** Paid out to sellers, due back, and written off by staff. */
  | "seller_losses"
  /** Fees charged by Stripe. Spent ad credit is booked here with the opposite sign. */
  | "fees"
  /** Platform fees kept from card sales. */
  | "platform_fees"
  /** Paid by the operator from an account outside Stripe. */
  | "paid_by_hand"
  /** Put into or taken out of the balance at Stripe by the operator, outside Goodstreet. */
  | "operator"
  /** Kept from one payout for a debt of another; always zero. */
  | "set_off"
  | `seller_payable:${string}`
  | `ad_credit:${string}`;

export interface LedgerLine {
  account: LedgerAccount;
  amount_cents: Cents;
}

export interface LedgerTxn {
  /** Derived from the cause: the same movement always has the same id, so it is booked once. */
  id: string;
  intent_id: string | null;
  order_id: string | null;
  lines: readonly [LedgerLine, LedgerLine];
}

function move(
  id: string,
  intentId: string | null,
  orderId: string | null,
  cents: Cents,
  debit: LedgerAccount,
  credit: LedgerAccount,
): LedgerTxn {
  return {
    id,
    intent_id: intentId,
    order_id: orderId,
    lines: [
      { account: debit, amount_cents: cents },
      { account: credit, amount_cents: -cents },
    ],
  };
}

/** Books a charged card. */
export function cardCharged(intentId: string, cents: Cents): LedgerTxn {
  return move(`charge:${intentId}`, intentId, null, cents, "stripe_clearing", "card_received");
}

/** Books a payment that the item's room accepted for its order. */
export function orderPaid(intentId: string, orderId: string, cents: Cents): LedgerTxn {
  return move(`paid:${intentId}:${orderId}`, intentId, orderId, cents, "card_received", "order_held");
}

/** The account a refund is taken from. `external`: a refund made at Stripe came back. */
export type RefundSource =
  | { from: "received" }
  | { from: "held" }
  | { from: "payable"; sellerId: string }
  | { from: "external" };

const SOURCES = { received: "card_received", held: "order_held", external: "external_refunds" } as const;

const accountOf = (source: RefundSource): LedgerAccount =>
  source.from === "payable" ? `seller_payable:${source.sellerId}` : SOURCES[source.from];

/** Books money we decided to refund, owed from now on. */
export function refundOwed(
  refundId: string,
  intentId: string,
  orderId: string | null,
  cents: Cents,
  source: RefundSource,
): LedgerTxn {
  return move(`refund-owed:${refundId}`, intentId, orderId, cents, accountOf(source), "refunds");
}

/** Books a refund that Stripe has sent. */
export function refundSent(refundId: string, intentId: string, orderId: string | null, cents: Cents): LedgerTxn {
  return move(`refund-sent:${refundId}`, intentId, orderId, cents, "refunds", "stripe_clearing");
}

/** Books a refund that the buyer's bank sent back: Stripe has the money again, and we still owe it. */
export function refundReturned(refundId: string, intentId: string, orderId: string | null, cents: Cents): LedgerTxn {
  return move(`refund-returned:${refundId}`, intentId, orderId, cents, "stripe_clearing", "refunds");
}

/** Books a refund that the operator paid from another account; Stripe still has the money. */
export function refundPaidByHand(refundId: string, intentId: string, orderId: string | null, cents: Cents): LedgerTxn {
  return move(`refund-by-hand:${refundId}`, intentId, orderId, cents, "refunds", "paid_by_hand");
}

/** Books a refund made in Stripe's dashboard. */
export function refundedElsewhere(providerRefundId: string, intentId: string, cents: Cents): LedgerTxn {
  return move(`refund-elsewhere:${providerRefundId}`, intentId, null, cents, "external_refunds", "stripe_clearing");
}

/** Books a refund made in Stripe's dashboard that came back. */
export function refundedElsewhereReturned(providerRefundId: string, intentId: string, cents: Cents): LedgerTxn {
  const id = `refund-elsewhere-returned:${providerRefundId}`;
  return move(id, intentId, null, cents, "stripe_clearing", "external_refunds");
}

/** Books the proceeds as owed to the seller after the handover. */
export function proceedsDue(intentId: string, orderId: string, sellerId: string, cents: Cents): LedgerTxn {
  return move(`proceeds:${orderId}`, intentId, orderId, cents, "order_held", `seller_payable:${sellerId}`);
}

/** The platform fee of an order, taken when its proceeds fall due. */
export interface OrderFee {
  intent_id: string;
  order_id: string;
  seller_id: string;
  fee_cents: Cents;
}

export const feeTakenId = (orderId: string) => `platform-fee:${orderId}`;
export const feeReturnedId = (orderId: string) => `platform-fee-returned:${orderId}`;

/** Books the platform fee of an order, taken from the buyer's payment. */
export function feeTaken({ intent_id, order_id, fee_cents }: OrderFee): LedgerTxn {
  return move(feeTakenId(order_id), intent_id, order_id, fee_cents, "order_held", "platform_fees");
}

/** Returns the fee to the seller before the buyer's refund, so that the full price can be taken back. */
export function feeReturned({ intent_id, order_id, seller_id, fee_cents }: OrderFee): LedgerTxn {
  const id = feeReturnedId(order_id);
  return move(id, intent_id, order_id, fee_cents, "platform_fees", `seller_payable:${seller_id}`);
}

/** Takes the fee again, because the seller gets the proceeds after all. */
export function feeTakenAgain({ intent_id, order_id, seller_id, fee_cents }: OrderFee): LedgerTxn {
  const id = `platform-fee-again:${order_id}`;
  return move(id, intent_id, order_id, fee_cents, `seller_payable:${seller_id}`, "platform_fees");
}

export interface SellerPayout {
  intent_id: string;
  order_id: string;
  seller_id: string;
}

/** Returns the idempotency key for sending the proceeds of an order. A new generation is a new call to Stripe. */
export const transferKey = ({ order_id, generation }: { order_id: string; generation: number }) =>
  generation === 0 ? order_id : `${order_id}:${generation}`;

/** Books money sent to the seller's Stripe account. The id contains Stripe's transfer id, so it is booked once. */
export function transferSent(payout: SellerPayout, transferId: string, cents: Cents): LedgerTxn {
  const { intent_id, order_id, seller_id } = payout;
  const seller: LedgerAccount = `seller_payable:${seller_id}`;
  return move(`transfer:${transferId}`, intent_id, order_id, cents, seller, "stripe_clearing");
}

/** Books a full or partial reversal of a transfer. The id contains Stripe's reversal id. */
export function transferReversed(payout: SellerPayout, reversalId: string, cents: Cents): LedgerTxn {
  const { intent_id, order_id, seller_id } = payout;
  const seller: LedgerAccount = `seller_payable:${seller_id}`;
  return move(`transfer-reversed:${reversalId}`, intent_id, order_id, cents, "stripe_clearing", seller);
}

/** Books the write-off of what a seller owes. */
export function payoutWrittenOff(payout: SellerPayout & { generation: number }, cents: Cents): LedgerTxn {
  const { intent_id, order_id, seller_id } = payout;
  const id = `payout-written-off:${transferKey(payout)}`;
  return move(id, intent_id, order_id, cents, "seller_losses", `seller_payable:${seller_id}`);
}

/** Reverses a write-off, because the seller gets the proceeds after all. */
export function writeOffUndone(payout: SellerPayout & { generation: number }, cents: Cents): LedgerTxn {
  const { intent_id, order_id, seller_id } = payout;
  const id = `payout-write-off-undone:${transferKey(payout)}`;
  return move(id, intent_id, order_id, cents, `seller_payable:${seller_id}`, "seller_losses");
}

/**
 * Books that proceeds of `kept` pay a debt of `owed`, of the same seller (D72): two movements, so that each order has its
 * own. `undone` books it back.
 */
export function setOff(id: string, owed: SellerPayout, kept: SellerPayout, cents: Cents, undone = false): LedgerTxn[] {
  const seller: LedgerAccount = `seller_payable:${kept.seller_id}`;
  const [from, to]: [LedgerAccount, LedgerAccount] = undone ? ["set_off", seller] : [seller, "set_off"];
  const name = undone ? "set-off-undone" : "set-off";
  return [
    move(`${name}:${id}:kept`, kept.intent_id, kept.order_id, cents, from, to),
    move(`${name}:${id}:owed`, owed.intent_id, owed.order_id, cents, to, from),
  ];
}

/** Books what the operator put into the balance at Stripe, or took out of it. The id contains Stripe's (D75). */
export function operatorMoved(differenceId: string, cents: Cents): LedgerTxn {
  return move(`operator:${differenceId}`, null, null, cents, "stripe_clearing", "operator");
}

/** Books money that a bank took for an open dispute. The id contains Stripe's balance transaction id. */
export function disputeWithdrawn(movementId: string, intentId: string, cents: Cents): LedgerTxn {
  return move(`chargeback:${movementId}`, intentId, null, cents, "dispute_hold", "stripe_clearing");
}

/** Books money that the bank returned. */
export function disputeReinstated(movementId: string, intentId: string, cents: Cents): LedgerTxn {
  return move(`chargeback-returned:${movementId}`, intentId, null, cents, "stripe_clearing", "dispute_hold");
}

/** Books a dispute lost to the buyer. */
export function chargebackLost(disputeId: string, intentId: string, cents: Cents): LedgerTxn {
  return move(`chargeback-lost:${disputeId}`, intentId, null, cents, "chargeback_losses", "dispute_hold");
}

/** Books a lost chargeback that was won on appeal. */
export function chargebackAppealWon(disputeId: string, intentId: string, cents: Cents): LedgerTxn {
  return move(`chargeback-appeal-won:${disputeId}`, intentId, null, cents, "dispute_hold", "chargeback_losses");
}

/** Books Stripe's fee for a payment. Stripe keeps it when the payment is refunded. */
export function chargeFee(intentId: string, cents: Cents): LedgerTxn {
  return move(`charge-fee:${intentId}`, intentId, null, cents, "fees", "stripe_clearing");
}

/** Books Stripe's fee for a chargeback, which Stripe keeps regardless of the outcome; a negative one was returned. */
export function chargebackFee(movementId: string, intentId: string, cents: Cents): LedgerTxn {
  return move(`chargeback-fee:${movementId}`, intentId, null, cents, "fees", "stripe_clearing");
}

/**
 * Books a recovery: the reversal gave the buyer money that was still held for the order, belonged to the seller or was
 * due as a refund. That account pays for it, which reduces our loss.
 */
export function recovered(
  reversal: { id: string; kind: "chargeback" | "refund" | "fraud_warning"; intent_id: string },
  claim: { id: string; order_id: string | null; from: RefundSource | { from: "refunds" } },
  cents: Cents,
): LedgerTxn {
  const lost: LedgerAccount = reversal.kind === "chargeback" ? "chargeback_losses" : "external_refunds";
  const debit = claim.from.from === "refunds" ? "refunds" : accountOf(claim.from);
  return move(`recovered:${reversal.id}:${claim.id}`, reversal.intent_id, claim.order_id, cents, debit, lost);
}

/** Undoes a recovery (see `recovered`), because we won the chargeback on appeal. */
export function recoveryUndone(
  reversal: { id: string; intent_id: string },
  claim: { id: string; order_id: string | null; account: string },
  cents: Cents,
): LedgerTxn {
  const id = `recovered-undone:${reversal.id}:${claim.id}`;
  const credit = claim.account as LedgerAccount;
  return move(id, reversal.intent_id, claim.order_id, cents, "chargeback_losses", credit);
}

/** Returns how much of each claim a sum covers, first claim first. */
export function allocate(cents: Cents, claims: readonly Cents[]): Cents[] {
  let left = cents;
  return claims.map((claim) => {
    const take = Math.max(0, Math.min(claim, left));
    left -= take;
    return take;
  });
}

const FIRST_MS = 60_000;
const LONGEST_MS = HOUR_MS;

/** Returns the wait after the n-th failed payout (from 1): one minute, doubling, at most an hour, without end. */
export function payoutRetryDelay(attempts: number): number {
  return Math.min(FIRST_MS * 2 ** Math.min(attempts - 1, 10), LONGEST_MS);
}

/** Returns when to ask Stripe again about an unfinished payment: after its age, 15 minutes to 6 hours. */
export function reconcileDelay(age: number): number {
  return Math.min(Math.max(15 * MINUTE_MS, age), 6 * HOUR_MS);
}
