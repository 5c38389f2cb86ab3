/**
 * The reader of email addresses (D110). What stands around an address is removed; the address itself is never corrected:
 * no letter becomes another one, because mail goes to the address that is stored.
 */
import { editsBetween } from "../items/typo.ts";
import { done, type Result, refuse } from "../result.ts";
import { plainCharacters } from "./characters.ts";

/** Part of every runtime and without side effects, though not of the language: its parser converts to punycode. */
const { URL } = globalThis as unknown as { URL: new (address: string) => { hostname: string } };

const refused = (message: string) => refuse("invalid", message);
const MESSAGE = "Please enter a valid email address.";

/** The characters of the HTML standard, also those that few providers allow. */
const LOCAL = /^(?!\.)(?!.*\.\.)[a-z0-9.!#$%&'*+/=?^_`{|}~-]*(?<!\.)$/;
const DOMAIN = /^(?:[a-z0-9][a-z0-9-]*\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]+)$/;
const LABEL = /^(?:mailto:|e-?mail(?: address)?(?: is)? ?[:=] ?)/i;

/** Returns an address in lower case, an international domain as its punycode. */
export function readEmail(typed: string): Result<string> {
  const text = plainCharacters(typed);
  // "Jane Doe <jane@example.com>", as mail programs copy it.
  const inBrackets = /^[^<>@]*<([^<>]+)>[;,]?$/.exec(text)?.[1] ?? text;
  const bare = inBrackets
    .replace(/^"([^"]+)"$|^'([^']+)'$|^\(([^()]+)\)$/, "$1$2$3")
    .replace(LABEL, "")
    .replace(/(?<=@[^?]*)\?(?:subject|body|cc)=.*$/i, "")
    .replace(/ ?@ ?/, "@")
    .replace(/[\s.,;]+$/, "");
  if (bare === "") return refused(MESSAGE);
  if (/@.*[\s,;/]+.*@/.test(bare)) return refused("Enter one email address.");
  if (/\s/.test(bare)) return refused("An email address has no spaces. Please check it.");
  const at = bare.lastIndexOf("@");
  if (at < 1) return refused(MESSAGE);
  const [local, domain] = [bare.slice(0, at), asciiDomain(bare.slice(at + 1))];
  // Before its case changes: some letters outside ASCII have an ASCII letter as their lower case.
  if (/[^\x20-\x7e]/.test(local)) {
    return refused("Before the @, an address can only have letters without accents, digits and signs.");
  }
  if (domain === null) return refused("Please check the part after the @: it has letters that no address has.");
  if (/,[a-z]+$/.test(domain)) return refused("Is there a comma instead of a full stop? Please check the address.");
  const address = `${local.toLowerCase()}@${domain}`;
  if (!LOCAL.test(local.toLowerCase()) || !DOMAIN.test(domain)) return refused(MESSAGE);
  return address.length > 254 ? refused("That email address is too long.") : done(address);
}

/** Returns a domain in ASCII; null where that would turn a letter into another one, as in full-width "ｇmail.com". */
function asciiDomain(typed: string): string | null {
  if (/^[\x20-\x7e]*$/.test(typed)) return typed.toLowerCase();
  const names = typed.replace(/[。．｡]/g, ".").split(".");
  const ascii = names.map((name) => {
    if (/^[\x20-\x7e]*$/.test(name)) return name.toLowerCase();
    const lower = name.normalize("NFC").toLowerCase();
    if (lower !== lower.normalize("NFKC") || /[A-Z]/.test(lower)) return null;
    // A letter such as the Kelvin sign becomes an ASCII letter in lower case.
    if ([...name.normalize("NFC")].some((letter) => letter > "\u007f" && letter.toLowerCase() <= "\u007f")) return null;
    try {
      const { hostname } = new URL(`http://${lower}.example`);
      return hostname.startsWith("xn--") ? hostname.replace(/\.example$/, "") : null;
    } catch {
      return null;
    }
  });
  return ascii.includes(null) ? null : ascii.join(".");
}

/** Returns a table with the same entry for each of a line's names. */
const tableOf = <T>(lines: readonly (readonly [names: string, entry: T])[]): Readonly<Record<string, T>> =>
  Object.fromEntries(lines.flatMap(([names, entry]) => names.split(" ").map((name) => [name, entry])));

/** Providers whose addresses people mistype most, with their endings. */
const PROVIDERS = tableOf([
  ["gmail googlemail icloud protonmail", ["com"]],
  ["hotmail outlook yahoo live", ["com", "com.au"]],
  ["bigpond", ["com", "net.au"]],
  ["optusnet westnet ozemail", ["com.au"]],
  ["iinet", ["net.au"]],
]);

/** Names of their own near to a provider's. */
const OTHERS = new Set(["mail", "email", "ymail", "fmail", "qmail", "tmail", "gmx", "cloud", "inet"]);

const ENDINGS = tableOf([
  ["con cmo ocm vom xom comm coom cpm cim", "com"],
  ["ner nte", "net"],
  ["ogr", "org"],
  ["con.au cm.au cmo.au vom.au com.aus com.auu com.ay comau", "com.au"],
]);

/**
 * Returns the address that was probably meant: "jane@gmial.com" → "jane@gmail.com". Null for addresses without a likely
 * slip. People are asked about it once, and may be right.
 */
export function likelyEmail(address: string): string | null {
  const at = address.lastIndexOf("@");
  const [name = "", ...rest] = address.slice(at + 1).split(".");
  if (at < 1 || rest.length === 0) return null;
  const ending = rest.join(".");
  const provider = providerNear(name);
  const likely = `${provider ?? name}.${likelyEnding(provider, ending)}`;
  return likely === `${name}.${ending}` ? null : `${address.slice(0, at)}@${likely}`;
}

function providerNear(name: string): string | null {
  if (name in PROVIDERS) return name;
  if (OTHERS.has(name)) return null;
  const edits = (known: string) => editsBetween(name, known, known.length < 5 ? 0 : known.length < 7 ? 1 : 2) ?? 9;
  const [nearest] = Object.keys(PROVIDERS).sort((a, b) => edits(a) - edits(b));
  return nearest !== undefined && edits(nearest) < 9 ? nearest : null;
}

function likelyEnding(provider: string | null, ending: string): string {
  const mended = ENDINGS[ending] ?? ending;
  const known = provider === null ? undefined : PROVIDERS[provider];
  if (known === undefined || known.includes(mended)) return mended;
  // "gmail.co", "gmail.com.au". Other countries' endings belong to the provider, too: "yahoo.co.nz".
  const only = known.length === 1 ? known[0] : undefined;
  if (only !== undefined && mended === "com.au") return only;
  return /^(?:co|cm|om)$/.test(mended) && known.includes("com") ? "com" : mended;
}
