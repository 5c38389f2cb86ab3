import type { PaymentMethod } from "#contract/items";
import { CARD_LIMITS, CARD_MINIMUM_CENTS } from "#contract/payments";
import { cardCarries } from "#domain/checkout/purchase";
import { paymentsMode } from "../../adapters/card-stripe.ts";
import { isFeatureEnabled } from "../../db/site-settings.ts";
import type { AppEnv } from "../../env.ts";
import type { Services } from "../../services.ts";

type MethodsEnv = Parameters<typeof paymentsMode>[0] & Pick<AppEnv, "APP_ENV">;

/**
 * Returns the payment methods that the service can process now (D22). Card needs the provider's keys and an amount the
 * provider accepts; callers that sum up several items omit the amount and check the sum.
 */
export function configuredMethods(env: MethodsEnv, amountCents: number = CARD_MINIMUM_CENTS): readonly PaymentMethod[] {
  const card = paymentsMode(env) !== "off" && cardCarries(amountCents, CARD_LIMITS);
  return card ? ["bank_transfer", "stripe", "crypto"] : ["bank_transfer", "crypto"];
}

/** Returns the configured methods that administrators have left on, for new checkouts (decision 0030). */
export async function availableMethods(
  services: Pick<Services, "env" | "db" | "now">,
  amountCents?: number,
): Promise<readonly PaymentMethod[]> {
  const configured = configuredMethods(services.env, amountCents);
  return (await isFeatureEnabled(services, "crypto")) ? configured : configured.filter((method) => method !== "crypto");
}
