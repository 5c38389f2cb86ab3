/** Cookies of the service: HttpOnly, so that no script sees them, and bound to this host by `__Host-`. */
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Ctx } from "./context.ts";

interface Options {
  /** `__Host-` needs path "/"; a cookie for one path only is `__Secure-`. */
  path?: string;
}

/**
 * `__Host-` and `Secure` ask for HTTPS. Chromium and Firefox make an exception for http://localhost, WebKit does not: there, in
 * local use alone, cookies go by another name and without `Secure`.
 */
function cookieOf(c: Ctx, name: string, { path = "/" }: Options) {
  const { protocol, hostname } = new URL(c.req.url);
  const secure = !(c.env.APP_ENV === "local" && protocol === "http:" && hostname === "localhost");
  const prefix = secure ? (path === "/" ? "__Host-" : "__Secure-") : "local-";
  return { name: prefix + name, attributes: { path, secure, httpOnly: true, sameSite: "Lax" } as const };
}

export function readCookie(c: Ctx, name: string, options: Options = {}): string | undefined {
  return getCookie(c, cookieOf(c, name, options).name);
}

export function writeCookie(c: Ctx, name: string, value: string, maxAge: number, options: Options = {}): void {
  const cookie = cookieOf(c, name, options);
  setCookie(c, cookie.name, value, { ...cookie.attributes, maxAge });
}

export function hasWrittenCookie(c: Ctx, name: string): boolean {
  const { name: full } = cookieOf(c, name, {});
  return c.res.headers.getSetCookie().some((line) => line.startsWith(`${full}=`));
}

export function clearCookie(c: Ctx, name: string, options: Options = {}): void {
  const cookie = cookieOf(c, name, options);
  deleteCookie(c, cookie.name, cookie.attributes);
}
