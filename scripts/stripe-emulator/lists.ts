/** List calls, `expand`, and reads by id. */
import { movementNow } from "./balance.ts";
import type { Kind, Stored, StoredObject } from "./objects.ts";
import type { EmulatorStore, Filter, ListQuery } from "./store.ts";
import {
  type Answer,
  groupParam,
  integerParam,
  invalid,
  listParam,
  missing,
  ok,
  type Params,
  textParam,
} from "./wire.ts";

const PAGE_MAX = 100;
const PAGE = ["limit", "starting_after", "created", "expand"];

interface ListedKind {
  kind: Kind;
  url: string;
  filters: readonly Filter[];
}

export const LISTS: readonly ListedKind[] = [
  { kind: "payment_intent", url: "/v1/payment_intents", filters: [] },
  { kind: "charge", url: "/v1/charges", filters: ["payment_intent", "transfer_group"] },
  { kind: "refund", url: "/v1/refunds", filters: ["payment_intent", "charge"] },
  { kind: "dispute", url: "/v1/disputes", filters: ["payment_intent", "charge"] },
  { kind: "transfer", url: "/v1/transfers", filters: ["transfer_group", "destination"] },
  { kind: "balance_transaction", url: "/v1/balance_transactions", filters: ["source", "type"] },
  { kind: "event", url: "/v1/events", filters: ["type"] },
  { kind: "radar.early_fraud_warning", url: "/v1/radar/early_fraud_warnings", filters: ["payment_intent", "charge"] },
];

export function listParams({ kind, filters }: ListedKind): string[] {
  return [...PAGE, ...filters, ...(kind === "event" ? ["types"] : [])];
}

/** Returns an object in its current state. */
export function present(store: EmulatorStore, object: StoredObject): StoredObject {
  return object.object === "balance_transaction" ? movementNow(store, object) : object;
}

export function readOne(store: EmulatorStore, kind: Kind, id: string): Answer {
  const found = store.get(kind, id);
  return found && !(found.object === "event" && found.account !== undefined)
    ? ok(present(store, found))
    : missing(kind, id);
}

export function listObjects(store: EmulatorStore, { kind, url, filters }: ListedKind, params: Params): Answer {
  return page(
    store,
    kind,
    url,
    params,
    Object.fromEntries(filters.map((name) => [name, textParam(params, name) ?? undefined])),
  );
}

/** Returns one page of a kind, newest first, in Stripe's list shape. */
export function page(
  store: EmulatorStore,
  kind: Kind,
  url: string,
  params: Params,
  filters: ListQuery["filters"],
): Answer {
  const limit = "limit" in params ? integerParam(params, "limit") : 10;
  if (limit === null) return invalid("Invalid integer: limit", "parameter_invalid_integer", "limit");
  if (limit < 1 || limit > PAGE_MAX) {
    return invalid(`This value must be between 1 and ${PAGE_MAX}.`, "parameter_invalid_integer", "limit");
  }
  const after = textParam(params, "starting_after");
  if (after !== null && !store.get(kind, after)) return invalidCursor(kind, after);
  const range = typeof params.created === "object" ? params.created : {};
  const from = integerParam(range, "gte") ?? addOne(integerParam(range, "gt"));
  const to = integerParam(range, "lt") ?? addOne(integerParam(range, "lte"));
  const rows: Stored<Kind>[] = store.list(kind, {
    ...(from !== undefined && { since: from }),
    ...(to !== undefined && { before: to }),
    ...(after !== null && { after }),
    types: listParam(params, "types"),
    filters,
    limit: limit + 1,
  });
  const data = rows.slice(0, limit).map((row) => present(store, row));
  return ok({ object: "list", data, has_more: rows.length > limit, url });
}

const addOne = (value: number | null) => (value === null ? undefined : value + 1);

function invalidCursor(kind: Kind, id: string): Answer {
  return invalid(`No such ${kind}: '${id}'`, "resource_missing", "starting_after");
}

/** Fields with an id that `expand` can replace by the object. */
const EXPANDABLE = [
  "balance_transaction",
  "charge",
  "failure_balance_transaction",
  "latest_charge",
  "payment_intent",
  "payment_method",
  "source",
  "source_transaction",
  "transfer",
];

/** Replaces ids by objects, for example for `expand[]=latest_charge.balance_transaction`. */
export function expand(store: EmulatorStore, answer: Answer, params: Params): Answer {
  const paths = Object.values(groupParam(params, "expand")).filter((path) => typeof path === "string");
  if (answer.status !== 200 || paths.length === 0) return answer;
  const body: unknown = structuredClone(answer.body);
  for (const path of paths) {
    const wrong = expandPath(store, body, path.split("."));
    if (wrong !== null) return invalid(`This property cannot be expanded (${wrong}).`, undefined, "expand");
  }
  return { ...answer, body };
}

/** @returns the name that cannot be expanded, or null. */
function expandPath(store: EmulatorStore, node: unknown, [step, ...rest]: string[]): string | null {
  if (step === undefined || typeof node !== "object" || node === null) return null;
  if (Array.isArray(node)) {
    for (const entry of node) {
      const wrong = expandPath(store, entry, [step, ...rest]);
      if (wrong !== null) return wrong;
    }
    return null;
  }
  const fields = node as Record<string, unknown>;
  if (step === "data" && fields.object === "list") return expandPath(store, fields.data, rest);
  if (!(step in fields) || !EXPANDABLE.includes(step)) return step;
  const value = fields[step];
  if (typeof value === "string") {
    const found = store.find(value);
    if (found) fields[step] = present(store, found);
  }
  return expandPath(store, fields[step], rest);
}
