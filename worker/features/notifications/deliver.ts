import type { Services } from "../../http/context.ts";
import { log } from "../../log.ts";
import { deliverDueMail } from "../mail/deliver.ts";
import { deliverDueNotifications } from "./due.ts";

/**
 * After a batch that wrote notifications, or changed what waits for these people: tells them once the reply is sent, live,
 * by e-mail and by push. What fails here waits for the cron.
 */
export function notifySoon(services: Services, userIds: readonly string[]): void {
  if (userIds.length === 0) return;
  services.later(
    deliverDueNotifications(services, { alsoCounts: userIds })
      .then(() => deliverDueMail(services))
      .catch((error: unknown) => {
        log("warn", { message: "notifications postponed", error: String(error) });
      }),
  );
}
