/**
 * How kinds of buyers fare with one seller, on the same visits: honest ones open with the lowest suggested
 * amount, then take the highest suggested one, and then state their best bid; pushing ones ask "lower?", probing ones climb in small steps, and multi-account ones use as many
 * accounts as they like.
 */
import { suggestedAmounts } from "../../worker/domain/negotiation/suggested-amounts.ts";
import type { Random } from "./random.ts";

/** A seller's answer: the asking price, whether it is final, and whether the offer is accepted. */
export interface Answer {
  ask: number;
  final: boolean;
  accepted: boolean;
}

/** One negotiation: answers offers in cents; null asks for a lower price. */
export type Seller = (offer: number | null) => Answer;

export interface Visit {
  list: number;
  floor: number;
  /** The most the buyer would pay. */
  worth: number;
  /** Begins the negotiation of another account. */
  open: () => Seller;
  /** Lets a day pass. */
  nextDay: () => void;
  random: Random;
}

/** The price the buyer pays, or null. */
type Behaviour = (visit: Visit) => number | null;

/** Says each offer in turn. Buys when an offer is accepted, else at the last asking price if it is affordable. */
function saying(offers: readonly (number | null)[], { list, worth, open }: Visit): number | null {
  const seller = open();
  let ask = list;
  for (const offer of offers) {
    const reply = seller(offer);
    ask = reply.ask;
    if (reply.accepted) break;
  }
  return ask <= worth ? ask : null;
}

const wholeDollars = (cents: number) => Math.max(1_00, Math.floor(cents / 100) * 100);
const share = (list: number, percent: number) => wholeDollars((list * percent) / 100);
const bestOf = ({ list, worth }: Visit) => wholeDollars(Math.min(worth, list));

/** Says the offers up to the worth, then the best bid. */
const climbing = (visit: Visit, offers: readonly number[]) => {
  const best = bestOf(visit);
  return saying([...offers.filter((offer) => offer < best), best], visit);
};

/**
 * One account states a share of the list price as its best bid. When it is refused, others find the lowest bid that is
 * taken that day.
 */
const withManyAccounts = (visit: Visit, percent: number): number | null => {
  const { list, worth, open } = visit;
  const first = Math.min(bestOf(visit), share(list, percent));
  const seller = open();
  for (let time = 0; time < 2; time++) if (seller(first).accepted) return first;
  return lowestTaken(first, Math.min(worth, list), list, open);
};

function lowestTaken(from: number, to: number, list: number, open: () => Seller): number | null {
  for (let bid = from; bid <= to; bid += list < 50_00 ? 50 : 1_00) {
    const seller = open();
    for (let time = 0; time < 3; time++) if (seller(bid).accepted) return bid;
    if (seller(bid).ask <= bid) return bid;
  }
  return null;
}

const followingSuggestions = (visit: Visit): number | null => {
  const { list } = visit;
  const best = bestOf(visit);
  const seller = visit.open();
  const [lowest = best] = suggestedAmounts({ list_cents: list, table_cents: null, offered_cents: null });
  const first = Math.min(best, lowest);
  let { ask, accepted } = seller(first);
  if (!accepted) ({ ask, accepted } = seller(first));
  if (accepted) return ask;
  const raise = suggestedAmounts({ list_cents: list, table_cents: ask, offered_cents: first }).at(-1) ?? best;
  for (const bid of [Math.min(best, raise), best, best]) {
    ({ ask, accepted } = seller(bid));
    if (accepted) return ask;
  }
  return ask <= visit.worth ? ask : null;
};

export const KINDS: Readonly<Record<string, Behaviour>> = {
  "honest: follows the suggested amounts": (visit) => followingSuggestions(visit),
  "the same, after another buyer's bid that day": (visit) => {
    const other = visit.open();
    for (let time = 0; time < 2; time++) other(share(visit.list, 55));
    return followingSuggestions(visit);
  },
  "blunt: best bid at once, twice": (visit) => saying([bestOf(visit), bestOf(visit)], visit),
  "haggling: rises, states the best bid twice": (visit) => {
    const best = bestOf(visit);
    const first = Math.min(best, share(visit.list, 60 + visit.random.below(25)));
    return saying([first, wholeDollars((first + best) / 2), best, best], visit);
  },
  'pushing: "lower?" four times': (visit) => saying([null, null, null, null], visit),
  'pushing: "$1" twice, "lower?" twice': (visit) => saying([1_00, 1_00, null, null], visit),
  "probing: climbs from half by 4%": (visit) =>
    climbing(
      visit,
      Array.from({ length: 12 }, (_, i) => share(visit.list, 50 + 4 * i)),
    ),
  "probing: three low bids, each twice": (visit) => {
    const from = 55 + visit.random.below(15);
    return climbing(
      visit,
      [0, 0, 4, 4, 8, 8].map((more) => share(visit.list, from + more)),
    );
  },
  "multi-account: 70%, then the lowest bid taken": (visit) => withManyAccounts(visit, 70),
  "multi-account: 75%, then the lowest bid taken": (visit) => withManyAccounts(visit, 75),
  "multi-account: 79%, then the lowest bid taken": (visit) => withManyAccounts(visit, 79),
  "multi-account: 80%, then the lowest bid taken": (visit) => withManyAccounts(visit, 80),
  "multi-account: 85%, then the lowest bid taken": (visit) => withManyAccounts(visit, 85),
  // The strongest attack: knows from accounts of earlier days the lowest bid that is taken.
  "several days: knows the lowest bid taken": ({ list, floor, worth, open, nextDay }) =>
    lowestTaken(Math.ceil(floor / 100) * 100, Math.min(worth, list), list, () => {
      nextDay();
      return open();
    }),
};

export interface Fared {
  kind: string;
  /** Deals among the visits in which the best bid is at least the minimum. */
  deals: number;
  /** Mean price in percent of the list price. */
  price: number;
  /** Mean difference between worth and price per visit, in points of the list price. */
  gain: number;
  /** Mean difference from the honest buyer's price, in points of the list price, over visits where both buy. */
  dearer: number;
}

/** Sends each kind to the same visits. Throws when anything is sold below the minimum. */
export function fare(visits: (n: number) => Visit, count: number): Fared[] {
  const sums = Object.keys(KINDS).map((kind) => ({ kind, deals: 0, price: 0, gain: 0, both: 0, dearer: 0 }));
  let feasible = 0;
  for (let n = 0; n < count; n++) {
    const first = visits(n);
    if (bestOf(first) < first.floor) continue;
    feasible++;
    let honest: number | null = null;
    for (const [index, behave] of Object.values(KINDS).entries()) {
      const visit = visits(n);
      const price = behave(visit);
      const sum = sums[index];
      if (index === 0) honest = price;
      if (price === null || !sum) continue;
      if (price < visit.floor) throw new Error(`sold at ${price}, below the minimum of ${visit.floor}`);
      sum.deals++;
      sum.price += (price / visit.list) * 100;
      sum.gain += ((visit.worth - price) / visit.list) * 100;
      if (honest === null) continue;
      sum.both++;
      sum.dearer += ((price - honest) / visit.list) * 100;
    }
  }
  return sums.map(({ kind, deals, price, gain, both, dearer }) => ({
    kind,
    deals: deals / feasible,
    price: price / deals,
    gain: gain / feasible,
    dearer: dearer / both,
  }));
}
