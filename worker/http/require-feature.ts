import { createMiddleware } from "hono/factory";
import { type Refusal, refuse } from "#domain/result";
import type { SiteFeature } from "#domain/site/site-settings";
import { isFeatureEnabled } from "../db/site-settings.ts";
import type { AppContext } from "./context.ts";
import { RefusalError } from "./errors.ts";

const MESSAGE: Record<SiteFeature, string> = {
  knowzee: "Knowzee is taking a break. You can buy at the listed price.",
  crypto: "Crypto payments are turned off right now. Please choose another way to pay.",
  trades: "New trade offers are turned off right now. Accepted trades continue.",
  message_images: "Photos in messages are turned off right now. You can still send text.",
  sign_ups: "We aren't taking new accounts right now. If you already have one, please sign in.",
  donations: "Donations are turned off right now.",
};

/** Returns the refusal of a feature that an administrator has switched off. */
export function featureOffRefusal(feature: SiteFeature): Refusal {
  return refuse("switched_off", MESSAGE[feature]);
}

/** Guards routes of a feature that can be switched off. Existing orders and trades use routes without it. */
export function requireFeature(feature: SiteFeature) {
  return createMiddleware<AppContext>(async (c, next) => {
    if (!(await isFeatureEnabled(c.get("services"), feature))) throw new RefusalError("switched_off", MESSAGE[feature]);
    await next();
  });
}
