/** Checks names that other users see and emails use as greeting. */
import { isReservedName } from "./reserved-names.ts";

/** Full stops of other scripts, which browsers and email programs treat as the dot in a domain. */
const OTHER_DOTS = /[\u3002\uff0e\uff61]/g;
/** Common top-level domains, with those of countries. Mail programs turn only real ones into links. */
const ENDING =
  "com|net|org|info|biz|edu|gov|app|dev|shop|store|online|site|website|xyz|top|club|live|link|click|page|pro|vip|space|world|today|news|blog|cloud|email|digital|agency|company|sale|win|icu|buzz|work|life|wiki|fun|tech|example|test|[a-z]{2}";
/**
 * A scheme, "www.", or a word with one of these endings and no space between them: "evil.example". "Md.Rahman",
 * "Ma.Theresa" and "St.John" are names, and so is "Amy.Ng", although Nigeria's addresses end like it.
 */
const LINK = new RegExp(
  `:\\/\\/|\\bwww\\.|(?<![\\p{L}\\p{N}])[\\p{L}\\p{N}-]{2,}\\.(?:${ENDING})(?![\\p{L}\\p{N}-])|[\\p{L}\\p{N}-]\\.\\p{L}{2,}\\/`,
  "iu",
);
const SHORT_NAME = /(?<![\p{L}\p{N}.])\p{Lu}[\p{Ll}\p{M}'’]+\.\p{Lu}\p{Ll}(?![\p{L}\p{N}./-])/gu;

function hasLink(name: string): boolean {
  const plain = name.normalize("NFKC").replace(OTHER_DOTS, ".");
  return plain.includes("@") || LINK.test(plain.replace(SHORT_NAME, ""));
}

/** Returns why this name is not allowed, or null. */
export function nameProblem(name: string): string | null {
  if (hasLink(name)) return "Names can't include web addresses or the @ sign. Please remove it.";
  return isReservedName(name) ? "That name is reserved for Goodstreet. Please choose another." : null;
}
