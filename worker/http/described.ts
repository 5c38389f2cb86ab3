/** What a route's middleware requires, stored beside it, so that the OpenAPI document describes the actual checks. */
import type { ValidationTargets } from "hono";
import type * as core from "zod/v4/core";

export type Demand =
  | { kind: "schema"; target: keyof ValidationTargets; schema: core.$ZodType }
  /** `guard`: another middleware whose check it includes. */
  | { kind: "limit"; guard?: object }
  | { kind: "key" };

const demands = new WeakMap<object, Demand>();

/**
 * Records what a middleware requires.
 * @returns the same middleware.
 */
export function demanding<T extends object>(demand: Demand, middleware: T): T {
  demands.set(middleware, demand);
  return middleware;
}

export function demandOf(middleware: object): Demand | undefined {
  return demands.get(middleware);
}
