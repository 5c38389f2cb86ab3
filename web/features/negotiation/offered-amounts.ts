import type { NegotiationMessage } from "#contract/negotiation";
import { centsToDollars, dollarsToCents } from "#domain/money";
import { suggestedAmounts } from "#domain/negotiation/suggested-amounts";
import { typedCents } from "#domain/readers/amount";

const AMOUNT = /\$(\d[\d,]*(?:\.\d{2})?)/;

/** Returns the amounts to suggest, in dollars, from the list price, the price on the table and the buyer's own offers. */
export function offeredAmounts(
  price: number,
  table: number | null,
  messages: readonly NegotiationMessage[],
): readonly number[] {
  const offers = messages.flatMap(({ from, text }) => {
    const found = from === "buyer" ? AMOUNT.exec(text)?.[1] : undefined;
    const cents = found === undefined ? null : typedCents(found);
    // A higher amount in a message is no offer of the buyer, but the price they talk about.
    return cents !== null && cents < (dollarsToCents(table ?? price) ?? 0) ? [cents] : [];
  });
  const suggested = suggestedAmounts({
    list_cents: dollarsToCents(price) ?? 0,
    table_cents: table === null ? null : dollarsToCents(table),
    offered_cents: offers.length === 0 ? null : Math.max(...offers),
  });
  return suggested.map(centsToDollars);
}
