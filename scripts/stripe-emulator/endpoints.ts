/** The Stripe endpoints that Goodstreet calls, each with its parameters. */
import { createAccount, noAccess, readAccount } from "./accounts.ts";
import { balanceObject } from "./balance.ts";
import { cancelIntent, confirmIntent, createIntent, readIntent } from "./intents.ts";
import { LISTS, listObjects, listParams, page, readOne } from "./lists.ts";
import type { Kind } from "./objects.ts";
import { createAccountLink } from "./onboarding.ts";
import { closeRecipient, createLinkV2, createRecipient, listThinEvents, readRecipient } from "./recipients.ts";
import { createRefund } from "./refunds.ts";
import type { EmulatorStore } from "./store.ts";
import { createTransfer, reverseTransfer } from "./transfers.ts";
import { type Answer, missing, ok, type Params, textParam } from "./wire.ts";

export interface Call {
  store: EmulatorStore;
  id: string;
  params: Params;
  browser: boolean;
  /** The connected account named by the header Stripe-Account. */
  account: string | null;
}

export interface Endpoint {
  method: "GET" | "POST";
  path: RegExp;
  /** Accepted parameters besides `expand`. */
  params: readonly string[];
  /** A publishable key is sufficient. */
  browser?: true;
  run(call: Call): Answer;
}

const single = (path: string, kind: Kind): Endpoint => ({
  method: "GET",
  path: new RegExp(`^${path}/(\\w+)$`),
  params: [],
  run: ({ store, id }) => readOne(store, kind, id),
});

export const ENDPOINTS: readonly Endpoint[] = [
  {
    method: "POST",
    path: /^\/v1\/payment_intents$/,
    params: [
      "amount",
      "currency",
      "metadata",
      "description",
      "transfer_group",
      "allowed_payment_method_types",
      "automatic_payment_methods",
      "receipt_email",
      "statement_descriptor_suffix",
    ],
    run: ({ store, params }) => createIntent(store, params),
  },
  {
    method: "GET",
    path: /^\/v1\/payment_intents\/(\w+)$/,
    params: ["client_secret", "key"],
    browser: true,
    run: ({ store, id, params, browser }) =>
      readIntent(store, id, browser ? (textParam(params, "client_secret") ?? "") : null),
  },
  {
    method: "POST",
    path: /^\/v1\/payment_intents\/(\w+)\/confirm$/,
    params: ["client_secret", "key", "payment_method", "payment_method_data", "return_url"],
    browser: true,
    run: ({ store, id, params, browser }) => confirmIntent(store, id, params, browser),
  },
  {
    method: "POST",
    path: /^\/v1\/payment_intents\/(\w+)\/cancel$/,
    params: ["cancellation_reason"],
    run: ({ store, id, params }) => cancelIntent(store, id, params),
  },
  {
    method: "POST",
    path: /^\/v1\/refunds$/,
    params: ["payment_intent", "charge", "amount", "reason", "metadata"],
    run: ({ store, params }) => createRefund(store, params),
  },
  single("/v1/refunds", "refund"),
  single("/v1/disputes", "dispute"),
  single("/v1/charges", "charge"),
  single("/v1/payment_methods", "payment_method"),
  single("/v1/balance_transactions", "balance_transaction"),
  single("/v1/events", "event"),
  single("/v1/radar/early_fraud_warnings", "radar.early_fraud_warning"),
  single("/v1/transfers", "transfer"),
  {
    method: "GET",
    path: /^\/v1\/balance$/,
    params: [],
    run: ({ store, account }) => {
      if (account === null) return ok(balanceObject(store.balance()));
      const connected = store.get("connected_account", account);
      return connected ? ok(balanceObject({ available: connected.balance, pending: 0 })) : noAccess(account);
    },
  },
  {
    method: "POST",
    path: /^\/v1\/transfers$/,
    params: ["amount", "currency", "destination", "description", "metadata", "source_transaction", "transfer_group"],
    run: ({ store, params }) => createTransfer(store, params),
  },
  {
    method: "POST",
    path: /^\/v1\/transfers\/(\w+)\/reversals$/,
    params: ["amount", "metadata"],
    run: ({ store, id, params }) => reverseTransfer(store, id, params),
  },
  {
    method: "GET",
    path: /^\/v1\/transfers\/(\w+)\/reversals$/,
    params: ["limit", "starting_after"],
    run: ({ store, id, params }) =>
      store.get("transfer", id)
        ? page(store, "transfer_reversal", `/v1/transfers/${id}/reversals`, params, { transfer: id })
        : missing("transfer", id),
  },
  {
    method: "POST",
    path: /^\/v1\/accounts$/,
    params: ["country", "email", "business_type", "capabilities", "controller", "metadata"],
    run: ({ store, params }) => createAccount(store, params),
  },
  { method: "GET", path: /^\/v1\/accounts\/(\w+)$/, params: [], run: ({ store, id }) => readAccount(store, id) },
  {
    method: "POST",
    path: /^\/v1\/account_links$/,
    params: ["account", "type", "return_url", "refresh_url"],
    run: ({ store, params }) => createAccountLink(store, params),
  },
  {
    method: "POST",
    path: /^\/v2\/core\/accounts$/,
    params: [
      "configuration",
      "contact_email",
      "contact_phone",
      "dashboard",
      "defaults",
      "display_name",
      "identity",
      "include",
      "metadata",
    ],
    run: ({ store, params }) => createRecipient(store, params),
  },
  {
    method: "GET",
    path: /^\/v2\/core\/accounts\/(\w+)$/,
    params: ["include"],
    run: ({ store, id, params }) => readRecipient(store, id, params),
  },
  {
    method: "POST",
    path: /^\/v2\/core\/accounts\/(\w+)\/close$/,
    params: ["applied_configurations"],
    run: ({ store, id, params }) => closeRecipient(store, id, params),
  },
  {
    method: "POST",
    path: /^\/v2\/core\/account_links$/,
    params: ["account", "use_case"],
    run: ({ store, params }) => createLinkV2(store, params),
  },
  {
    method: "GET",
    path: /^\/v2\/core\/events$/,
    params: ["object_id", "limit"],
    run: ({ store, params }) => listThinEvents(store, params),
  },
  single("/v2/core/events", "v2.core.event"),
  ...LISTS.map(
    (list): Endpoint => ({
      method: "GET",
      path: new RegExp(`^${list.url}$`),
      params: listParams(list),
      run: ({ store, params }) => listObjects(store, list, params),
    }),
  ),
];
