/** What a route's middleware requires, stored beside it, so that the OpenAPI document describes the actual checks. */
import type { ValidationTargets } from "hono";
import type * as core from "zod/v4/core";

export type Requirement =
  | { kind: "schema"; target: keyof ValidationTargets; schema: core.$ZodType }
  /** `guard`: another middleware whose check it includes. */
  | { kind: "limit"; guard?: object }
  | { kind: "key" };

const demands = new WeakMap<object, Requirement>();

/**
 * Records what a middleware requires.
 * @returns the same middleware.
 */
export function requiring<T extends object>(demand: Requirement, middleware: T): T {
  demands.set(middleware, demand);
  return middleware;
}

export function requirementOf(middleware: object): Requirement | undefined {
  return demands.get(middleware);
}
