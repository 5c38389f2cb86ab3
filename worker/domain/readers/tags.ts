/** The reader of tags (D110): "vintage, teak", "#vintage #teak", one a line, or a list with bullets. */

const SEPARATORS = /[,;|\n\r،؛、，；]+|\s+(?=#)/u;

/** Returns the tags in a text; of tags that differ only in case the first one stays. */
export function readTags(typed: string): string[] {
  const seen = new Map<string, string>();
  for (const part of typed.split(SEPARATORS)) {
    const tag = part
      .replace(/\s+/gu, " ")
      .trim()
      .replace(/^(?:[-–•*·]\s)?[#＃]*\s?/u, "")
      .replace(/^(["'“”‘’])(.*)(["'“”‘’])$/u, "$2")
      .trim();
    if (tag && !seen.has(tag.toLowerCase())) seen.set(tag.toLowerCase(), tag);
  }
  return [...seen.values()];
}
