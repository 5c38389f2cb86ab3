/**
 * Knowzee's replies. A seed chooses the template, so that a negotiation reads the same every time. No text says how far
 * the price could still fall.
 */
import { type Cents, formatCents } from "#domain/money";
import { TO_BE_ARRANGED } from "#domain/orders/collection";
import type { DealCondition } from "./conditions.ts";
import type { Act } from "./engine.ts";

export interface PhraseContext {
  title: string;
  /** Where it is picked up: suburb and city, or "To be arranged with seller". */
  place: string;
  list_cents: Cents;
  /** The current price, for acts that are not about a price. */
  ask_cents: Cents;
  /** The answer from the public listing; null when the listing does not contain one. */
  answer: string | null;
}

type Templates = readonly [string, ...string[]];

/** `{amount}`: the current price. `{list}`: the list price. `{pickup}`: how it is collected. */
const COUNTERS: Record<1 | 2 | 3, Templates> = {
  1: [
    "Thanks for the offer! I can do {amount} for it. How does that sound?",
    "Good start. It's listed at {list}, but I could let it go for {amount}.",
    "Thanks for your offer. How about {amount}?",
    "I can come down a bit: {amount}. Would that suit you?",
    "Happy to chat about the price. I could do {amount}.",
  ],
  2: [
    "Moving closer to a deal... I can come down to {amount}.",
    "Moving closer to a deal... How about {amount}?",
    "I like where this is going. Moving closer to a deal... {amount} and it's yours.",
    "Moving closer to a deal... You came up, so I've come down to {amount}.",
  ],
  3: [
    "FINAL OFFER: {amount}. I'll stand by that price for the next 24 hours.",
    "FINAL OFFER: {amount}. It's good for the next 24 hours. Tap Accept if you're happy with it.",
    "This is my FINAL OFFER: {amount}. Take your time, I'll keep that price for you for 24 hours.",
  ],
};

const COVERS = "That covers “{title}” as listed and pickup, nothing else.{without}";
/** For replies that name a price without agreeing to one. */
const AS_LISTED = "That's for the item as listed, nothing else.";

const TEMPLATES: Record<Exclude<Act["kind"], "counter" | "final" | "answer">, Templates> = {
  greet: [
    "G'day! I'm Knowzee, the seller's AI assistant. Ask me anything or make an offer.",
    "Hi there! I'm Knowzee, the seller's AI assistant. It's listed at {list}. What did you have in mind?",
    "Hello! Knowzee here, the seller's AI assistant. Happy to answer questions or hear an offer.",
  ],
  thanks: [
    "No worries at all! I'm here whenever you'd like to talk about the price.",
    "You're welcome! Let me know if you'd like to make an offer.",
    "My pleasure. Just say the word if anything else comes up.",
  ],
  hold: [
    "No worries. {amount} is on the table if you'd like it.",
    "That's all right. I'm at {amount} for now. No rush.",
    "Fair enough. I'm still at {amount}.",
  ],
  buy_at_list: [
    `Great! You can buy it now for {amount}. Just tap the button. ${COVERS}`,
    `Good news, it's yours for {amount}. Tap the button to buy it. ${COVERS}`,
    `Lovely. It's {amount}. Tap the button and we'll hold it for you. ${COVERS}`,
  ],
  accept_offer: [
    `You've got a deal at {amount}! Tap Accept to make it yours. ${COVERS}`,
    `{amount} works for me. Tap Accept and we'll hold it for you. ${COVERS}`,
    `Done! It's yours for {amount}. Tap Accept to lock it in. ${COVERS}`,
  ],
  confirm: [
    `Just to confirm, you'd like it for {amount}? Tap Accept and we'll hold it for you. ${COVERS}`,
    `Wonderful! To confirm {amount}, tap Accept. ${COVERS}`,
    `Glad to hear it. Tap Accept to confirm {amount}. ${COVERS}`,
  ],
  explain: [
    "I can help with the price or tell you what's in the listing. What would you like to pay for it?",
    "I'm not sure I follow. Make me an offer in dollars, or ask me about the listing.",
    "Sorry, I didn't get that. You can make an offer or ask me about the listing.",
  ],
};

