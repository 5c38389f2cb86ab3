/** Cookies of a session and of a known device. */
import { COOKIE_SECONDS } from "#domain/site/policies/cookies";
import type { Ctx } from "./context.ts";
import { clearCookie, hasWrittenCookie, readCookie, writeCookie } from "./cookies.ts";

/** Access token (five minutes). */
const ACCESS = "at";
/** Opaque session token (thirty days, sliding). */
const SESSION = "st";

/** Marks a device that has signed in before. Grants nothing by itself. */
const DEVICE = "dv";

/** Binds the challenges of a sign-in to this browser (five minutes). */
const CHALLENGE = "ch";

export const readAccessCookie = (c: Ctx) => readCookie(c, ACCESS);

/** Only a well-formed secret is worth a query. */
function readSecret(c: Ctx, name: string): string | null {
  const value = readCookie(c, name);
  return value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : null;
}

export const readSessionCookie = (c: Ctx) => readSecret(c, SESSION);

/** Whether the request comes from a signed-in browser, or one that was signed in. */
export const hasSession = (c: Ctx): boolean => readAccessCookie(c) !== undefined || readSessionCookie(c) !== null;

export function writeAccessCookie(c: Ctx, token: string, maxAge: number): void {
  writeCookie(c, ACCESS, token, maxAge);
}

/** Whether this response already sets or clears the access token. */
export const hasWrittenAccessCookie = (c: Ctx) => hasWrittenCookie(c, ACCESS);

export function clearAccessCookie(c: Ctx): void {
  clearCookie(c, ACCESS);
}

export function writeSessionCookie(c: Ctx, token: string, maxAge: number): void {
  writeCookie(c, SESSION, token, maxAge);
}

export const readDeviceCookie = (c: Ctx) => readCookie(c, DEVICE);

export function writeDeviceCookie(c: Ctx, token: string): void {
  writeCookie(c, DEVICE, token, COOKIE_SECONDS.device);
}

export const readChallengeCookie = (c: Ctx) => readSecret(c, CHALLENGE);

export function writeChallengeCookie(c: Ctx, secret: string, maxAge: number): void {
  writeCookie(c, CHALLENGE, secret, maxAge);
}

export function clearChallengeCookie(c: Ctx): void {
  clearCookie(c, CHALLENGE);
}

export function clearSessionCookies(c: Ctx): void {
  clearCookie(c, ACCESS);
  clearCookie(c, SESSION);
}
