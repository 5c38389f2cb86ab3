/**
 * What a buyer is charged (D25). The badge of a card, the list of offers on an item's page, the price of a hold and the
 * sum of a cart all come from here, so that none of them promises what another does not keep.
 */
import { splitBundlePrice } from "./bundle.ts";
import { type Cents, percentOf } from "./money.ts";
import {
  isOfferRunning,
  itemsNeeded,
  type OfferTerms,
  type OfferType,
  offerLabel,
  offerTerms,
  type RunningOffer,
} from "./special-offers.ts";

/** An offer as it is stored, seen from one of its items. */
export interface StoredOffer extends RunningOffer {
  id: string;
  offer_type: OfferType;
  config: Readonly<Record<string, unknown>>;
  /** All items it was made for, and how many of them can be bought now: an offer nobody can meet is not shown. */
  size: number;
  available: number;
}

export interface ItemPrice {
  /** What the buyer of this single item pays. */
  charged_cents: Cents;
  /** What is taken off, in percent; null when the list price is charged. */
  percent_off: number | null;
  /** The best an offer does: for this item alone, or else together with others. Null when none does anything. */
  label: string | null;
}

/** The terms of an offer that a purchase really applies, else null: it runs, makes sense, and can still be met. */
export function appliedTerms(offer: StoredOffer, now: number): OfferTerms | null {
  if (!isOfferRunning(offer, now)) return null;
  const terms = offerTerms(offer.offer_type, offer.config);
  if (terms === null || terms.type === "percentage_off") return terms;
  return offer.available >= itemsNeeded(terms, offer.size) ? terms : null;
}

/** The price of one item under its seller's offers: the best one counts, they do not add up. A gift stays a gift. */
export function priceFor(listCents: Cents, offers: readonly StoredOffer[], now: number): ItemPrice {
  const listed: ItemPrice = { charged_cents: listCents, percent_off: null, label: null };
  if (listCents <= 0) return listed;
  let best = listed;
  let together: string | null = null;
  for (const offer of offers) {
    const terms = appliedTerms(offer, now);
    if (!terms) continue;
    if (terms.type !== "percentage_off") {
      together ??= offerLabel(terms);
      continue;
    }
    const charged_cents = discountedCents(listCents, terms.percent);
    if (charged_cents < best.charged_cents) {
      best = { charged_cents, percent_off: terms.percent, label: offerLabel(terms) };
    }
  }
  return best.label === null ? { ...best, label: together } : best;
}

/** `percent` off, half up, but never down to nothing: what is charged as 0 would be a gift. A gift stays one. */
export function discountedCents(listCents: Cents, percent: number): Cents {
  return listCents <= 0 ? listCents : Math.max(1, listCents - percentOf(listCents, percent));
}

/** A price the buyer has accepted, with the listed price it was agreed under (D40). */
export interface AcceptedPrice {
  amount_cents: Cents;
  list_cents: Cents;
}

/** What a hold is to be taken at: a share off the room's own price, or a price agreed under it. */
export interface HoldPrice {
  percentOff: number | null;
  agreed: { listCents: Cents; chargedCents: Cents } | null;
}

/** The price of a hold: what the buyer has accepted, unless the seller's offers make it cheaper by now. */
export function holdPrice(
  listCents: Cents,
  offers: readonly StoredOffer[],
  accepted: AcceptedPrice | null,
  now: number,
): HoldPrice {
  const { percent_off: percentOff, charged_cents: charged } = priceFor(listCents, offers, now);
  if (accepted?.list_cents !== listCents || accepted.amount_cents >= charged) return { percentOff, agreed: null };
  return { percentOff: null, agreed: { listCents, chargedCents: accepted.amount_cents } };
}

/** One of several things that are bought at once. */
export interface CartPart {
  item_id: string;
  list_cents: Cents;
  /** What it costs by itself: the price of its hold. */
  own_cents: Cents;
  offers: readonly StoredOffer[];
}

export interface PartPrice {
  item_id: string;
  charged_cents: Cents;
  /** What made the price; null when it is the item's own. */
  label: string | null;
  /** Names the offer and the set it was met with: these stand or fall together. */
  group: string | null;
}

/** An offer met by some of the things. */
interface Met {
  parts: readonly CartPart[];
  charged: readonly Cents[];
  saving: Cents;
}

