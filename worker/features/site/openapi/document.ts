/**
 * Builds the OpenAPI 3.1 document from the router: paths from the routes, parameters and bodies from their schemas,
 * security and limits from their middleware, summaries from the comments above them (scripts/generate-openapi.ts).
 */
import type { RouterRoute } from "hono/types";
import * as z from "zod";
import { ERROR_STATUS } from "#contract/errors";
import { type Requirement, requirementOf } from "../../../http/route-requirements.ts";
import {
  requireAccount,
  requireActor,
  requireGoodStatus,
  requireStaff,
  requireThemeStaff,
  requireTrader,
} from "../../../http/session.ts";
import { BODIES, NON_JSON_REPLIES, SUMMARIES } from "./descriptions.ts";

/** Comment above a route, and the replies named in its code. */
export interface RouteDescription {
  summary: string;
  replies: { status: number; type: string }[];
}

type Json = Record<string, unknown>;

/** Descriptions of who may call a route, by its guard; the strictest guard found applies. */
const GUARDS: readonly (readonly [guard: unknown, words: string])[] = [
  [requireStaff, "Administrators only."],
  [requireThemeStaff, "Administrators only."],
  [requireGoodStatus, "Signed-in users who are not suspended, banned or restricted."],
  [requireTrader, "Signed-in users who are not suspended or banned."],
  [requireAccount, "Signed-in users, including suspended and banned ones."],
  [requireActor, "Signed-in users."],
];

const METHODS = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);

/** Whether a route is documented: not a wildcard pattern. */
export function isDocumented(route: Pick<RouterRoute, "method" | "path">): boolean {
  return METHODS.has(route.method) && !route.path.includes("*");
}

interface Operation {
  method: string;
  path: string;
  handlers: RouterRoute["handler"][];
}

function operationsOf(routes: readonly RouterRoute[]): Operation[] {
  const found = new Map<string, Operation>();
  for (const route of routes) {
    if (!isDocumented(route)) continue;
    const key = `${route.method} ${route.path}`;
    const operation = found.get(key) ?? { method: route.method, path: route.path, handlers: [] };
    operation.handlers.push(route.handler);
    found.set(key, operation);
  }
  return [...found.values()];
}

function jsonSchema(schema: Extract<Requirement, { kind: "schema" }>["schema"]): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    target: "draft-2020-12",
  });
  return rest;
}

/** Maps the properties of an object schema to parameters. */
function parametersFrom(place: "query" | "header" | "path", schema: Json): Json[] {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  return Object.entries((schema.properties ?? {}) as Record<string, Json>).map(
    ([name, { description, ...property }]) => ({
      name,
      in: place,
      required: place === "path" || required.has(name),
      ...(description !== undefined && { description }),
      schema: property,
    }),
  );
}

const ERROR_REF = { $ref: "#/components/schemas/Error" };
const problem = (description: string): Json => ({
  description,
  content: { "application/json": { schema: ERROR_REF } },
});

function repliesOf(route: string, description: RouteDescription | undefined, known: ReadonlySet<string>): Json {
  const replies: Json = {};
  for (const { status, type } of description?.replies ?? []) {
    const schema = known.has(type) ? { $ref: `#/components/schemas/${type}` } : {};
    replies[status] = { description: type, content: { "application/json": { schema } } };
  }
  if (Object.keys(replies).length > 0) return replies;
  const [status, words, media] = NON_JSON_REPLIES[route] ?? ["200", "Success."];
  return { [status]: { description: words, ...(media && { content: { [media]: {} } }) } };
}

