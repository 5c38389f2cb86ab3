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

/** `:id` in a path is the id that the call is about; `params` are separated by spaces. */
function on(
  method: Endpoint["method"],
  path: string,
  params: string,
  run: Endpoint["run"],
  more?: Pick<Endpoint, "browser">,
): Endpoint {
  return {
    method,
    path: new RegExp(`^${path.replace(":id", "(\\w+)")}$`),
    params: params.match(/\w+/g) ?? [],
    run,
    ...more,
  };
}

const single = (path: string, kind: Kind) => on("GET", `${path}/:id`, "", ({ store, id }) => readOne(store, kind, id));

export const ENDPOINTS: readonly Endpoint[] = [
  on(
    "POST",
    "/v1/payment_intents",
    "amount currency metadata description transfer_group allowed_payment_method_types automatic_payment_methods receipt_email statement_descriptor_suffix",
    ({ store, params }) => createIntent(store, params),
  ),
  on(
    "GET",
    "/v1/payment_intents/:id",
    "client_secret key",
    ({ store, id, params, browser }) =>
      readIntent(store, id, browser ? (textParam(params, "client_secret") ?? "") : null),
    { browser: true },
  ),
  on(
    "POST",
    "/v1/payment_intents/:id/confirm",
    "client_secret key payment_method payment_method_data return_url",
    ({ store, id, params, browser }) => confirmIntent(store, id, params, browser),
    { browser: true },
  ),
  on("POST", "/v1/payment_intents/:id/cancel", "cancellation_reason", ({ store, id, params }) =>
    cancelIntent(store, id, params),
  ),
  on("POST", "/v1/refunds", "payment_intent charge amount reason metadata", ({ store, params }) =>
    createRefund(store, params),
  ),
  single("/v1/refunds", "refund"),
  single("/v1/disputes", "dispute"),
  single("/v1/charges", "charge"),
  single("/v1/payment_methods", "payment_method"),
  single("/v1/balance_transactions", "balance_transaction"),
  single("/v1/events", "event"),
  single("/v1/radar/early_fraud_warnings", "radar.early_fraud_warning"),
  single("/v1/transfers", "transfer"),
  on("GET", "/v1/balance", "", ({ store, account }) => {
    if (account === null) return ok(balanceObject(store.balance()));
    const connected = store.get("connected_account", account);
    return connected ? ok(balanceObject({ available: connected.balance, pending: 0 })) : noAccess(account);
  }),
  on(
    "POST",
    "/v1/transfers",
    "amount currency destination description metadata source_transaction transfer_group",
    ({ store, params }) => createTransfer(store, params),
  ),
  on("POST", "/v1/transfers/:id/reversals", "amount metadata", ({ store, id, params }) =>
    reverseTransfer(store, id, params),
  ),
  on("GET", "/v1/transfers/:id/reversals", "limit starting_after", ({ store, id, params }) =>
    store.get("transfer", id)
      ? page(store, "transfer_reversal", `/v1/transfers/${id}/reversals`, params, { transfer: id })
      : missing("transfer", id),
  ),
  on("POST", "/v1/accounts", "country email business_type capabilities controller metadata", ({ store, params }) =>
    createAccount(store, params),
  ),
  on("GET", "/v1/accounts/:id", "", ({ store, id }) => readAccount(store, id)),
  on("POST", "/v1/account_links", "account type return_url refresh_url", ({ store, params }) =>
    createAccountLink(store, params),
  ),
  on(
    "POST",
    "/v2/core/accounts",
    "configuration contact_email contact_phone dashboard defaults display_name identity include metadata",
    ({ store, params }) => createRecipient(store, params),
  ),
  on("GET", "/v2/core/accounts/:id", "include", ({ store, id, params }) => readRecipient(store, id, params)),
  on("POST", "/v2/core/accounts/:id/close", "applied_configurations", ({ store, id, params }) =>
    closeRecipient(store, id, params),
  ),
  on("POST", "/v2/core/account_links", "account use_case", ({ store, params }) => createLinkV2(store, params)),
  on("GET", "/v2/core/events", "object_id limit", ({ store, params }) => listThinEvents(store, params)),
  single("/v2/core/events", "v2.core.event"),
  ...LISTS.map((list) =>
    on("GET", list.url, listParams(list).join(" "), ({ store, params }) => listObjects(store, list, params)),
  ),
];
