/** Detects email addresses and links, including disguised spellings. */

const PROVIDERS =
  "g ?mail|gee mail|google ?mail|hotmail|outlook|yahoo|ymail|icloud|bigpond|live|proton(?: ?mail)?|optusnet|iinet|tpg|gmx|aol|msn";
const TLD =
  "com|net|org|info|au|shop|xyz|online|site|top|store|app|link|click|live|biz|club|io|co|me|ly|gl|gle|gg|gy|gd|ws|cc|ru|cn|to|page|pro|vip|de|uk|nz|id";

const PLAIN_EMAIL = /[a-z0-9][\w.+-]*@[a-z0-9-]+(?:\.[a-z0-9-]+)+/;
/** A spelled-out "@" or "." */
const AT = String.raw`(?: ?[([{<] ?(?:at|a|@) ?[)\]}>] ?|(?: |[-_])(?:at|a t|arobase|arroba)(?: |[-_])| ?@ ?)`;
const DOT = String.raw`(?: ?[([{<] ?(?:dot|\.|d) ?[)\]}>] ?|(?: |[-_])?(?:dot|d o t|point)(?: |[-_])?| ?\. ?)`;

const SPELLED_EMAIL = new RegExp(String.raw`\b[\w.+-]+${AT}[\w-]{2,30}${DOT}(?:com|net|org|au|me|co|id)\b`);
const TO_PROVIDER = new RegExp(String.raw`(?:${AT}|\bthen at then )(?:${PROVIDERS})\b`);
const PROVIDER_COM = new RegExp(String.raw`\b(?:${PROVIDERS})(?:${DOT}| (?:then )?)(?:dot )?(?:com|net)\b`);
const OWN_PROVIDER = new RegExp(String.raw`\bmy (?:${PROVIDERS})(?: address| account)?(?: is| ?:)`);

/** Finds an email address in a message. `disguised`: written to get past a filter. */
export function findEmail(text: string): { disguised: boolean } | null {
  // "live" and "yahoo" are also normal words, so only address forms count.
  if (PLAIN_EMAIL.test(text)) return { disguised: false };
  const spelled =
    SPELLED_EMAIL.test(text) || TO_PROVIDER.test(text) || PROVIDER_COM.test(text) || OWN_PROVIDER.test(text);
  return spelled ? { disguised: true } : null;
}

const SCHEME = /\bh(?:tt|xx)ps?:?\/\//i;
const WWW = /\bwww\s?(?:\.|dot\s)\s?[a-z0-9-]{2,}/i;
const DOMAIN = new RegExp(
  String.raw`(?<![\w@.])((?:[a-zA-Z0-9][\w-]*\.)+)(${TLD}|${TLD.toUpperCase()})(?![\w-]|\.\w)(\/\S*)?`,
  "g",
);
const SPELLED_DOMAIN =
  /\b[a-z0-9-]{3,} ?(?:[([{] ?(?:dot|\.) ?[)\]}] ?|(?<= )dot )(?:com|net|org|info|au|shop|xyz|online|site|top|store)\b/;
/** Addresses that hide another one, or that imitate payment and sign-in pages. */
const SCAM_LINKS =
  /\b(?:bit\.ly|tinyurl|t\.co|goo\.gl|forms\.gle|rb\.gy|is\.gd|cutt\.ly|t\.me|wa\.me|m\.me|discord\.gg|hxxp)|[\w.-]*(?:pay|paypa1|verify|verif|secure|confirm|log-?in|account|claim|refund|escrow|track|parcel|deliver|id-?check|support)[\w-]*\.|goodstreet[\w-]*\.|\/(?:pay|confirm|verify|login)\b/;

/**
 * Finds a link in a message. `disguised`: written to get past a filter.
 * @param cased `Reading.cased`, because "Yes.No problem" is two sentences and "12 x 8.Com in" is not an address.
 * @param ownHost host of this site; links to its own pages are ignored.
 */
export function findLink(cased: string, ownHost: string | undefined): { bait: boolean; disguised: boolean } | null {
  const own = ownHost === undefined || ownHost === "" ? null : ownHost.toLowerCase();
  const text =
    own === null
      ? cased
      : cased.replace(/(?:https?:\/\/)?[\w.-]+(?::\d+)?(?:\/\S*)?/gi, (found) => (hostOf(found) === own ? " " : found));
  const lower = text.toLowerCase();
  const bait = SCAM_LINKS.test(lower);
  if (SCHEME.test(text)) return { bait, disguised: /hxxp/i.test(text) };
  if (WWW.test(text)) return { bait, disguised: /www\s?dot|www\s/i.test(text) };
  for (const [, name = "", tld = "", path] of text.matchAll(DOMAIN)) {
    const label = name.split(".").at(-2) ?? "";
    const sub = name.split(".").length > 2;
    // A missing space after a full stop is not a domain: "Thanks.me too", "Lovely.au revoir".
    const sure =
      path !== undefined ||
      sub ||
      /[-\d]/.test(label) ||
      /^(?:com|net|org|info|shop|xyz|online|site|store|biz|gg|ly|io)$/i.test(tld);
    if ((label.length >= 2 || path !== undefined) && /[a-z]/i.test(label) && sure) return { bait, disguised: false };
  }
  return SPELLED_DOMAIN.test(lower) ? { bait, disguised: true } : null;
}

function hostOf(found: string): string {
  return (/^(?:https?:\/\/)?([^/]+)/i.exec(found)?.[1] ?? "").toLowerCase();
}
