import type { Delivery } from "#domain/notifications/deliveries";
import { ItemRoom as Room } from "../durable/item-room/item-room.ts";
import { IN_JOB } from "./adapters/card-stripe.ts";
import { app } from "./app.ts";
import type { AppEnv } from "./env.ts";
import { negotiationCalls } from "./features/negotiation/live.ts";
import { notifySoon } from "./features/notifications/commands.ts";
import { shareDelivery } from "./features/notifications/delivery-queue.ts";
import { ensureMigrated } from "./http/migrations-applied.ts";
import { PAYMENT_CRON, runPaymentJobs, runScheduledJobs } from "./jobs/schedule.ts";
import { createServices } from "./services.ts";

export { Migrator } from "../durable/migrator.ts";
export { UserChannel } from "../durable/user-channel/user-channel.ts";

/** The room with the Worker's commands that it calls itself. */
export class ItemRoom extends Room<AppEnv> {
  protected override negotiationCalls() {
    const services = createServices(this.env, (work) => this.ctx.waitUntil(work));
    return negotiationCalls(services, this.itemId);
  }

  /** Delivers a waitlisted buyer's notification at once instead of at the next cron: the offered hold is short. */
  protected override notified(userId: string): void {
    notifySoon(
      createServices(this.env, (work) => this.ctx.waitUntil(work)),
      [userId],
    );
  }
}

export default {
  fetch: app.fetch,
  async scheduled({ cron }, env, ctx) {
    const services = createServices(env, (work) => ctx.waitUntil(work), IN_JOB);
    // Not before the migrations are applied, because the jobs write with the current schema.
    if ((await ensureMigrated(services)) !== null) return;
    await (cron === PAYMENT_CRON ? runPaymentJobs(services) : runScheduledJobs(services));
  },
  async queue(batch, env, ctx) {
    const services = createServices(env, (work) => ctx.waitUntil(work));
    if ((await ensureMigrated(services)) !== null) return;
    for (const { body } of batch.messages) await shareDelivery(services, body);
  },
} satisfies ExportedHandler<AppEnv, Delivery>;
