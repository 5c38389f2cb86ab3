/**
 * Checks a sentence in which the language model says a reply of Knowzee again. An allow-list: every word must be the
 * item's title, one of the phrases and words below, or an amount of the reply in its own role. Words that could add a
 * condition, a promise, a negation or a fact are simply not on the list. What the reply itself says of these must stay word
 * for word. What does not pass is replaced by the template, which costs charm and nothing else.
 */
import { type Cents, formatCents } from "#domain/money";
import type { Act } from "./engine.ts";
import { checkModelReply, saysForbidden } from "./model-output-check.ts";

export interface GroundedReply {
  act: Act["kind"];
  /** The decided price; null when the reply is about none. */
  amount_cents: Cents | null;
  list_cents: Cents;
  /** The reply as the templates say it: the only claims that may be made. */
  template: string;
  title: string;
}

/** Only where a price was agreed may the text sound like agreement. */
const AGREEING = new Set<Act["kind"]>(["accept_offer", "confirm", "buy_at_list"]);

/** Phrases that may stand anywhere, although some of their words may not. */
const PHRASES = [
  "moving closer to a deal...",
  "moving closer to a deal",
  "feel free",
  "no worries at all",
  "no worries",
  "no rush",
  "no dramas",
  "no pressure",
  "no hard feelings",
  "take your time",
  "how does that sound",
  "how's that sound",
  "that sounds fair",
  "sounds fair",
  "let me know",
  "have a think",
  "think it over",
  "what do you think",
  "what do you reckon",
  "what would you say",
  "do we have a deal?",
  "is that a deal?",
  "is it a deal?",
  "shall we call it a deal?",
  "a great deal",
  "a good deal",
  "a fair deal",
  "a nice deal",
  "a solid deal",
  "come down a bit",
  "come down a little",
  "come down to",
  "meet you at",
  "we meet at",
  "let's meet at",
  "let's meet in the middle at",
  "works for me",
  "works for you",
  "work for you",
  "good start",
  "great start",
  "good morning",
  "good afternoon",
  "perfect!",
  "excellent!",
  "brilliant!",
  "that's close",
  "love to see you have it",
  "i'm here whenever you want",
  "whenever you're ready",
  "i'm knowzee",
  "knowzee here",
  "the seller's ai assistant",
  "the seller's assistant",
  "ask me anything",
  "make an offer",
  "make me an offer",
  "make your offer",
  "tap accept",
  "just tap accept",
  "press accept",
  "hit accept",
  "i can accept",
  "i could accept",
  "i'd accept",
  "happy to accept",
  "on the table",
  "where i'm at",
  "in mind",
  "good news",
  "great news",
  "i hear you",
  "i get it",
  "i understand",
  "a fair step",
  "a fair drop",
  "a step closer",
  "getting closer",
  "we're close",
  "i'm here",
  "here to help",
  "happy to help",
  "happy to chat",
  "about the listing",
  "about this listing",
  "about the price",
  "talk about the price",
  "you'd like to talk about the price",
  "just say the word",
  "say the word",
  "if anything else comes up",
  "hear an offer",
  "let it go for",
  "you came up",
  "so i've come down to",
  "i've come down to",
  "for now",
  "tell you what's in the listing",
  "what would you like to pay for it",
  "what would you like to pay",
  "in dollars",
  "i didn't get that",
  "sorry",
  "anything else",
  "any other questions",
  "any questions",
  "i'm not sure i follow",
  "not sure i follow",
  "if you'd like it",
  "if you'd like to",
  "if you like",
  "if you're happy with it",
  "if you're happy with that",
  "if that works for you",
  "if that suits you",
  "if that sounds good",
  "thanks so much",
  "thank you so much",
  "much appreciated",
] as const;

