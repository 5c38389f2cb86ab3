/** The seller's account with the card provider, where the proceeds of card sales are sent (SERVICES §2.7). */

import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { type Refusal, refuse } from "#contract/errors";
import { MESSAGES } from "#contract/messages";
import type { PayoutState } from "#contract/seller-hub";
import { profiles } from "../../db/schema/accounts.ts";
import { payoutAccounts } from "../../db/schema/payments.ts";
import type { Ctx, Services } from "../../http/context.ts";
import { appOrigin } from "../../http/origin.ts";
import { confirmationProblem } from "../../http/recent-sign-in.ts";
import { log } from "../../log.ts";
import { notePayouts } from "../payments/payout-accounts.ts";
import { type PayoutAccount, payoutAccountOf } from "./queries.ts";

export function payoutState(services: Services, account: PayoutAccount | null): PayoutState {
  if (account === null) return services.stripe() ? "none" : "unavailable";
  return account.payouts_enabled ? "active" : "unfinished";
}

/**
 * Where the seller carries on at the provider: identity and bank account are entered there and never pass through us. The
 * account is made once, under a key that follows from the seller; every press of the button gives a fresh, short-lived link.
 */
export async function payoutLink(c: Ctx, sellerId: string): Promise<{ ok: true; url: string } | Refusal> {
  const services = c.get("services");
  const stripe = services.stripe();
  if (!stripe) return refuse("conflict", MESSAGES.payoutsUnavailable);
  const unconfirmed = await confirmationProblem(c);
  if (unconfirmed) return unconfirmed;
  const hub = `${appOrigin(c)}/Connect`;
  try {
    const known = await payoutAccountOf(services.db, sellerId);
    const account = known?.provider_account_id ?? (await openAccount(services, stripe, sellerId));
    const link = await stripe.accountLinks.create({
      account,
      type: "account_onboarding",
      return_url: `${hub}?payouts=done`,
      refresh_url: `${hub}?payouts=again`,
    });
    return { ok: true, url: link.url };
  } catch (error) {
    log("error", { payouts: sellerId, error: String(error) });
    return refuse("unavailable", MESSAGES.payoutsUnreachable, { retry_after: 60 });
  }
}

async function openAccount({ db, now }: Services, stripe: Stripe, sellerId: string): Promise<string> {
  const [seller] = await db
    .select({ email: profiles.email, account_type: profiles.account_type })
    .from(profiles)
    .where(eq(profiles.id, sellerId));
  const account = await stripe.accounts.create(
    {
      country: "AU",
      ...(seller && { email: seller.email }),
      ...(seller?.account_type !== "business" && { business_type: "individual" }),
      capabilities: { transfers: { requested: true } },
      controller: {
        fees: { payer: "application" },
        losses: { payments: "application" },
        requirement_collection: "stripe",
        stripe_dashboard: { type: "express" },
      },
      metadata: { seller_id: sellerId },
    },
    { idempotencyKey: `payout-account:${sellerId}` },
  );
  const at = now();
  await db
    .insert(payoutAccounts)
    .values({ seller_id: sellerId, provider_account_id: account.id, created_at: at, updated_at: at })
    .onConflictDoNothing();
  return (await payoutAccountOf(db, sellerId))?.provider_account_id ?? account.id;
}

/** Asks the provider now, for the seller who has just come back; otherwise its own message tells us. */
export async function refreshPayouts(services: Services, sellerId: string): Promise<PayoutState | Refusal> {
  const stripe = services.stripe();
  const known = await payoutAccountOf(services.db, sellerId);
  if (!stripe || !known) return payoutState(services, known);
  let enabled: boolean;
  try {
    enabled = (await stripe.accounts.retrieve(known.provider_account_id)).payouts_enabled;
  } catch {
    return refuse("unavailable", MESSAGES.payoutsUnreachable, { retry_after: 60 });
  }
  if (enabled !== known.payouts_enabled) await notePayouts(services, known.provider_account_id, enabled);
  return enabled ? "active" : "unfinished";
}
