import { nameProblem } from "#domain/account/name-rules";
import { type Refusal, refuseField } from "#domain/result";

/** Returns why a name is not allowed (A84), or null. */
export function refuseName(field: string, name: string): Refusal | null {
  const message = nameProblem(name);
  return message === null ? null : refuseField(field, message);
}
