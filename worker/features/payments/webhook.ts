/** What each kind of provider event does here. Kinds that are not named change nothing and are taken, or they would be sent for days. */
import type Stripe from "stripe";
import type { Services } from "../../http/context.ts";
import { applyIntent } from "./apply-intent.ts";
import { applyDispute, applyRefund } from "./chargebacks.ts";
import { factsOf } from "./intent-facts.ts";
import { notePayouts } from "./payout-accounts.ts";
import { recordEvent } from "./statements.ts";

/** Carries out one verified event; a repeat changes nothing. */
export async function applyEvent(services: Services, event: Stripe.Event): Promise<void> {
  switch (event.type) {
    case "payment_intent.succeeded":
    case "payment_intent.canceled":
    case "payment_intent.payment_failed":
      await applyIntent(services, factsOf(event.data.object), event);
      return;
    case "charge.dispute.created":
    case "charge.dispute.closed":
      await applyDispute(services, event.data.object, event);
      return;
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
      await applyRefund(services, event.data.object, event);
      return;
    case "account.updated":
      await notePayouts(services, event.data.object.id, event.data.object.payouts_enabled ?? false, [
        recordEvent(event, services.now()),
      ]);
      return;
    default:
      return;
  }
}
