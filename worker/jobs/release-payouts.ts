import { checkPayoutAccounts } from "../features/payments/payout-accounts/commands.ts";
import { claimBackDue } from "../features/payments/payout-claims/commands.ts";
import { accrueProceeds, sendDueTransfers } from "../features/payments/payouts/commands.ts";
import type { Services } from "../services.ts";

const AT_ONCE = 100;
const ACCOUNTS_AT_ONCE = 20;

/**
 * Makes the proceeds of finished card orders due, sends them to sellers' accounts, and claims back what is not the
 * seller's after all.
 * @returns how many were sent.
 */
export async function releasePayouts(services: Services): Promise<number> {
  await checkPayoutAccounts(services, ACCOUNTS_AT_ONCE);
  await accrueProceeds(services, AT_ONCE);
  const sent = await sendDueTransfers(services, AT_ONCE);
  await claimBackDue(services, AT_ONCE);
  return sent;
}
