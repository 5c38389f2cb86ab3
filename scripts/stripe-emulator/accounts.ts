/** Connected accounts in the shape of v1, and everything that changes one. */

import type Stripe from "stripe";
import { emitAccountEvents } from "./accounts-v2.ts";
import { CONSTANT } from "./constant-fields.ts";
import type { ConnectedAccount, TransferCapability } from "./objects.ts";
import { type EmulatorStore, makeObjectId } from "./store.ts";
import { type Answer, groupParam, invalid, mapParam, missing, ok, type Params, refuse, textParam } from "./wire.ts";

/** Countries whose rules the emulator implements. */
export const COUNTRIES = ["AU"];
const BUSINESS_TYPES = ["company", "government_entity", "individual", "non_profit"];

export function newAccount(
  store: EmulatorStore,
  known: Pick<ConnectedAccount, "api" | "country" | "email" | "business_type" | "metadata">,
): ConnectedAccount {
  const account: ConnectedAccount = {
    id: makeObjectId("acct", 16),
    object: "connected_account",
    ...known,
    created: store.seconds(),
    submitted: false,
    transfers: "restricted",
    rejected: false,
    closed: false,
    balance: 0,
  };
  store.put(account);
  return account;
}

function asksForTransfersAlone(params: Params): boolean {
  const asked = (name: string) => textParam(groupParam(params, "capabilities", name), "requested") === "true";
  return asked("transfers") && !asked("card_payments");
}

/** Stripe's error for a platform that it has not approved for this. Accounts of v2 need no approval. */
const APPROVAL_NEEDED = {
  type: "invalid_request_error",
  message:
    "Your platform needs approval for accounts to have requested the `transfers` capability without the `card_payments` capability. If you would like to request transfers without card_payments, please contact us via https://support.stripe.com/contact.",
} as const;

export function createAccount(store: EmulatorStore, params: Params): Answer {
  const country = textParam(params, "country") ?? "AU";
  if (!COUNTRIES.includes(country))
    return invalid(`${country} is not currently supported.`, "country_unsupported", "country");
  const business_type = textParam(params, "business_type");
  if (business_type !== null && !BUSINESS_TYPES.includes(business_type)) {
    return invalid("Invalid business_type", undefined, "business_type");
  }
  if (asksForTransfersAlone(params)) return refuse(400, APPROVAL_NEEDED);
  const account = newAccount(store, {
    api: "v1",
    country,
    email: textParam(params, "email"),
    business_type,
    metadata: mapParam(params, "metadata"),
  });
  return ok(accountV1(account));
}

export function readAccount(store: EmulatorStore, id: string): Answer {
  const account = store.get("connected_account", id);
  if (!account) return missing("account", id);
  return account.closed ? noAccess(id) : ok(accountV1(account));
}

/** Returns Stripe's error about an account that was closed or has revoked the platform's access. */
export function noAccess(id: string): Answer {
  return refuse(403, {
    type: "invalid_request_error",
    code: "account_invalid",
    message: `The provided key 'sk_test_*****ator' does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`,
  });
}

/** Requirements of a new account, and of one whose owner must prove their identity. */
const ONBOARDING = ["external_account", "individual.dob.day", "individual.first_name", "tos_acceptance.date"];
const DOCUMENT = ["individual.verification.document"];

function requirements(account: ConnectedAccount): Stripe.Account.Requirements {
  const { rejected, submitted, transfers } = account;
  const due = rejected ? [] : submitted ? (transfers === "restricted" ? DOCUMENT : []) : ONBOARDING;
  const pending = !rejected && submitted && transfers === "pending";
  return {
    alternatives: [],
    current_deadline: null,
    currently_due: due,
    disabled_reason: rejected
      ? "rejected.fraud"
      : due.length > 0
        ? "requirements.past_due"
        : pending
          ? "requirements.pending_verification"
          : null,
    errors: [],
    eventually_due: due,
    past_due: due,
    pending_verification: pending ? DOCUMENT : [],
  };
}

/** Whether the account can pay out to its bank. */
export const paidOut = ({ submitted, rejected, closed }: ConnectedAccount) => submitted && !rejected && !closed;

export function accountV1(account: ConnectedAccount): Stripe.Account {
  const { id, transfers, rejected } = account;
  return {
    id,
    object: "account",
    ...CONSTANT.account,
    business_type: account.business_type,
    capabilities: {
      transfers: !rejected && (transfers === "active" || transfers === "pending") ? transfers : "inactive",
    },
    country: account.country,
    created: account.created,
    details_submitted: account.submitted,
    email: account.email,
    external_accounts: { object: "list", data: [], has_more: false, url: `/v1/accounts/${id}/external_accounts` },
    metadata: account.metadata,
    payouts_enabled: paidOut(account),
    requirements: requirements(account),
    tos_acceptance: { date: account.submitted ? account.created : null },
  };
}

interface AccountChange {
  transfers?: TransferCapability;
  rejected?: boolean;
  closed?: boolean;
}

/** Changes an account and sends the events. An owner whose transfers are active has completed the onboarding. */
export function setAccount(store: EmulatorStore, id: string, change: AccountChange): boolean {
  const before = store.get("connected_account", id);
  if (!before) return false;
  const after: ConnectedAccount = {
    ...before,
    ...change,
    submitted: before.submitted || change.transfers === "active",
  };
  store.put(after);
  if (!after.closed) store.emit("account.updated", accountV1(after), id);
  if (after.api === "v2") emitAccountEvents(store, before, after);
  return true;
}

export function submitAccount(store: EmulatorStore, account: ConnectedAccount): void {
  if (account.transfers !== "active") setAccount(store, account.id, { transfers: "active" });
}
