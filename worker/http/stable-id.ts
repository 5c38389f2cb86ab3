import { type IdPrefix, makeId } from "#domain/ids";

/** SHA-256 of a text, as bytes. */
async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

/** SHA-256 of a text in lower-case hex. */
export async function sha256Hex(text: string): Promise<string> {
  return [...(await sha256(text))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * An id that follows from its cause alone. A retry after a crash (the effect took place, the reply was lost and nothing
 * was remembered) computes the same id and so lands on the same row instead of making a second one.
 */
export async function stableId(prefix: IdPrefix, ...parts: string[]): Promise<string> {
  return makeId(prefix, await sha256(JSON.stringify([prefix, ...parts])));
}
