/** Password hashes with scrypt. The cost is part of the stored text, so that it can be raised later. */
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { normalisePassword } from "#domain/account/password";
import type { AppEnv } from "../env.ts";

const KEY_BYTES = 32;
const PATTERN = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

interface Cost {
  logN: number;
  r: number;
  p: number;
}

/** OWASP's N=2^14, r=8, p=5: 16 MiB, which fits an isolate's 128 MB with other requests. */
const FULL: Cost = { logN: 14, r: 8, p: 5 };
/** For tests of everything else: a thousandth of the work. */
const LOW: Cost = { logN: 4, r: 8, p: 5 };

/**
 * A full hash takes about 115 ms, during which an isolate answers nothing else. Several at once start this far apart, so
 * that other requests are answered between them.
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

async function derive(password: string, salt: Uint8Array, { logN, r, p }: Cost): Promise<Buffer> {
  if (logN === FULL.logN) await ownStart();
  return new Promise((resolve, reject) => {
    const options = { N: 2 ** logN, r, p, maxmem: 64 * 1024 * 1024 };
    scrypt(normalisePassword(password), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

const unpadded = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64").replace(/=+$/, "");

export interface PasswordHasher {
  /** @returns `$scrypt$ln=14,r=8,p=5$salt$hash` */
  hash(password: string): Promise<string>;
  /** Whether the password matches the stored hash; false without a hash, after the same work. */
  verify(password: string, stored: string | null): Promise<boolean>;
}

/** Hashes at full cost, except where a developer's machine asks for a low one. */
export function passwordHasher({ APP_ENV, PASSWORD_COST }: Pick<AppEnv, "APP_ENV" | "PASSWORD_COST">): PasswordHasher {
  const cost = APP_ENV === "local" && PASSWORD_COST === "low" ? LOW : FULL;
  const parameters = `$scrypt$ln=${cost.logN},r=${cost.r},p=${cost.p}`;
  // Used when there is no account, so that an unknown address takes the same time (A18).
  const nobody = `${parameters}$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`;
  return {
    hash: async (password) => {
      const salt = randomBytes(16);
      return `${parameters}$${unpadded(salt)}$${unpadded(await derive(password, salt, cost))}`;
    },
    verify: async (password, stored) => {
      const match = PATTERN.exec(stored ?? nobody);
      if (!match) return false;
      const [, logN, r, p, salt = "", hash = ""] = match;
      const expected = Buffer.from(hash, "base64");
      const own = { logN: Number(logN), r: Number(r), p: Number(p) };
      const actual = await derive(password, Buffer.from(salt, "base64"), own);
      return expected.length === actual.length && timingSafeEqual(expected, actual) && stored !== null;
    },
  };
}
