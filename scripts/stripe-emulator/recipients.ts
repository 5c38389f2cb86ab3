/** Calls of `/v2/core`: accounts that receive transfers, their onboarding links and events. */
import type Stripe from "stripe";
import { COUNTRIES, newAccount, noAccess, setAccount } from "./accounts.ts";
import { accountV2, isoTime } from "./accounts-v2.ts";
import { linkAddress, newLink } from "./onboarding.ts";
import type { EmulatorStore } from "./store.ts";
import {
  type Answer,
  groupParam,
  invalid,
  listParam,
  mapParam,
  missing,
  ok,
  type Params,
  refuse,
  textParam,
} from "./wire.ts";

const INCLUDES = [
  "configuration.customer",
  "configuration.merchant",
  "configuration.recipient",
  "defaults",
  "future_requirements",
  "identity",
  "requirements",
];
const ENTITY_TYPES = ["company", "government_entity", "individual", "non_profit"];

/** The v2 API reports wrong fields with this code. */
function invalidField(field: string, message: string): Answer {
  return invalid(`${field}: ${message}`, "invalid_fields", field);
}

function includeProblem(params: Params): Answer | null {
  const unknown = listParam(params, "include").find((name) => !INCLUDES.includes(name));
  return unknown === undefined ? null : invalidField("include", `unknown value '${unknown}'.`);
}

/** Nested names the emulator accepts; the real API has more. */
const NESTED: Readonly<Record<string, readonly string[]>> = {
  configuration: ["recipient"],
  "configuration.recipient": ["capabilities"],
  "configuration.recipient.capabilities": ["stripe_balance"],
  "configuration.recipient.capabilities.stripe_balance": ["stripe_transfers"],
  "configuration.recipient.capabilities.stripe_balance.stripe_transfers": ["requested"],
  defaults: ["currency", "locales", "profile", "responsibilities"],
  "defaults.responsibilities": ["fees_collector", "losses_collector"],
  identity: ["attestations", "business_details", "country", "entity_type", "individual"],
};

function unknownField(params: Params): Answer | null {
  for (const [path, known] of Object.entries(NESTED)) {
    const unknown = Object.keys(groupParam(params, ...path.split("."))).find((name) => !known.includes(name));
    if (unknown !== undefined) return invalidField(`${path}.${unknown}`, "unknown field.");
  }
  return null;
}

export function createRecipient(store: EmulatorStore, params: Params): Answer {
  const problem = includeProblem(params) ?? unknownField(params) ?? recipientProblem(params);
  if (problem) return problem;
  const identity = groupParam(params, "identity");
  const account = newAccount(store, {
    api: "v2",
    country: (textParam(identity, "country") ?? "").toUpperCase(),
    email: textParam(params, "contact_email"),
    business_type: textParam(identity, "entity_type"),
    metadata: mapParam(params, "metadata"),
  });
  return ok(accountV2(account, listParam(params, "include")));
}

function recipientProblem(params: Params): Answer | null {
  const path = ["configuration", "recipient", "capabilities", "stripe_balance", "stripe_transfers"];
  if (textParam(groupParam(params, ...path), "requested") !== "true") {
    return invalidField(path.join("."), "the emulator makes accounts only that request this capability.");
  }
  if (textParam(params, "dashboard") !== "express") {
    return invalidField("dashboard", "the emulator knows only 'express'.");
  }
  const collectors = groupParam(params, "defaults", "responsibilities");
  for (const name of ["fees_collector", "losses_collector"]) {
    if (textParam(collectors, name) !== "application") {
      return invalidField(`defaults.responsibilities.${name}`, "the emulator knows only 'application'.");
    }
  }
  const { country, entity_type } = groupParam(params, "identity");
  if (typeof country !== "string" || !COUNTRIES.includes(country.toUpperCase())) {
    return invalidField("identity.country", "this country is not supported.");
  }
  if (entity_type !== undefined && !ENTITY_TYPES.includes(String(entity_type))) {
    return invalidField("identity.entity_type", "unknown value.");
  }
  const email = textParam(params, "contact_email");
  return email !== null && /^[^@\s]+@[^@\s]+$/.test(email)
    ? null
    : invalidField("contact_email", "must be an email address.");
}

export function readRecipient(store: EmulatorStore, id: string, params: Params): Answer {
  const problem = includeProblem(params);
  if (problem) return problem;
  const account = store.get("connected_account", id);
  return account ? ok(accountV2(account, listParam(params, "include"))) : missing("v2.core.account", id);
}

export function closeRecipient(store: EmulatorStore, id: string, params: Params): Answer {
  const account = store.get("connected_account", id);
  if (!account) return missing("v2.core.account", id);
  const named = listParam(params, "applied_configurations");
  if (account.closed) return ok(accountV2(account, []));
  if (named.length > 0 && named.join() !== "recipient") {
    return invalidField("applied_configurations", "must name the configurations of the account.");
  }
  if (account.balance > 0) {
    return refuse(400, {
      type: "invalid_request_error",
      code: "balance_insufficient",
      message: "Accounts can be closed only when their balance is zero.",
    });
  }
  setAccount(store, id, { closed: true });
  return ok(accountV2({ ...account, closed: true }, []));
}

export function createLinkV2(store: EmulatorStore, params: Params): Answer {
  const id = textParam(params, "account") ?? "";
  const account = store.get("connected_account", id);
  if (!account) return missing("v2.core.account", id, "account");
  if (account.closed || account.rejected) return noAccess(id);
  const useCase = groupParam(params, "use_case");
  if (textParam(useCase, "type") !== "account_onboarding") {
    return invalidField("use_case.type", "the emulator knows only 'account_onboarding'.");
  }
  const { refresh_url, return_url, ...others } = groupParam(useCase, "account_onboarding");
  const unknown = Object.keys(others).find((name) => name !== "collection_options");
  if (unknown !== undefined) return invalidField(`use_case.account_onboarding.${unknown}`, "unknown field.");
  if (typeof refresh_url !== "string") return invalidField("use_case.account_onboarding.refresh_url", "is required.");
  const returnUrl = typeof return_url === "string" ? return_url : refresh_url;
  const link = newLink(store, id, returnUrl, refresh_url);
  const shown: Stripe.V2.Core.AccountLink = {
    object: "v2.core.account_link",
    account: id,
    created: isoTime(store.seconds()),
    expires_at: isoTime(link.expires_at),
    livemode: false,
    url: linkAddress(link),
    use_case: {
      account_onboarding: { refresh_url, ...(typeof return_url === "string" && { return_url }) },
      type: "account_onboarding",
    },
  };
  return ok(shown);
}

/** Lists of v2 are paged by address; the emulator returns everything at once. */
export function listThinEvents(store: EmulatorStore, params: Params): Answer {
  const about = textParam(params, "object_id");
  if (about === null) return invalidField("object_id", "the emulator lists only the events of one object.");
  return ok({ data: store.children("v2.core.event", about), next_page_url: null, previous_page_url: null });
}
