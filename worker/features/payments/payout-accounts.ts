/**
 * Sellers' accounts at the provider and whether they can receive money. Status comes from the account itself, never
 * from an event.
 */

import { sql } from "drizzle-orm";
import Stripe from "stripe";
import { DAY_MS } from "#domain/deadlines";
import { batch } from "../../db/client.ts";
import type { payoutAccounts } from "../../db/schema/payments.ts";
import { errorText, log } from "../../log.ts";
import type { Services } from "../../services.ts";
import { payoutsReadyEmails } from "./emails.ts";

export type PayoutAccountStatus = (typeof payoutAccounts.$inferSelect)["status"];

const CHECK_EVERY_MS = DAY_MS;

/**
 * Reads a seller's account at the provider and stores its status.
 * @returns the status; null when no seller has this account, or payments are off.
 * @throws when the provider cannot be reached.
 */
export async function checkPayoutAccount(
  services: Services,
  providerAccountId: string,
): Promise<PayoutAccountStatus | null> {
  const stripe = services.stripe();
  const [known] = await services.db.all<{ seller_id: string }>(
    sql`SELECT seller_id FROM payout_accounts WHERE provider_account_id = ${providerAccountId}`,
  );
  if (!stripe || !known) return null;
  const status = await statusAtProvider(stripe, providerAccountId);
  await noteStatus(services, providerAccountId, status);
  return status;
}

async function statusAtProvider(stripe: Stripe, id: string): Promise<PayoutAccountStatus> {
  try {
    const account = await stripe.v2.core.accounts.retrieve(id, { include: ["configuration.recipient"] });
    if (account.closed === true) return "closed";
    const transfers = account.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers?.status;
    if (transfers === "rejected") return "closed";
    return transfers === "active" ? "active" : "unfinished";
  } catch (error) {
    // The account was closed, or has revoked our access: no more money can be sent to it.
    const { StripeInvalidRequestError, StripePermissionError } = Stripe.errors;
    const gone =
      error instanceof StripePermissionError ||
      (error instanceof StripeInvalidRequestError && error.statusCode === 404);
    if (!gone) throw error;
    return "closed";
  }
}

/**
 * Stores the status. When an account can receive money for the first time, its owner gets an email in the same batch,
 * because card sales are paid to a new place from now on (A66).
 */
async function noteStatus({ db, now }: Services, id: string, status: PayoutAccountStatus): Promise<void> {
  const at = now();
  await batch(db, [
    ...(status === "active" ? [await payoutsReadyEmails(id, at)] : []),
    sql`UPDATE payout_accounts SET updated_at = CASE WHEN status = ${status} THEN updated_at ELSE ${at} END,
        status = ${status}, checked_at = ${at} WHERE provider_account_id = ${id}`,
  ]);
  if (status === "closed") log("warn", { payout_account: id, status });
}

/** For a check that may wait: logs the error; the account is checked again later. */
export const logCheckError = (id: string) => (error: unknown) => {
  log("error", { payout_account: id, error: errorText(error) });
  return null;
};

/**
 * Checks accounts that have not been checked for a day, because an event may have been lost.
 * @returns how many were checked.
 */
export async function checkPayoutAccounts(services: Services, limit: number): Promise<number> {
  if (!services.stripe()) return 0;
  const rows = await services.db.all<{ id: string }>(sql`SELECT provider_account_id AS id FROM payout_accounts
    WHERE status <> 'closed' AND checked_at <= ${services.now() - CHECK_EVERY_MS} ORDER BY checked_at LIMIT ${limit}`);
  for (const { id } of rows) {
    if (services.cardsPaused()) break;
    await checkPayoutAccount(services, id).catch(logCheckError(id));
  }
  return rows.length;
}
