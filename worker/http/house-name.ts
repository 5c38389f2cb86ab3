import { type Refusal, refuse } from "#contract/errors";

/** A name readers would take for the house's own (A84). */
export function refuseHouseName(field: string): Refusal {
  const message = "This name is kept for Goodstreet itself. Please choose another one.";
  return refuse("invalid", message, { fields: [{ field, message }] });
}
