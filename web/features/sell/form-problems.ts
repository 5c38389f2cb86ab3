import type { FieldProblem } from "#contract/errors";
import { ApiProblem } from "../../lib/api-client.ts";
import type { ItemForm } from "./item-form.tsx";

const FIELDS = new Set([
  "title",
  "description",
  "price",
  "category",
  "condition",
  "tags",
  "collection_date",
  "collection_zone",
  "collection_address",
  "suburb",
  "city",
  "postcode",
]);

/**
 * Puts the server's field problems at their inputs and the focus on the first. Returns what belongs to the photos and
 * what belongs to no input at all.
 */
export function showFieldProblems(form: ItemForm, problem: unknown): { photos: string | null; rest: string | null } {
  const fields: FieldProblem[] = problem instanceof ApiProblem ? (problem.details.fields ?? []) : [];
  let photos: string | null = null;
  const rest: string[] = [];
  let focused = false;
  for (const { field, message } of fields) {
    const name = field.split(".")[0] ?? "";
    if (name === "photo_ids") photos ??= message;
    else if (FIELDS.has(name)) {
      form.setError(name as "title", { type: "server", message }, { shouldFocus: !focused });
      focused = true;
    } else rest.push(message);
  }
  if (fields.length === 0 && problem instanceof ApiProblem) rest.push(problem.message);
  return { photos, rest: rest.join(" ") || null };
}
