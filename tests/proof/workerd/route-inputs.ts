/** What every route of the app accepts, as JSON schemas of its validators, and with which status it succeeds. */
import * as z from "zod";
import { app } from "../../../worker/app.ts";
import { acceptedBy } from "../../../worker/http/validate.ts";
import { ACCESS_TABLE, SUCCESS } from "../../support/access-table.ts";

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

/** Whether the route may answer so when it succeeds. */
export const succeedsWith = (route: string, status: number) => (SUCCESS[route] ?? [200]).includes(status);
