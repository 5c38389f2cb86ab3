/** Checks names that other users see and emails use as greeting. */
import { isReservedName } from "./reserved-names.ts";

/** Full stops of other scripts, which browsers and email programs treat as the dot in a domain. */
const OTHER_DOTS = /[\u3002\uff0e\uff61]/g;
const TITLE = "(?:mr|mrs|ms|mx|dr|st|jr|sr|prof|rev|no|co)";
/**
 * A scheme, "www.", or two words with a full stop and no space between them: "evil.example", but not "J.R." or
 * "St.John".
 */
const LINK = new RegExp(`:\\/\\/|\\bwww\\.|(?<![\\p{L}\\p{N}])(?!${TITLE}\\.)[\\p{L}\\p{N}-]{2,}\\.\\p{L}{2,}`, "iu");

function hasLink(name: string): boolean {
  const plain = name.normalize("NFKC").replace(OTHER_DOTS, ".");
  return plain.includes("@") || LINK.test(plain);
}

/** Returns why this name is not allowed, or null. */
export function nameProblem(name: string): string | null {
  if (hasLink(name)) return "Names can't include web addresses or the @ sign. Please remove it.";
  return isReservedName(name) ? "That name is reserved for Goodstreet. Please choose another." : null;
}
