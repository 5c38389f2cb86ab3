import type { ItemRoom } from "../durable/item-room/item-room.ts";
import type { Migrator } from "../durable/migrator.ts";

/** Bindings and variables of wrangler.toml. Secrets are optional: everything runs without an account (ARCHITECTURE). */
export interface AppEnv {
  DB: D1Database;
  IMAGES: R2Bucket;
  ASSETS: Fetcher;
  EMAIL: SendEmail;
  VERSION: WorkerVersionMetadata;
  ITEM_ROOM: DurableObjectNamespace<ItemRoom>;
  MIGRATOR: DurableObjectNamespace<Migrator>;
  APP_ENV: "local" | "production";
  APP_ORIGIN: string;
  MAIL_TRANSPORT: "outbox" | "cloudflare";
  MAIL_FROM: string;
  SUPPORT_EMAIL: string;
  GOOGLE_CLIENT_ID: string;
  GOOGLE_ISSUER: string;
  GOOGLE_CLIENT_SECRET?: string;
  /** Key of the access tokens. Without it one is made once and kept in the database. */
  SESSION_SECRET?: string;
}

declare global {
  namespace Cloudflare {
    interface Env extends AppEnv {}
  }
}
