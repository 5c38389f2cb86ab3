import { done, type Result, refuse } from "../result.ts";

/** Refuses another hold by a user who has as many as staff allow (D35). `holds`: their live holds of other items. */
export function withinHoldingLimit(holds: number, { live_holds: max }: { live_holds: number }): Result {
  if (holds < max) return done();
  return refuse("holding_limit", `You can hold up to ${max} ${max === 1 ? "item" : "items"} at a time.`);
}
