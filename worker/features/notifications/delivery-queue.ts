/**
 * Cron delivers a limited amount by itself and shares out a larger backlog through a queue. A message says only that
 * something is due: the Worker that receives it claims the next round in the database and delivers it. A message that is
 * lost, late or delivered twice therefore changes nothing.
 */

import { type SQL, sql } from "drizzle-orm";
import { type Delivery, roundsToShare, worthCounting } from "#domain/notifications/deliveries";
import { errorText, log } from "../../log.ts";
import type { Services } from "../../services.ts";
import { deliverDueEmails, EMAILS_AT_ONCE } from "./email/jobs.ts";
import { deliverDueNotifications, NOTIFICATIONS_AT_ONCE } from "./jobs.ts";

/** Rounds of one cron run. */
const OWN_ROUNDS = 10;

const KINDS: Record<
  Delivery,
  { atOnce: number; round: (services: Services) => Promise<number>; due: (now: number) => SQL }
> = {
  notifications: {
    atOnce: NOTIFICATIONS_AT_ONCE,
    round: (services) => deliverDueNotifications(services),
    due: (now) => sql`SELECT 1 FROM notifications WHERE next_at <= ${now}`,
  },
  emails: {
    atOnce: EMAILS_AT_ONCE,
    round: (services) => deliverDueEmails(services),
    due: (now) => sql`SELECT 1 FROM mail_outbox WHERE status = 'queued' AND next_at <= ${now}`,
  },
};

/** Delivers one round for a message of the queue. The queue repeats what fails here, and cron after it. */
export async function shareDelivery(services: Services, delivery: Delivery): Promise<void> {
  await KINDS[delivery].round(services);
}

async function askForHelp({ db, env, now }: Services, delivery: Delivery): Promise<void> {
  const { atOnce, due } = KINDS[delivery];
  const { waiting } = await db.get<{ waiting: number }>(
    sql`SELECT count(*) AS waiting FROM (${due(now())} LIMIT ${worthCounting(atOnce, OWN_ROUNDS)})`,
  );
  const rounds = roundsToShare(waiting, atOnce, OWN_ROUNDS);
  if (rounds > 0) await env.DELIVERIES.sendBatch(Array.from({ length: rounds }, () => ({ body: delivery })));
}

/** Delivers what is due, limited per run, and shares out the rest. Without the queue the next run continues. */
async function deliverDue(services: Services, delivery: Delivery): Promise<number> {
  await askForHelp(services, delivery).catch((error: unknown) =>
    log("warn", { message: "delivery queue", delivery, error: errorText(error) }),
  );
  let delivered = 0;
  for (let round = 0; round < OWN_ROUNDS; round++) {
    const done = await KINDS[delivery].round(services);
    delivered += done;
    if (done === 0) break;
  }
  return delivered;
}

/**
 * Delivers waiting notifications.
 * @returns how many were taken here.
 */
export const deliverNotifications = (services: Services) => deliverDue(services, "notifications");

/**
 * Sends waiting emails.
 * @returns how many left the outbox here.
 */
export const deliverEmails = (services: Services) => deliverDue(services, "emails");
