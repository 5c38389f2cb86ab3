/** The OpenAPI document covers every route and is derived from the validators of the routes. */
import { beforeAll, describe, expect, it } from "vitest";
import { readOpenApi } from "../../scripts/generate-openapi.ts";
import { app } from "../../worker/app.ts";
import { BODIES, NON_JSON_REPLIES, SUMMARIES } from "../../worker/features/site/openapi/descriptions.ts";
import { isDocumented, openApiDocument } from "../../worker/features/site/openapi/document.ts";
import { ACCESS_TABLE } from "../support/access-table.ts";

interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  security?: unknown[];
  parameters?: { name?: string; in?: string; required?: boolean; $ref?: string }[];
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, unknown> } }> };
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
}

const routes = [...new Set(app.routes.filter(isDocumented).map(({ method, path }) => `${method} ${path}`))];
let document: Document;
let described: Record<string, { summary: string; replies: { status: number; type: string }[] }>;

beforeAll(async () => {
  // Read from the source, so that an outdated generated file cannot hide a change.
  const { descriptions, schemas } = await readOpenApi();
  described = descriptions;
  document = openApiDocument(app.routes, descriptions, schemas) as unknown as Document;
});

const operation = (route: string): Operation | undefined => {
  const [method = "", path = ""] = route.split(" ");
  return document.paths[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];
};

describe("OpenAPI document", () => {
  it("has every route of the app with a summary", () => {
    expect(routes.length).toBeGreaterThan(200);
    expect(routes.filter((route) => !operation(route)?.summary)).toEqual([]);
  });

  it("has a reply for every route", () => {
    expect(routes.filter((route) => (described[route]?.replies.length ?? 0) === 0 && !NON_JSON_REPLIES[route])).toEqual(
      [],
    );
  });

  it("has no summary, media type or body for a missing route, nor for one that describes itself", () => {
    expect(Object.keys(SUMMARIES).filter((route) => !routes.includes(route) || described[route]?.summary)).toEqual([]);
    expect(Object.keys(NON_JSON_REPLIES).filter((route) => !routes.includes(route))).toEqual([]);
    expect(Object.keys(BODIES).filter((route) => !routes.includes(route))).toEqual([]);
  });

  it("has a unique operation id for every route", () => {
    const ids = routes.map((route) => operation(route)?.operationId);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it("has no dangling reference", () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = ""]) => path);
    const reaches = (path: string) =>
      path.split("/").reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], document);
    expect([...new Set(references)].filter((path) => reaches(path) === undefined)).toEqual([]);
  });

  it("derives bodies, parameters, security, idempotency keys and limits from the middleware of a route", () => {
    const buy = operation("POST /api/transactions");
    expect(Object.keys(buy?.requestBody?.content["application/json"]?.schema.properties ?? {})).toEqual(
      expect.arrayContaining(["itemId", "paymentMethod"]),
    );
    expect(buy?.parameters).toContainEqual({ $ref: "#/components/parameters/IdempotencyKey" });
    expect(Object.keys(buy?.responses ?? {})).toEqual(expect.arrayContaining(["201", "401", "403", "422", "429"]));
    expect(buy?.security).toBeDefined();
    expect(buy?.responses["201"]?.content).toEqual({
      "application/json": { schema: { $ref: "#/components/schemas/TransactionView" } },
    });
    const list = operation("GET /api/items");
    expect(list?.security).toBeUndefined();
    expect(list?.parameters?.map(({ name }) => name)).toEqual(expect.arrayContaining(["q", "category", "cursor"]));
    expect(operation("GET /api/orders/:id")?.parameters).toContainEqual(
      expect.objectContaining({ name: "id", in: "path", required: true }),
    );
    expect(operation("GET /api/admin/mail")).toMatchObject({ description: "Administrators only." });
    expect(Object.keys(operation("POST /api/images")?.requestBody?.content ?? {})).toEqual(["multipart/form-data"]);
  });

  it("marks every route that needs a session, and every route for administrators", () => {
    const walked = Object.entries(ACCESS_TABLE).filter(([route]) => operation(route));
    expect(walked.length).toBeGreaterThan(200);
    const turnsAway = walked.filter(([, { visitor }]) => visitor === "sign in").map(([route]) => route);
    expect(turnsAway.filter((route) => !operation(route)?.security)).toEqual([]);
    const staffs = walked.filter(([, { stranger }]) => stranger === "staff only").map(([route]) => route);
    expect(staffs.filter((route) => operation(route)?.description !== "Administrators only.")).toEqual([]);
  });

  it("describes the fields of replies as the contract has them", () => {
    const order = document.components.schemas.OrderView as { properties: Record<string, unknown>; required: string[] };
    expect(order.properties.amount).toEqual({ type: "number" });
    expect(order.properties.role).toEqual({ enum: ["buyer", "seller"] });
    expect(order.required).toContain("payment_deadline");
    expect(document.components.schemas.Page_OrderView).toMatchObject({
      properties: { items: { type: "array", items: { $ref: "#/components/schemas/OrderView" } } },
    });
  });
});
