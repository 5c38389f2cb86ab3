/** The endpoints of Stripe that Goodstreet calls: keys, idempotency, routing. */

import { EMULATOR_PUBLISHABLE_KEY, EMULATOR_SECRET_KEY } from "#domain/stripe-emulator";
import { cancelIntent, confirmIntent, createIntent, readIntent } from "./intents.ts";
import { createAccount, createRefund, createTransfer, reverseTransfer } from "./money-out.ts";
import { createAccountLink } from "./onboarding.ts";
import type { EmulatorStore, StoredObject } from "./store.ts";
import { type Answer, fail, invalid, missing, type Params, parseForm, parseJson, textParam } from "./wire.ts";

interface Call {
  store: EmulatorStore;
  id: string;
  params: Params;
  browser: boolean;
}

interface Endpoint {
  method: "GET" | "POST";
  path: RegExp;
  /** A publishable key is enough. */
  browser?: true;
  run(call: Call): Answer;
}

const ENDPOINTS: readonly Endpoint[] = [
  { method: "POST", path: /^\/v1\/payment_intents$/, run: ({ store, params }) => createIntent(store, params) },
  { method: "GET", path: /^\/v1\/payment_intents$/, run: list("payment_intent") },
  {
    method: "GET",
    path: /^\/v1\/payment_intents\/(\w+)$/,
    browser: true,
    run: ({ store, id, params, browser }) =>
      readIntent(store, id, browser ? (textParam(params, "client_secret") ?? "") : null),
  },
  {
    method: "POST",
    path: /^\/v1\/payment_intents\/(\w+)\/confirm$/,
    browser: true,
    run: ({ store, id, params, browser }) => confirmIntent(store, id, params, browser),
  },
  {
    method: "POST",
    path: /^\/v1\/payment_intents\/(\w+)\/cancel$/,
    run: ({ store, id, params }) => cancelIntent(store, id, params),
  },
  { method: "POST", path: /^\/v1\/refunds$/, run: ({ store, params }) => createRefund(store, params) },
  {
    method: "GET",
    path: /^\/v1\/refunds$/,
    run: (call) => {
      const intent = textParam(call.params, "payment_intent");
      return intent === null ? list("refund")(call) : page(call.store.children("refund", intent), "/v1/refunds");
    },
  },
  { method: "GET", path: /^\/v1\/refunds\/(\w+)$/, run: read("refund") },
  {
    method: "GET",
    path: /^\/v1\/disputes$/,
    run: (call) => {
      const intent = textParam(call.params, "payment_intent");
      return intent === null ? list("dispute")(call) : page(call.store.children("dispute", intent), "/v1/disputes");
    },
  },
  { method: "GET", path: /^\/v1\/charges\/(\w+)$/, run: read("charge") },
  { method: "POST", path: /^\/v1\/transfers$/, run: ({ store, params }) => createTransfer(store, params) },
  {
    method: "GET",
    path: /^\/v1\/transfers$/,
    run: (call) => {
      const group = textParam(call.params, "transfer_group");
      return group === null ? list("transfer")(call) : page(call.store.children("transfer", group), "/v1/transfers");
    },
  },
  {
    method: "POST",
    path: /^\/v1\/transfers\/(\w+)\/reversals$/,
    run: ({ store, id, params }) => reverseTransfer(store, id, params),
  },
  { method: "POST", path: /^\/v1\/accounts$/, run: ({ store, params }) => createAccount(store, params) },
  { method: "GET", path: /^\/v1\/accounts\/(\w+)$/, run: read("account") },
  { method: "POST", path: /^\/v1\/account_links$/, run: ({ store, params }) => createAccountLink(store, params) },
  { method: "GET", path: /^\/v1\/events$/, run: list("event") },
  { method: "GET", path: /^\/v1\/events\/(\w+)$/, run: read("event") },
];

