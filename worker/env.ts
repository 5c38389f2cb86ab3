import type { ItemRoom } from "../durable/item-room/item-room.ts";
import type { Migrator } from "../durable/migrator.ts";
import type { StripeEmulator } from "../durable/stripe-emulator/stripe-emulator.ts";
import type { UserChannel } from "../durable/user-channel/user-channel.ts";

/** Bindings and variables of wrangler.toml. Secrets are optional: everything runs without an account (ARCHITECTURE). */
export interface AppEnv {
  DB: D1Database;
  IMAGES: R2Bucket;
  ASSETS: Fetcher;
  EMAIL: SendEmail;
  VERSION: WorkerVersionMetadata;
  ITEM_ROOM: DurableObjectNamespace<ItemRoom>;
  MIGRATOR: DurableObjectNamespace<Migrator>;
  STRIPE_EMULATOR: DurableObjectNamespace<StripeEmulator>;
  USER_CHANNEL: DurableObjectNamespace<UserChannel>;
  APP_ENV: "local" | "production";
  APP_ORIGIN: string;
  /** "on": one line in the log for each request. "off": only what went wrong. */
  REQUEST_LOG: "on" | "off";
  MAIL_TRANSPORT: "outbox" | "cloudflare";
  MAIL_FROM: string;
  SUPPORT_EMAIL: string;
  GOOGLE_CLIENT_ID: string;
  GOOGLE_ISSUER: string;
  GOOGLE_CLIENT_SECRET?: string;
  /** "fallback": the specified prices, no network. "coingecko": the public price API. */
  CRYPTO_PRICES: "fallback" | "coingecko";
  /** Optional key of the price API: a higher limit than without. */
  COINGECKO_API_KEY?: string;
  /** "stripe": real cards, once the three keys are set. "emulator": test payments, only where APP_ENV is "local". */
  PAYMENTS: "stripe" | "emulator";
  STRIPE_SECRET_KEY?: string;
  STRIPE_WEBHOOK_SECRET?: string;
  STRIPE_PUBLISHABLE_KEY?: string;
  /** Who words Knowzee's replies once an administrator turns it on: "openai" is any compatible endpoint. */
  NARRATOR: "off" | "openai" | "workers-ai";
  /** With "openai": up to and including the version, e.g. "https://llm.example/v1". */
  LLM_BASE_URL: string;
  LLM_API_KEY?: string;
  /** With "workers-ai": the binding, which exists in a deployment only. */
  AI?: { run(model: string, input: unknown, options?: unknown): Promise<unknown> };
  /** Key of the access tokens. Without it one is made once and kept in the database. */
  SESSION_SECRET?: string;
}

declare global {
  namespace Cloudflare {
    interface Env extends AppEnv {}
  }
}
