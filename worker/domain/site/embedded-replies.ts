/** Replies embedded in a server-rendered page, keyed by the request that the browser would otherwise send. */

/** Id of the JSON script element in the page. */
export const EMBEDDED_REPLIES_ID = "boot";

/** The session, embedded in server-rendered pages. */
export const SESSION_PATH = "/api/auth/session";
/** True in a page whose viewer has a session that the Worker could not read, because the access token has expired. */
export const HAS_SESSION = "has-session";
/** The visitor's place (D51), embedded in every page. */
export const NEAR_PATH = "/api/places/near";
/** The drafts, embedded in the listing form. */
export const DRAFTS_PATH = "/api/drafts";

export type EmbeddedReplies = Record<string, unknown>;

/** Returns one key per request, independent of the order of its parameters. */
export function replyKey(path: string, query: Record<string, string | number | undefined> = {}): string {
  const pairs = Object.entries(query).filter((pair): pair is [string, string | number] => pair[1] !== undefined);
  pairs.sort(([a], [b]) => (a < b ? -1 : 1));
  return pairs.length === 0 ? path : `${path}?${pairs.map(([name, value]) => `${name}=${value}`).join("&")}`;
}

/**
 * Serialises JSON so that it cannot end its script element: `<` opens tags and comments, and older script parsers treat
 * the two Unicode separators as line ends.
 */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
