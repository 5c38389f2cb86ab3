/**
 * Knowzee's template texts, used without a language model or when its text is refused. A seed chooses the template, so
 * that a negotiation reads the same every time.
 */
import { type Cents, formatCents } from "#domain/money";
import type { Act } from "./engine.ts";

export interface PhraseContext {
  title: string;
  list_cents: Cents;
  /** The current price, for acts that are not about a price. */
  ask_cents: Cents;
  /** The answer from the public listing; null when the listing does not contain one. */
  answer: string | null;
}

type Templates = readonly [string, ...string[]];

/** `{amount}`: the current price. `{list}`: the list price. */
const COUNTERS: Record<1 | 2 | 3, Templates> = {
  1: [
    "Thanks for the offer! I can do {amount} for it. How does that sound?",
    "Good start. It's listed at {list}, but I could let it go for {amount}.",
    "Thanks for asking. How about {amount}?",
    "I can come down a bit: {amount}. Would that suit you?",
    "Happy to chat about the price. I could do {amount}.",
  ],
  2: [
    "Moving closer to a deal... I can come down to {amount}.",
    "Moving closer to a deal... How about {amount}?",
    "I like where this is going. Moving closer to a deal... {amount} and it's yours.",
    "Moving closer to a deal... {amount} is a fair drop from {list}, I reckon.",
  ],
  3: [
    "FINAL OFFER: {amount}. That's as low as I can go, and I'd love you to have it.",
    "FINAL OFFER: {amount}. That's the best I can do. Tap Accept if you're happy with it.",
    "This is my FINAL OFFER: {amount}. No hard feelings if it isn't right for you.",
  ],
};

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
    "Great! You can buy it now for {amount}. Just tap the button.",
    "Good news, it's yours for {amount}. Tap the button to buy it.",
    "Lovely. It's {amount}. Tap the button and we'll hold it for you.",
  ],
  accept_offer: [
    "You've got a deal at {amount}! Tap Accept to make it yours.",
    "{amount} works for me. Tap Accept and we'll hold it for you.",
    "Done! It's yours for {amount}. Tap Accept to lock it in.",
  ],
  confirm: [
    "Just to confirm, you'd like it for {amount}? Tap Accept and we'll hold it for you.",
    "Wonderful! To confirm {amount}, tap Accept.",
    "Glad to hear it. Tap Accept to confirm {amount}.",
  ],
  explain: [
    "I can help with the price or tell you what's in the listing. What would you like to pay for it?",
    "I'm not sure I follow. Make me an offer in dollars, or ask me about the listing.",
    "Sorry, I only talk about this listing and its price. Feel free to make an offer.",
  ],
};

const UNKNOWN: Templates = [
  "Sorry, that isn't in the listing. You can ask the seller in a message.",
  "Good question! The listing doesn't say, and I'd rather not guess.",
  "Sorry, I don't know that one. It isn't in the listing.",
];

/** Returns the sentence for an act. `seed` is the negotiation's id and turn. */
export function templateText(act: Act, context: PhraseContext, seed: string): string {
  if (act.kind === "answer" && context.answer !== null) return context.answer;
  const template = pick(templatesOf(act), seed);
  return template
    .replaceAll("{amount}", formatCents(act.amount_cents ?? context.ask_cents))
    .replaceAll("{list}", formatCents(context.list_cents));
}

function templatesOf(act: Act): Templates {
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
