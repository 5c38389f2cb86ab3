/** Cookies of the service: HttpOnly, hidden from scripts, and bound to this host by `__Host-`. */
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Ctx } from "./context.ts";

interface Options {
  /** `__Host-` requires path "/"; a cookie for another path uses `__Secure-`. */
  path?: string;
}

/**
 * `__Host-` and `Secure` require HTTPS. Chromium and Firefox allow http://localhost, WebKit does not, so local cookies
 * have another name and no `Secure`.
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
