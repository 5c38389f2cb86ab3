import { deliverDueNotifications } from "../features/notifications/deliver-due.ts";
import type { Services } from "../services.ts";

const ROUNDS = 10;

/**
 * Delivers waiting notifications, limited per run.
 * @returns how many were taken.
 */
export async function deliverNotifications(services: Services): Promise<number> {
  let taken = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const done = await deliverDueNotifications(services);
    taken += done;
    if (done === 0) break;
  }
  return taken;
}