interface Candidate {
  id: string;
  terms: Exclude<OfferTerms, { type: "percentage_off" }>;
  size: number;
  parts: CartPart[];
}

/**
 * The prices of things bought together. Each takes part in one offer at most: the one that saves most comes first, then
 * the best of what is left. An offer counts from the list prices and never on top of an item's own discount; where it is
 * no better than those, it is not applied. Sums are shared out to the cent, and nothing becomes free by an offer.
 */
export function priceTogether(parts: readonly CartPart[], now: number): PartPrice[] {
  const priced = new Map<string, PartPrice>();
  const candidates = candidatesOf(parts, now);
  for (let round = 1; ; round++) {
    let best: (Met & { candidate: Candidate }) | null = null;
    for (const candidate of candidates) {
      const free = candidate.parts.filter((part) => !priced.has(part.item_id));
      const met = meet(candidate, free);
      if (met && (best === null || met.saving > best.saving)) best = { ...met, candidate };
    }
    if (best === null) break;
    const { candidate, charged } = best;
    for (const [index, part] of best.parts.entries()) {
      priced.set(part.item_id, {
        item_id: part.item_id,
        charged_cents: charged[index] ?? part.own_cents,
        label: offerLabel(candidate.terms),
        group: `${candidate.id}.${round}`,
      });
    }
  }
  return parts.map(
    (part) =>
      priced.get(part.item_id) ?? { item_id: part.item_id, charged_cents: part.own_cents, label: null, group: null },
  );
}

/** The offers on several things, each with those of the things it is for; in the order of their ids. */
function candidatesOf(parts: readonly CartPart[], now: number): Candidate[] {
  const byId = new Map<string, Candidate>();
  for (const part of parts) {
    if (part.own_cents <= 0) continue;
    for (const offer of part.offers) {
      const terms = isOfferRunning(offer, now) ? offerTerms(offer.offer_type, offer.config) : null;
      if (terms === null || terms.type === "percentage_off") continue;
      const known = byId.get(offer.id);
      if (known) known.parts.push(part);
      else byId.set(offer.id, { id: offer.id, terms, size: offer.size, parts: [part] });
    }
  }
  // The dearest first, so that every set of "buy two, get one" is made of neighbours.
  const dearest = (a: CartPart, b: CartPart) => b.list_cents - a.list_cents || (a.item_id < b.item_id ? -1 : 1);
  return [...byId.values()]
    .map((candidate) => ({ ...candidate, parts: candidate.parts.sort(dearest) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** How the offer is best met by these things; null when it is not, or takes nothing off. */
function meet({ terms, size }: Candidate, parts: readonly CartPart[]): Met | null {
  const needed = itemsNeeded(terms, size);
  if (parts.length < needed) return null;
  switch (terms.type) {
    case "bogo": {
      let best: Met | null = null;
      for (let from = 0; from + needed <= parts.length; from++) {
        const set = parts.slice(from, from + needed);
        const met = forSum(set, listSum(set.slice(0, terms.buy)));
        if (met && (best === null || met.saving > best.saving)) best = met;
      }
      return best;
    }
    case "bulk_discount": {
      if (!("percent" in terms)) return forSum(parts, listSum(parts) - terms.off_cents);
      const charged = parts.map((part) => Math.min(part.own_cents, discountedCents(part.list_cents, terms.percent)));
      const saving = ownSum(parts) - sum(charged);
      return saving > 0 ? { parts, charged, saving } : null;
    }
    case "bundle":
      return forSum(parts, terms.price_cents);
  }
}

/** All of these for one sum, shared out by what each costs by itself; at least a cent each. */
function forSum(parts: readonly CartPart[], cents: Cents): Met | null {
  const whole = Math.max(cents, parts.length);
  const saving = ownSum(parts) - whole;
  if (saving <= 0) return null;
  const charged = splitBundlePrice(
    whole,
    parts.map((part) => part.own_cents),
  );
  return { parts, charged, saving };
}

function sum(cents: readonly Cents[]): Cents {
  return cents.reduce((total, one) => total + one, 0);
}

const listSum = (parts: readonly CartPart[]) => sum(parts.map((part) => part.list_cents));
const ownSum = (parts: readonly CartPart[]) => sum(parts.map((part) => part.own_cents));
