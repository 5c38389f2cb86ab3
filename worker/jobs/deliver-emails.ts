import { deliverDueEmails } from "../features/notifications/email/deliver.ts";
import type { Services } from "../services.ts";

const ROUNDS = 10;

/**
 * Sends waiting emails, limited per run; the next one continues.
 * @returns how many left the queue.
 */
export async function deliverEmails(services: Services): Promise<number> {
  let sent = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const done = await deliverDueEmails(services);
    sent += done;
    if (done === 0) break;
  }
  return sent;
}
