/** Detects email addresses, links and street addresses, including disguised spellings. */

const PROVIDERS =
  "g ?mail|gee mail|google ?mail|hotmail|outlook|yahoo|ymail|icloud|bigpond|live|proton(?: ?mail)?|optusnet|iinet|tpg|gmx|aol|msn";
const TLD =
  "com|net|org|info|au|shop|xyz|online|site|top|store|app|link|click|live|biz|club|io|co|me|ly|gl|gle|gg|gy|gd|ws|cc|ru|cn|to|page|pro|vip|de|uk|nz|id";

/** Parts of an address have a length, so that the steps grow with the text and no faster. */
const PLAIN_EMAIL = /[a-z0-9][\w.+-]{0,63}@[a-z0-9-]+(?:\.[a-z0-9-]+)+/;
/** A spelled-out "@" or "." */
const AT = String.raw`(?: ?[([{<] ?(?:at|a|@) ?[)\]}>] ?|(?: |[-_])(?:at|a t|arobase|arroba)(?: |[-_])| ?@ ?)`;
const DOT = String.raw`(?: ?[([{<] ?(?:dot|\.|d) ?[)\]}>] ?|(?: |[-_])?(?:dot|d o t|point)(?: |[-_])?| ?\. ?)`;

const SPELLED_EMAIL = new RegExp(String.raw`\b[\w.+-]{1,64}${AT}[\w-]{2,30}${DOT}(?:com|net|org|au|me|co|id)\b`);
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

/** Shops and products that are named like an address: public texts may name them, without a path. */
const BRANDS =
  /(?<![\w@./-])(?:acer|adidas|aldi|aliexpress|amart|amazon|anaconda|apple|asos|asp|asus|bcf|bigw|booking|boohoo|booktopia|bose|breville|bunnings|canon|carsales|catch|davidjones|decathlon|dell|delonghi|domain|dyson|ebay|etsy|fantasticfurniture|fitbit|freedom|garmin|gopro|harveynorman|hp|ikea|jbhifi|kmart|koala|kogan|lego|lenovo|logitech|makita|mecca|microsoft|myer|nike|nintendo|officeworks|playstation|realestate|rebelsport|redbook|repco|ryobi|samsung|sephora|shein|sony|spotlight|supercheapauto|target|temu|templeandwebster|thegoodguys|theiconic|toysrus|uniqlo|weber|winningappliances|wotif)\.(?:com(?:\.au)?|net)(?![\w/]|\.\w)/gi;
/** Returns the text without the names of shops that stand alone. */
export const withoutBrands = (text: string): string => text.replace(BRANDS, " ");

const SCHEME = /\bh(?:tt|xx)ps?:?\/\//i;
const WWW = /\bwww\s?(?:\.|dot\s)\s?[a-z0-9-]{2,}/i;
const DOMAIN = new RegExp(
  String.raw`(?<![\w@.])((?:[a-zA-Z0-9][\w-]{0,62}\.){1,10})(${TLD}|${TLD.toUpperCase()})(?![\w-]|\.\w)(\/\S*)?`,
  "g",
);
const SPELLED_DOMAIN =
  /\b[a-z0-9-]{3,63} ?(?:[([{] ?(?:dot|\.) ?[)\]}] ?|(?<= )dot )(?:com|net|org|info|au|shop|xyz|online|site|top|store)\b/;
/** "bobs bikes . net" */
const SPACED_DOMAIN = /\b[a-z0-9-]{3,63} \. ?(?:com|net|org)\b/;
/** Addresses that hide another one, or that imitate payment and sign-in pages. */
const SCAM_LINKS =
  /\b(?:bit\.ly|tinyurl|t\.co|goo\.gl|forms\.gle|rb\.gy|is\.gd|cutt\.ly|t\.me|wa\.me|m\.me|discord\.gg|hxxp)|(?:pay|paypa1|verify|verif|secure|confirm|log-?in|account|claim|refund|escrow|track|parcel|deliver|id-?check|support)[\w-]{0,60}\.|goodstreet[\w-]{0,60}\.|\/(?:pay|confirm|verify|login)\b/;

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
  return SPELLED_DOMAIN.test(lower) || SPACED_DOMAIN.test(lower) ? { bait, disguised: true } : null;
}

function hostOf(found: string): string {
  return (/^(?:https?:\/\/)?([^/]+)/i.exec(found)?.[1] ?? "").toLowerCase();
}

const STREETS =
  "street|road|rd|avenue|ave|crescent|cres|parade|pde|boulevard|blvd|highway|hwy|terrace|tce|circuit|cct|esplanade";
/** Also words of a sentence ("2 on the way"), so that they need capital letters or nothing else around them. */
const SHORT_STREETS = "st|court|ct|drive|dr|lane|ln|close|cl|way|place|pl|grove|square";
/** Between a number and a street they say that the two have nothing to do with each other: "5 minutes from Albert Road". */
const APART =
  "in|on|at|of|from|near|off|and|or|to|for|the|by|with|min|mins|minutes|hours?|km|x|mm|cm|m|pieces?|pack|set|inch|seater|bedroom|speed|lane|am|pm";
const NUMBER = String.raw`(?<![\w$.#-])\d{1,4}[a-d]?(?:\/\d{1,4})?,? `;
const STREET = new RegExp(
  String.raw`${NUMBER}(?:(?!(?:${APART})\b)[a-z'*]+ ){1,2}(?:${STREETS})(?!\w)(?! (?:bikes?|cars?|tyres?|legal|signs?|maps?|scenes?|atlas|trip|fighter|case|trauma)\b)`,
);
const CAPITALS = SHORT_STREETS.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
const SHORT_STREET = new RegExp(`${NUMBER}(?:Old |Mount |Mt |St )?[A-Z][a-z']+ (?:${CAPITALS})(?!\\w)`);
const WHOLE_STREET = new RegExp(
  String.raw`(?:^|\b(?:address is|pick ?up(?: from| at)?|come to|i'?m at) )(?:unit )?\d{1,4}(?:\/\d{1,4})? (?!(?:${APART})\b)[a-z']+ (?:${SHORT_STREETS})(?:[,.]|$)`,
);
/** "Number 7 on Kurrajong Road", "address is 22 Lorikeet lane Dubbo", "corner of Fig Ave and Station St, number 41". */
const TOLD_STREET = new RegExp(
  String.raw`\b(?:number|house|no\.?|unit|address(?: is|:)?|live at|i'?m at|come to)(?: number)? \d{1,4}[a-d]?,? (?:on |in |at )?(?!(?:${APART})\b)(?:[a-z'*]+ ){1,2}(?:${STREETS}|${SHORT_STREETS})(?!\w)|\bcorner (?:of )?[a-z' ]{3,30} (?:${STREETS}|${SHORT_STREETS}) (?:and|&) [a-z' ]{3,30}(?:${STREETS}|${SHORT_STREETS})\b.{0,12}\b(?:number|no|house|unit) \d`,
);
const POST_BOX = /\bp\.? ?o\.? ?box \d+|\b(?:locked bag|gpo box) \d+/;

/**
 * Finds a street address with its number.
 * @param meant `plain` without disguises.
 */
export function findAddress(cased: string, plain: string, meant: string): { disguised: boolean } | null {
  const isAddress = (text: string) =>
    [STREET, WHOLE_STREET, TOLD_STREET, POST_BOX].some((pattern) => pattern.test(text));
  if (SHORT_STREET.test(cased) || isAddress(plain)) return { disguised: false };
  return isAddress(meant) ? { disguised: true } : null;
}
