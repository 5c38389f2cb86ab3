/** Returns a path of this site or an https address unchanged; null for anything else. */
export function publicLink(url: unknown): string | null {
  const text = typeof url === "string" ? url.trim() : "";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these from an address, so they could hide "//"
  if (text === "" || /[\\\u0000-\u0020]/.test(text)) return null;
  return isOwnPath(text) || /^https:\/\/[^/?#@]+([/?#]|$)/i.test(text) ? text : null;
}

/** Returns the address of a picture if it is on this site; null otherwise. */
export function ownPicture(url: string | null): string | null {
  const link = publicLink(url);
  return link !== null && isOwnPath(link) ? link : null;
}

function isOwnPath(text: string): boolean {
  return /^\/(?!\/)/.test(text);
}
