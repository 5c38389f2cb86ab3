import { type Refusal, refuse } from "#contract/errors";
import { nameProblem } from "#domain/name-rules";

/** Why a name may not be used (A84), at its field; null when it may. */
export function refuseName(field: string, name: string): Refusal | null {
  const message = nameProblem(name);
  return message === null ? null : refuse("invalid", message, { fields: [{ field, message }] });
}
