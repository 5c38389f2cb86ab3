/**
 * What a buyer is charged (D25). The badge of a card, the list of offers on an item's page and the price of a hold all
 * come from here, so that none of them promises what another does not keep.
 */
import { type Cents, percentOf } from "./money.ts";
import {
  isOfferRunning,
  type OfferTerms,
  type OfferType,
  offerLabel,
  offerTerms,
  type RunningOffer,
} from "./special-offers.ts";

/** An offer as it is stored. */
export interface StoredOffer extends RunningOffer {
  offer_type: OfferType;
  config: Readonly<Record<string, unknown>>;
}

export interface ItemPrice {
  /** What the buyer of this single item pays. */
  charged_cents: Cents;
  /** What is taken off, in percent; null when the list price is charged. */
  percent_off: number | null;
  /** Words for it; null when the list price is charged. */
  label: string | null;
}

/**
 * The terms of an offer that a purchase really applies, else null. A single item is all that can be bought so far, so
 * offers on several things ("buy two, get one") are kept, but not shown: nothing would honour them.
 */
export function appliedTerms(offer: StoredOffer, now: number): Extract<OfferTerms, { type: "percentage_off" }> | null {
  if (!isOfferRunning(offer, now)) return null;
  const terms = offerTerms(offer.offer_type, offer.config);
  return terms?.type === "percentage_off" ? terms : null;
}

/** The price of one item under its seller's offers: the best one counts, they do not add up. A gift stays a gift. */
export function priceFor(listCents: Cents, offers: readonly StoredOffer[], now: number): ItemPrice {
  const listed: ItemPrice = { charged_cents: listCents, percent_off: null, label: null };
  if (listCents <= 0) return listed;
  let best = listed;
  for (const offer of offers) {
    const terms = appliedTerms(offer, now);
    if (!terms) continue;
    const charged_cents = discountedCents(listCents, terms.percent);
    if (charged_cents < best.charged_cents) {
      best = { charged_cents, percent_off: terms.percent, label: offerLabel(terms) };
    }
  }
  return best;
}

/** `percent` off, half up, but never down to nothing: what is charged as 0 would be a gift. A gift stays one. */
export function discountedCents(listCents: Cents, percent: number): Cents {
  return listCents <= 0 ? listCents : Math.max(1, listCents - percentOf(listCents, percent));
}
