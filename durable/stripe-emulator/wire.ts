/** Stripe's wire: form-encoded bodies with brackets in, JSON out, and its error shape. */

export type Params = { [name: string]: string | Params };

/** An answer before it becomes a Response, so that it can be remembered under its idempotency key. */
export interface Answer {
  status: number;
  body: unknown;
}

export interface ApiError {
  type: "invalid_request_error" | "card_error" | "idempotency_error" | "api_error";
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  payment_intent?: unknown;
}

export function fail(status: number, error: ApiError): Answer {
  return { status, body: { error } };
}

export function invalid(message: string, code?: string, param?: string): Answer {
  return fail(400, {
    type: "invalid_request_error",
    message,
    ...(code !== undefined && { code }),
    ...(param !== undefined && { param }),
  });
}

export function missing(kind: string, id: string): Answer {
  return fail(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${kind}: '${id}'`,
    param: "id",
  });
}

/** `metadata[order]=1&list[0]=a` as nested records; a list is a record of its indices. */
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

/** A browser without Stripe.js sends JSON; its values become the same text a form would carry. */
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
    } else if (typeof entry === "object" && entry !== null && depth < 5) params[name] = textOf(entry, depth + 1);
  }
  return params;
}

export function textParam(params: Params, name: string): string | null {
  const value = params[name];
  return typeof value === "string" ? value : null;
}

export function mapParam(params: Params, name: string): Record<string, string> {
  const value = params[name];
  if (typeof value !== "object") return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]) => (typeof entry === "string" ? [[key, entry]] : [])),
  );
}

/** A whole number of cents, or null. */
export function integerParam(params: Params, name: string): number | null {
  const value = textParam(params, name);
  return value !== null && /^\d{1,12}$/.test(value) ? Number(value) : null;
}
