/**
 * Finds the price a buyer offers in a message. Ignores all other numbers: sizes, times, phone numbers, models, prices
 * elsewhere, the asked price, and amounts the buyer refuses to pay.
 */
import { type Cents, MAX_PRICE_CENTS } from "#domain/money";
import { typedCents } from "#domain/readers/amount";

export interface Amounts {
  offer_cents: Cents | null;
  range: { low_cents: Cents; high_cents: Cents } | null;
  /** An amount in another currency, which is not read as dollars. */
  foreign?: boolean;
  /** "10 each for the 6": the amount is the price of all. */
  total?: boolean;
}

interface Prices {
  list_cents: Cents;
  ask_cents: Cents;
  last_offer_cents: Cents | null;
}

interface Candidate {
  cents: Cents;
  start: number;
  end: number;
  /** Marked as money: "$40", "40 bucks", "1.2k". */
  money: boolean;
  /** Has a dollar sign. */
  currency: boolean;
  before: string;
  after: string;
}

const NUMBER =
  /(?<sign>[-\u2212]\s?)?(?<currency>(?:au|a)?\$|\baud\s?\$?)?\s?(?<digits>\d[\d,.]*\d|\d)(?<after>.{0,24})/g;

/** Characters searched before a number. Bounded, so that a message full of numbers stays fast. */
const CONTEXT = 80;

const CONTACTS =
  /https?:\/\/\S+|www\.\S+|[\w.+-]{1,64}@[\w-]{1,63}\.\S{1,64}|(?:\+?61[\s-]?|\b0)[2-478](?:[\s-]?\d){8}\b|\b\d{4}[\s-]\d{3}[\s-]\d{3}\b|\b\d{1,2}[/.]\d{1,2}(?:[/.]\d{2,4})\b|\b\d{1,2}:\d{2}\b/g;

const MONEY_AFTER =
  /^\s?(?:\$|dollars?\b|dollers?\b|dollas?\b|dollarydoos?\b|bucks?\b|bux\b|aud\b|quid\b|clams?\b|smackers?\b|big ones\b|pineapples?\b|cash\b)/;
const MULTIPLE =
  /^\s?(?:(k|grand|thousand)|(hundred|hundo|hundy))\b(?!\s?(?:m|mi|miles|km|kms|ks|on (?:it|the clock))\b)/;

