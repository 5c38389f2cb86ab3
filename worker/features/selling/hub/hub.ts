/** The seller's account at the card provider, which receives the proceeds of card sales. */

import { eq, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { MESSAGES } from "#contract/copy";
import type { PayoutState } from "#contract/selling/hub";
import { done, type Result, refuse } from "#domain/result";
import { createUnderKey } from "../../../adapters/card-stripe.ts";
import { profiles } from "../../../db/schema/account.ts";
import type { Actor } from "../../../http/context.ts";
import { unconfirmedRefusal } from "../../../http/recent-confirmation.ts";
import { errorText, log } from "../../../log.ts";
import type { Services } from "../../../services.ts";
import { checkPayoutAccount } from "../../payments/payout-accounts.ts";
import { type PayoutAccount, payoutAccountOf } from "./queries.ts";

/** Returns the state of a seller's payouts; `unavailable` when payments are off. */
export function payoutState(services: Services, account: PayoutAccount | null): PayoutState {
  if (account === null) return services.stripe() ? "none" : "unavailable";
  return account.status;
}

/**
 * Returns a link to the provider's onboarding: identity and bank account are entered there and never pass through us.
 * The account is created once, and again only after it was closed; every call returns a new, short-lived link.
 */
export async function payoutLink(services: Services, seller: Actor, origin: string): Promise<Result<string>> {
  const sellerId = seller.id;
  const stripe = services.stripe();
  if (!stripe) return refuse("conflict", MESSAGES.payoutsUnavailable);
  const unconfirmed = await unconfirmedRefusal(services, seller);
  if (unconfirmed) return unconfirmed;
  const hub = `${origin}/Connect`;
  try {
    const known = await payoutAccountOf(services.db, sellerId);
    const usable = known !== null && known.status !== "closed";
    const account = usable ? known.provider_account_id : await openAccount(services, stripe, sellerId, known);
    const link = await stripe.v2.core.accountLinks.create({
      account,
      use_case: {
        type: "account_onboarding",
        account_onboarding: { return_url: `${hub}?payouts=done`, refresh_url: `${hub}?payouts=again` },
      },
    });
    return done(link.url);
  } catch (error) {
    log("error", { payouts: sellerId, error: errorText(error) });
    return refuse("unavailable", MESSAGES.payoutsUnreachable, { retry_after: 60 });
  }
}

/**
 * Creates a recipient account, which receives transfers and takes no payments itself. The marketplace is liable for its
 * fees and losses, and the provider collects the seller's details.
 */
async function openAccount(
  { db, now }: Services,
  stripe: Stripe,
  sellerId: string,
  closed: PayoutAccount | null,
): Promise<string> {
  const [seller] = await db
    .select({ email: profiles.email, account_type: profiles.account_type })
    .from(profiles)
    .where(eq(profiles.id, sellerId));
  const create = (idempotencyKey: string) =>
    stripe.v2.core.accounts.create(
      {
        dashboard: "express",
        ...(seller && { contact_email: seller.email }),
        identity: { country: "au", ...(seller?.account_type !== "business" && { entity_type: "individual" }) },
        defaults: {
          currency: "aud",
          responsibilities: { fees_collector: "application", losses_collector: "application" },
        },
        configuration: {
          recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
        },
        metadata: { seller_id: sellerId },
      },
      { idempotencyKey },
    );
  const account = await createUnderKey(`payout-account:${sellerId}:${closed?.provider_account_id ?? "first"}`, create);
  const at = now();
  await db.run(sql`INSERT INTO payout_accounts (seller_id, provider_account_id, created_at, updated_at)
    VALUES (${sellerId}, ${account.id}, ${at}, ${at}) ON CONFLICT (seller_id) DO UPDATE SET
      provider_account_id = excluded.provider_account_id, status = 'unfinished', checked_at = 0, updated_at = ${at}
    WHERE payout_accounts.status = 'closed'`);
  return (await payoutAccountOf(db, sellerId))?.provider_account_id ?? account.id;
}

/**
 * Reads the account at the provider now, for a seller who has just returned from onboarding. Otherwise an event reports
 * changes.
 */
export async function refreshPayouts(services: Services, sellerId: string): Promise<Result<PayoutState>> {
  const known = await payoutAccountOf(services.db, sellerId);
  if (!services.stripe() || !known) return done(payoutState(services, known));
  try {
    return done((await checkPayoutAccount(services, known.provider_account_id)) ?? payoutState(services, known));
  } catch {
    return refuse("unavailable", MESSAGES.payoutsUnreachable, { retry_after: 60 });
  }
}
