/**
 * scrypt with OWASP's N=2^14, r=8, p=5: 16 MiB, which fits an isolate's 128 MB with other requests. The parameters are
 * part of the stored text, so that they can be raised later.
 */
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { normalisePassword } from "#domain/account/password";

const LOG_N = 14;
const R = 8;
const P = 5;
const KEY_BYTES = 32;
const PATTERN = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/**
 * A hash takes about 115 ms, during which an isolate answers nothing else. Several at once start this far apart, so that
 * other requests are answered between them.
 */
const START_EVERY_MS = 150;
let nextStart = 0;

/** Waits for a start of one's own. A time, not a promise: a cancelled request must not hold up the others. */
async function ownStart(): Promise<void> {
  const now = performance.now();
  const start = Math.max(now, nextStart);
  nextStart = start + START_EVERY_MS;
  if (start > now) await new Promise((resolve) => setTimeout(resolve, start - now));
}

async function derive(password: string, salt: Uint8Array, logN: number, r: number, p: number): Promise<Buffer> {
  await ownStart();
  return new Promise((resolve, reject) => {
    const options = { N: 2 ** logN, r, p, maxmem: 64 * 1024 * 1024 };
    scrypt(normalisePassword(password), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

const unpadded = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64").replace(/=+$/, "");

/**
 * Hashes a password.
 * @returns `$scrypt$ln=14,r=8,p=5$salt$hash`
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, LOG_N, R, P);
  return `$scrypt$ln=${LOG_N},r=${R},p=${P}$${unpadded(salt)}$${unpadded(key)}`;
}

/** Hash used when there is no account, so that an unknown address takes the same time (A18). */
const NOBODY = `$scrypt$ln=${LOG_N},r=${R},p=${P}$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`;

/** Whether the password matches the stored hash; false without a hash, after the same work. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const match = PATTERN.exec(stored ?? NOBODY);
  if (!match) return false;
  const [, logN, r, p, salt = "", hash = ""] = match;
  const expected = Buffer.from(hash, "base64");
  const actual = await derive(password, Buffer.from(salt, "base64"), Number(logN), Number(r), Number(p));
  return expected.length === actual.length && timingSafeEqual(expected, actual) && stored !== null;
}