const FINAL_PHRASES = ["this is my final offer", "my final offer", "final offer", "the best i can do", "best i can do"];
const AGREEING_PHRASES = [
  "it's a deal",
  "you've got a deal",
  "you have a deal",
  "we've got a deal",
  "we have a deal",
  "deal!",
  "done!",
  "you've got yourself a deal",
  "lock it in",
  "make it yours",
  "buy it now",
  "tap the button",
  "just to confirm",
  "to confirm",
  "we'll hold it for you",
  "i accept",
];

const WORDS = new Set(
  `a about absolutely again ah all alright am an and appreciate appreciated are as asking at awesome be beautiful
  beauty bit but by can chat cheers could did do does down enough fair fantastic follow for friendly from g'day glad
  go going good great had happy have hear heard hello help here hey hi hope hoping how how's i i'd i'll i'm i've idea
  in interest interested is it it'd it'll it's just keen kind kindly know let let's like liked listed little love
  lovely make makes mate maybe me mind my name nice now of offer offers oh ok okay on our please pleasure pretty
  price question questions quite reckon right say shall so sort sound sounds still stretch suit suits sure thank
  thanks that that'd that'll that's the then there there's think this thought thoughts to together too understand up
  us very want we we'd we'll we're welcome well what what's with wonderful would yep yes you you'd you'll you're
  you've your yours`.split(/\s+/),
);

/** What may stand before the decided price. */
const BEFORE_AMOUNT = new Set(
  "about and around at be call could do does for how's is it like meet of on price say still that's then to with would".split(
    " ",
  ),
);
const ENDS_BEFORE_AMOUNT = new Set(["to", "at", "for", "accept", "confirm", "offer", "deal"]);
const COMMITTING = new Set(["yours", "mine", "sold", "deal", "done", "agreed", "accept", "accepted"]);

