import type * as z from "zod/mini";

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
