/** Stripe's wire format: form-encoded bodies with brackets, JSON for v2, and its error shape. */
import type Stripe from "stripe";

export type Params = { [name: string]: string | Params };

/** Stripe uses one schema for the error of a call and `last_payment_error`. */
export type ApiError = Stripe.PaymentIntent.LastPaymentError;

/** An answer before it becomes a Response, so that it can be saved under its idempotency key. */
export interface Answer {
  status: number;
  body: unknown;
  /** False when the call was refused before it began: Stripe does not save such an answer. */
  began: boolean;
}

export function ok(body: unknown): Answer {
  return { status: 200, body, began: true };
}

/** Refuses a call that began: Stripe replays this answer for every retry with the same key. */
export function refuse(status: number, error: ApiError): Answer {
  return { status, body: { error }, began: true };
}

/** Refuses a call before it begins. */
export function reject(status: number, error: ApiError): Answer {
  return { status, body: { error }, began: false };
}

export function invalid(message: string, code?: ApiError["code"], param?: string): Answer {
  return reject(400, {
    type: "invalid_request_error",
    message,
    ...(code !== undefined && { code }),
    ...(param !== undefined && { param }),
  });
}

export function missing(kind: string, id: string, param = "id"): Answer {
  return refuse(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${kind}: '${id}'`,
    param,
  });
}

/** Parses `metadata[order]=1&list[0]=a` into nested records; a list is a record of its indices. */
export function parseForm(text: string): Params {
  const root: Params = Object.create(null) as Params;
  for (const [name, value] of new URLSearchParams(text)) put(root, name.split(/[[\]]+/).filter(Boolean), value);
  return root;
}

function put(root: Params, path: string[], value: string): void {
  let node = root;
  for (const [depth, step] of path.entries()) {
    if (depth === path.length - 1) {
      node[step] = value;
      return;
    }
    const next = node[step];
    const child: Params = typeof next === "object" ? next : (Object.create(null) as Params);
    node[step] = child;
    node = child;
  }
}

/** Parses the JSON of v2 into the same text values that a form has. */
export function parseJson(text: string): Params | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? textOf(value, 0) : null;
  } catch {
    return null;
  }
}

function textOf(value: object, depth: number): Params {
  const params: Params = Object.create(null) as Params;
  for (const [name, entry] of Object.entries(value)) {
    if (typeof entry === "string" || typeof entry === "number" || typeof entry === "boolean") {
      params[name] = String(entry);
    } else if (typeof entry === "object" && entry !== null && depth < 8) params[name] = textOf(entry, depth + 1);
  }
  return params;
}

export function textParam(params: Params, name: string): string | null {
  const value = params[name];
  return typeof value === "string" ? value : null;
}

/** Returns a nested group of parameters, empty when it is missing. */
export function groupParam(params: Params, ...path: string[]): Params {
  let node = params;
  for (const step of path) {
    const next = node[step];
    if (typeof next !== "object") return {};
    node = next;
  }
  return node;
}

export function listParam(params: Params, name: string): string[] {
  return Object.values(groupParam(params, name)).filter((entry) => typeof entry === "string");
}

export function mapParam(params: Params, name: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(groupParam(params, name)).flatMap(([key, entry]) =>
      typeof entry === "string" ? [[key, entry]] : [],
    ),
  );
}

/** Returns a whole number of cents, or null. */
export function integerParam(params: Params, name: string): number | null {
  const value = textParam(params, name);
  return value !== null && /^\d{1,12}$/.test(value) ? Number(value) : null;
}

/** Returns a number of cents above zero, or the error. `fallback` applies when the parameter is optional. */
export function centsParam(params: Params, fallback?: number): number | Answer {
  if (!("amount" in params)) {
    return fallback ?? invalid("Missing required param: amount.", "parameter_missing", "amount");
  }
  const amount = integerParam(params, "amount");
  if (amount === null) return invalid("Invalid integer: amount", "parameter_invalid_integer", "amount");
  return amount > 0
    ? amount
    : invalid("This value must be greater than or equal to 1.", "parameter_invalid_integer", "amount");
}

/** Returns the error about unknown parameters, or metadata beyond Stripe's limits. */
export function paramProblem(params: Params, known: readonly string[]): Answer | null {
  const unknown = Object.keys(params).find((name) => !known.includes(name));
  if (unknown !== undefined) return invalid(`Received unknown parameter: ${unknown}`, "parameter_unknown", unknown);
  const metadata = Object.entries(mapParam(params, "metadata"));
  if (metadata.length > 50) return invalid("Metadata cannot have more than 50 keys.", undefined, "metadata");
  for (const [key, value] of metadata) {
    if (key.length > 40) return invalid("Metadata keys can have up to 40 characters.", undefined, `metadata[${key}]`);
    if (value.length > 500) {
      return invalid("Metadata values can have up to 500 characters.", undefined, `metadata[${key}]`);
    }
  }
  return null;
}
