/** Resets storage, alarms and caches before every test file, because all files share one runtime. */
import { listDurableObjectIds, reset, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, vi } from "vitest";
import { EMULATOR_NAME } from "#domain/payments/stripe-emulator";
import { stripeBreaker } from "../../../worker/adapters/card-stripe.ts";
import { clearIsolateCaches } from "../../../worker/isolate-cache.ts";
import { refuseLeftovers } from "../leftovers.ts";

const { ITEM_ROOM, USER_CHANNEL, MIGRATOR, STRIPE_EMULATOR } = env as unknown as Record<string, DurableObjectNamespace>;
/** Objects with one name for all files; the others belong to items and accounts of one file. */
const SHARED = [MIGRATOR?.getByName("migrator"), STRIPE_EMULATOR?.getByName(EMULATOR_NAME)];

/** Objects of earlier files, which stay in the list. This module is loaded again for every file. */
const kept = globalThis as { knownObjects?: Set<string> };
kept.knownObjects ??= new Set();
const known = kept.knownObjects;

/**
 * Deletes everything stored. A reset reaches living objects only: one that was evicted or aborted would keep its storage
 * and its alarm, which then rings in a later file. So all are woken first.
 */
async function resetObjects(): Promise<void> {
  const objects = [...SHARED];
  for (const namespace of [ITEM_ROOM, USER_CHANNEL]) {
    if (!namespace) throw new Error("A Durable Object is not bound.");
    for (const id of await listDurableObjectIds(namespace)) {
      if (!known.has(id.toString())) objects.push(namespace.get(id));
      known.add(id.toString());
    }
  }
  await Promise.all([
    ...objects.map((object) => object && runInDurableObject(object, (_, { storage }) => storage.deleteAlarm())),
    // Locally the database and the buckets are such objects, too.
    env.DB.prepare("SELECT 1").first(),
    ...[env.IMAGES, env.PRIVATE_FILES, env.BACKUPS].map((bucket) => bucket.head("none")),
  ]);
  await reset();
}

// An outage that one test rehearses does not pause the calls of the next.
beforeEach(() => stripeBreaker.succeeded());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

refuseLeftovers(/^__/);
clearIsolateCaches();
await resetObjects();
const left = await env.DB.prepare("SELECT name FROM sqlite_master WHERE name = 'accounts'").first();
if (left !== null) throw new Error("The database is not empty after a reset.");
await env.MIGRATOR.getByName("migrator").migrate();
