/**
 * Calculates what a buyer is charged (D25). Card badges, an item's offer list, hold prices and cart totals all use it,
 * so that they agree.
 */

import { type Cents, percentOf } from "../money.ts";
import { splitBundlePrice } from "../selling/bundle.ts";
import {
  isOfferRunning,
  itemsNeeded,
  type OfferTerms,
  type OfferType,
  offerLabel,
  offerTerms,
  type RunningOffer,
} from "../selling/special-offers.ts";

export interface StoredOffer extends RunningOffer {
  id: string;
  offer_type: OfferType;
  config: Readonly<Record<string, unknown>>;
  /** Number of its items, and how many of them can be bought now. An offer that can no longer be met is not shown. */
  size: number;
  available: number;
}

export interface ItemPrice {
  charged_cents: Cents;
  /** The discount in percent; null when the list price is charged. */
  percent_off: number | null;
  /** The best offer for this item alone, else one with other items; null when none applies. */
  label: string | null;
}

/** Returns the terms of an offer that is running, valid and can still be met; else null. */
export function appliedTerms(offer: StoredOffer, now: number): OfferTerms | null {
  if (!isOfferRunning(offer, now)) return null;
  const terms = offerTerms(offer.offer_type, offer.config);
  if (terms === null || terms.type === "percentage_off") return terms;
  return offer.available >= itemsNeeded(terms, offer.size) ? terms : null;
}

/** Returns the price of one item under its seller's offers. Only the best offer counts; a free item stays free. */
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

/** Takes `percent` off, rounded half up. At least one cent remains, because a charge of 0 would make the item free. */
export function discountedCents(listCents: Cents, percent: number): Cents {
  return listCents <= 0 ? listCents : Math.max(1, listCents - percentOf(listCents, percent));
}

/** A price from an accepted negotiation, with the list price it was agreed under (D40). */
export interface AcceptedPrice {
  amount_cents: Cents;
  list_cents: Cents;
}

/** The price terms of a hold: a discount on the item's current price, or an agreed price. */
export interface HoldPrice {
  percentOff: number | null;
  agreed: { listCents: Cents; chargedCents: Cents } | null;
}

/** Returns the price terms of a hold: the accepted price, unless the seller's offers are cheaper now. */
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

export interface CartPart {
  item_id: string;
  list_cents: Cents;
  /** Its price alone, from its hold. */
  own_cents: Cents;
  offers: readonly StoredOffer[];
}

export interface PartPrice {
  item_id: string;
  charged_cents: Cents;
  /** The offer that made the price; null when it is the item's own. */
  label: string | null;
  /** Identifies the offer and its set of items, which are bought together or not at all; null without an offer. */
  group: string | null;
}

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
 * Returns the prices of items bought together. Each item takes part in at most one offer: the one with the largest
 * saving is applied first, then the best of the rest. Offers use list prices and never add to an item's own discount;
 * an offer that is no better is not applied. Sums are split exact to the cent, and no item becomes free.
 */
export function priceTogether(parts: readonly CartPart[], now: number): PartPrice[] {
  const priced = new Map<string, PartPrice>();
  const candidates = candidatesOf(parts, now);
  for (let round = 1; ; round++) {
    let best: (Met & { candidate: Candidate }) | null = null;
    for (const candidate of candidates) {
      const free = candidate.parts.filter((part) => !priced.has(part.item_id));
      const met = applyOffer(candidate, free);
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

/** Returns the offers on several items, each with the items it applies to, ordered by id. */
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
  // Most expensive first, so that every set of "buy two, get one" is a run of neighbours.
  const dearest = (a: CartPart, b: CartPart) => b.list_cents - a.list_cents || (a.item_id < b.item_id ? -1 : 1);
  return [...byId.values()]
    .map((candidate) => ({ ...candidate, parts: candidate.parts.sort(dearest) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Returns the best way these items meet the offer; null when they do not, or nothing is taken off. */
function applyOffer({ terms, size }: Candidate, parts: readonly CartPart[]): Met | null {
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

/** Charges one sum for all items, split in proportion to `own_cents`; at least a cent each. */
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
