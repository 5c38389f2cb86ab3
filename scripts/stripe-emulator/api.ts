/** Handles API calls like Stripe: keys, unknown parameters, idempotency, and faults planned by a test. */
import { EMULATOR_PUBLISHABLE_KEY, EMULATOR_SECRET_KEY } from "#domain/payments/stripe-emulator";
import { ENDPOINTS, type Endpoint } from "./endpoints.ts";
import { type Faults, faultAnswer, LOST } from "./faults.ts";
import { expand } from "./lists.ts";
import { type EmulatorStore, makeObjectId } from "./store.ts";
import { type Answer, invalid, type Params, paramProblem, parseForm, parseJson, reject, textParam } from "./wire.ts";

const BODY_LIMIT = 64 * 1024;
const KEY_LENGTH = 255;

function keyOf(request: Request, params: Params): string {
  const header = /^Bearer\s+(\S+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1];
  return header ?? textParam(params, "key") ?? "";
}

/** Answers one call. Everything after reading the body is synchronous, so that calls do not interleave. */
export async function answerCall(store: EmulatorStore, faults: Faults, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const bytes = await request.arrayBuffer();
  const requestId = makeObjectId("req", 14);
  const respond = (answer: Answer, headers?: Record<string, string>) => toResponse(answer, requestId, headers);
  if (bytes.byteLength > BODY_LIMIT) return respond(invalid("Request body is too large."));
  // Not `.text()`, about which the runtime warns for form bodies.
  const body = new TextDecoder().decode(bytes);
  const json = url.pathname.startsWith("/v2/") || (request.headers.get("Content-Type") ?? "").includes("json");
  const params = request.method === "GET" ? parseForm(url.search) : json ? parseJson(body || "{}") : parseForm(body);
  if (params === null) return respond(invalid("Invalid request body."));

  const key = keyOf(request, params);
  if (key !== EMULATOR_SECRET_KEY && key !== EMULATOR_PUBLISHABLE_KEY) {
    return respond(reject(401, { type: "invalid_request_error", message: "Invalid API Key provided." }));
  }
  const browser = key === EMULATOR_PUBLISHABLE_KEY;
  const fault = faults.take(request.method, url.pathname);
  const failure = fault && faultAnswer(fault);
  if (failure && !failure.began) return respond(failure);

  for (const endpoint of ENDPOINTS) {
    const match = endpoint.method === request.method ? endpoint.path.exec(url.pathname) : null;
    if (!match) continue;
    if (browser && !endpoint.browser) {
      return respond(
        reject(403, {
          type: "invalid_request_error",
          code: "secret_key_required",
          message: "This API call cannot be made with a publishable API key. Please use a secret API key.",
        }),
      );
    }
    const idempotencyKey = request.method === "POST" ? request.headers.get("Idempotency-Key") : null;
    const account = request.headers.get("Stripe-Account");
    store.request = { id: requestId, idempotency_key: idempotencyKey };
    const run = () => failure ?? answerOnce(store, endpoint, { store, id: match[1] ?? "", params, browser, account });
    try {
      const { answer, headers } = saved(store, idempotencyKey, `${url.pathname}\n${body}`, run);
      return respond(fault === "lost" ? LOST : answer, headers);
    } finally {
      store.request = null;
    }
  }
  return respond(
    reject(404, {
      type: "invalid_request_error",
      message: `Unrecognized request URL (${request.method}: ${url.pathname}).`,
    }),
  );
}

function answerOnce(store: EmulatorStore, endpoint: Endpoint, call: Parameters<Endpoint["run"]>[0]): Answer {
  const problem = paramProblem(call.params, [...endpoint.params, "expand"]);
  return problem ?? expand(store, endpoint.run(call), call.params);
}

/**
 * Replays the saved answer for the same key and call for a day; another call with that key is an error. v1 saves every
 * answer of a call that began, including refusals; v2 saves successes and repeats what was refused.
 */
function saved(
  store: EmulatorStore,
  key: string | null,
  fingerprint: string,
  run: () => Answer,
): { answer: Answer; headers?: Record<string, string> } {
  if (key === null) return { answer: run() };
  if (key.length > KEY_LENGTH) {
    return { answer: invalid(`Idempotency-Key must be at most ${KEY_LENGTH} characters.`) };
  }
  const known = store.answered(key);
  if (known && known.fingerprint !== fingerprint) {
    return {
      answer: reject(400, {
        type: "idempotency_error",
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      }),
    };
  }
  if (known) return { answer: known, headers: { "Idempotent-Replayed": "true" } };
  const answer = run();
  if (answer.began && (answer.status < 300 || !fingerprint.startsWith("/v2/")))
    store.remember(key, fingerprint, answer);
  return { answer };
}

/** Statuses for which Stripe says whether to retry; for others the client decides. */
const RETRY: Readonly<Record<number, "true" | "false">> = {
  400: "false",
  402: "false",
  403: "false",
  404: "false",
  409: "true",
  429: "true",
  503: "true",
};

function toResponse({ status, body }: Answer, requestId: string, headers: Record<string, string> = {}): Response {
  const retry = RETRY[status];
  return Response.json(body, {
    status,
    headers: {
      "Request-Id": requestId,
      "Cache-Control": "no-store",
      ...(retry !== undefined && { "Stripe-Should-Retry": retry }),
      ...headers,
    },
  });
}
