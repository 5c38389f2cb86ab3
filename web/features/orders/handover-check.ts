import type { OrderView } from "#contract/orders";
import * as words from "./words.ts";

/** What the buyer's QR says, or null when it is some other code. */
export function readHandoverQr(text: string): { orderId: string; secret: string } | null {
  const match = /^GS1\.(ord_[\w-]{1,40})\.([\w-]{22})$/.exec(text.trim());
  return match?.[1] && match[2] ? { orderId: match[1], secret: match[2] } : null;
}

/**
 * Checks the buyer's secret against what the seller's device knows of it, with no network: the server gave it the
 * SHA-256 when the order was paid, from which the secret cannot be guessed (128 bits).
 */
async function isSecretOf(orderId: string, secret: string, check: string): Promise<boolean> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${orderId}.${secret}`));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("") === check;
}

export type ScanOutcome = { ok: true; secret: string } | { ok: false; message: string };

/** What a scanned text means for this order. Every "no" says what to do about it. */
export async function checkScan(
  text: string,
  order: Pick<OrderView, "id" | "handover_check" | "counterparty">,
): Promise<ScanOutcome> {
  const code = readHandoverQr(text);
  if (!code) return { ok: false, message: words.thatIsntGoodstreetCollection };
  if (code.orderId !== order.id) {
    return { ok: false, message: words.thatCodeIsForAnother };
  }
  // A device that has never seen the check leaves the decision to the server.
  if (order.handover_check !== null && !(await isSecretOf(order.id, code.secret, order.handover_check))) {
    return {
      ok: false,
      message: words.thatCodeIsNotRight(order.counterparty.display_name),
    };
  }
  return { ok: true, secret: code.secret };
}
