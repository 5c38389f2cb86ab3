/**
 * Double entry: every movement of card money as lines that add up to nothing. Positive is a debit. Money
 * at the provider is `stripe_clearing`; what we owe, and to whom, is negative.
 */
import type { Cents } from "./money.ts";

export type LedgerAccount =
  | "stripe_clearing"
  /** In, and not yet assigned: an order's room has still to answer. */
  | "card_received"
  /** Paid orders whose goods have not changed hands. */
  | "order_held"
  /** Owed back to buyers. */
  | "refunds"
  /** Taken back by a bank while a dispute is decided. */
  | "dispute_hold"
  /** Lost to chargebacks. */
  | "chargeback_losses"
  /** Given back by hand at the provider, outside this service. */
  | "external_refunds"
  /** Paid out to sellers, to be fetched back, and given up by staff. */
  | "seller_losses"
  /** What the provider charges us. Ad credit that was spent is here too, with the opposite sign. */
  | "fees"
  /** What the site keeps of card sales. */
  | "platform_fees"
  /** Paid by the operator from an account outside the provider. */
  | "paid_by_hand"
  | `seller_payable:${string}`
  | `ad_credit:${string}`;

export interface LedgerLine {
  account: LedgerAccount;
  amount_cents: Cents;
}

export interface LedgerTxn {
  /** Names the cause: the same movement always has the same id, so that it counts once. */
  id: string;
  intent_id: string;
  order_id: string | null;
  lines: readonly [LedgerLine, LedgerLine];
}

