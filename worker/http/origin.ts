import { type AppEnv, configuredOrigin } from "../env.ts";

/** What of a request says where it was sent. */
interface Called {
  env: Pick<AppEnv, "APP_ENV" | "APP_ORIGIN">;
  req: { url: string };
}

/**
 * Returns the site's address for the caller: pages, redirects, the calendar. Without APP_ORIGIN it is the requested
 * one.
 */
export function appOrigin(c: Called): string {
  return configuredOrigin(c.env) ?? new URL(c.req.url).origin;
}

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Returns the address for links in emails, or "" for no links. The receiver is not the caller, so the caller's Host
 * header must not determine it: behind a proxy or a wildcard route it may name any site, including one on workers.dev.
 * Without APP_ORIGIN only a developer's own machine is trusted (A22).
 */
export function mailOrigin(c: Called): string {
  const { origin, hostname } = new URL(c.req.url);
  return configuredOrigin(c.env) ?? (c.env.APP_ENV === "local" && LOOPBACK.has(hostname) ? origin : "");
}

/** Returns why emails reach nobody or have no links, for the health check, or null. */
export function mailProblem(env: Pick<AppEnv, "APP_ENV" | "APP_ORIGIN" | "MAIL_TRANSPORT">): string | null {
  if (env.APP_ENV === "local") return null;
  if (env.MAIL_TRANSPORT === "outbox") return "MAIL_TRANSPORT is outbox, so emails are stored and not sent.";
  return configuredOrigin(env) === null ? "APP_ORIGIN is not set, so emails are sent without links." : null;
}
