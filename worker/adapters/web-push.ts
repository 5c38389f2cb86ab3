import { buildPushPayload } from "@block65/webcrypto-web-push";
import type { PushMessage, PushOutcome, PushSender, VapidKeys } from "../ports/push.ts";

const TIMEOUT_MS = 5_000;
/** The subscription has ended or uses other keys; retrying would not help. */
const GONE = new Set([403, 404, 410]);
const DAY_SECONDS = 24 * 60 * 60;

/** Sends through the browsers' push services, encrypted for the browser (RFC 8291) and signed by us (RFC 8292). */
export function webPushSender(keys: VapidKeys, subject: string): PushSender {
  return {
    send: async (to, message: PushMessage): Promise<PushOutcome> => {
      const payload = await buildPushPayload(
        { data: JSON.stringify(message), options: { ttl: DAY_SECONDS, urgency: "normal" } },
        { endpoint: to.endpoint, expirationTime: null, keys: { p256dh: to.p256dh, auth: to.auth } },
        { subject, publicKey: keys.public_key, privateKey: keys.private_key },
      );
      const reply = await fetch(to.endpoint, {
        ...payload,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: "manual",
      });
      await reply.body?.cancel();
      if (reply.ok) return "sent";
      return GONE.has(reply.status) ? "gone" : "later";
    },
  };
}
