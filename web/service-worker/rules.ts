/** What the service worker does with a request, as plain functions: which may be answered without the network, and by what. */

/** A page is shown from the shell when the network has not answered by then; the app then asks for its data itself. */
export const PAGE_PATIENCE_MS = 5_000;

const CACHE = "goodstreet-shell-";

/** Files of the page that do not carry a hash: the network's, and the kept ones when there is none. */
export const PLAIN_FILES = ["/theme-init.js", "/after-paint.js", "/favicon.svg"];

/** A page nobody sees without signing in, asked for by nobody: the bare app, with the headers of every page. */
export const SHELL = "/Settings";

export type Treatment = "page" | "asset" | "picture" | "plain" | "pass";

interface Asked {
  method: string;
  url: string;
  mode: string;
}

/**
 * `pass`: not touched. That is everything under /api/, whose replies are private and not to be stored (A109), and whatever is
 * not a page or a file of ours.
 */
export function treatmentOf({ method, url, mode }: Asked, origin: string): Treatment {
  const { origin: where, pathname } = new URL(url);
  if (method !== "GET" || where !== origin) return "pass";
  if (/^\/(?:api|functions|cdn-cgi)\//.test(pathname)) return "pass";
  if (pathname.startsWith("/assets/")) return "asset";
  if (pathname.startsWith("/images/")) return "picture";
  if (PLAIN_FILES.includes(pathname)) return "plain";
  // A page's address has no ending; a file opened by itself (sitemap.xml, a photo) is no page.
  return mode === "navigate" && !/\.\w+$/.test(pathname) ? "page" : "pass";
}

export const cacheOf = (build: string) => CACHE + build;

/** Caches of builds that no open page runs any more; nobody else's. */
export function outdated(names: readonly string[], build: string): string[] {
  return names.filter((name) => name.startsWith(CACHE) && name !== cacheOf(build));
}

/** Whether this HTML is of this build: during a release the server may be ahead of its files or behind them. */
export function isOfBuild(html: string, entry: string): boolean {
  return html.includes(`"/${entry}"`);
}

/** The reply, unless it takes longer than this. */
export function within<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("no reply in time")), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
