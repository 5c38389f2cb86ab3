import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const target = join(root, "wrangler.local.toml");

/** What the Worker of a developer's machine has instead of the deployed one's. */
const CHANGES: readonly (readonly [deployed: string, local: string])[] = [
  ['main = "worker/index.ts"', 'main = "scripts/stripe-emulator/worker.ts"'],
  ['APP_ENV = "production"', 'APP_ENV = "local"'],
  ['REQUEST_LOG = "sampled"', 'REQUEST_LOG = "on"'],
  // A developer expects to see a change at once.
  ['EDGE_CACHE = "on"', 'EDGE_CACHE = "off"'],
  ['DATABASE_BACKUP = "daily"', 'DATABASE_BACKUP = "off"'],
  ['PAYMENTS = "stripe"', 'PAYMENTS = "emulator"'],
  // A developer's machine asks no price service.
  ['CRYPTO_PRICES = "coingecko"', 'CRYPTO_PRICES = "fallback"'],
  ['SMS_TRANSPORT = "off"', 'SMS_TRANSPORT = "outbox"'],
  // The demo's staff accounts have no second factor.
  ['STAFF_SECOND_FACTOR = "required"', 'STAFF_SECOND_FACTOR = "off"'],
];

/** What it has in addition. */
const EMULATOR = `
[[durable_objects.bindings]]
name = "STRIPE_EMULATOR"
class_name = "StripeEmulator"

[exports.StripeEmulator]
type = "durable-object"
storage = "sqlite"
`;

/** Returns wrangler.toml with these lines replaced. */
export function changedConfig(changes: typeof CHANGES): string {
  let text = readFileSync(join(root, "wrangler.toml"), "utf8");
  for (const [deployed, other] of changes) {
    if (!text.includes(`\n${deployed}\n`)) throw new Error(`wrangler.toml has no line ${deployed}`);
    text = text.replaceAll(`\n${deployed}\n`, `\n${other}\n`);
  }
  return text;
}

/**
 * Writes the configuration of the Worker for this machine: wrangler.toml with the Stripe emulator.
 * @returns its path.
 */
export function writeLocalConfig(): string {
  const text = `# Made by scripts/local/config.ts from wrangler.toml; not edited, not committed.\n${changedConfig(CHANGES)}${EMULATOR}`;
  // Do not touch an unchanged file, so that watchers do not restart.
  if (!existsSync(target) || readFileSync(target, "utf8") !== text) writeFileSync(target, text);
  return target;
}
