import type { PaymentMethod } from "#contract/items";
import { COIN_FACTS, type Coin } from "#domain/payments/crypto-coins";
import { formatCollection, formatDollars, formatPlaceTime, formatPrice } from "../../../lib/format.ts";
import { Facts, Panel } from "../../../ui/layout.tsx";
import { listTotal, type Offer, type OfferLine } from "../offer.ts";
import { METHOD_NAMES } from "./method-step.tsx";

const FACTS: readonly { name: string; of: (line: OfferLine) => string }[] = [
  { name: "Seller", of: (line) => line.seller_name },
  {
    name: "Pickup",
    of: (line) => formatCollection(line.collection_date, line.collection_zone, line.collection_ends_at),
  },
  { name: "Location", of: (line) => line.collection_summary },
];

interface ReviewStepProps {
  offer: Offer;
  method: PaymentMethod | null;
  coin: Coin | null;
}

/** The order on one screen: items, total, sellers, pickup and the payment deadline. */
export function ReviewStep({ offer, method, coin }: ReviewStepProps) {
  const { lines } = offer;
  const [first] = lines;
  // What all items share is shown once below, the rest with each item.
  const isShared = ({ of }: (typeof FACTS)[number]) => new Set(lines.map(of)).size === 1;
  const own = FACTS.filter((fact) => !isShared(fact));
  const shared = first ? FACTS.filter(isShared).map(({ name, of }) => ({ name, value: of(first) })) : [];
  const isFree = offer.amount === 0;
  return (
    <>
      <Panel className="py-1">
        <ul className="divide-y divide-line">
          {lines.map((line) => (
            <li key={line.item_id} className="py-3">
              <p className="flex justify-between gap-4 font-semibold">
                <span className="min-w-0 truncate">{line.title}</span>
                <LinePrice line={line} />
              </p>
              {line.label !== null && line.charged < line.price ? (
                <p className="text-sm text-muted">{line.label}</p>
              ) : null}
              {own.length > 0 ? (
                <p className="text-sm text-muted">{own.map(({ of }) => of(line)).join(" · ")}</p>
              ) : null}
            </li>
          ))}
        </ul>
        <Total offer={offer} />
        <Facts
          className="grid-cols-2 border-t border-line py-3"
          items={[...shared, ...(isFree ? [] : paymentFacts(offer, method, coin))]}
        />
      </Panel>
      <p className="mt-3 text-muted">{whatNext(offer, method)}</p>
    </>
  );
}

function LinePrice({ line: { price, charged } }: { line: OfferLine }) {
  return (
    <span className="shrink-0 tabular-nums">
      {charged < price ? (
        <span className="font-normal text-muted">
          <span className="sr-only">instead of </span>
          <s>{formatDollars(price)}</s>{" "}
        </span>
      ) : null}
      {formatPrice(charged)}
    </span>
  );
}

/** The total, and what was taken off. */
function Total({ offer }: { offer: Offer }) {
  const saved = Math.round((listTotal(offer) - offer.amount) * 100) / 100;
  return (
    <dl className="grid gap-1 border-t border-line py-3 tabular-nums">
      {saved > 0 ? (
        <>
          <Sum name="Subtotal" value={formatDollars(listTotal(offer))} />
          <Sum name={offer.discount} value={`−${formatDollars(saved)}`} />
        </>
      ) : null}
      <Sum name="Total" value={formatPrice(offer.amount)} strong />
    </dl>
  );
}

export function Sum({ name, value, strong = false }: { name: string; value: string; strong?: boolean }) {
  return (
    <div className={strong ? "flex justify-between gap-4 text-lg font-bold" : "flex justify-between gap-4"}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function paymentFacts({ pay_by, lines }: Offer, method: PaymentMethod | null, coin: Coin | null) {
  if (method === null) return [];
  const name = METHOD_NAMES[method];
  const facts = [
    {
      name: "Payment method",
      value: method !== "crypto" || coin === null ? name : `${name} (${COIN_FACTS[coin].name})`,
    },
  ];
  const [first] = [...lines].sort((a, b) => a.collection_date - b.collection_date);
  // A card is charged, and coins were sent, when the order is placed.
  const until = method === "bank_transfer" ? pay_by[method] : undefined;
  if (first && until !== undefined) {
    facts.push({ name: "Pay by", value: formatPlaceTime(until, first.collection_zone) });
  }
  return facts;
}

function whatNext({ amount, lines }: Offer, method: PaymentMethod | null): string {
  if (amount === 0) {
    return lines.length === 1
      ? "It's free. Complete the purchase and it's yours."
      : "They're free. Complete the purchase and they're yours.";
  }
  switch (method) {
    case "cash":
      return "You pay the seller at pickup, not before. Can't make it? Call it off on the order page, because a missed pickup counts against you.";
    case "stripe":
      return `We charge ${formatDollars(amount)} to your card when you complete the purchase.`;
    case "crypto":
      return "We send your transaction hash to the seller with the order. They'll confirm once the payment arrives.";
    default:
      return "Complete the purchase first, then transfer the money. You can cancel until you've paid, but leaving an order unpaid can suspend your account.";
  }
}
