import type { HandoverSecret } from "#domain/orders/order";

/**
 * Returns a new handover code and QR secret. Every command that may settle a payment passes one; the room stores the
 * first.
 */
export function newHandover(): HandoverSecret {
  return { code: sixDigits(), secret: base64url(crypto.getRandomValues(new Uint8Array(16))) };
}

/** Rejection sampling: discards numbers above the last full million, so that every code is equally likely. */
export function sixDigits(): string {
  const limit = 4_294_000_000;
  let value = limit;
  while (value >= limit) value = crypto.getRandomValues(new Uint32Array(1))[0] ?? limit;
  return String(value % 1_000_000).padStart(6, "0");
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
}
