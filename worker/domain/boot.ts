/** Replies the Worker puts into a page, under the request the browser would otherwise make for each. */

/** Id of the JSON block in the page. */
export const BOOT_ID = "boot";

/** Asked first by every page behind the sign-in, and by the form a listing is written with. */
export const SESSION_PATH = "/api/auth/session";
export const DRAFTS_PATH = "/api/drafts";

/** Replies by request. */
export type Boot = Record<string, unknown>;

/** One spelling for one request, whatever the order of its parameters. */
export function bootKey(path: string, query: Record<string, string | number | undefined> = {}): string {
  const pairs = Object.entries(query).filter((pair): pair is [string, string | number] => pair[1] !== undefined);
  pairs.sort(([a], [b]) => (a < b ? -1 : 1));
  return pairs.length === 0 ? path : `${path}?${pairs.map(([name, value]) => `${name}=${value}`).join("&")}`;
}

/**
 * JSON that cannot end the script element it stands in, whatever a listing is called: `<` opens tags and comments, and
 * the two separators are line ends to older script parsers.
 */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
