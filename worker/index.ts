import { app } from "./app.ts";
import type { AppEnv } from "./env.ts";

export { ItemRoom } from "../durable/item-room/item-room.ts";
export { Migrator } from "../durable/migrator.ts";

export default {
  fetch: app.fetch,
} satisfies ExportedHandler<AppEnv>;
