/**
 * The platform's balance. A card payment becomes available after two days; Stripe's real delay depends on bank days and
 * the account. The balance starts with a float, because without it the first refund could not be paid: Stripe keeps the
 * fee of a refunded payment.
 */
import type Stripe from "stripe";
import { type EmulatorStore, makeObjectId } from "./store.ts";

type Movement = Stripe.BalanceTransaction;

const DAY = 24 * 60 * 60;
const PENDING_SECONDS = 2 * DAY;
const FLOAT_CENTS = 10_000_000;

/** Fee for domestic cards in Australia: 1.7 % and 30 cents. */
export function cardFee(amount: number): number {
  return Math.round(amount * 0.017) + 30;
}

const CATEGORIES: Partial<Record<Movement["type"], string>> = {
  transfer_refund: "transfer_reversal",
  adjustment: "dispute",
};

interface NewMovement {
  type: Movement["type"];
  amount: number;
  source: string;
  fee?: number;
  description?: string;
  /** Default: now. */
  available_on?: number;
}

/** Books a movement and returns it in Stripe's shape. */
export function move(store: EmulatorStore, { type, amount, source, fee = 0, ...rest }: NewMovement): Movement {
  const created = store.seconds();
  const movement: Movement = {
    id: makeObjectId("txn"),
    object: "balance_transaction",
    amount,
    available_on: rest.available_on ?? created,
    balance_type: "payments",
    created,
    currency: "aud",
    description: rest.description ?? null,
    exchange_rate: null,
    fee,
    fee_details: fee === 0 ? [] : [feeDetail(fee, type)],
    net: amount - fee,
    reporting_category: CATEGORIES[type] ?? type,
    source,
    status: (rest.available_on ?? created) > created ? "pending" : "available",
    type,
  };
  store.book(movement);
  return movement;
}

function feeDetail(amount: number, type: Movement["type"]): Stripe.BalanceTransaction.FeeDetail {
  const description = type === "adjustment" ? "Dispute fee" : "Stripe processing fees";
  return { amount, application: null, currency: "aud", description, type: "stripe_fee" };
}

export function chargeMovement(store: EmulatorStore, charge: string, amount: number, instant: boolean): Movement {
  const available_on = store.seconds() + (instant ? 0 : PENDING_SECONDS);
  return move(store, { type: "charge", amount, source: charge, fee: cardFee(amount), available_on });
}

/** Returns a movement with its current status: a pending one becomes available with time. */
export function movementNow(store: EmulatorStore, movement: Movement): Movement {
  return { ...movement, status: movement.available_on > store.seconds() ? "pending" : "available" };
}

export function payIn(store: EmulatorStore, amount: number): void {
  move(store, { type: "topup", amount, source: makeObjectId("tu"), description: "Top-up" });
}

/**
 * Pays the available balance out to the operator's bank.
 * @returns the cents.
 */
export function payOutPlatform(store: EmulatorStore): number {
  const { available } = store.balance();
  if (available <= 0) return 0;
  move(store, { type: "payout", amount: -available, source: makeObjectId("po"), description: "STRIPE PAYOUT" });
  return available;
}

/** Books the initial float, once. */
export function payInFloat(store: EmulatorStore): void {
  if (store.balance().movements === 0) payIn(store, FLOAT_CENTS);
}

export function balanceObject({ available, pending }: { available: number; pending: number }): Stripe.Balance {
  return {
    object: "balance",
    available: [{ amount: available, currency: "aud", source_types: { card: available } }],
    livemode: false,
    pending: [{ amount: pending, currency: "aud", source_types: { card: pending } }],
  };
}
