/**
 * Effects of provider events. Other kinds have no effect and are accepted, because the provider would repeat them for
 * days.
 */

import type Stripe from "stripe";
import { done, type Refusal, type Result, refuse } from "#domain/result";
import { API_VERSION, type ThinEvent, takesLiveMoney } from "../../../adapters/card-stripe.ts";
import {
  changedAccount,
  factsOf,
  type HandledEvent,
  isHandled,
  isThinEvent,
  isWellFormed,
} from "../../../adapters/stripe-objects.ts";
import { batch } from "../../../db/client.ts";
import { recordEvent } from "../../../db/ledger.ts";
import { log } from "../../../log.ts";
import type { Services } from "../../../services.ts";
import { checkPayoutAccount } from "../payout-accounts.ts";
import { applyFraudWarning } from "../reversals/fraud-warnings.ts";
import { applyDispute, applyRefund } from "../reversals/reversals.ts";
import { applyIntent } from "../settlement.ts";

/**
 * Applies one verified event; a repeat changes nothing. An event of the provider's other mode (test or live) is
 * accepted and ignored, because its money does not count (A56).
 */
export async function applyEvent(services: Services, event: Stripe.Event | ThinEvent): Promise<Result> {
  if (isThinEvent(event)) {
    const account = changedAccount(event);
    if (account === null) return done();
    if (account === undefined) return malformed(event);
    if (isOfOtherMode(services, event)) return done();
    return followAccount(services, account, event);
  }
  if (!isHandled(event)) return done();
  if (!isWellFormed(event)) return malformed(event);
  if (isOfOtherMode(services, event)) return done();
  if (event.api_version && event.api_version !== API_VERSION) {
    // What is read from it has the right shape, but may mean something else.
    log("error", { problem: "event of another API version", event: event.id, api_version: event.api_version });
  }
  return applyHandled(services, event);
}

function malformed({ id, type }: { id: string; type: string }): Refusal {
  log("error", { problem: "malformed event", event: id, kind: type });
  return refuse("bad_request", "That event could not be read.");
}

function isOfOtherMode({ env }: Services, { id, type, livemode }: { id: string; type: string; livemode: boolean }) {
  if (livemode === takesLiveMoney(env)) return false;
  log("error", { problem: "event of the other mode", event: id, kind: type, livemode });
  return true;
}

async function applyHandled(services: Services, event: HandledEvent): Promise<Result> {
  switch (event.type) {
    case "payment_intent.succeeded":
    case "payment_intent.canceled":
    case "payment_intent.payment_failed":
      await applyIntent(services, factsOf(event.data.object), event);
      break;
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated":
    case "charge.dispute.closed":
      await applyDispute(services, event.data.object, event);
      break;
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
      await applyRefund(services, event.data.object, event);
      break;
    case "radar.early_fraud_warning.created":
      await applyFraudWarning(services, event.data.object, event);
      break;
    case "account.updated":
      return followAccount(services, event.data.object.id, event);
    case "account.application.deauthorized":
      return followAccount(services, event.account ?? "", event);
  }
  return done();
}

/** Events about accounts arrive late and out of order, so the account itself is read. */
async function followAccount(
  services: Services,
  accountId: string,
  event: { id: string; type: string },
): Promise<Result> {
  await checkPayoutAccount(services, accountId);
  await batch(services.db, [recordEvent(event, services.now())]);
  return done();
}
