/**
 * Validates where to go after sign-in (D12): a path of this site only. Text that a browser might read as another host
 * is refused before and after one decoding: `//host`, `/\host`, control characters, and their encoded forms. So are the
 * sign-in page itself and paths that are not pages, such as the API.
 */

export const DEFAULT_RETURN_PATH = "/marketplace";
const LENGTH_MAX = 2_000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these inside a URL, so "/\t/evil" becomes "//evil"
const FORBIDDEN = /[\\\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const NOT_A_PAGE = /^\/+(signin|api|functions|images|assets)(\/|$)/i;

function isPlainPath(text: string): boolean {
  return text.startsWith("/") && !text.startsWith("//") && !FORBIDDEN.test(text);
}

/** Returns the path unchanged, or `/marketplace` when it is not allowed. */
export function returnPath(value: unknown): string {
  if (typeof value !== "string" || value.length > LENGTH_MAX || !isPlainPath(value)) return DEFAULT_RETURN_PATH;
  let decoded: string;
  try {
    decoded = decodeURIComponent(value);
  } catch {
    return DEFAULT_RETURN_PATH;
  }
  if (!isPlainPath(decoded)) return DEFAULT_RETURN_PATH;
  const path = decoded.split(/[?#]/, 1)[0] ?? "";
  // "/.//host" and "/x/..//host" become "//host" when a browser resolves them.
  if (path.split("/").some((segment) => segment === "." || segment === "..")) return DEFAULT_RETURN_PATH;
  return NOT_A_PAGE.test(path) ? DEFAULT_RETURN_PATH : value;
}
