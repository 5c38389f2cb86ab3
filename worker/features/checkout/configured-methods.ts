import type { PaymentMethod } from "#contract/items";
import type { AppEnv } from "../../env.ts";

/** Ways to pay that this service can carry out now (D22). The one place that says so; card joins when set up. */
export function configuredMethods(_env: Pick<AppEnv, "APP_ENV">): readonly PaymentMethod[] {
  return ["bank_transfer", "crypto"];
}
