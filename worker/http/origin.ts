import type { AppEnv } from "../env.ts";
import type { Ctx } from "./context.ts";

/** APP_ORIGIN where it is set to an address. */
export function configuredOrigin({ APP_ORIGIN }: Pick<AppEnv, "APP_ORIGIN">): string | null {
  return URL.canParse(APP_ORIGIN) ? new URL(APP_ORIGIN).origin : null;
}

/** The site's own address for the caller: pages, redirects, the calendar. Without APP_ORIGIN it is the one they used. */
export function appOrigin(c: Ctx): string {
  return configuredOrigin(c.env) ?? new URL(c.req.url).origin;
}

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Where links in emails point, or "" for no links. An email goes to somebody else than the caller, so the caller's Host
 * header must not decide: behind another proxy or a wildcard route it may name any site, one on workers.dev included. Without
 * APP_ORIGIN only a developer's own machine is certain (A22).
 */
export function mailOrigin(c: Ctx): string {
  const { origin, hostname } = new URL(c.req.url);
  return configuredOrigin(c.env) ?? (c.env.APP_ENV === "local" && LOOPBACK.has(hostname) ? origin : "");
}

/** Whether emails have links at all, for the health check. */
export function mailLinksProblem(env: Pick<AppEnv, "APP_ENV" | "APP_ORIGIN">): string | null {
  if (configuredOrigin(env) !== null || env.APP_ENV === "local") return null;
  return "APP_ORIGIN is not set, so emails are sent without links.";
}