/** Why the price did not move. */
const REASONS: Record<NonNullable<Act["because"]>, Templates> = {
  pushed: [
    "I'm at {amount}. What did you have in mind?",
    "It's {amount} for now. Make me an offer and I'll see what I can do.",
    "Happy to talk about {amount}. What would you like to pay?",
  ],
  low: [
    "That's a long way from {amount}, sorry. What's the best you could do?",
    "I can't get near that one. It's {amount} for now. Could you come up a bit?",
    "Sorry, that's too low for me. I'm at {amount}. What else could you offer?",
  ],
  stuck: [
    "I'm still at {amount}. If that's your best, say so, or put it to the seller.",
    "{amount} is on the table for now. If you can't go higher, tell me, or put your offer to the seller.",
    "I'm staying at {amount} for now. If that's your best, say so. You can ask the seller, too.",
  ],
  conditions: [
    "I can only agree on the price: {amount} for “{title}” as listed, {pickup}. Nothing else is included. Would you like to ask the seller about {wishes}?",
    "My price is {amount} for “{title}” as listed, {pickup}, with nothing else included. Only the seller can decide about {wishes}. Shall I ask?",
  ],
  unconfirmed: [
    "Please confirm your email address first, then I can talk about your offer. The link is in your inbox, and Settings can send a new one.",
  ],
  currency: [
    "I can only work in Australian dollars. What would that be in dollars?",
    "Prices here are in Australian dollars. What would you like to offer?",
  ],
};

const WISHES: Record<DealCondition, string> = {
  delivery: "delivery",
  extras: "extras",
  warranty: "a warranty or returns",
  hold: "holding it for you",
  swap: "a swap",
  instalments: "paying in parts",
  per_unit: "selling single pieces",
  bundle: "a bundle",
  inspection: "checking it first",
  service: "work on it",
};

const UNKNOWN: Templates = [
  "I don't know that one, sorry. Shall I ask the seller?",
  "Good question, but I don't know. Would you like to ask the seller?",
  "The listing doesn't say, and I'd rather not guess. Shall I ask the seller?",
];

/** Returns the sentence for an act. `seed` is the negotiation's id and turn. */
export function templateText(act: Act, context: PhraseContext, seed: string): string {
  if (act.kind === "answer" && context.answer !== null) return context.answer;
  const wishes = (act.conditions ?? []).map((condition) => WISHES[condition]);
  const without = (act.without ?? []).map((condition) => WISHES[condition]);
  const template = pick(templatesOf(act), seed);
  const restated = act.amount_cents === null || /\bnothing else\b/i.test(template);
  return `${template}${restated ? "" : ` ${AS_LISTED}`}`
    .replaceAll("{without}", without.length === 0 ? "" : ` Not included: ${without.join(", ")}.`)
    .replaceAll("{amount}", formatCents(act.amount_cents ?? context.ask_cents))
    .replaceAll("{list}", formatCents(context.list_cents))
    .replaceAll("{pickup}", pickup(context.place))
    .replaceAll(
      "{wishes}",
      wishes.length < 2 ? wishes.join("") : `${wishes.slice(0, -1).join(", ")} and ${wishes.at(-1)}`,
    )
    .replaceAll("{title}", () => context.title);
}

function pickup(place: string): string {
  return place === TO_BE_ARRANGED ? "pickup to be arranged with the seller" : `pickup in ${place}`;
}

function templatesOf(act: Act): Templates {
  if (act.because !== undefined) return REASONS[act.because];
  if (act.kind === "final") return COUNTERS[3];
  if (act.kind === "counter") return COUNTERS[act.counter_no ?? 1];
  return act.kind === "answer" ? UNKNOWN : TEMPLATES[act.kind];
}

/** FNV-1a over the seed. */
function pick(templates: Templates, seed: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < seed.length; i++) hash = Math.imul(hash ^ seed.charCodeAt(i), 0x01000193);
  return templates[((hash ^ (hash >>> 15)) >>> 0) % templates.length] ?? templates[0];
}
