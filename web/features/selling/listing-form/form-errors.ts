import { FIELD_NAMES } from "#domain/items/listing-fields";
import type { FieldProblem } from "#domain/result";
import { ApiError } from "../../../lib/api-client.ts";
import type { ItemForm, ItemFormValues } from "./item-form-values.ts";

/** Focuses the first invalid input; the names are in page order. */
export function focusFirstError(form: ItemForm, problems: Partial<Record<keyof ItemFormValues, unknown>>): void {
  const first = FIELD_NAMES.find((field) => problems[field] !== undefined);
  if (first) form.setFocus(first);
}

/**
 * Shows the server's validation messages at their inputs and focuses the first. Returns the messages of the photos and
 * those without an input.
 */
export function showFieldErrors(form: ItemForm, problem: unknown): { photos: string | null; rest: string | null } {
  const fields: FieldProblem[] = problem instanceof ApiError ? (problem.details.fields ?? []) : [];
  let photos: string | null = null;
  const rest: string[] = [];
  const shown: Partial<Record<keyof ItemFormValues, true>> = {};
  for (const { field, message } of fields) {
    const name = field.split(".")[0];
    const input = FIELD_NAMES.find((known) => known === name);
    if (name === "photo_ids") photos ??= message;
    else if (input) {
      form.setError(input, { type: "server", message });
      shown[input] = true;
    } else rest.push(message);
  }
  focusFirstError(form, shown);
  if (fields.length === 0 && problem instanceof ApiError) rest.push(problem.message);
  return { photos, rest: rest.join(" ") || null };
}
