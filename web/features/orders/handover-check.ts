import type { OrderView } from "#contract/orders";

/** Parses the buyer's QR code; null for any other code. */
export function parseHandoverQr(text: string): { orderId: string; secret: string } | null {
  const match = /^GS1\.(ord_[\w-]{1,40})\.([\w-]{22})$/.exec(text.trim());
  return match?.[1] && match[2] ? { orderId: match[1], secret: match[2] } : null;
}

/**
 * Verifies the buyer's secret offline. The server sent its SHA-256 to the seller when the order was paid; the secret
 * has 128 bits and cannot be guessed from it.
 */
async function isSecretOf(orderId: string, secret: string, check: string): Promise<boolean> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${orderId}.${secret}`));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("") === check;
}

export type ScanOutcome = { ok: true; secret: string } | { ok: false; message: string };

/** Checks a scanned text for this order. Every failure has a message that says what to do. */
export async function checkScan(
  text: string,
  order: Pick<OrderView, "id" | "handover_check" | "counterparty">,
): Promise<ScanOutcome> {
  const code = parseHandoverQr(text);
  if (!code) return { ok: false, message: "That isn't a Goodstreet pickup code." };
  if (code.orderId !== order.id) {
    return { ok: false, message: "That code is for another order. Ask the buyer to open this one." };
  }
  // Without the stored hash the server decides.
  if (order.handover_check !== null && !(await isSecretOf(order.id, code.secret, order.handover_check))) {
    return {
      ok: false,
      message: `That code isn't right. Ask ${order.counterparty.display_name} to reload their page.`,
    };
  }
  return { ok: true, secret: code.secret };
}
