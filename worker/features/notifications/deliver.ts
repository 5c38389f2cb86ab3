import { log } from "../../log.ts";
import type { Services } from "../../services.ts";
import { deliverDueNotifications } from "./deliver-due.ts";
import { deliverDueEmails } from "./email/deliver.ts";

/**
 * Delivers notifications after the response: live, by email and by push. Call it after a batch that wrote notifications
 * or changed these users' counters. Cron retries what fails here.
 */
export function notifySoon(services: Services, userIds: readonly string[]): void {
  if (userIds.length === 0) return;
  services.defer(
    deliverDueNotifications(services, { alsoCounts: userIds })
      .then(() => deliverDueEmails(services))
      .catch((error: unknown) => {
        log("warn", { message: "notifications postponed", error: String(error) });
      }),
  );
}
