import type { DurableObjectBindings, RoomEnv } from "../durable/env.ts";

/** Bindings and variables of wrangler.toml. Secrets are optional: everything runs locally without an account. */
export interface AppEnv extends RoomEnv, DurableObjectBindings {
  IMAGES: R2Bucket;
  /** Copies of a person's data, and the list of erased accounts, which outlives a restored database (D61). */
  PRIVATE_FILES: R2Bucket;
  /** Daily copies of the database. Never public. */
  BACKUPS: R2Bucket;
  /** "daily": the database is copied to the bucket BACKUPS. "off" on a developer's machine. */
  DATABASE_BACKUP: "daily" | "off";
  /** Counts reads per address (http/read-limit.ts). */
  READS: RateLimit;
  ASSETS: Fetcher;
  EMAIL: SendEmail;
  /** Shares out a backlog of deliveries (features/notifications/delivery-queue.ts). */
  DELIVERIES: Queue<"notifications" | "emails">;
  VERSION: WorkerVersionMetadata;
  /** Exists on a developer's machine only (scripts/stripe-emulator). */
  STRIPE_EMULATOR?: { getByName(name: string): Pick<Fetcher, "fetch"> };
  APP_ENV: "local" | "production";
  /** Where new Durable Objects are created, e.g. "oc" for Australia; empty: near their first caller. */
  LOCATION_HINT: DurableObjectLocationHint | "";
  /** The first administrator's address; empty for none. */
  SUPER_ADMIN_EMAIL: string;
  /** One log line per request: "on" for all, "sampled" for slow and failed ones and one in twenty others, "off" for errors. */
  REQUEST_LOG: "on" | "sampled" | "off";
  /** The https origin of the custom domain of the bucket IMAGES, from which browsers fetch photos; empty: our own. */
  IMAGES_ORIGIN: string;
  /** "on": public replies for visitors are kept at the edge for seconds. "off" on a developer's machine. */
  EDGE_CACHE: "on" | "off";
  MAIL_TRANSPORT: "outbox" | "cloudflare";
  MAIL_FROM: string;
  SUPPORT_EMAIL: string;
  /**
   * Text messages with codes. "off": phone numbers can't be confirmed. "outbox": stored in the database, on a developer's
   * machine only. "twilio": Twilio's REST API, or another provider's at SMS_BASE_URL that has the same form.
   */
  SMS_TRANSPORT: "off" | "outbox" | "twilio";
  SMS_BASE_URL: string;
  /** Account SID. */
  SMS_ACCOUNT: string;
  /** Number or name the texts come from. */
  SMS_FROM: string;
  SMS_AUTH_TOKEN?: string;
  GOOGLE_CLIENT_ID: string;
  GOOGLE_ISSUER: string;
  GOOGLE_CLIENT_SECRET?: string;
  /** Address of a MapLibre style for the base map; empty: the embedded one, which needs no network. */
  MAP_STYLE_URL: string;
  /** "fallback": fixed prices, no network. "coingecko": the public price API. */
  CRYPTO_PRICES: "fallback" | "coingecko";
  /** Optional key of the price API, for a higher rate limit. */
  COINGECKO_API_KEY?: string;
  /** "stripe": real cards, once the three keys are set. "emulator": test payments, on a developer's machine only. */
  PAYMENTS: "stripe" | "emulator";
  STRIPE_SECRET_KEY?: string;
  STRIPE_WEBHOOK_SECRET?: string;
  STRIPE_PUBLISHABLE_KEY?: string;
  /** "required": staff need a second factor (D62). "off" works on a developer's machine only. */
  STAFF_SECOND_FACTOR: "required" | "off";
  /** "low" makes password hashes cheap, for tests; works with `APP_ENV` "local" only. */
  PASSWORD_COST?: "low";
  /** Key of the access tokens. Without it a key is created once and stored in the database. */
  SESSION_SECRET?: string;
}

declare global {
  namespace Cloudflare {
    interface Env extends AppEnv {}
  }
}

/** Returns APP_ORIGIN if it is a valid address. */
export function configuredOrigin({ APP_ORIGIN }: Pick<AppEnv, "APP_ORIGIN">): string | null {
  return URL.canParse(APP_ORIGIN) ? new URL(APP_ORIGIN).origin : null;
}
