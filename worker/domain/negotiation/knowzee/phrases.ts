/**
 * Knowzee's replies. A seed chooses the template, so that a negotiation reads the same every time. No text says how far
 * the price could still fall.
 */
import { type Cents, formatCents } from "#domain/money";
import { TO_BE_ARRANGED } from "#domain/orders/collection";
import type { DealCondition } from "./conditions.ts";
import type { Act } from "./engine.ts";
import phrases from "./phrases.json" with { type: "json" };

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

/**
 * Templates by act, and by why the price did not move. `{amount}`: the current price. `{list}`: the list price.
 * `{pickup}`: how it is collected. `{covers}`: what an agreed price is for.
 */
const COUNTERS: Record<1 | 2 | 3, readonly string[]> = phrases.counters;
const TEMPLATES: Record<Exclude<Act["kind"], "counter" | "final" | "answer">, readonly string[]> = phrases.acts;
const REASONS: Record<NonNullable<Act["because"]>, readonly string[]> = phrases.reasons;
const WISHES: Record<DealCondition, string> = phrases.wishes;

const COVERS = "That covers “{title}” as listed and pickup, nothing else.{without}";
/** For replies that name a price without agreeing to one. */
const AS_LISTED = "That's for the item as listed, nothing else.";

/** Returns the sentence for an act. `seed` is the negotiation's id and turn. */
export function templateText(act: Act, context: PhraseContext, seed: string): string {
  if (act.kind === "answer" && context.answer !== null) return context.answer;
  const wishes = (act.conditions ?? []).map((condition) => WISHES[condition]);
  const without = (act.without ?? []).map((condition) => WISHES[condition]);
  const template = pick(templatesOf(act), seed).replace("{covers}", COVERS);
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

function templatesOf(act: Act): readonly string[] {
  if (act.because !== undefined) return REASONS[act.because];
  if (act.kind === "final") return COUNTERS[3];
  if (act.kind === "counter") return COUNTERS[act.counter_no ?? 1];
  return act.kind === "answer" ? phrases.unknown : TEMPLATES[act.kind];
}

/** FNV-1a over the seed. */
function pick(templates: readonly string[], seed: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < seed.length; i++) hash = Math.imul(hash ^ seed.charCodeAt(i), 0x01000193);
  return templates[((hash ^ (hash >>> 15)) >>> 0) % templates.length] ?? "";
}
