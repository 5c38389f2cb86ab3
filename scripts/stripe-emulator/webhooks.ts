/** Signatures and retry delays of webhook deliveries. */
import { EMULATOR_WEBHOOK_SECRET } from "#domain/payments/stripe-emulator";

const ENCODER = new TextEncoder();
const WAITS_MS = [1_000, 2_000, 5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000];
/** Stripe stops retrying after about three days. */
const ATTEMPTS_MAX = 30;

/** Returns the `Stripe-Signature` of a body, computed like Stripe. */
export async function signatureHeader(
  body: string,
  seconds: number,
  secret = EMULATOR_WEBHOOK_SECRET,
): Promise<string> {
  const key = await crypto.subtle.importKey("raw", ENCODER.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  const mac = await crypto.subtle.sign("HMAC", key, ENCODER.encode(`${seconds}.${body}`));
  const hex = [...new Uint8Array(mac)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `t=${seconds},v1=${hex}`;
}

/** Returns the delay before the next try in milliseconds, or null when retries end. */
export function webhookRetryDelay(attempts: number): number | null {
  if (attempts >= ATTEMPTS_MAX) return null;
  return WAITS_MS[Math.min(attempts - 1, WAITS_MS.length - 1)] ?? null;
}
