/** What a route's middleware demands, kept beside it, so that the OpenAPI document is made from what is really checked. */
import type { ValidationTargets } from "hono";
import type * as core from "zod/v4/core";

export type Demand =
  | { kind: "schema"; target: keyof ValidationTargets; schema: core.$ZodType }
  /** `guard`: the middleware it also does the work of. */
  | { kind: "limit"; guard?: object }
  | { kind: "key" };

const demands = new WeakMap<object, Demand>();

/** Marks a middleware with what it demands. @returns the same middleware. */
export function demanding<T extends object>(demand: Demand, middleware: T): T {
  demands.set(middleware, demand);
  return middleware;
}

export function demandOf(middleware: object): Demand | undefined {
  return demands.get(middleware);
}