/** Units after a number that is not a price. */
const UNIT_AFTER = new RegExp(
  `^(?:\\s?(?:[gtmk]b|[cmk]m|kms|mm|m2|sqm|kgs?|grams?|inch(?:es)?|in(?=\\s*(?:tv|screen|monitor|wide|long|tall|wheel|bike|frame))|"|''|ft|feet|foot|metres?|meters?|lit(?:re|er)s?|ml|watts?|w|volts?|v|amps?|mah|hz|mp|cc|hp|btu|` +
    "years?|yrs?|yo|y\\/o|months?|mths?|mnths?|weeks?|wks?|days?|hours?|hrs?|hr|min(?:ute)?s?|mins?|seconds?|secs?|am|pm|a\\.m|p\\.m|o'?clock|ish pm|st|nd|rd|th|x|x\\d+|" +
    "miles|mi\\b|a (?:week|month|fortnight)|(?:per|each|every) (?:week|month|fortnight)|people|persons?|seats?|seaters?|pieces?|pcs|speeds?|doors?|drawers?|shel(?:f|ves)|cores?|gen(?:eration)?|bedrooms?|kids|of (?:them|these|those|you|us)|times?|photos?|pics?|pictures?|chairs?|others|items?|things?|left|available|owners?|minutes away|k(?:m|ms|s)\\b|kilomet\\w+|kilos?|degrees?|fps|wide|tall|high|deep|across|thick|rider|stars?|messages?|offers?|questions?|burners?|models?|versions?|payments?|instal+ments?|wheels?|keys?|tyres?|speakers?)\\b|[°\"'′″]|\\s?(?:by|x|×)\\s?\\d|:\\d|\\/\\d)",
);
const LABEL_BEFORE =
  /(?:\b(?:size|sz|model|version|ver|gen|generation|mark|mk|series|number|(?:serial|model|part|item|phone|order) no\.?|unit|level|room|apt|apartment|postcode|post code|iphone|ipad|galaxy|pixel|ps|playstation|xbox|rtx|gtx|rx|windows|ryzen|core|macbook|air|pro|hero|type|year|since|from the|circa|uk|us|eu|page|item|row|photo|picture|pic|section|top|bus|tram|route|street|gate|season|volume|vol|part|chapter|edition|class|grade|isofix group|group|aged?|bought in|made in|built in|quantity|qty|only|(?:packs?|sets?|boxes|pairs?) of)\s?#?|#|[a-z]-|[a-z])$/;
const TIME_BEFORE =
  /\b(?:come|lands?|leaves?|closes?|opens?|starts?|finish(?:es)?|pick(?:ed)? ?(?:it )?up|pickup|collect|there|meet(?: you)?(?: up)?|available|free|after|before|until|till|by|tomorrow|today|tonight|arvo|morning|monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tue|wed|thu|fri|sat|sun)\b[^$\d]{0,12}(?:at|around|about|after|before|by|till|until)\s$|\b(?:after|before|until|till)\s$/;
const TIME_AFTER =
  /^\s?(?:ish)?\s?(?:tomorrow|tonight|this arvo|on (?:mon|tue|wed|thu|fri|sat|sun)|in the (?:morning|arvo|afternoon|evening)|at night)/;

/** Text before a price that someone else asks or asked, or that the seller asks. */
const REFERENCE_BEFORE =
  /\b(?:rrp(?: is| was| of)?|retails?(?: for| at)?|(?:they |it |that |was |originally |you )(?:paid|cost|costs)(?: you| about| around| for it)?|(?<!got )paid|(?:sells|selling|sold|they go|goes|going|went|listed|advertised|priced|available|seen|found|saw|got mine|got one|bought|(?:can|could) (?:get|buy|find) (?:one|them|another|the same|it new|it online|it elsewhere|it cheaper|a new)|(?:my|our|his|her) (?:mate|cousin|brother|sister|friend|neighbour|mum|dad|uncle|boss)(?:'s)? (?:got|bought|paid|has|had)|there(?:'s| is|s| are) (?:one|another|some|heaps))\b[^$\d?]{0,28}?(?:for|at|around|about|from)(?: only| just| like)?|(?:you(?:'re| are|r)?|u|he|she|they)(?:'re)? (?:want(?:ing)?|ask(?:ing|ed)?(?: for)?|said|say|listed(?: it)?(?: at| for)?)|asking(?: price)?(?: is| of| for)?|your (?:price|ask)(?: of| is)?|list(?:ed)?(?: price)?(?: of| at| is| for)?|was|worth(?: about| around| maybe| only| more than)?|valued at|brand new(?: for| is| are| at| it's| its| they're)?|new(?: one)?(?: for| is| are| at| it's| its| ones are| they're)|retail(?: is| price| of)?|instead of|rather than|down from|compared (?:to|with)|(?:another|other) (?:one|seller|guy|listing)(?:'s)?[^$\d?]{0,20}|(?:kmart|ikea|bunnings|ebay|gumtree|facebook|marketplace|officeworks|amazon|target|big w|jb hi-?fi|cash converters|aldi|costs?)\b(?:(?!\b(?:so|but|i|i'd|i'll|id|would|can)\b)[^$\d?.,;!]){0,20}|postage(?: is| of)?|delivery(?: is| of)?|repairs?(?: is| are| costs?| will cost)?|fix(?:ing)?(?: it)?(?: is| costs?| will cost)?)[,:]?\s?(?:about |around |like |only |just )?$/;
const REFERENCE_AFTER =
  /^[^$\d.!?,]{0,14}\b(?:new|brand new|at (?:kmart|ikea|bunnings|target|big w|officeworks|jb|amazon|aldi|the (?:shop|store|op ?shop)|cash converters)|on (?:ebay|gumtree|facebook|amazon|marketplace)|from (?:kmart|ikea|bunnings|amazon|ebay|aldi|target)|in (?:the )?(?:shops?|stores?)|retail|rrp|elsewhere)\b/;
/** Text that calls the amount too much. */
const REFUSED_AFTER =
  /^\s?(?:\$|dollars|bucks)?\s?(?:is|'s|seems|sounds|feels|looks|for (?:that|this|it) is)\s(?:still )?(?:a bit |a little |way |far |just |really |very |kinda |pretty |super |quite |so |rather |still )*(?:too|much|steep|expensive|high|pricey|dear|over|more than|ridiculous|crazy|a lot|a joke|rude|outrageous|insane|nuts|not)/;
const LIMIT =
  /\b(?:more than|over|above|past|higher than|beyond|exceed(?:ing)?|a cent more than|a dollar more than|a cent over|go higher than)\s(?:like |about |around )?$/;
const NEGATED =
  /\b(?:can ?not|can'?t|cant|won'?t|wont|will not|not|never|don'?t|dont|do not|wouldn'?t|wouldnt|would not|couldn'?t|no way i'?m|isn'?t|ain'?t|refuse to|hardly)\b(?!\s(?:you|u)\b)[^.!?,;$\d]{0,30}$/;
const NEGATION_THAT_OFFERS =
  /\b(?:why not|(?:can'?t|couldn'?t|wouldn'?t|won'?t|cant) (?:you|u|we)|if not|sure if|not sure|not even)\b[^.!?$\d]{0,30}$/;

/** Text that turns the following number into an offer. */
const CUE_BEFORE =
  /\b(?:happy with|full price|take|took|tak|accept|acept|accpet|offer(?:ing|ed)?|comfortable (?:with|at|paying)|would be|could be|ofer|offre|pay|paying|give|gimme|giv|do|for|at|about|bout|abt|how'?s|go|budget(?: is|'s| of)?|max(?:imum)?(?: is| of)?|have|got|spend|afford|meet|make it|settle|say|deal|sell|lend|up to|at most|than|over|above|past|consider|it'?s|at only|to|throw|by|worth it at|call it|drop|done|then|so|as|around|say like|like|what if|just|least|mine|agree(?:d)?|i'?m at|ok(?:ay)?|yes|yeah|yep|and|final|or|between|is)\b[\s:,]*(?:(?:you|u|it|ya|me|in|on|with|this|that|them|the lot|him|maybe|only|like|just|say|around|about|roughly|approx|an?|another|even|exactly|down|up|to|for|at|in cash|cash)[\s,:]*){0,4}$/;
const CUE_AFTER =
  /^\s?(?:\$|dollars?|bucks?)?[\s,]*(?:is (?:as (?:high|far|much|low)|the (?:highest|most|max|best)|what i|my |fair|all|more|about|enough|generous|reasonable|plenty|realistic|right|okay|ok\b|good|what)|if (?:you|it|i)|plus\b|and i can\b|i'?d (?:do|pay|take|go)|i(?:'?ll|'?m| can| will) |it is\b|but\b|and (?:i'?ll|it'?s|we|you)|if i|cash|in cash|today|right now|now|tonight|picked up|pick ?up|max|tops|firm|final|is (?:my|the) (?:max|best|limit|final|offer|budget|top)|is all i|would (?:be|work|do)|(?:get|buy|secure|seal|clinch|swing) (?:it|this|that|them)\b|mark\b|works|sound|ok\b|okay|deal|flat|all up|for (?:it|this|that|both|the|a|quick|my)\b|even|mate\b|and (?:a )?(?:coffee|beer)|no more|or (?:best|nearest)|obo|\?)/;

/** Returns the amounts offered in a message. `message` is normalised, with numbers as digits. */
export function amountsIn(message: string, prices: Prices): Amounts {
  const local = message.replace(FOREIGN, " ");
  const foreign = local !== message;
  const text = withSums(
    local
      .replace(/\b(\d{1,2}) 1\/2(?= ?(?:k|grand|thousand|hundred)\b)/g, "$1.5")
      .replace(/\b1\/2 (?=price|off|the|of)/g, "half ")
      .replace(CONTACTS, " "),
    prices,
  );
  const relative = relativeOffer(text, prices);
  // "20% off, so 160": an amount in dollars wins over one that has to be calculated.
  const rest = relative === null ? text : text.replace(relative.phrase, " ");
  const stated = statedIn(rest, prices, relative !== null);
  const offer = stated.offer_cents ?? (relative ? positive(relative.cents) : null);
  return {
    ...stated,
    offer_cents: offer,
    ...(foreign && offer === null && { foreign: true }),
    ...(local.search(EACH) >= 0 && { total: true }),
  };
}

/** Amounts in other currencies. "Quid" is Australian slang for dollars. */
const FOREIGN =
  /(?:[£€¥₹₩₫]|\b(?:us|nz|ca|c|hk|s)\$|\b(?:usd|nzd|eur|gbp|cad|sgd))\s?\d[\d,.]*\s?k?|\$?\d[\d,.]*\s?(?:[£€¥₹₩₫]|(?:usd|nzd|gbp|cad|sgd|eur|euros?|pounds?|us dollars?|american dollars?|kiwi dollars?|rupees?|yuan|yen|baht|ringgit|dong)\b)/g;

/** "100 + 60", "100 now and 75 in March", "7 and a half 1000", "a buck 50". */
function withSums(text: string, { list_cents }: Prices): string {
  return text
    .replace(/\$?\d+(?:\s?\+\s?\$?\d+)+(?!\s?%)/g, (sum) => (total(sum) * 2_000 < list_cents ? sum : `$${total(sum)}`))
    .replace(EACH, (_, one, times) => `$${Number(one) * Number(times)} `)
    .replace(
      /(?<!\d[^.!?]*)\b(\d{1,2}) (?:payments?|instal+ments?) of \$?(\d+)/g,
      (_, times, one) => `$${times * one} `,
    )
    .replace(
      /\$?(\d+) (?:dollars |bucks )?(?:now|today|up ?front)(?: and|,| then| \+)? (?:then |another )?\$?(\d+)(?= (?:dollars |bucks )?(?:later|next|in|on|when|after|end|at the end|by|pay ?day))/g,
      (both) => `$${total(both)}`,
    )
    .replace(
      /\$?\d+(?= (?:dollars |bucks )?(?:now|today|up ?front|tonight|deposit)\b[^.!?]{0,12}\b(?:rest|balance|remainder)\b)/g,
      " ",
    )
    .replace(
      /(\d+) and a half (1000|100|k|grand)\b/g,
      (_, whole, unit) => `${(Number(whole) + 0.5) * (unit === "100" ? 100 : 1_000)}`,
    )
    .replace(/(?<!\bbetween )\b([1-9])00 (?:and )?([1-9]\d)\b(?!\d|%)/g, "$1$2")
    .replace(/\b(\d{1,3})000 ([1-9]00)\b(?!\d|%)/g, "$1$2")
    .replace(/\b(\d{2,4}),(\d{2})\b(?![\d,])/g, "$1.$2")
    .replace(/\b(\d+) (?:dollars|bucks) (?:and )?(\d\d) cents?\b/g, "$$$1.$2")
    .replace(THOUSANDS, (said, before, whole, half) => {
      const dollars = (Number(whole) + (half ? 0.5 : 0)) * 1_000;
      return dollars * 100 <= list_cents && dollars * 250 >= list_cents ? `${before}$${dollars}` : said;
    })
    .replace(/\b(?:a )?buck (\d\d)\b/g, (_, more) => (list_cents >= 20_00 ? `$1${more}` : `$1.${more}`));
}

/** "20 each for the 4 chairs": the price of all. */
const EACH =
  /\$?(\d{1,6}(?:\.\d\d)?) ?(?:dollars |bucks )?(?:each|ea|a ?piece|a pop|per \w+) ?(?:x|for) ?(?:all |the |all the |all of the )?(\d{1,2})\b(?! ?%)/g;

/** "11?" for a car at $12,000 means 11 thousand. */
const THOUSANDS =
  /^(\W*(?:how about |what about |would you (?:take|do) |can you do |i'?d (?:do|pay) |i could do )?)\$?(\d{1,2}(?:\.\d)?)( and a half)?(?=\W*$)/;

const total = (text: string) => (text.match(/\d+/g) ?? []).reduce((sum, digits) => sum + Number(digits), 0);

/** Returns the amounts in dollars. `strict`: only those clearly offered. */
function statedIn(text: string, prices: Prices, strict: boolean): Amounts {
  const candidates = withoutOthers(text, candidatesIn(text), prices);
  const range = rangeOf(text, candidates);
  if (range !== null) return { offer_cents: range.high_cents, range };
  const offers = candidates.filter((candidate) => isOffer(candidate, text, prices));
  const cued = offers.filter(isCued);
  const clear = offers.filter((candidate) => candidate.money || CUE_BEFORE.test(candidate.before));
  // "I said 50, but I could do 60": the last offer counts.
  const chosen = strict
    ? cued.filter(({ cents }) => cents !== prices.list_cents && cents !== prices.ask_cents).at(-1)
    : (clear.length > 0 ? clear : offers).at(-1);
  return { offer_cents: positive((chosen ?? matched(text, prices))?.cents ?? 0), range: null };
}

/** "Saw the same one for 210, can you match it?" offers that price. */
function matched(text: string, { list_cents }: Prices): Candidate | undefined {
  if (!/\b(?:match|beat)\b(?! (?:the|my) (?:set|colou?r|decor|other))/.test(text)) return undefined;
  return candidatesIn(text).findLast(({ cents }) => cents < list_cents && cents * 3 > list_cents);
}

/** The price is called too much, or asked about. */
const COMPLAINT =
  /\btoo (?:much|high|expensive|dear|steep|rich)\b|\b(?:steep|expensive|pricey|pricy|exy|dear|overpriced|a lot|wiggle|negotiab\w*|negotiate|firm|lowest|cheaper|rich|high)\b|\bbest (?:price|you)|\bfinal (?:price|offer)\?|\bwhy\b|\bcatch\b/;
const OFFERS_IT =
  /\b(?:pay|give|offer|offering|buy it|take it|do|accept|deal|settle|agree|happy with|yes)\b[^.!?,]{0,16}$/;

const positive = (cents: Cents): Cents | null => (cents > 0 && cents <= MAX_PRICE_CENTS ? cents : null);

function candidatesIn(text: string): Candidate[] {
  const found: Candidate[] = [];
  NUMBER.lastIndex = 0;
  for (let match = NUMBER.exec(text); match !== null; match = NUMBER.exec(text)) {
    const { sign, currency, digits = "", after = "" } = match.groups ?? {};
    const end = match.index + match[0].length - after.length;
    NUMBER.lastIndex = end;
    const figure = typedCents(digits);
    // "0412 …" is a phone number.
    if (figure === null || /^0\d/.test(digits)) continue;
    const start = match.index + match[0].search(/\S/);
    const upTo = start + (sign ? sign.length : 0);
    const before = text.slice(Math.max(0, upTo - CONTEXT), upTo);
    // "-$50" and "$-50" are ignored; "40 - 50" is a range, and "-" after a word is a dash.
    if (sign && (match.index === 0 || (currency && !/\d\s?$/.test(text.slice(0, match.index))))) continue;
    let cents = figure;
    const multiple = MULTIPLE.exec(after);
    if (multiple) cents = figure * (multiple[1] ? 1_000 : 100);
    else if (/^[a-z]/.test(after) && !MONEY_AFTER.test(after) && !UNIT_AFTER.test(after) && !/^ish\b/.test(after))
      continue;
    const rest = multiple ? after.slice(multiple[0].length) : after;
    const money = currency !== undefined || multiple !== null || MONEY_AFTER.test(rest);
    found.push({ cents, start, end, money, currency: currency !== undefined, before, after: rest });
  }
  return found;
}

/** Removes numbers that are not the buyer's price, also in pairs: "an iPhone 12 or 13", "60 x 80". */
function withoutOthers(text: string, found: readonly Candidate[], prices: Prices): Candidate[] {
  const others = found.map((candidate) => isElsewhere(candidate, prices, text));
  const joined = (i: number) => {
    const left = found[i];
    const right = found[i + 1];
    return left && right && /^\s?(?:or|to|-|and|x|×|by)?\s?-?$/.test(text.slice(left.end, right.start));
  };
  return found.filter((candidate, i) => {
    if (others[i] || isRefused(candidate, prices)) return false;
    return candidate.money || !((others[i - 1] && joined(i - 1)) || (others[i + 1] && joined(i)));
  });
}

/** Returns true for a number that is not the buyer's price. */
function isElsewhere(candidate: Candidate, { ask_cents, list_cents }: Prices, text: string): boolean {
  const { before, after, money, cents } = candidate;
  // "200? That's a lot", "is 200 your final price": a price on the table is no offer unless the buyer says so.
  if ((cents === list_cents || cents === ask_cents) && COMPLAINT.test(text) && !OFFERS_IT.test(before)) return true;
  if (
    /\bis (?:the )?\$?$/.test(before) &&
    /^ ?(?:still |really )?(?:your|the|a|ur) ?(?:\w+ )?(?:final|best|lowest|last|firm|price|asking|offer|minimum)/.test(
      after,
    )
  )
    return true;
  if (/\bis (?:the )?\$?$/.test(before) && /^ ?(?:final|firm|negotiable|fixed)/.test(after)) return true;
  // "Is that $80 each?", "is it still 200"
  if ((cents === list_cents || cents === ask_cents) && ASKS_PRICE.test(before)) return true;
  if (!money && cents <= 20_00 && COUNTED_AFTER.test(after)) return true;
  if (/\d[^(]*\([^)\d]*$/.test(before)) return true;
  if (/\b(?:for|at|it|go|get|do|anything|any|getting it) (?:under|below) \$?$/.test(before)) return true;
  // "An extra 20 for delivery" comes on top of a price.
  if (/\b(?:extra|add|add another) \$?$/.test(before)) return true;
  if (/\b(?:no deal|pass|forget|can'?t do|not happy) (?:at|for|on|with) \$?$/.test(before)) return true;
  if (/^\s?(?:dollars |bucks )?(?:a|per|each|every) (?:week|fortnight|month)\b/.test(after)) return true;
  // "900 in 3 payments of 300".
  if (/\d.*\b\d+ (?:payments?|instal+ments?) of \$?$/.test(before)) return true;
  // "200k" of something that costs 8,000.
  if (!candidate.currency && cents > (money ? 20 : 5) * list_cents && cents >= 10_000_00) return true;
  if (!money && (UNIT_AFTER.test(after) || /^\s?(?:%|percent)/.test(after))) return true;
  if (!money && LABEL_BEFORE.test(before)) return true;
  const year = cents >= 1950_00 && cents <= 2035_00 && cents % 100 === 0;
  if (!money && year && /\b(?:year|model|made|built|old|from|since|edition)\b/.test(before + after)) return true;
  if (!money && year && /(?<!\binterested )\bin $/.test(before)) return true;
  if (!money && year && cents % 1_000_00 !== 0 && /\b(?:an?|the|my|for an?|it'?s an?|late|early) $/.test(before))
    return true;
  if (!money && cents <= 24_00 && (TIME_BEFORE.test(before) || TIME_AFTER.test(after))) return true;
  if (
    REFERENCE_BEFORE.test(before) &&
    !(cents < ask_cents && /\b(?:it'?s|seems?|only|is|what if it) (?:worth|was)\b[^.!?]{0,12}$/.test(before)) &&
    !/^(?:ok |yes )?sold (?:for|at) \$?$|\bfull (?:asking )?price(?: of)?,? \$?$/.test(before) &&
    !/\b(?:let|sell|get|have|take|buy)\b[^.!?]{0,12}\b(?:it|this|that|them)\b(?! (?:new|brand|online|elsewhere|cheaper)\b)[^.!?$\d]{0,10}$/.test(
      before,
    )
  )
    return true;
  return REFERENCE_AFTER.test(after);
}

/** Returns true for an amount that the buyer will not pay. */
function isRefused({ before, after, cents }: Candidate, { ask_cents, list_cents }: Prices): boolean {
  if (
    REFUSED_AFTER.test(after) ||
    (/\btoo (?:much|high|expensive|dear|steep)/.test(after) && cents >= Math.min(ask_cents, list_cents))
  )
    return true;
  // "Can you go lower than 230?" asks about the price on the table.
  if (/\b(?:lower|less|cheaper|better) than \$?$/.test(before) && cents >= Math.min(ask_cents, list_cents)) return true;
  if (LIMIT.test(before)) return false;
  // "Don't want to insult you but 120": the negation ends with its clause.
  const clause = before.split(/\b(?:but|so|maybe|instead|however|though)\b/).at(-1) ?? "";
  return NEGATED.test(clause) && !NEGATION_THAT_OFFERS.test(clause);
}

const ASKS_PRICE =
  /\b(?:is|so) (?:that|this|it|the price)(?: still| only| really| just| for)? \$?$|\b(?:is|does|do) the \$?$/;
/** A small number before a plural counts things: "all 3 books", "2 wheels". */
const COUNTED_AFTER =
  /^\s(?!(?:dollars|bucks|cents|thanks|cheers|tops|plus|works|sounds|does|unless|always|perhaps|boss|less|cash|bros|yes|was|has|this|is|as|us)\b)[a-z]{3,}s\b/;

/** Words of somebody who bids, in a message without any of the usual forms. */
const TALKS =
  /\b(?:i|i'?m|i'?ll|i'?d|me|my|mine|we|you|u|pay|cash|pick|collect|today|tonight|now|deal|fair|price|worth|budget|please|pls|but|so|number|offer|student)\b/;

/** "Would 50 be alright", "will 60 do". */
const WOULD_BEFORE = /\b(?:would|will|could|can|does|might|is) (?:about |around |say |like |maybe |even |only )?\$?$/;
const WOULD_AFTER =
  /^\s?(?:dollars|bucks)?\s?(?:be\b|do\b|get\b|buy\b|work\b|suit\b|sound\b|seem\b|secure\b|cut it|swing\b|fly\b|tempt\b|interest\b|help\b|cover\b|seal\b|take it|win\b|make\b|alright|any good|acceptable|possible|doable|fair|reasonable|too (?:low|cheeky|little|rude|insulting|much of))/;

const isCued = ({ before, after }: Candidate) =>
  CUE_BEFORE.test(before) || CUE_AFTER.test(after) || (WOULD_BEFORE.test(before) && WOULD_AFTER.test(after));

/** The number is a sentence of its own: "What's the brand? Also 90". */
const ALONE_BEFORE = /[.!?;] (?:also|and|so|or|then|maybe|otherwise)?,? ?$/;

/** Returns whether a remaining number is an offer. */
function isOffer(candidate: Candidate, text: string, { list_cents, ask_cents }: Prices): boolean {
  if (candidate.money) return true;
  const plausible = candidate.cents * 20 >= list_cents && candidate.cents <= list_cents * 2;
  if (!plausible) return false;
  if (isCued(candidate)) return true;
  if (/\b(?:swap|trade)\b/.test(text) && /(?:\bplus|\band|\+|&) $/.test(candidate.before)) return true;
  // A short message with a number that could be the price is an offer: "60?", "60 and I pick up today".
  const words = text
    .replace(/'/g, "")
    .replace(/[^a-z\s]/g, " ")
    .trim()
    .split(/\s+/).length;
  const first = /^\W*$/.test(text.slice(0, candidate.start));
  const likely = candidate.cents * 10 >= list_cents * 3 && candidate.cents <= list_cents;
  if (likely && /^\W*$/.test(candidate.after)) {
    if (ALONE_BEFORE.test(candidate.before)) return true;
    if (
      /, $/.test(candidate.before) &&
      !/^(?:is|are|was|does|do|did|has|have|can|what|which|how|when|where)\b/.test(text)
    )
      return true;
  }
  return words <= 4 || (likely && words <= 14 && (first || ask_cents < list_cents || TALKS.test(text)));
}

function rangeOf(text: string, candidates: readonly Candidate[]): Amounts["range"] {
  for (let i = 0; i + 1 < candidates.length; i++) {
    const low = candidates[i] as Candidate;
    const high = candidates[i + 1] as Candidate;
    const between = text.slice(low.end, high.start + (text.slice(high.start).startsWith("-") ? 1 : 0));
    const joined = /^\s?(?:\$|dollars|bucks)?\s?(?:-|to|and|&|or|\/|maybe|,)\s?(?:maybe |even |like )?\$?$/.test(
      between,
    );
    const touching = /^\s?$/.test(between) && text[high.start] === "-";
    if (!joined && !touching) continue;
    if (/\band\b/.test(between) && !/\bbetween\b/.test(low.before)) continue;
    // "from 100 to 80" is a step down, not a range.
    if (high.cents <= low.cents || low.cents === 0 || high.cents > low.cents * 4) continue;
    return { low_cents: low.cents, high_cents: high.cents };
  }
  return null;
}

const PERCENT_OFF =
  /\b(\d{1,2})\s?(?:%|percent|per cent)\s?(?:off|discount|less|cheaper|reduction|lower)|\b(?:discount|reduction) of (\d{1,2})\s?(?:%|percent)|\b(?:knock|take|drop|cut|shave)\b[^.!?\d]{0,16}(\d{1,2})\s?(?:%|percent)|(?:\bminus|\bless|-)\s?(\d{1,2})\s?(?:%|percent)|^[^\d$]{0,24}\b(\d{1,2})\s?(?:%|percent)[\s?!.]*$/;
const PERCENT_OF = /\b(\d{1,2})\s?(?:%|percent)\s?of\s?(?:the\b|your\b|ur\b|that\b|list\b|asking\b|what\b|it\b|\$?\d)/;
const HALF =
  /\bhalf[\s-]?(?:the |that |of (?:the |that )?|of your |your )?(?:asking )?(?:price|off(?! (?:the )?[a-z])|of it|of that|of (?:what )?(?:you'?re|ur) asking|cost|list)\b|\bhalf of \$?\d+|\bfor half\b(?! of (?:a|an|the) (?!price))|^(?:\w+ )?half(?=\W*(?:please|thanks|then)?\W*$)|\b(?:take|do|pay|offer|about) half\b(?! (?:now|next|today|later|up ?front|of (?:a|an)\b))/;
const QUARTER_OFF = /\ba? ?quarter off\b|\b(?:three|3)[ -]quarters of\b|\b3\/4 (?:of|price)/;
const THIRD_OFF = /\b(?:a|one|1) third off\b|\b(?:two|2)[ -]thirds of\b|\b2\/3 (?:of|price)/;
const MIDDLE =
  /\b(?:split the diff\w*|meet (?:me |you |each other |us )?(?:in (?:the )?)?(?:middle|half ?way)|(?:the|in the) middle\b|half ?way\b|go halves)/;
const OFF =
  /(?:\b(?:knock|take|cut|shave|chop|drop|slash|trim) off (?:another |about |like |maybe |me )?\$?(\d{1,6})\b(?! ?(?:%|percent))|\b(?:knock|take|shave|drop|chop|cut|get|reduce(?: it| the price)? by|drop(?: it| the price)? by|lower(?: it)? by)\s(?:it |the price |off |another |like |maybe |by |me |about )*\$?(\d{1,6})\s?(?:\$|dollars|bucks)?(?:\s(?:off|less|from|cheaper)\b)|\$?(\d{1,6})\s?(?:\$|dollars?|bucks)?\s(?:off|less|cheaper|lower|under (?:the )?(?:asking|list|your)|below (?:the )?(?:asking|list|your)|discount|reduction)\b|\b(?:discount|reduction) of \$?(\d{1,6})\b|\b(?:reduce|drop|lower|discount)\b[^.!?\d$]{0,14}\bby \$?(\d{1,6})\b|(?:\b(?:lower|drop|reduce|knock|bring|cut|slash|trim|shave|minus|take off|(?:come|go) down)|\bprice (?:less|minus))(?: (?:it|this|that|them|the price|your price|down|off|another|by|maybe|like|about))* \$?(\d{1,6})\b(?![.,]\d)(?! ?(?:me\b|k|grand|cash|%|percent)))/;

/** "I'll go another 20": more than the last offer. */
const ANOTHER =
  /\b(?:go|add|do|come up|pay|raise(?: it)?|up(?: it)?)(?: by)? another \$?(\d{1,6})\b(?! ?(?:off|less|%|percent|cheaper))/;

interface Relative {
  cents: Cents;
  /** The words that say it. */
  phrase: RegExp;
}

/** Returns an offer stated relative to another price: a share of the list price, or an amount off the asked price. */
function relativeOffer(text: string, { list_cents, ask_cents, last_offer_cents }: Prices): Relative | null {
  const base = /\banother\b|\bfurther\b|\bextra\b/.test(text) ? ask_cents : list_cents;
  const percentOff = PERCENT_OFF.exec(text);
  if (percentOff) {
    const percent = Number(percentOff[1] ?? percentOff[2] ?? percentOff[3] ?? percentOff[4] ?? percentOff[5]);
    return { cents: share(base, 100 - percent), phrase: PERCENT_OFF };
  }
  const percentOf = PERCENT_OF.exec(text);
  if (percentOf) return { cents: share(list_cents, Number(percentOf[1])), phrase: PERCENT_OF };
  if (MIDDLE.test(text)) return middle(text, ask_cents, last_offer_cents);
  if (HALF.test(text)) return { cents: share(list_cents, 50), phrase: HALF };
  if (THIRD_OFF.test(text)) return { cents: share(list_cents, 200 / 3), phrase: THIRD_OFF };
  if (QUARTER_OFF.test(text)) return { cents: share(list_cents, 75), phrase: QUARTER_OFF };
  const more = ANOTHER.exec(text);
  if (more && last_offer_cents !== null) return { cents: last_offer_cents + Number(more[1]) * 100, phrase: ANOTHER };
  const off = OFF.exec(text);
  if (off === null) return null;
  const cents = Number(off[1] ?? off[2] ?? off[3] ?? off[4] ?? off[5] ?? off[6]) * 100;
  // "Drop it 150" of a price of 200 names the price, not the difference.
  if (off[6] !== undefined && cents * 2 > ask_cents) return null;
  return cents < ask_cents ? { cents: ask_cents - cents, phrase: OFF } : null;
}

/** "Meet in the middle at 170" names the amount; without one, the middle between the bid and the asking price. */
function middle(text: string, ask: Cents, last: Cents | null): Relative | null {
  const said = candidatesIn(text);
  const mine = said.filter(({ before }) =>
    /\b(?:i (?:said|offered|bid)|my offer (?:was|is|of)|between) \$?$/.test(before),
  );
  const named = said.filter((candidate) => candidate.cents < ask && !mine.includes(candidate)).at(-1);
  if (named) return { cents: named.cents, phrase: EVERYTHING };
  const from = mine.at(-1)?.cents ?? last;
  return from === null ? null : { cents: Math.round((from + ask) / 2), phrase: EVERYTHING };
}

const EVERYTHING = /.*/s;

const share = (cents: Cents, percent: number): Cents => Math.round((cents * percent) / 100);
