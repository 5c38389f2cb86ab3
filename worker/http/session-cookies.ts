/**
 * The two cookies of a session, and the one of a known device. `__Host-` pins them to this host, path / and HTTPS; browsers make the exception for
 * http://localhost that local use needs. HttpOnly: no script ever sees either.
 */
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Ctx } from "./context.ts";

/** Access token (five minutes). */
export const ACCESS_COOKIE = "__Host-at";
/** Opaque session token (thirty days, sliding). */
export const SESSION_COOKIE = "__Host-st";

const ATTRIBUTES = { path: "/", secure: true, httpOnly: true, sameSite: "Lax" } as const;

/** Remembers that somebody has signed in here before (a year). It grants nothing by itself. */
export const DEVICE_COOKIE = "__Host-dv";
const DEVICE_MAX_AGE = 365 * 24 * 60 * 60;

export const readAccessCookie = (c: Ctx) => getCookie(c, ACCESS_COOKIE);

/** Only well-formed tokens are worth a query. */
export function readSessionCookie(c: Ctx): string | null {
  const value = getCookie(c, SESSION_COOKIE);
  return value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : null;
}

export function writeAccessCookie(c: Ctx, token: string, maxAge: number): void {
  setCookie(c, ACCESS_COOKIE, token, { ...ATTRIBUTES, maxAge });
}

export function clearAccessCookie(c: Ctx): void {
  deleteCookie(c, ACCESS_COOKIE, ATTRIBUTES);
}

export function writeSessionCookie(c: Ctx, token: string, maxAge: number): void {
  setCookie(c, SESSION_COOKIE, token, { ...ATTRIBUTES, maxAge });
}

export const readDeviceCookie = (c: Ctx) => getCookie(c, DEVICE_COOKIE);

export function writeDeviceCookie(c: Ctx, token: string): void {
  setCookie(c, DEVICE_COOKIE, token, { ...ATTRIBUTES, maxAge: DEVICE_MAX_AGE });
}

export function clearSessionCookies(c: Ctx): void {
  deleteCookie(c, ACCESS_COOKIE, ATTRIBUTES);
  deleteCookie(c, SESSION_COOKIE, ATTRIBUTES);
}
