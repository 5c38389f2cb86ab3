import { base64url } from "jose";

/** Returns a 256-bit secret for a browser or an email. The database stores only its SHA-256. */
export function newSecret(): string {
  return base64url.encode(crypto.getRandomValues(new Uint8Array(32)));
}

/** Without salt and stretching, because 256 random bits cannot be guessed. */
export async function hashSecret(secret: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret));
  return base64url.encode(new Uint8Array(digest));
}