const TOKEN = /\$\d+(?:,\d{3})*(?:\.\d{2})?|[a-z]+(?:'[a-z]+)*|[^\s]/g;
const SENTENCE_END = /(?<=[.!?…]["”]?)\s+/;
const LENGTH_MAX = 600;
const PUNCTUATION = new Set([..."…,.!?:;-–—"]);

/** Returns the sentence as it may be shown, or null when the template must be. */
export function checkRewording(text: string, reply: GroundedReply): string | null {
  const plain = text.trim().replaceAll(/\s+/g, " ");
  if (plain.length > LENGTH_MAX) return null;
  let rest = plain;
  for (const fact of factsOf(reply)) {
    if (!rest.includes(fact)) return null;
    rest = rest.replace(fact, () => " ok. ");
  }
  if (!isHaggling(rest, reply)) return null;
  if (reply.amount_cents !== null && !plain.includes(formatCents(reply.amount_cents))) return null;
  return plain;
}

/** What must stay word for word: an answer about the item, and whatever else of the template is no mere haggling. */
function factsOf(reply: GroundedReply): string[] {
  const template = reply.template.trim().replaceAll(/\s+/g, " ");
  if (reply.act === "answer") return [template];
  const facts: string[] = [];
  let before = false;
  for (const sentence of template.split(SENTENCE_END)) {
    const fact = !isHaggling(sentence, reply);
    // Neighbouring sentences stay together: a quotation may have several.
    if (fact && before) facts.push(`${facts.pop()} ${sentence}`);
    else if (fact) facts.push(sentence);
    before = fact;
  }
  return facts;
}

function isHaggling(text: string, reply: GroundedReply): boolean {
  const reduced = withoutPhrases(text, reply);
  // Characters, markup and number words; the phrases that were taken out are plain words.
  if (checkModelReply(reduced, amountsOf(reply)) === null) return false;
  return reduced.split(SENTENCE_END).every((sentence) => isAllowed(sentence, reply));
}

/** The amounts of the reply: the decided price, and the list price where the template names it. */
function amountsOf({ amount_cents, list_cents, template }: GroundedReply): Cents[] {
  const amounts = amount_cents === null ? [] : [amount_cents];
  return names(template, list_cents) ? [...amounts, list_cents] : amounts;
}

function names(text: string, cents: Cents): boolean {
  const amounts: readonly string[] = text.match(/\$\d+(?:,\d{3})*(?:\.\d{2})?/g) ?? [];
  return amounts.includes(formatCents(cents));
}

/** Takes out the title and the allowed phrases. */
function withoutPhrases(plain: string, { act, title }: GroundedReply): string {
  let rest = plain.replaceAll(/[\u2018\u2019]/g, "'").toLowerCase();
  for (const named of titlesOf(title)) {
    const literal = named.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
    rest = rest.replaceAll(new RegExp(`(?<![a-z\\d$'-])${literal}(?![a-z\\d'-])`, "g"), " this ");
  }
  const phrases = [
    ...PHRASES,
    ...(act === "final" ? FINAL_PHRASES : []),
    ...(AGREEING.has(act) ? AGREEING_PHRASES : []),
  ].toSorted((a, b) => b.length - a.length);
  for (const phrase of phrases) {
    const pattern = new RegExp(`(?<![a-z'$\\d])${phrase.replaceAll(/[.?!]/g, "\\$&")}(?![a-z'\\d])`, "g");
    rest = rest.replace(pattern, ENDS_BEFORE_AMOUNT.has(phrase.split(" ").at(-1) ?? "") ? " at " : " ok ");
  }
  return rest.replaceAll(/\s+/g, " ").trim() || "ok";
}

/** How the model may name the item: by the title, or by a part of it ("bookcase", "five shelves"). */
function titlesOf(title: string): string[] {
  const whole = title.toLowerCase().replaceAll(/\s+/g, " ").trim();
  // A title with a price or a promise in it is not repeated by the model.
  if (whole === "" || /[$€£%]/.test(whole) || saysForbidden(whole)) return [];
  const words = whole.split(" ");
  const runs = words.flatMap((_, from) => words.slice(from).map((_, length) => words.slice(from, from + length + 1)));
  return [
    whole,
    ...runs
      .filter((run) => run.every((word) => /^[a-z][a-z'-]*$/.test(word) && !RISKY.has(word)))
      .map((run) => run.join(" "))
      .filter((run) => run.length >= 3 && (run.includes(" ") || checkModelReply(run, []) !== null)),
  ].toSorted((a, b) => b.length - a.length);
}

/** Words of a title that would change what is said about the price. */
const RISKY = new Set(
  "and with for from to at of no not never none without free under over less more half off plus only or if until lower".split(
    " ",
  ),
);

function isAllowed(sentence: string, reply: GroundedReply): boolean {
  const tokens = sentence.match(TOKEN) ?? [];
  const named = tokens.some((token) => token.startsWith("$"));
  let before: string[] = [];
  for (const token of tokens) {
    if (token.startsWith("$")) {
      if (!isInRole(token, before, reply)) return false;
    } else if (COMMITTING.has(token)) {
      // "Yours" only with its price in the same sentence.
      if (token !== "yours" || !named) return false;
    } else if (!PUNCTUATION.has(token) && !WORDS.has(token)) return false;
    before = [...before, token];
  }
  return true;
}

const LIST_ROLE = /(?:\blisted at|\basking price (?:is|of)|\blist price (?:is|of)|\bfrom) $/;

/** Whether an amount stands where it may: the list price as the list price, the decided price not as that. */
function isInRole(token: string, before: readonly string[], { amount_cents, list_cents }: GroundedReply): boolean {
  const context = `${before.join(" ")} `;
  const listed = LIST_ROLE.test(context);
  if (amount_cents === list_cents) return true;
  if (token === formatCents(list_cents)) return listed;
  if (listed || amount_cents === null || token !== formatCents(amount_cents)) return false;
  const last = before.at(-1);
  return last === undefined || PUNCTUATION.has(last) || BEFORE_AMOUNT.has(last);
}
