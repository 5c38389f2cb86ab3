/** Every free-text field of the OpenAPI document, with an otherwise valid call around it. */
import fc from "fast-check";
import { ACCESS_TABLE, type Role } from "../../support/access-table.ts";
import { callOf } from "../../support/workerd/access-calls.ts";
import { LAMP } from "../../support/workerd/listings.ts";
import { valuesOf } from "./schema-values.ts";
import { fillPlaceholders, operationOf, ROUTES, type Schema, type Sent, type World } from "./test-deal.ts";

export interface TextField {
  route: string;
  role: Role;
  place: "body" | "query" | "path";
  /** Property names that lead to the field; "0" is the first element of a list. */
  path: readonly string[];
}

/** Roles that may call a route, the least privileged first, as an attacker would be. */
const WHO: readonly Role[] = ["stranger", "buyer", "seller", "visitor", "admin", "super_admin"];

function textsOf(schema: Schema, depth = 0): string[][] {
  if (typeof schema === "boolean" || depth > 5 || "const" in schema || "enum" in schema) return [];
  const options = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (options) return options.flatMap((option) => textsOf(option, depth + 1));
  const { type } = schema;
  if (type === "string") return [[]];
  if (type === "array") return textsOf((schema.items || {}) as Schema, depth + 1).map((path) => ["0", ...path]);
  return Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(([name, property]) =>
    textsOf(property, depth + 1).map((path) => [name, ...path]),
  );
}

const unique = (paths: string[][]) => [...new Map(paths.map((path) => [path.join("."), path])).values()];

/** Signing out or changing one's role would make the later calls useless. */
const NOT = new Set(["POST /api/auth/sign-out", "POST /api/admin/users/:id/role"]);

export const TEXT_FIELDS: readonly TextField[] = ROUTES.flatMap((route): TextField[] => {
  const role = WHO.find((known) => ACCESS_TABLE[route]?.[known] === "in");
  const operation = operationOf(route);
  if (!role || !operation || NOT.has(route)) return [];
  const schema = operation.requestBody?.content["application/json"]?.schema;
  const body = schema ? unique(textsOf(schema)).map((path) => ({ route, role, place: "body" as const, path })) : [];
  const query = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === "query" && textsOf(parameter.schema).length > 0)
    .map(({ name }) => ({ route, role, place: "query" as const, path: [name] }));
  const path = route.includes(":") ? [{ route, role, place: "path" as const, path: [] }] : [];
  return [...body, ...query, ...path];
});

function put(value: unknown, [name, ...rest]: readonly string[], text: string): unknown {
  if (name === undefined) return text;
  if (name === "0") return [put(Array.isArray(value) ? value[0] : undefined, rest, text)];
  const object = value !== null && typeof value === "object" && !Array.isArray(value) ? value : {};
  return { ...object, [name]: put((object as Record<string, unknown>)[name], rest, text) };
}

/**
 * Valid bodies for routes where the access table sends none. A generated body with another error would be refused
 * before its text is read.
 */
const VALID: Record<string, unknown> = {
  "POST /api/items": LAMP,
  "POST /api/requests": { title: "Wanted: a bike" },
  "POST /api/contact": { topic: "idea", message: "A map of the street", email: "person@example.com" },
  "POST /api/support-requests": { issue_description: "How do I hand it over?", user_email: "person@example.com" },
  "POST /api/saved-searches": { filters: { q: "lamp" } },
  "POST /api/wish-lists": { name: "Kitchen" },
};

/** Returns the call with this text in the field. */
export function withText(world: World, { route, role, place, path }: TextField, text: string, seed: number): Sent {
  const call = callOf(route, role, world.things);
  const [, pattern = ""] = route.split(" ");
  if (place === "path") {
    const at = pattern.replaceAll(/:[a-z_]+/gi, () => encodeURIComponent(text.toWellFormed()));
    return { route, role, path: at, body: bodyText(call.body ?? {}) };
  }
  if (place === "query") {
    const query = new URLSearchParams({ [path[0] ?? ""]: text.toWellFormed() });
    return {
      route,
      role,
      path: `${call.path}${call.path.includes("?") ? "&" : "?"}${query}`,
      body: bodyText(call.body ?? {}),
    };
  }
  const known = call.body instanceof FormData ? {} : ((call.body ?? {}) as object);
  const alone = route.startsWith("PATCH ") || Object.keys(known).length > 0;
  const base = VALID[route] ?? (alone ? known : generatedBody(route, seed));
  return { route, role, path: call.path, body: fillPlaceholders(world, JSON.stringify(put(base, path, text))) };
}

function generatedBody(route: string, seed: number): unknown {
  const schema = operationOf(route)?.requestBody?.content["application/json"]?.schema ?? {};
  return fc.sample(valuesOf(schema), { seed, numRuns: 1 })[0];
}

const bodyText = (body: unknown) => (body instanceof FormData ? body : JSON.stringify(body));
