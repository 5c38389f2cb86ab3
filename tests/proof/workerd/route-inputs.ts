/** What every route of the app accepts, as JSON schemas of its validators, and with which status it succeeds. */
import * as z from "zod";
import { app } from "../../../worker/app.ts";
import { acceptedBy } from "../../../worker/http/validate.ts";
import { ACCESS_TABLE } from "../../support/access-table.ts";

export type Schema = Record<string, unknown>;

interface RouteInput {
  query: { name: string; schema: Schema }[];
  /** Null for a route without a JSON body. */
  body: Schema | null;
}

function jsonSchema(schema: z.core.$ZodType): Schema {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
}

function readInputs(): ReadonlyMap<string, RouteInput> {
  const inputs = new Map<string, RouteInput>();
  for (const { method, path, handler } of app.routes) {
    const route = `${method} ${path}`;
    if (!(route in ACCESS_TABLE)) continue;
    const input = inputs.get(route) ?? { query: [], body: null };
    const accepted = acceptedBy(handler);
    if (accepted?.target === "json") input.body = jsonSchema(accepted.schema);
    if (accepted?.target === "query") {
      const { properties } = jsonSchema(accepted.schema) as { properties: Record<string, Schema> };
      input.query = Object.entries(properties).map(([name, schema]) => ({ name, schema }));
    }
    inputs.set(route, input);
  }
  return inputs;
}

const INPUTS = readInputs();

export const ROUTES: readonly string[] = Object.keys(ACCESS_TABLE).filter((route) => INPUTS.has(route));

export function inputOf(route: string): RouteInput {
  const input = INPUTS.get(route);
  if (!input) throw new Error(`The app has no route ${route}.`);
  return input;
}

/** Routes that succeed with other statuses than 200. */
const STATUSES: Readonly<Record<string, readonly number[]>> = {
  "DELETE /api/places/near": [204],
  "GET /api/auth/google": [302],
  "GET /api/auth/google/callback": [303],
  "GET /api/items/:id/live": [101],
  "GET /api/live": [101],
  "POST /api/account/data/export": [202],
  "POST /api/admin/ads": [201],
  "POST /api/admin/announcements": [201],
  "POST /api/auth/change-email": [202],
  "POST /api/auth/forgot-password": [202],
  "POST /api/auth/reset-password": [200, 202],
  "POST /api/auth/sign-in": [200, 202],
  "POST /api/auth/sign-up": [201, 202],
  "POST /api/auth/verify-email/resend": [202],
  "POST /api/blocks": [201],
  "POST /api/bundles": [201],
  "POST /api/cart": [201],
  "POST /api/contact": [201],
  "POST /api/conversations": [200, 201],
  "POST /api/conversations/:id/messages": [200, 201],
  "POST /api/images": [201],
  "POST /api/items": [201],
  "POST /api/items/:id/price-offer": [201],
  "POST /api/moving-sales": [201],
  "POST /api/notifications/push": [201],
  "POST /api/promotions": [201],
  "POST /api/purchases": [201],
  "POST /api/ratings": [201],
  "POST /api/reports": [201],
  "POST /api/requests": [201],
  "POST /api/requests/:id/offers": [201],
  "POST /api/saved-searches": [201],
  "POST /api/special-offers": [201],
  "POST /api/standing/appeals": [201],
  "POST /api/support-requests": [201],
  "POST /api/trading/propose-trade": [201],
  "POST /api/transactions": [201],
  "POST /api/wish-lists": [201],
};

/** Whether the route may answer so when it succeeds. */
export const succeedsWith = (route: string, status: number) => (STATUSES[route] ?? [200]).includes(status);
