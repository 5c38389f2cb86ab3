import { app } from "./app.ts";
import type { AppEnv } from "./env.ts";
import { createServices } from "./http/context.ts";
import { ensureMigrated } from "./http/migrations-applied.ts";
import { runScheduledJobs } from "./jobs/schedule.ts";

export { ItemRoom } from "../durable/item-room/item-room.ts";
export { Migrator } from "../durable/migrator.ts";
export { StripeEmulator } from "../durable/stripe-emulator/stripe-emulator.ts";
export { UserChannel } from "../durable/user-channel/user-channel.ts";

export default {
  fetch: app.fetch,
  async scheduled(_controller, env, ctx) {
    await ensureMigrated(env);
    await runScheduledJobs(createServices(env, (work) => ctx.waitUntil(work)));
  },
} satisfies ExportedHandler<AppEnv>;
