/** What a buyer's message means to a haggler: one intent, and at most one amount, which is always the buyer's own. */
import type { Cents } from "#domain/money";

type Intent = "offer" | "accept" | "reject" | "ask_lowest" | "question" | "greet" | "thanks" | "other";

export interface Understood {
  intent: Intent;
  /** What the buyer would pay, or the amount they say they accept. */
  offer_cents: Cents | null;
  /** "between 40 and 50": both ends; the offer is the upper. */
  range: { low_cents: Cents; high_cents: Cents } | null;
  /** Said in so many words that they accept; still only the button does. */
  explicit_accept: boolean;
  /** Reads like an attempt to instruct the assistant. Counted, never acted upon: the price does not depend on it. */
  suspicious: boolean;
}

export interface Context {
  list_cents: Cents;
  ask_cents: Cents;
  last_offer_cents: Cents | null;
}
