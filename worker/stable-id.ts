import { type IdPrefix, makeId } from "#domain/ids";

async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

/** Returns the SHA-256 of a text, in lower-case hex. */
export async function sha256Hex(text: string): Promise<string> {
  return [...(await sha256(text))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Derives an id from its cause alone, so that a retry after a lost reply computes the same id and affects the same row
 * instead of creating a second one.
 */
export async function stableId(prefix: IdPrefix, ...parts: string[]): Promise<string> {
  return makeId(prefix, await sha256(JSON.stringify([prefix, ...parts])));
}
