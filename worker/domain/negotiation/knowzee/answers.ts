/** Answers questions from the public listing only. What the listing does not say stays unanswered. */
import { type Cents, formatCents } from "#domain/money";
import { namesFor, stem } from "../../items/words.ts";
import concepts from "./question-words.json" with { type: "json" };
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
  [
    /\b(?:when(?: (?:can|could|would|do|is|are|will|should|'?s)\b|(?=\W*$))|what (?:day|time)|pick ?-?(?:it )?up|collect\w*|come (?:at|by|over|and)|today|tonight|tomorrow|weekend|saturday|sunday|monday|tuesday|wednesday|thursday|friday)\b/,
    (facts) =>
      facts.collection_date === null
        ? "The seller hasn't set a pickup date. You'd sort that out with them after you buy it."
        : `Pickup is planned for ${facts.collection_date}.`,
  ],
  [
    /\b(?:(?<!did (?:you|u|they) )pay|payment|card|cash|bank|transfer|crypto|bitcoin|paypal|payid)\b/,
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
];

/** What is answered in general where the listing says nothing of its own. */
const OTHERWISE: readonly Topic[] = [
  [
    /\b(?:inspect\w*|have a look|look at it|see it (?:first|before|in person)|view(?:ing)? it|test (?:it|ride|drive)|try it)\b/,
    () => "You can look it over when you pick it up. To see it earlier, ask the seller in a message.",
  ],
  [/\b(?:brand|make|who (?:made|makes)|manufacturer)\b/, ({ title }) => `It's listed as “${title}”.`],
];

/** Words that ask about the same: a question about "stains" is answered by a sentence about a "pen mark". */
const CONCEPTS_OF = new Map<string, Set<string>>();
for (const line of concepts.groups) {
  const words = line.split(" ").map(stemOf);
  for (const word of words) CONCEPTS_OF.set(word, new Set([...(CONCEPTS_OF.get(word) ?? []), ...words]));
}
const IDLE: ReadonlySet<string> = new Set(concepts.idle.flatMap((line) => line.split(" ")));

/** Returns the answer to a question in a buyer's message, or null when the listing does not contain one. */
export function answerQuestion(message: string, facts: PublicFacts): string | null {
  const text = normalise(message);
  const topicIn = (topics: readonly Topic[]) => topics.find(([asked]) => asked.test(text));
  const general = topicIn(TOPICS);
  if (general) return general[1](facts);
  const said = sentenceAbout(text, facts);
  if (ASKS_CONDITION.test(text)) {
    const more = said ?? quotesOf(facts).find(({ sentence }) => SPEAKS_OF_CONDITION.test(sentence))?.quote;
    return `It's listed as "${facts.condition}".${more ? ` ${more}` : ""}`;
  }
  return said ?? topicIn(OTHERWISE)?.[1](facts) ?? null;
}

const ASKS_CONDITION =
  /\b(?:condition|scratch\w*|damage\w*|marks?|dents?|worn|wear|faults?|issues?|broken|work(?:s|ing)?|good nick|what (?:kind of )?(?:shape|nick)|new|used|quality)\b/;
const SPEAKS_OF_CONDITION =
  /\b(?:condition|scratch\w*|damage\w*|marks?|dents?|worn|wear|faults?|issues?|broken|work(?:s|ing)?(?! with)|tested|chip\w*|crack\w*|rust\w*)\b/i;

interface Quote {
  sentence: string;
  quote: string;
}

/** Returns the sentences that may be quoted. */
function quotesOf({ description, public_notes }: PublicFacts): Quote[] {
  const from = (text: string, who: string) =>
    sentencesOf(text)
      .filter((sentence) => sentence.length <= QUOTE_MAX)
      .map((sentence) => ({ sentence, quote: `${who} says: "${sentence}"` }));
  return [...from(description, "The listing"), ...from(quotableNotes(public_notes), "The seller")];
}

/** Returns the sentence of the listing that speaks of the most of what is asked about, and of more than half; null for none. */
function sentenceAbout(question: string, facts: PublicFacts): string | null {
  const { title } = facts;
  const listing = [...quotesOf(facts), { sentence: title, quote: `It's listed as “${title}”.` }];
  const asked = askedWords(question);
  const titled = new Set(wordsOf(title));
  // "How old is the machine?" names the item, too.
  const special = asked.filter((word) => !titled.has(word));
  return best(special, listing) ?? (special.length < asked.length ? best(asked, listing) : null);
}

function best(asked: readonly string[], listing: readonly Quote[]): string | null {
  let found: { quote: string; score: number } | null = null;
  for (const { sentence, quote } of listing) {
    const words = new Set(wordsOf(sentence));
    const score = asked.reduce((sum, word) => sum + speaksOf(words, word), 0);
    if (score > asked.length / 2 && score > (found?.score ?? 0)) found = { quote, score };
  }
  return found?.quote ?? null;
}

/** 1 for the word itself, a little less for another name of it or a word of the same concept. */
function speaksOf(words: ReadonlySet<string>, asked: string): number {
  if (words.has(asked)) return 1;
  const others = [
    ...(CONCEPTS_OF.get(asked) ?? []),
    ...namesFor([asked])
      .filter((name) => !name.includes(" "))
      .map(stemOf),
  ];
  return others.some((other) => words.has(other)) ? 0.9 : 0;
}

/** Returns the words of a question that carry its meaning; a name of several words is one: no sofa is a "sofa bed". */
function askedWords(question: string): string[] {
  const typed = question.match(/\p{L}+|\d+/gu) ?? [];
  const asked: string[] = [];
  for (let at = 0; at < typed.length; at++) {
    const pair = typed.slice(at, at + 2);
    if (pair.length === 2 && namesFor(pair).length > 0) {
      asked.push(pair.map(stemOf).join(" "));
      at++;
    } else asked.push(...wordsOf(typed[at] ?? ""));
  }
  return [...new Set(asked)].filter((word) => !IDLE.has(word) && !/^\d$/.test(word));
}

/** Returns the words as stems, "non-smoking" and "128GB" in parts; two neighbours also together, as names of two words. */
function wordsOf(text: string): string[] {
  const words = (normalise(text).match(/\p{L}+|\d+/gu) ?? []).filter((word) => !IDLE.has(word)).map(stemOf);
  return [...words, ...words.slice(1).map((word, index) => `${words[index]} ${word}`)];
}

/** "Smoking", "smoked" and "smoke" are one word here. */
function stemOf(word: string): string {
  return stem(word.length > 5 ? word.replace(/(?:ing|ed|er)$/, "") : word);
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
