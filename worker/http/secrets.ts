import { base64url } from "jose";

/** 256-bit secrets handed to a browser or mailed, of which the database keeps only the SHA-256. */
export function newSecret(): string {
  return base64url.encode(crypto.getRandomValues(new Uint8Array(32)));
}

/** No salt and no stretching: 256 random bits cannot be guessed, only stolen. */
export async function hashSecret(secret: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret));
  return base64url.encode(new Uint8Array(digest));
}
