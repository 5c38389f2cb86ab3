import { accrueProceeds, sendDueTransfers } from "../features/payments/transfers.ts";
import type { Services } from "../http/context.ts";

const AT_ONCE = 100;

/** Proceeds of finished card orders become the seller's, and are sent where there is an account. @returns how many were sent. */
export async function releasePayouts(services: Services): Promise<number> {
  await accrueProceeds(services, AT_ONCE);
  return sendDueTransfers(services, AT_ONCE);
}
