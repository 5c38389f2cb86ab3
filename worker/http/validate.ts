import { zValidator } from "@hono/zod-validator";
import type { ValidationTargets } from "hono";
import { validator } from "hono/validator";
import type * as core from "zod/v4/core";
import { MESSAGES } from "#contract/copy";
import { ID_PATTERN } from "#domain/ids";
import type { FieldProblem } from "#domain/result";
import { RefusalError } from "./errors.ts";

interface Accepted {
  target: keyof ValidationTargets;
  schema: core.$ZodType;
}

const accepted = new WeakMap<object, Accepted>();

/** Returns what a middleware of `validate` accepts. The fuzz tests generate their requests from it. */
export function acceptedBy(middleware: object): Accepted | undefined {
  return accepted.get(middleware);
}

/**
 * Validates one part of a request with its contract schema. A failure is 422 with every field's problem; the first
 * problem is also the message.
 */
export function validate<T extends core.$ZodType, Target extends keyof ValidationTargets>(target: Target, schema: T) {
  const validator = zValidator(target, schema, (result) => {
    if (result.success) return;
    const fields: FieldProblem[] = result.error.issues.map((issue) => ({
      field: issue.path.map(String).join("."),
      message: issue.code === "unrecognized_keys" ? `Unknown field: ${issue.keys.join(", ")}.` : issue.message,
    }));
    const unknown = result.error.issues.some((issue) => issue.code === "unrecognized_keys");
    throw new RefusalError(unknown ? "unknown_field" : "invalid", fields[0]?.message ?? MESSAGES.valuesChanged, {
      fields,
    });
  });
  accepted.set(validator, { target, schema });
  return validator;
}

/**
 * Answers 404 when a path parameter does not look like an id, so that no query or room is asked about it. The route
 * reads it with `c.req.valid("param")`.
 */
export function idParam<Name extends string = "id">(...names: Name[]) {
  const checked: readonly string[] = names.length === 0 ? ["id"] : names;
  return validator("param", (params): Record<Name, string> => {
    for (const name of checked) {
      if (!ID_PATTERN.test(params[name] ?? "")) throw new RefusalError("not_found", MESSAGES.notFound);
    }
    return params as Record<Name, string>;
  });
}
