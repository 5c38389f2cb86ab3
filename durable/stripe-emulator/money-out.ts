/** Money that leaves: refunds, transfers to connected accounts and their reversals. */
import type { Charge, Dispute } from "./intents.ts";
import { type EmulatorStore, makeObjectId, type StoredObject } from "./store.ts";
import { type Answer, integerParam, invalid, mapParam, missing, type Params, textParam } from "./wire.ts";

export interface Refund extends StoredObject {
  object: "refund";
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string;
  reason: string | null;
  status: "succeeded" | "failed";
  failure_reason?: string;
  metadata: Record<string, string>;
}

interface Transfer extends StoredObject {
  object: "transfer";
  amount: number;
  amount_reversed: number;
  reversed: boolean;
  currency: string;
  destination: string;
  source_transaction: string | null;
  transfer_group: string | null;
  metadata: Record<string, string>;
  livemode: false;
}

export interface Account extends StoredObject {
  object: "account";
  country: string;
  email: string | null;
  charges_enabled: boolean;
  payouts_enabled: boolean;
  details_submitted: boolean;
  metadata: Record<string, string>;
}

export function createRefund(store: EmulatorStore, params: Params): Answer {
  const intentId = textParam(params, "payment_intent");
  const chargeId = textParam(params, "charge");
  const charge =
    intentId === null
      ? chargeId === null
        ? null
        : store.get<Charge>("charge", chargeId)
      : (store.children<Charge>("charge", intentId)[0] ?? null);
  if (!charge) {
    return intentId === null
      ? missing("charge", chargeId ?? "")
      : invalid(
          `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
          "resource_missing",
          "payment_intent",
        );
  }
  const [dispute] = store.children<Dispute>("dispute", charge.payment_intent);
  // What a bank took back, or may still take back, is not refunded as well.
  if (dispute && dispute.status !== "won" && dispute.amount === charge.amount - charge.amount_refunded) {
    return invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, "charge_disputed");
  }
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) return invalid(`Charge ${charge.id} has already been refunded.`, "charge_already_refunded");
  const amount = "amount" in params ? integerParam(params, "amount") : left;
  if (amount === null || amount === 0) {
    return invalid("Invalid positive integer", "parameter_invalid_integer", "amount");
  }
  if (amount > left) {
    return invalid(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      undefined,
      "amount",
    );
  }
  const refund: Refund = {
    id: makeObjectId("re"),
    object: "refund",
    created: store.seconds(),
    amount,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    reason: textParam(params, "reason"),
    status: "succeeded",
    metadata: mapParam(params, "metadata"),
  };
  const after: Charge = { ...charge, amount_refunded: charge.amount_refunded + amount, refunded: amount === left };
  store.put(refund, charge.payment_intent);
  store.put(after);
  store.emit("refund.created", refund);
  store.emit("charge.refunded", after);
  return { status: 200, body: refund };
}

/** The buyer's bank sends a refund back that had gone through: the money is on our account again. */
export function returnRefund(store: EmulatorStore, id: string): boolean {
  const refund = store.get<Refund>("refund", id);
  if (refund?.status !== "succeeded") return false;
  const failed: Refund = { ...refund, status: "failed", failure_reason: "expired_or_canceled_card" };
  const charge = store.get<Charge>("charge", refund.charge);
  if (charge) {
    const after: Charge = { ...charge, amount_refunded: charge.amount_refunded - refund.amount, refunded: false };
    store.put(after);
  }
  store.put(failed);
  store.emit("refund.failed", failed);
  return true;
}

/** A transfer may pass on no more than its charge brought in. */
function passOn(store: EmulatorStore, charge: Charge, amount: number): void {
  const after: Charge = { ...charge, transferred: charge.transferred + amount };
  store.put(after);
}

export function createTransfer(store: EmulatorStore, params: Params): Answer {
  const amount = integerParam(params, "amount");
  if (amount === null || amount === 0) {
    return invalid("Invalid positive integer", "parameter_invalid_integer", "amount");
  }
  if (textParam(params, "currency") !== "aud") return invalid("Invalid currency", undefined, "currency");
  const destination = textParam(params, "destination") ?? "";
  const account = store.get<Account>("account", destination);
  if (!account) return invalid(`No such destination: '${destination}'`, "resource_missing", "destination");
  const source = textParam(params, "source_transaction");
  const charge = source === null ? null : store.get<Charge>("charge", source);
  if (source !== null && !charge) return missing("charge", source);
  if (charge && charge.transferred + amount > charge.amount - charge.amount_refunded) {
    return invalid(
      "Transfers using this transaction as a source must not exceed the source amount.",
      "transfer_source_balance_parameters_mismatch",
      "amount",
    );
  }
  const transfer: Transfer = {
    id: makeObjectId("tr"),
    object: "transfer",
    created: store.seconds(),
    amount,
    amount_reversed: 0,
    reversed: false,
    currency: "aud",
    destination,
    source_transaction: source,
    transfer_group: textParam(params, "transfer_group"),
    metadata: mapParam(params, "metadata"),
    livemode: false,
  };
  if (charge) passOn(store, charge, amount);
  store.put(transfer, transfer.transfer_group);
  store.emit("transfer.created", transfer);
  return { status: 200, body: transfer };
}

export function reverseTransfer(store: EmulatorStore, id: string, params: Params): Answer {
  const transfer = store.get<Transfer>("transfer", id);
  if (!transfer) return missing("transfer", id);
  const left = transfer.amount - transfer.amount_reversed;
  const amount = "amount" in params ? integerParam(params, "amount") : left;
  if (amount === null || amount === 0 || amount > left) {
    return invalid(`Transfer ${id} is already fully reversed.`, undefined, "amount");
  }
  const after: Transfer = {
    ...transfer,
    amount_reversed: transfer.amount_reversed + amount,
    reversed: amount === left,
  };
  const charge = transfer.source_transaction === null ? null : store.get<Charge>("charge", transfer.source_transaction);
  if (charge) passOn(store, charge, -amount);
  store.put(after);
  store.emit("transfer.reversed", after);
  return {
    status: 200,
    body: {
      id: makeObjectId("trr"),
      object: "transfer_reversal",
      created: store.seconds(),
      amount,
      currency: "aud",
      transfer: id,
      metadata: mapParam(params, "metadata"),
    },
  };
}

/**
 * A connected account. Where the provider collects what it needs (`controller`), nothing can be sent before its owner has
 * been through the provider's own pages.
 */
export function createAccount(store: EmulatorStore, params: Params): Answer {
  const ready = !("controller" in params);
  const account: Account = {
    id: makeObjectId("acct", 16),
    object: "account",
    created: store.seconds(),
    country: textParam(params, "country") ?? "AU",
    email: textParam(params, "email"),
    charges_enabled: ready,
    payouts_enabled: ready,
    details_submitted: ready,
    metadata: mapParam(params, "metadata"),
  };
  store.put(account);
  store.emit("account.updated", account);
  return { status: 200, body: account };
}
