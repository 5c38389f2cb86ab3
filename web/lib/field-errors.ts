import type * as z from "zod/mini";

/** What a form's check returns: the body to send, or messages by field. */
export type Checked<Body> = { ok: true; body: Body } | { ok: false; problems: Record<string, string> };

/**
 * Returns the first validation message of each field by its name; empty when the value is valid. Form-wide messages are
 * under "".
 */
export function fieldErrors(schema: z.ZodMiniType, value: unknown): Record<string, string> {
  const result = schema.safeParse(value);
  const problems: Record<string, string> = {};
  if (result.success) return problems;
  for (const issue of result.error.issues) problems[issue.path.map(String).join(".")] ??= issue.message;
  return problems;
}

/** Checks a body as the server does, together with what the form found itself. */
export function checked<Body>(schema: z.ZodMiniType, body: Body, found: Record<string, string> = {}): Checked<Body> {
  const problems = { ...found, ...fieldErrors(schema, body) };
  return Object.keys(problems).length > 0 ? { ok: false, problems } : { ok: true, body };
}
