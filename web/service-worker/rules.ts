/** Pure rules of the service worker: which requests it answers without the network, and from where. */

/** After this time without a reply the cached shell is shown, and the app requests its data itself (ms). */
export const PAGE_TIMEOUT_MS = 5_000;

const CACHE = "goodstreet-shell-";

/** Files of the page without a hash in their name: from the network, or cached when offline. */
export const PLAIN_FILES = ["/theme-init.js", "/favicon.svg"];

/**
 * The address from which the service worker fetches the app shell. Requested without cookies, a page behind the sign-in
 * contains nothing but the shell, and comes with the same security headers as every other page.
 */
export const SHELL = "/Settings";

export type Handling = "page" | "asset" | "picture" | "plain" | "pass";

interface Asked {
  method: string;
  url: string;
  mode: string;
}

/**
 * `pass`: the service worker does not handle the request. That includes everything under /api/, whose replies are
 * private and must not be stored (A109), and everything that is not a page or file of this site.
 */
export function handlingOf({ method, url, mode }: Asked, origin: string): Handling {
  const { origin: where, pathname } = new URL(url);
  if (method !== "GET" || where !== origin) return "pass";
  if (/^\/(?:api|functions|cdn-cgi)\//.test(pathname)) return "pass";
  if (pathname.startsWith("/assets/")) return "asset";
  if (pathname.startsWith("/images/")) return "picture";
  if (PLAIN_FILES.includes(pathname)) return "plain";
  // A page's path has no extension; a file opened directly (sitemap.xml, a photo) is not a page.
  return mode === "navigate" && !/\.\w+$/.test(pathname) ? "page" : "pass";
}

/** Returns the cache name of a build. */
export const cacheOf = (build: string) => CACHE + build;

/** Returns our caches of other builds; caches of other names stay. */
export function outdated(names: readonly string[], build: string): string[] {
  return names.filter((name) => name.startsWith(CACHE) && name !== cacheOf(build));
}

/** Whether this HTML belongs to this build. During a release the server may serve an older or newer page. */
export function belongsToBuild(html: string, entry: string): boolean {
  return html.includes(`"/${entry}"`);
}

/** Whether a reply is the file asked for. A filter or a sign-in page of a Wi-Fi answers every address with its own HTML. */
export function isFile(reply: Pick<Response, "ok" | "headers">): boolean {
  return reply.ok && !/text\/html/i.test(reply.headers.get("Content-Type") ?? "text/html");
}

/** Rejects when the reply takes longer than `ms`. */
export function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("no reply in time")), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
