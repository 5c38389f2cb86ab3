/** Answers questions from the public listing only. What the listing does not say stays unanswered. */
import { type Cents, formatCents } from "#domain/money";
import { normalise } from "./understand.ts";

export interface PublicFacts {
  title: string;
  description: string;
  /** Label: "Like new". */
  condition: string;
  /** Suburb and city, or "To be arranged with seller". Never the address (D9). */
  collection_summary: string;
  /** Formatted in the time zone of the collection place; null when not set. */
  collection_date: string | null;
  /** Whole days since the item was listed. */
  days_listed: number;
  /** Labels: "bank transfer", "card", "crypto". */
  payment_methods: readonly string[];
  /** Notes that Knowzee may share; only their `quotableNotes` are used. Private notes are never passed in. */
  public_notes: string;
  /** What everybody pays; absent where it is not known. */
  price_cents?: Cents;
}

const QUOTE_MAX = 240;

/** Returns the public notes without sentences that contain a number or a word about price. */
export function quotableNotes(notes: string): string {
  return sentencesOf(notes)
    .filter((sentence) => !PRICE_WORDS.test(normalise(sentence)))
    .join(" ");
}

const PRICE_WORDS =
  /\d|\$|\b(?:prices?|priced|cheap\w*|lowest|low|lower|minimum|min|max\w*|floor|reserve|bottom|offers?|accept\w*|take|pay|paid|cost\w*|worth|dollars?|bucks|discount\w*|negotia\w*|haggl\w*|firm|half|hundreds?|thousands?|grand|percent|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|deals?|sell for|let it go)\b/;

type Topic = readonly [asked: RegExp, answer: (facts: PublicFacts) => string | null];

