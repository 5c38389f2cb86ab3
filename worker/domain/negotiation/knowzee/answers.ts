/** Answers questions from the public listing only. What the listing does not say stays unanswered. */
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
    /\b(?:still|is it|this) (?:available|for sale|here|going)\b|\bavailable\??$|\bstill (?:got|have)\b|\bsold yet\b/,
    () => "Yes, it's still available. You can buy it now, or make me an offer.",
  ],
  [
    /\b(?:deliver\w*|postage|post it|shipping|ship|courier|mail it)\b/,
    (facts) => `It's pickup only: ${facts.collection_summary}.`,
  ],
  [
    /\b(?:where|suburb|location|located|pick ?-?up (?:from|location|point)|address|postcode|how far|what area)\b/,
    (facts) =>
      `Pickup: ${facts.collection_summary}. You'll see the exact address once you've paid, 24 hours before pickup.`,
  ],
  [
    /\bhow long (?:has it been|have you had it|is it) (?:listed|up|for sale|on)\b|\bwhen (?:was|did) (?:it|you) list/,
    (facts) => `It was listed ${ago(facts.days_listed)}.`,
  ],
  [
    /\b(?:when|what (?:day|time)|pick ?-?(?:it )?up|collect\w*|come (?:at|by|over|and)|today|tonight|tomorrow|weekend|saturday|sunday|monday|tuesday|wednesday|thursday|friday)\b/,
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
    /\b(?:condition|scratch\w*|damage\w*|marks?|dents?|worn|wear|faults?|issues?|broken|work(?:s|ing)?|good nick|new|used)\b/,
    (facts) => {
      const more = quoted(
        facts,
        /\b(?:condition|scratch\w*|damage\w*|marks?|dents?|worn|wear|faults?|issues?|broken|work(?:s|ing)?|tested|chip\w*|crack\w*|rust\w*)\b/i,
        "The seller says",
      );
      return `It's listed as "${facts.condition}".${more === null ? "" : ` ${more}`}`;
    },
  ],
];

/** Returns the answer to a question in a buyer's message, or null when the listing does not contain one. */
export function answerQuestion(message: string, facts: PublicFacts): string | null {
  const text = normalise(message);
  for (const [asked, answer] of TOPICS) {
    if (asked.test(text)) return answer(facts);
  }
  const words = text.match(/[a-z]{4,}|\d{2,}/g)?.filter((word) => !COMMON.has(word)) ?? [];
  const stems = words
    .map((word) => word.replace(/(?:es|s|ing|ed)$/, ""))
    .filter((stem) => stem.length >= 3 || /\d/.test(stem));
  if (stems.length === 0) return null;
  return quoted(facts, new RegExp(`(?<![\\p{L}\\d])(?:${stems.join("|")})`, "iu"), "The listing says");
}

const COMMON = new Set(
  "does have what when where which would could should this that with from your you're there they them their come comes will been much many long like just want know tell about please still also very good great item thing need hello mate".split(
    " ",
  ),
);

/** Returns the first matching sentence of the description, else of the quotable public notes. */
function quoted({ description, public_notes }: PublicFacts, about: RegExp, fromListing: string): string | null {
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
