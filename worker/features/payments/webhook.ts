/** What each kind of provider event does here. Kinds that are not named change nothing and are taken, or they would be sent for days. */
import { sql } from "drizzle-orm";
import type Stripe from "stripe";
import { batchAll } from "../../db/batch.ts";
import type { Services } from "../../http/context.ts";
import { applyIntent } from "./apply-intent.ts";
import { applyDispute, applyForeignRefund } from "./chargebacks.ts";
import { factsOf } from "./intent-facts.ts";
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
      await applyForeignRefund(services, event.data.object, event);
      return;
    case "account.updated":
      await applyAccount(services, event.data.object, event);
      return;
    default:
      return;
  }
}

/** Whether a seller can be sent money now. An account we do not know belongs to nobody here. */
async function applyAccount({ env, now }: Services, account: Stripe.Account, event: Stripe.Event): Promise<void> {
  const at = now();
  await batchAll(env.DB, [
    recordEvent(event, at),
    sql`UPDATE payout_accounts SET payouts_enabled = ${account.payouts_enabled ? 1 : 0}, updated_at = ${at}
      WHERE provider_account_id = ${account.id}`,
  ]);
}
