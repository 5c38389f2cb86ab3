/** What each kind of provider event does here. Kinds that are not named change nothing and are taken, or they would be sent for days. */
import type Stripe from "stripe";
import { type Refusal, refuse } from "#contract/errors";
import { takesLiveMoney } from "../../adapters/card-stripe.ts";
import type { Services } from "../../http/context.ts";
import { log } from "../../log.ts";
import { applyIntent } from "./apply-intent.ts";
import { isHandled, isWellFormed } from "./event-shapes.ts";
import { factsOf } from "./intent-facts.ts";
import { notePayouts } from "./payout-accounts.ts";
import { applyDispute, applyRefund } from "./reversals.ts";
import { recordEvent } from "./statements.ts";

const MALFORMED = refuse("bad_request", "That event could not be read.");

/**
 * Carries out one verified event; a repeat changes nothing. An event of the provider's other mode (test or live) is taken
 * and ignored: money of one never counts in the other (A56).
 */
export async function applyEvent(services: Services, event: Stripe.Event): Promise<{ ok: true } | Refusal> {
  if (!isHandled(event)) return { ok: true };
  if (!isWellFormed(event)) {
    log("error", { problem: "malformed event", event: event.id, kind: event.type });
    return MALFORMED;
  }
  if (event.livemode !== takesLiveMoney(services.env)) {
    log("error", { problem: "event of the other mode", event: event.id, kind: event.type, livemode: event.livemode });
    return { ok: true };
  }
  switch (event.type) {
    case "payment_intent.succeeded":
    case "payment_intent.canceled":
    case "payment_intent.payment_failed":
      await applyIntent(services, factsOf(event.data.object), event);
      break;
    case "charge.dispute.created":
    case "charge.dispute.closed":
      await applyDispute(services, event.data.object, event);
      break;
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
      await applyRefund(services, event.data.object, event);
      break;
    case "account.updated":
      await notePayouts(services, event.data.object.id, event.data.object.payouts_enabled ?? false, [
        recordEvent(event, services.now()),
      ]);
      break;
  }
  return { ok: true };
}