function describeOperation(
  { method, path, handlers }: Operation,
  description: RouteDescription | undefined,
  known: ReadonlySet<string>,
): Json {
  const demands = handlers.flatMap((handler) => requirementOf(handler) ?? []);
  const schemas = demands.filter((demand) => demand.kind === "schema");
  const checks = [...handlers, ...demands.map((demand) => demand.kind === "limit" && demand.guard)];
  const guard = GUARDS.find(([middleware]) => checks.some((guarding) => guarding === middleware));
  const named = new Set(
    schemas.flatMap((demand) =>
      demand.target === "param" ? Object.keys(jsonSchema(demand.schema).properties ?? {}) : [],
    ),
  );
  const parameters = [
    ...[...path.matchAll(/:(\w+)/g)]
      .map(([, name = ""]) => name)
      .filter((name) => !named.has(name))
      .map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
    ...schemas.flatMap(({ target, schema }) =>
      target === "query" || target === "header"
        ? parametersFrom(target, jsonSchema(schema))
        : target === "param"
          ? parametersFrom("path", jsonSchema(schema))
          : [],
    ),
    ...(demands.some((demand) => demand.kind === "key") ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
  ];
  const body = schemas.find(({ target }) => target === "json");
  const content = body ? { "application/json": { schema: jsonSchema(body.schema) } } : BODIES[`${method} ${path}`];
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^A-Za-z0-9]+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: [path.split("/")[path.startsWith("/api/admin/") ? 3 : path.startsWith("/api/") ? 2 : 1] ?? ""],
    summary: description?.summary || (SUMMARIES[`${method} ${path}`] ?? ""),
    ...(guard && { description: guard[1], security: [{ session: [] }, { bearer: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(content && { requestBody: { required: true, content } }),
    responses: {
      ...repliesOf(`${method} ${path}`, description, known),
      ...(guard && { "401": problem("Not signed in.") }),
      ...(guard && guard[0] !== requireActor && { "403": problem("The caller is not allowed to do this.") }),
      ...(path.includes(":") && { "404": problem("Not found, or not visible to the caller.") }),
      ...(schemas.length > 0 && { "422": problem("The request is invalid; `details.fields` lists the problems.") }),
      ...(demands.some((demand) => demand.kind === "limit") && {
        "429": problem("Rate limit exceeded; `Retry-After` contains the seconds to wait."),
      }),
      default: problem("Any other error."),
    },
  };
}

const ERROR_SCHEMA: Json = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message", "request_id"],
      properties: {
        code: { type: "string", enum: Object.keys(ERROR_STATUS), description: "Determines the HTTP status." },
        message: { type: "string", description: "Message for the user." },
        details: { type: "object" },
        request_id: { type: "string", description: "Same as the header X-Request-Id and the id in the log." },
      },
    },
  },
};

/**
 * Returns the document.
 * @param schemas schemas of the replies, by the names the descriptions use.
 */
export function openApiDocument(
  routes: readonly RouterRoute[],
  descriptions: Readonly<Record<string, RouteDescription>>,
  schemas: Readonly<Record<string, unknown>>,
): Json {
  const known = new Set(Object.keys(schemas));
  const paths: Record<string, Json> = {};
  for (const operation of operationsOf(routes)) {
    const address = operation.path.replace(/:(\w+)/g, "{$1}");
    const description = descriptions[`${operation.method} ${operation.path}`];
    paths[address] = {
      ...paths[address],
      [operation.method.toLowerCase()]: describeOperation(operation, description, known),
    };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Goodstreet",
      version: "1",
      description:
        "A local marketplace for second-hand items, trades and giveaways in Australia. Amounts are Australian dollars with cents as decimals; times are milliseconds since 1970-01-01 UTC. Writes from a browser must come from the site's own `Origin`.",
    },
    servers: [{ url: "/" }],
    paths,
    components: {
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "__Host-at" },
        bearer: { type: "http", scheme: "bearer" },
      },
      parameters: {
        IdempotencyKey: {
          name: "Idempotency-Key",
          in: "header",
          required: false,
          description:
            "Makes the call safe to repeat: after a success, the same key with the same body returns the stored response.",
          schema: { type: "string", minLength: 1, maxLength: 128 },
        },
      },
      schemas: { Error: ERROR_SCHEMA, ...schemas },
    },
  };
}