const TOPICS: readonly Topic[] = [
  [
    /\b(?:still|is it|this) (?:available|for sale|here|going)\b|\bavailable\??$|\bstill (?:got|have) (?:it|this|one)\b|\bstill (?:got|have)\??$|\bsold yet\b/,
    () => "Yes, it's still available. You can buy it now, or make me an offer.",
  ],
  [
    /\b(?:deliver\w*|postage|post it|shipping|ship|courier|mail it)\b/,
    (facts) => `It's pickup only: ${facts.collection_summary}.`,
  ],
  [
    /\b(?:where ?(?:abouts)? (?:is it(?=\W*$)|is this|are you|are u|do i|can i|could i|would i|to)|whereabouts|where(?=\W*$)|suburb|location|located|pick ?-?up (?:from|location|point)|address|postcode|how far|what area)\b/,
    (facts) =>
      `Pickup: ${facts.collection_summary}. You'll see the exact address once you've paid, 24 hours before pickup.`,
  ],
  [
    /\bhow long (?:has it been|have you had it|is it) (?:listed|up|for sale|on)\b|\bwhen (?:was|did) (?:it|you) list/,
    (facts) => `It was listed ${ago(facts.days_listed)}.`,
  ],
  [
    /\bhow much (?:is|are you asking|are u asking|does it cost|do you want|for (?:it|this|that))\b|\bhow much\??$|\bwhat(?:'?s| is| was) (?:the|your) (?:asking )?price\b|^(?:price|cost)\??$/,
    ({ price_cents: price }) =>
      price === undefined ? null : `It's listed at ${formatCents(price)}. You can buy it now, or make me an offer.`,
  ],
  // Only sentences that speak of it: other sentences with the same words would be no answer.
  [/\bcolou?rs?\b/, (facts) => quoted(facts, COLOURS, SAYS)],
  [
    /\b(?:how (?:old|long have you (?:had|owned)|long (?:did|have) you)|what year|which year|age\b|when did you (?:buy|get)|bought (?:it )?new)\b/,
    (facts) => quoted(facts, AGES, SAYS),
  ],
  [
    /\b(?:sizes?|dimensions?|measure\w*|how (?:big|tall|wide|long is (?:it(?=\W*$)|the)|high|deep|heavy|large)|what(?:'s| is) the (?:height|width|length|depth|weight)|weigh\w*|cm\b|fit in)\b/,
    (facts) => quoted(facts, SIZES, SAYS),
  ],
  [
    /\b(?:what (?:brand|make)|which (?:brand|make)|who (?:made|makes)|brand(?=\W*$)|manufacturer)\b/,
    (facts) =>
      quoted(facts, /\b(?:brand\w*|made by|make is|from (?:ikea|kmart|bunnings))\b/i, SAYS) ??
      `It's listed as “${facts.title}”.`,
  ],
  [
    /\b(?:inspect\w*|have a look|look at it|see it (?:first|before|in person)|view(?:ing)? it|test (?:it|ride|drive)|try it)\b/,
    () => "You can look it over when you pick it up. To see it earlier, ask the seller in a message.",
  ],
  [
    /\b(?:when(?: (?:can|could|would|do|is|are|will|should|'?s)\b|(?=\W*$))|what (?:day|time)|pick ?-?(?:it )?up|collect\w*|come (?:at|by|over|and)|today|tonight|tomorrow|weekend|saturday|sunday|monday|tuesday|wednesday|thursday|friday)\b/,
    (facts) =>
      facts.collection_date === null
        ? "The seller hasn't set a pickup date. You'd sort that out with them after you buy it."
        : `Pickup is planned for ${facts.collection_date}.`,
  ],
  [
    /\b(?:pay|payment|card|cash|bank|transfer|crypto|bitcoin|paypal|payid)\b/,
    (facts) =>
      facts.payment_methods.length === 0
        ? null
        : `The seller takes ${listed(facts.payment_methods)}. You choose at checkout.`,
  ],
  [
    /\b(?:bot|robot|human|real person|automated|ai|who (?:are|am) (?:you|i))\b/,
    () =>
      "I'm Knowzee, the seller's AI assistant. I can talk about this listing and its price. The seller is a real person.",
  ],
  [
    /\b(?:how (?:do|can) i (?:buy|accept|purchase|order)|what happens (?:after|if|when)|if i accept|how does (?:it|this) work|hold it|reserve it|how long .*(?:offer|good for|valid))\b/,
    () =>
      "When I name a price, tap Accept and we'll hold the item so you can buy it at that price. Each price is good until its countdown ends.",
  ],
  [
    /\b(?:condition|scratch\w*|damage\w*|marks?|dents?|worn|wear|faults?|issues?|broken|work(?:s|ing)?|good nick|what (?:kind of )?(?:shape|nick)|new|used|quality)\b/,
    (facts) => {
      const more = quoted(
        facts,
        /\b(?:condition|scratch\w*|damage\w*|marks?|dents?|worn|wear|faults?|issues?|broken|work(?:s|ing)?(?! with)|tested|chip\w*|crack\w*|rust\w*)\b/i,
        SAYS,
      );
      return `It's listed as "${facts.condition}".${more === null ? "" : ` ${more}`}`;
    },
  ],
];

const SAYS = "The seller says";
const COLOURS =
  /\b(?:colou?r\w*|black|white|grey|gray|silver|gold|red|blue|navy|teal|green|olive|yellow|orange|pink|purple|brown|tan|beige|cream|oak|walnut|pine|chrome|natural timber)\b/i;
const AGES =
  /\b(?:years? old|months? old|weeks? old|yrs? old|bought (?:it |this )?(?:new |in|last|from|a |two |three |\d)|purchased|owned (?:it )?(?:for|since)|(?:since|from|in|model) (?:19|20)\d\d|(?:19|20)\d\d model|brand new|vintage|antique|mid-century|last year)\b/i;
const SIZES =
  /\b\d+(?:\.\d+)?\s?(?:cm|mm|m|metres?|inch(?:es)?|in|"|ft|feet|kg|kilos?|litres?|l)\b|\b(?:size|small|medium|large|king|queen|single|double|height|width|depth|length|tall|wide|measures?|dimensions?)\b/i;

/** Returns the answer to a question in a buyer's message, or null when the listing does not contain one. */
export function answerQuestion(message: string, facts: PublicFacts): string | null {
  const text = normalise(message);
  for (const [asked, answer] of TOPICS) {
    if (asked.test(text)) return answer(facts);
  }
  const stems = stemsOf(text);
  if (stems.length === 0) return null;
  // "Does it come with the charger?" names the thing; "charger?" says nothing else. Otherwise one word in common is
  // often chance, so two are needed.
  const thing = HAS.exec(text)
    ?.slice(1)
    .find((word) => word !== undefined);
  const [named] = thing === undefined ? [] : stemsOf(thing);
  const needed = named === undefined && text.split(" ").length > 3 ? 2 : 1;
  const words = stems.map((stem) => new RegExp(`(?<![\\p{L}\\d])${stem}`, "iu"));
  const key = named === undefined ? null : new RegExp(`(?<![\\p{L}\\d])${named}`, "iu");
  const speaks = (sentence: string) =>
    (key === null || key.test(sentence)) && words.filter((word) => word.test(sentence)).length >= needed;
  return quoted(facts, { test: speaks }, "The listing says");
}

const HAS =
  /\b(?:tell me (?:more )?|what |how )about (?:the |its |it's )([a-z]{4,})|\b(?:come|comes|came) with (?:the |a |an |its |it's |any )?(?:original )?([a-z]{4,})|\b(?:has|have) (?:it got )?(?:the |a |an |its |any )([a-z]{4,})|\bincludes? (?:the |a |an |its |any )?([a-z]{4,})|\b(?:is|are) (?:the|there an?|there any) ([a-z]{4,}) (?:included|there)/;

/** Returns the words that carry the meaning, without common endings. */
function stemsOf(text: string): string[] {
  return (text.match(/[a-z]{4,}|\d{2,}/g) ?? [])
    .filter((word) => !COMMON.has(word))
    .map((word) => word.replace(/(?:es|s|ing|ed)$/, ""))
    .filter((stem) => stem.length >= 3 || /\d/.test(stem));
}

const COMMON = new Set(
  "does have what when where which would could should this that with from your you're there they them their come comes will been much many long like just want know tell about please still also very good great item thing need hello mate kind sort really listing price seller sell selling sold buy buying bought instead mean said says think sure than then some more else make made take give gave going doing having into onto over under only even ever".split(
    " ",
  ),
);

/** Returns the first matching sentence of the description, else of the quotable public notes. */
function quoted(
  { description, public_notes }: PublicFacts,
  about: Pick<RegExp, "test">,
  fromListing: string,
): string | null {
  const find = (text: string) =>
    sentencesOf(text).find((sentence) => about.test(sentence) && sentence.length <= QUOTE_MAX);
  const listed = find(description);
  if (listed !== undefined) return `${fromListing}: "${listed}"`;
  const said = find(quotableNotes(public_notes));
  return said === undefined ? null : `The seller says: "${said}"`;
}

function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

function ago(days: number): string {
  return days < 1 ? "today" : days === 1 ? "yesterday" : `${days} days ago`;
}
