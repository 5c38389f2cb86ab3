import { eq } from "drizzle-orm";
import { base64url } from "jose";
import { appKeys } from "../../db/schema/account.ts";
import { loadedOnce } from "../../isolate-cache.ts";
import type { VapidKeys } from "../../ports/push.ts";
import type { Services } from "../../services.ts";

const KEY_NAME = "vapid";

/**
 * Keys for web push, created once and stored in the database: browsers subscribe with this key, so a new one would
 * invalidate all subscriptions. Cold isolates may create it concurrently; the first one is kept and used by all.
 */
export const pushKeys = loadedOnce(async ({ db, now }: Services): Promise<VapidKeys> => {
  const mine = db.select({ value: appKeys.value }).from(appKeys).where(eq(appKeys.name, KEY_NAME));
  let [row] = await mine;
  if (!row) {
    const value = JSON.stringify(await freshKeys());
    await db.insert(appKeys).values({ name: KEY_NAME, value, created_at: now() }).onConflictDoNothing();
    [row] = await mine;
  }
  if (!row) throw new Error("The keys for pushes could not be stored.");
  return JSON.parse(row.value) as VapidKeys;
});

async function freshKeys(): Promise<VapidKeys> {
  const pair = (await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  const raw = (await crypto.subtle.exportKey("raw", pair.publicKey)) as ArrayBuffer;
  const { d } = (await crypto.subtle.exportKey("jwk", pair.privateKey)) as JsonWebKey;
  if (d === undefined) throw new Error("A private key without its number.");
  return { public_key: base64url.encode(new Uint8Array(raw)), private_key: d };
}
