/**
 * Labelled messages of buyers (messages.tsv), all written for these tests. A message stands with the asking price of the
 * item, with the price on the table where it is another, and with the buyer's last offer, in dollars.
 */
import type { DealCondition } from "#domain/negotiation/knowzee/conditions";
import type { Intent, ParseContext } from "#domain/negotiation/knowzee/understand";
import { rowsOf } from "../support/repository.ts";

export interface LabelledMessage {
  text: string;
  context: ParseContext;
  intent: Intent;
  /** What the buyer offers. */
  amount_cents: number | null;
  conditions: readonly DealCondition[];
}

export const LISTED: ParseContext = { list_cents: 100_00, ask_cents: 100_00, last_offer_cents: null };
export const COUNTERED: ParseContext = { list_cents: 100_00, ask_cents: 80_00, last_offer_cents: 60_00 };
export const DEAR: ParseContext = { list_cents: 1_200_00, ask_cents: 1_200_00, last_offer_cents: null };

const cents = (dollars: string) => (dollars === "" ? null : Math.round(Number(dollars) * 100));

type Column = "list" | "ask" | "last_offer" | "text" | "intent" | "amount" | "conditions";

export const MESSAGES: readonly LabelledMessage[] = rowsOf<Column>("tests/knowzee/messages.tsv").map((row) => {
  const list_cents = cents(row.list) ?? 0;
  return {
    text: row.text,
    context: { list_cents, ask_cents: cents(row.ask) ?? list_cents, last_offer_cents: cents(row.last_offer) },
    intent: row.intent as Intent,
    amount_cents: cents(row.amount),
    conditions: row.conditions === "" ? [] : (row.conditions.split(",") as DealCondition[]),
  };
});