function read(kind: string) {
  return ({ store, id }: Call): Answer => {
    const found = store.get<StoredObject>(kind, id);
    return found ? { status: 200, body: found } : missing(kind, id);
  };
}

function page(data: StoredObject[], url: string, more = false): Answer {
  return { status: 200, body: { object: "list", data, has_more: more, url } };
}

function list(kind: string) {
  return ({ store, params }: Call): Answer => {
    const created = params.created;
    const bound = (name: string) => (typeof created === "object" && Number(textParam(created, name))) || null;
    const limit = Math.min(100, Math.max(1, Number(textParam(params, "limit") ?? 10) || 10));
    const range = { since: bound("gte") ?? 0, before: bound("lt") ?? Number.MAX_SAFE_INTEGER };
    const types = typeof params.types === "object" ? Object.values(params.types).map(String) : [];
    const after = textParam(params, "starting_after");
    const rows = store.list<StoredObject>(kind, { ...range, types, after }, limit + 1);
    return page(rows.slice(0, limit), `/v1/${kind}s`, rows.length > limit);
  };
}

const BODY_LIMIT = 64 * 1024;

function keyOf(request: Request, params: Params): string {
  const header = /^Bearer\s+(\S+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1];
  return header ?? textParam(params, "key") ?? "";
}

/** Answers one call. Everything after the body is read is synchronous, so that no two calls interleave. */
export async function answerCall(store: EmulatorStore, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > BODY_LIMIT) return respond(invalid("Request body is too large."));
  // Not `.text()`: the runtime warns about it on form bodies.
  const body = new TextDecoder().decode(bytes);
  const json = (request.headers.get("Content-Type") ?? "").includes("json");
  const params = request.method === "GET" ? parseForm(url.search) : json ? parseJson(body || "{}") : parseForm(body);
  if (params === null) return respond(invalid("Invalid request body."));

  const key = keyOf(request, params);
  if (key !== EMULATOR_SECRET_KEY && key !== EMULATOR_PUBLISHABLE_KEY) {
    return respond(fail(401, { type: "invalid_request_error", message: "Invalid API Key provided." }));
  }
  const browser = key === EMULATOR_PUBLISHABLE_KEY;
  for (const endpoint of ENDPOINTS) {
    const match = endpoint.method === request.method ? endpoint.path.exec(url.pathname) : null;
    if (!match) continue;
    if (browser && !endpoint.browser) {
      return respond(
        fail(403, {
          type: "invalid_request_error",
          code: "secret_key_required",
          message: "This API call cannot be made with a publishable API key. Please use a secret API key.",
        }),
      );
    }
    const run = () => endpoint.run({ store, id: match[1] ?? "", params, browser });
    return remembered(store, request, `${url.pathname}\n${body}`, run);
  }
  return respond(
    fail(404, {
      type: "invalid_request_error",
      message: `Unrecognized request URL (${request.method}: ${url.pathname}).`,
    }),
  );
}

/** The same key with the same call gives the same answer for a day; with another call it is an error. */
function remembered(store: EmulatorStore, request: Request, fingerprint: string, run: () => Answer): Response {
  const key = request.method === "POST" ? request.headers.get("Idempotency-Key") : null;
  if (key === null) return respond(run());
  const known = store.answered(key);
  if (known && known.fingerprint !== fingerprint) {
    return respond(
      fail(400, {
        type: "idempotency_error",
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      }),
    );
  }
  if (known) return respond(known, { "Idempotent-Replayed": "true" });
  const answer = run();
  // As with Stripe, what never began to be carried out is not remembered.
  if (answer.status < 300 || answer.status === 402) store.remember(key, fingerprint, answer);
  return respond(answer);
}

function respond({ status, body }: Answer, headers: Record<string, string> = {}): Response {
  return Response.json(body, {
    status,
    headers: { "Request-Id": "req_emulator", "Cache-Control": "no-store", ...headers },
  });
}
