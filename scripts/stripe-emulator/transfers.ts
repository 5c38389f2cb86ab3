/** Transfers to connected accounts, and their reversals. */

import type Stripe from "stripe";
import { formatCents } from "#domain/money";
import { move } from "./balance.ts";
import type { ConnectedAccount, Transfer } from "./objects.ts";
import { type EmulatorStore, makeObjectId } from "./store.ts";
import { type Answer, centsParam, invalid, mapParam, missing, ok, type Params, refuse, textParam } from "./wire.ts";

export function createTransfer(store: EmulatorStore, params: Params): Answer {
  const amount = centsParam(params);
  if (typeof amount !== "number") return amount;
  const currency = textParam(params, "currency");
  if (currency === null) return invalid("Missing required param: currency.", "parameter_missing", "currency");
  if (currency !== "aud") return invalid(`Invalid currency: ${currency}`, undefined, "currency");
  const destination = textParam(params, "destination");
  if (destination === null) return invalid("Missing required param: destination.", "parameter_missing", "destination");
  const account = store.get("connected_account", destination);
  if (!account) return noDestination(destination);
  const problem = destinationProblem(account);
  if (problem) return problem;
  const source = textParam(params, "source_transaction");
  const group = textParam(params, "transfer_group");
  const charge = source === null ? null : store.get("charge", source);
  if (source !== null && charge?.status !== "succeeded") return missing("charge", source, "source_transaction");
  if (charge) {
    const sent = store.children("transfer", charge.id).reduce((sum, one) => sum + one.amount - one.amount_reversed, 0);
    if (sent + amount > charge.amount) return sourceExceeded(charge.amount, sent);
    if (group !== null && charge.transfer_group !== null && group !== charge.transfer_group)
      return refuse(400, OTHER_GROUP);
  } else if (store.balance().available < amount) return refuse(400, PLATFORM_EMPTY);
  return ok(send(store, params, account, amount, source, group ?? charge?.transfer_group ?? null));
}

function noDestination(id: string): Answer {
  return refuse(400, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such destination: '${id}'`,
    param: "destination",
  });
}

function destinationProblem({ id, closed, rejected, transfers }: ConnectedAccount): Answer | null {
  if (closed) return noDestination(id);
  if (transfers === "active" && !rejected) return null;
  return refuse(400, {
    type: "invalid_request_error",
    code: "insufficient_capabilities_for_transfer",
    message:
      "Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments",
  });
}

/**
 * A transfer cannot exceed its source charge. Stripe does not document whether refunds of the charge reduce the limit.
 */
function sourceExceeded(amount: number, sent: number): Answer {
  const dollars = (cents: number) => `A${formatCents(cents)}`;
  const already = sent > 0 ? ` (There is already a transfer using this source, amounting to ${dollars(sent)}.)` : "";
  return refuse(400, {
    type: "invalid_request_error",
    message: `Transfers using this transaction as a source must not exceed the source amount of ${dollars(amount)}.${already}`,
  });
}

const OTHER_GROUP = {
  type: "invalid_request_error",
  message: "The transfer_group of the transfer must be that of its source_transaction.",
  param: "transfer_group",
} as const;

const PLATFORM_EMPTY = {
  type: "invalid_request_error",
  code: "balance_insufficient",
  message:
    "You have insufficient funds in your Stripe account. One likely reason you have insufficient funds is that your funds are automatically being paid out; try enabling manual payouts by going to https://dashboard.stripe.com/account/payouts.",
} as const;

const DESTINATION_EMPTY = {
  type: "invalid_request_error",
  code: "balance_insufficient",
  message: "The connected account has insufficient funds for this reversal.",
} as const;

function send(
  store: EmulatorStore,
  params: Params,
  account: ConnectedAccount,
  amount: number,
  source: string | null,
  group: string | null,
): Transfer {
  const id = makeObjectId("tr");
  const payment = source === null ? null : store.get("charge", source)?.balance_transaction;
  const paidIn = typeof payment === "string" ? store.get("balance_transaction", payment) : null;
  const movement = move(store, {
    type: "transfer",
    amount: -amount,
    source: id,
    // Money of a payment that is not available yet leaves the balance when the payment becomes available.
    available_on: Math.max(paidIn?.available_on ?? 0, store.seconds()),
  });
  const transfer: Transfer = {
    id,
    object: "transfer",
    amount,
    amount_reversed: 0,
    balance_transaction: movement.id,
    created: store.seconds(),
    currency: "aud",
    description: textParam(params, "description"),
    destination: account.id,
    destination_payment: makeObjectId("py"),
    livemode: false,
    metadata: mapParam(params, "metadata"),
    reversals: { object: "list", data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    reversed: false,
    source_transaction: source,
    source_type: "card",
    transfer_group: group,
  };
  store.put(transfer, source);
  store.put({ ...account, balance: account.balance + amount });
  store.emit("transfer.created", transfer);
  return transfer;
}

/**
 * Reverses a transfer. Refused when the account's balance is too small: Stripe does not debit the owner's bank for it.
 */
export function reverseTransfer(store: EmulatorStore, id: string, params: Params): Answer {
  const transfer = store.get("transfer", id);
  if (!transfer) return missing("transfer", id);
  const left = transfer.amount - transfer.amount_reversed;
  const amount = centsParam(params, left > 0 ? left : 1);
  if (typeof amount !== "number") return amount;
  if (left === 0) {
    return refuse(400, { type: "invalid_request_error", message: `The transfer ${id} is already fully reversed.` });
  }
  if (amount > left) {
    const message = `Reversal amount (${amount}) is greater than unreversed amount on transfer (${left})`;
    return refuse(400, { type: "invalid_request_error", message, param: "amount" });
  }
  const account = store.get("connected_account", transfer.destination);
  if (!account || account.balance < amount) return refuse(400, DESTINATION_EMPTY);
  const reversalId = makeObjectId("trr");
  const movement = move(store, { type: "transfer_refund", amount, source: reversalId });
  const reversal: Stripe.TransferReversal = {
    id: reversalId,
    object: "transfer_reversal",
    amount,
    balance_transaction: movement.id,
    created: store.seconds(),
    currency: transfer.currency,
    destination_payment_refund: makeObjectId("pyr"),
    metadata: mapParam(params, "metadata"),
    source_refund: null,
    transfer: id,
  };
  const after: Transfer = {
    ...transfer,
    amount_reversed: transfer.amount_reversed + amount,
    reversed: amount === left,
    reversals: { ...transfer.reversals, data: [reversal, ...transfer.reversals.data] },
  };
  store.put(reversal, id);
  store.put(after);
  store.put({ ...account, balance: account.balance - amount });
  store.emit("transfer.reversed", after);
  return ok(reversal);
}

/**
 * Pays an account's balance out to its owner's bank.
 * @returns the cents.
 */
export function payOutAccount(store: EmulatorStore, accountId: string): number {
  const account = store.get("connected_account", accountId);
  if (!account) return 0;
  store.put({ ...account, balance: 0 });
  return account.balance;
}