function move(
  id: string,
  intentId: string,
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

/** A card was charged. */
export function cardCharged(intentId: string, cents: Cents): LedgerTxn {
  return move(`charge:${intentId}`, intentId, null, cents, "stripe_clearing", "card_received");
}

/** The room took the money for its order. */
export function orderPaid(intentId: string, orderId: string, cents: Cents): LedgerTxn {
  return move(`paid:${intentId}:${orderId}`, intentId, orderId, cents, "card_received", "order_held");
}

/** Where the money to give back lies at this moment. `external`: it came back from a refund made at the provider. */
export type RefundSource =
  | { from: "received" }
  | { from: "held" }
  | { from: "payable"; sellerId: string }
  | { from: "external" };

const SOURCES = { received: "card_received", held: "order_held", external: "external_refunds" } as const;

const accountOf = (source: RefundSource): LedgerAccount =>
  source.from === "payable" ? `seller_payable:${source.sellerId}` : SOURCES[source.from];

/** Money we decided to give back; owed from now on. */
export function refundOwed(
  refundId: string,
  intentId: string,
  orderId: string | null,
  cents: Cents,
  source: RefundSource,
): LedgerTxn {
  return move(`refund-owed:${refundId}`, intentId, orderId, cents, accountOf(source), "refunds");
}

/** The provider has given it back. */
export function refundSent(refundId: string, intentId: string, orderId: string | null, cents: Cents): LedgerTxn {
  return move(`refund-sent:${refundId}`, intentId, orderId, cents, "refunds", "stripe_clearing");
}

/** The buyer's bank sent a refund back that had gone through: the money is with the provider again, and owed as before. */
export function refundReturned(refundId: string, intentId: string, orderId: string | null, cents: Cents): LedgerTxn {
  return move(`refund-returned:${refundId}`, intentId, orderId, cents, "stripe_clearing", "refunds");
}

/** The operator paid it to the buyer from another account: the provider still has the money. */
export function refundPaidByHand(refundId: string, intentId: string, orderId: string | null, cents: Cents): LedgerTxn {
  return move(`refund-by-hand:${refundId}`, intentId, orderId, cents, "refunds", "paid_by_hand");
}

/** Somebody gave money back at the provider itself. */
export function refundedElsewhere(providerRefundId: string, intentId: string, cents: Cents): LedgerTxn {
  return move(`refund-elsewhere:${providerRefundId}`, intentId, null, cents, "external_refunds", "stripe_clearing");
}

export function refundedElsewhereReturned(providerRefundId: string, intentId: string, cents: Cents): LedgerTxn {
  const id = `refund-elsewhere-returned:${providerRefundId}`;
  return move(id, intentId, null, cents, "stripe_clearing", "external_refunds");
}

/** The goods changed hands: the proceeds are the seller's. */
export function proceedsDue(intentId: string, orderId: string, sellerId: string, cents: Cents): LedgerTxn {
  return move(`proceeds:${orderId}`, intentId, orderId, cents, "order_held", `seller_payable:${sellerId}`);
}

/** What the site keeps of an order's price, taken when its proceeds fall due. */
export interface OrderFee {
  intent_id: string;
  order_id: string;
  seller_id: string;
  fee_cents: Cents;
}

export const feeTakenId = (orderId: string) => `platform-fee:${orderId}`;
export const feeReturnedId = (orderId: string) => `platform-fee-returned:${orderId}`;

export function feeTaken({ intent_id, order_id, fee_cents }: OrderFee): LedgerTxn {
  return move(feeTakenId(order_id), intent_id, order_id, fee_cents, "order_held", "platform_fees");
}

/** Before the price goes back to the buyer, so that all of it can be taken from the seller's account here. */
export function feeReturned({ intent_id, order_id, seller_id, fee_cents }: OrderFee): LedgerTxn {
  const id = feeReturnedId(order_id);
  return move(id, intent_id, order_id, fee_cents, "platform_fees", `seller_payable:${seller_id}`);
}

/** The proceeds are the seller's after all. */
export function feeTakenAgain({ intent_id, order_id, seller_id, fee_cents }: OrderFee): LedgerTxn {
  const id = `platform-fee-again:${order_id}`;
  return move(id, intent_id, order_id, fee_cents, `seller_payable:${seller_id}`, "platform_fees");
}

/** Proceeds of one order, and whose they are. */
export interface SellerPayout {
  intent_id: string;
  order_id: string;
  seller_id: string;
}

/** Names the next try to send the proceeds of an order. A new generation is another call to the provider. */
export const transferKey = ({ order_id, generation }: { order_id: string; generation: number }) =>
  generation === 0 ? order_id : `${order_id}:${generation}`;

/** Money moved to the seller's account at the provider. Named by the provider's transfer, so that it counts once. */
export function transferSent(payout: SellerPayout, transferId: string, cents: Cents): LedgerTxn {
  const { intent_id, order_id, seller_id } = payout;
  const seller: LedgerAccount = `seller_payable:${seller_id}`;
  return move(`transfer:${transferId}`, intent_id, order_id, cents, seller, "stripe_clearing");
}

/** Part or all of a transfer came back from the seller's account. Named by the provider's reversal. */
export function transferReversed(payout: SellerPayout, reversalId: string, cents: Cents): LedgerTxn {
  const { intent_id, order_id, seller_id } = payout;
  const seller: LedgerAccount = `seller_payable:${seller_id}`;
  return move(`transfer-reversed:${reversalId}`, intent_id, order_id, cents, "stripe_clearing", seller);
}

/** Staff gave up what a seller owes. */
export function payoutWrittenOff(payout: SellerPayout & { generation: number }, cents: Cents): LedgerTxn {
  const { intent_id, order_id, seller_id } = payout;
  const id = `payout-written-off:${transferKey(payout)}`;
  return move(id, intent_id, order_id, cents, "seller_losses", `seller_payable:${seller_id}`);
}

/** The proceeds are the seller's after all, so what was written off is theirs too. */
export function writeOffUndone(payout: SellerPayout & { generation: number }, cents: Cents): LedgerTxn {
  const { intent_id, order_id, seller_id } = payout;
  const id = `payout-write-off-undone:${transferKey(payout)}`;
  return move(id, intent_id, order_id, cents, `seller_payable:${seller_id}`, "seller_losses");
}

/** A bank took money of ours while a dispute is decided. Named by the provider's balance transaction. */
export function disputeWithdrawn(movementId: string, intentId: string, cents: Cents): LedgerTxn {
  return move(`chargeback:${movementId}`, intentId, null, cents, "dispute_hold", "stripe_clearing");
}

/** The bank gave it back. */
export function disputeReinstated(movementId: string, intentId: string, cents: Cents): LedgerTxn {
  return move(`chargeback-returned:${movementId}`, intentId, null, cents, "stripe_clearing", "dispute_hold");
}

/** The bank decided for the buyer: what it has is lost. */
export function chargebackLost(disputeId: string, intentId: string, cents: Cents): LedgerTxn {
  return move(`chargeback-lost:${disputeId}`, intentId, null, cents, "chargeback_losses", "dispute_hold");
}

/** A lost chargeback was won on appeal. */
export function chargebackAppealWon(disputeId: string, intentId: string, cents: Cents): LedgerTxn {
  return move(`chargeback-appeal-won:${disputeId}`, intentId, null, cents, "dispute_hold", "chargeback_losses");
}

/** What the provider charges for taking a payment; it keeps that when the payment is refunded. */
export function chargeFee(intentId: string, cents: Cents): LedgerTxn {
  return move(`charge-fee:${intentId}`, intentId, null, cents, "fees", "stripe_clearing");
}

/** What the provider keeps for handling a chargeback, whoever wins it. */
export function chargebackFee(movementId: string, intentId: string, cents: Cents): LedgerTxn {
  return move(`chargeback-fee:${movementId}`, intentId, null, cents, "fees", "stripe_clearing");
}

/** What was meant for somebody went to the buyer by the reversal: it makes good that much of what we lost by it. */
export function recovered(
  reversal: { id: string; kind: "chargeback" | "refund" | "fraud_warning"; intent_id: string },
  claim: { id: string; order_id: string | null; from: RefundSource | { from: "refunds" } },
  cents: Cents,
): LedgerTxn {
  const lost: LedgerAccount = reversal.kind === "chargeback" ? "chargeback_losses" : "external_refunds";
  const debit = claim.from.from === "refunds" ? "refunds" : accountOf(claim.from);
  return move(`recovered:${reversal.id}:${claim.id}`, reversal.intent_id, claim.order_id, cents, debit, lost);
}

/** A chargeback was won on appeal: what had made good the loss is where it was before. */
export function recoveryUndone(
  reversal: { id: string; intent_id: string },
  claim: { id: string; order_id: string | null; account: string },
  cents: Cents,
): LedgerTxn {
  const id = `recovered-undone:${reversal.id}:${claim.id}`;
  const credit = claim.account as LedgerAccount;
  return move(id, reversal.intent_id, claim.order_id, cents, "chargeback_losses", credit);
}

/** How much of each claim a sum covers, first claim first. */
export function allocate(cents: Cents, claims: readonly Cents[]): Cents[] {
  let left = cents;
  return claims.map((claim) => {
    const take = Math.max(0, Math.min(claim, left));
    left -= take;
    return take;
  });
}

const FIRST_MS = 60_000;
const LONGEST_MS = 60 * 60_000;

/** Wait after the n-th failed try (from 1) to move money out: a minute, doubling, at most an hour. It is never given up. */
export function payoutRetryDelay(attempts: number): number {
  return Math.min(FIRST_MS * 2 ** Math.min(attempts - 1, 10), LONGEST_MS);
}

/** When to ask the provider again about an intent that has not come to an end: after 15 minutes, then ever more rarely. */
export function reconcileDelay(age: number): number {
  return Math.min(Math.max(15 * 60_000, age), 6 * 60 * 60_000);
}
