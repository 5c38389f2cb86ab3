/**
 * Second factors (D62): passkeys, codes of an authenticator app (RFC 6238), and recovery codes for when neither is at
 * hand. An account with a passkey or an app has a second factor, and its password alone no longer signs in.
 */

import { Secret, TOTP } from "otpauth/slim";
import { plainCharacters } from "../readers/characters.ts";
import { readSixDigits } from "../readers/numbers.ts";
import { type AccountStatus, isStaff } from "../status/account-status.ts";

export const RECOVERY_CODES = 10;
export const PASSKEYS_MAX = 10;

const PERIOD_MS = 30_000;
/** Codes of the period before and after are accepted, because clocks differ. */
const WINDOW = 1;

export interface Factors {
  passkeys: number;
  app: boolean;
  recovery_codes: number;
}

export const hasSecondFactor = ({ passkeys, app }: Pick<Factors, "passkeys" | "app">) => passkeys > 0 || app;

/** Returns how the user can prove the second factor. Recovery codes are entered like codes of an app. */
export function proofsOf(factors: Factors, passkeysWork: boolean): ("passkey" | "code")[] {
  return [
    ...(factors.passkeys > 0 && passkeysWork ? (["passkey"] as const) : []),
    ...(factors.app || factors.recovery_codes > 0 ? (["code"] as const) : []),
  ];
}

/**
 * Returns the role that a session has. A session of staff that has not proved a second factor is an ordinary user's,
 * for reads too.
 */
export function roleInSession(
  role: AccountStatus["role"],
  session: { second_factor_at: number | null },
  required: boolean,
): AccountStatus["role"] {
  return required && isStaff(role) && session.second_factor_at === null ? "user" : role;
}

const totpOf = (secret: string, label = "") =>
  new TOTP({ issuer: "Goodstreet", label, algorithm: "SHA1", digits: 6, period: 30, secret });

/** Returns the base32 secret of an authenticator app from 20 random bytes. */
export function appSecret(randomBytes: Uint8Array): string {
  return new Secret({ buffer: randomBytes.slice().buffer }).base32;
}

/** Returns the address that an authenticator app reads from a QR code. */
export const appAddress = (secret: string, email: string) => totpOf(secret, email).toString();

/** Returns the time step of a code, or null when it is wrong or not newer than the last one that was used. */
export function stepOfCode(secret: string, code: string, lastStep: number, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: WINDOW });
  if (delta === null) return null;
  const step = Math.floor(now / PERIOD_MS) + delta;
  return step > lastStep ? step : null;
}

/** Returns the code that the app shows at a time; tests enter it. */
export const codeAt = (secret: string, at: number) => totpOf(secret).generate({ timestamp: at });

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const RECOVERY_LENGTH = 16;

/** Returns a recovery code such as "k7pm-x2f9-03ab-qrst" from 16 random bytes. It carries 80 bits. */
export function recoveryCode(randomBytes: Uint8Array): string {
  const letters = Array.from({ length: RECOVERY_LENGTH }, (_, i) => ALPHABET[(randomBytes[i] ?? 0) & 31]);
  return letters.join("").replace(/(.{4})(?!$)/g, "$1-");
}

/**
 * Returns what the user typed as it was issued: a code in any notation (D110); a recovery code without spaces, in lower
 * case. Its alphabet has no o, i and l, so that they can only be the digits they look like.
 */
export function readCode(typed: string): { app: string } | { recovery: string } | null {
  const code = readSixDigits(typed);
  if (code.ok) return { app: code.value };
  const text = plainCharacters(typed).replace(/[ -]/g, "");
  // Before its case changes: some letters outside ASCII have an ASCII letter as their lower case.
  if (!/^[0-9a-z]*$/i.test(text)) return null;
  const letters = text.toLowerCase().replaceAll("o", "0").replaceAll(/[il]/g, "1");
  if (letters.length !== RECOVERY_LENGTH || ![...letters].every((letter) => ALPHABET.includes(letter))) return null;
  return { recovery: letters.replace(/(.{4})(?!$)/g, "$1-") };
}
