import type { FieldProblem } from "#contract/errors";
import { ApiProblem } from "../../lib/api-client.ts";
import type { ItemForm } from "./item-form.tsx";
import type { ItemFormValues } from "./item-form-values.ts";

/** The inputs from top to bottom: the first one with a problem gets the focus. */
const FIELDS: readonly (keyof ItemFormValues)[] = [
  "title",
  "category",
  "condition",
  "description",
  "tags",
  "price",
  "negotiation_enabled",
  "minimum_price",
  "negotiation_notes",
  "public_notes",
  "collection_date",
  "collection_zone",
  "suburb",
  "city",
  "postcode",
  "collection_address",
];

/** Puts the focus on the first input that has a problem. */
export function focusFirstProblem(form: ItemForm, problems: Partial<Record<keyof ItemFormValues, unknown>>): void {
  const first = FIELDS.find((field) => problems[field] !== undefined);
  if (first) form.setFocus(first);
}

/**
 * Puts the server's field problems at their inputs and the focus on the first. Returns what belongs to the photos and
 * what belongs to no input at all.
 */
export function showFieldProblems(form: ItemForm, problem: unknown): { photos: string | null; rest: string | null } {
  const fields: FieldProblem[] = problem instanceof ApiProblem ? (problem.details.fields ?? []) : [];
  let photos: string | null = null;
  const rest: string[] = [];
  const shown: Partial<Record<keyof ItemFormValues, true>> = {};
  for (const { field, message } of fields) {
    const name = field.split(".")[0];
    const input = FIELDS.find((known) => known === name);
    if (name === "photo_ids") photos ??= message;
    else if (input) {
      form.setError(input, { type: "server", message });
      shown[input] = true;
    } else rest.push(message);
  }
  focusFirstProblem(form, shown);
  if (fields.length === 0 && problem instanceof ApiProblem) rest.push(problem.message);
  return { photos, rest: rest.join(" ") || null };
}
