import { type CartPart, priceFor, priceTogether, type StoredOffer } from "#domain/checkout/pricing";
import { dollarsToCents, formatCents } from "#domain/money";
import { itemsNeeded, offerLabel, offerTerms } from "#domain/selling/special-offers";
import { Badge } from "../../../ui/badge.tsx";
import { Panel } from "../../../ui/layout.tsx";
import { configOf, type OfferValues } from "./offer-values.ts";

const andMore = (count: number) => `and ${count} more`;

const offIfAll = (cents: string) => `${cents} off if everything sells.`;

const youTakeOff = (cents: string, before: string) => `That's ${cents} off ${before}.`;

interface Chosen {
  id: string;
  title: string;
  price: number;
}

const LINES = 6;

/** Example of the offer, calculated by the same rule that charges it (D25). */
export function OfferPreview({ values, items, now }: { values: OfferValues; items: readonly Chosen[]; now: number }) {
  const config = configOf(values);
  const terms = offerTerms(values.offer_type, config);
  if (terms === null) return <Hint>Fill in the numbers to see what your offer does.</Hint>;
  const needed = itemsNeeded(terms, items.length);
  const parts = items.map((item) => ({ ...item, cents: dollarsToCents(item.price) ?? 0 }));
  const offer: StoredOffer = {
    id: "preview",
    offer_type: values.offer_type,
    config: { ...config },
    is_active: true,
    ends_at: null,
    size: parts.length,
    available: parts.length,
  };
  if (parts.length < needed) {
    const missing = needed - parts.length;
    return (
      <Panel>
        <Badge tone="brand">{offerLabel(terms)}</Badge>
        <p className="mt-3 text-muted">
          Choose {missing} {parts.length > 0 ? "more " : ""}
          {missing === 1 ? "item" : "items"} to see how it works.
        </p>
      </Panel>
    );
  }
  const single = terms.type === "percentage_off";
  // Use a realistic example: the most expensive items that the offer needs, or all of them.
  const dearest = [...parts].sort((a, b) => b.cents - a.cents);
  const bought = terms.type === "bogo" || terms.type === "bulk_discount" ? dearest.slice(0, needed) : dearest;
  const asParts: CartPart[] = bought.map((part) => ({
    item_id: part.id,
    list_cents: part.cents,
    own_cents: part.cents,
    offers: [offer],
  }));
  const charged = single
    ? bought.map((part) => priceFor(part.cents, [offer], now).charged_cents)
    : priceTogether(asParts, now).map((part) => part.charged_cents);
  const before = bought.reduce((sum, part) => sum + part.cents, 0);
  const after = charged.reduce((sum, cents) => sum + cents, 0);
  return (
    <Panel>
      <Badge tone="brand">{offerLabel(terms)}</Badge>
      <p className="mt-3 text-sm text-muted">
        {single
          ? "What each item costs:"
          : `If someone buys ${bought.length === 2 ? "both" : `these ${bought.length}`}:`}
      </p>
      <ul className="mt-1.5 grid gap-1.5">
        {bought.slice(0, LINES).map((part, index) => (
          <li key={part.id} className="flex justify-between gap-4">
            <span dir="auto" className="min-w-0 truncate">
              {part.title}
            </span>
            <span className="shrink-0 tabular-nums">
              {charged[index] === part.cents ? null : (
                <>
                  <span className="sr-only">instead of </span>
                  <s className="text-muted">{formatCents(part.cents)}</s>{" "}
                </>
              )}
              <span className="font-semibold">{formatCents(charged[index] ?? part.cents)}</span>
            </span>
          </li>
        ))}
      </ul>
      {bought.length > LINES ? <p className="mt-1.5 text-sm text-muted">{andMore(bought.length - LINES)}</p> : null}
      {single ? null : (
        <p className="mt-3 flex justify-between gap-4 border-t border-line pt-3 text-lg font-bold tabular-nums">
          Together <span>{formatCents(after)}</span>
        </p>
      )}
      <p className={single ? "mt-3 border-t border-line pt-3 text-muted" : "mt-1 text-muted"}>
        {before === after
          ? "It doesn't lower these prices."
          : single
            ? offIfAll(formatCents(before - after))
            : youTakeOff(formatCents(before - after), formatCents(before))}
      </p>
    </Panel>
  );
}

function Hint({ children }: { children: string }) {
  return (
    <Panel>
      <p className="text-muted">{children}</p>
    </Panel>
  );
}
