/**
 * Compares negotiation strategies of a seller before simulated buyers: their surplus, and how much of the minimum price
 * an adaptive prober learns; then how kinds of buyers fare with Knowzee (knowzee-buyers.ts).
 * `npm run sim:knowzee -- [--buyers=60000] [--seed=1]` prints the tables and exits with 1 when another strategy makes
 * more deals and more surplus, when honest buyers pay more than pushing, probing or multi-account ones or close fewer than
 * 85% of the deals, or when a condition is agreed to.
 * Openings and steps of the buyers resemble negotiations over second-hand goods (first offers around 70% of the price,
 * one to three offers, half the gap given up at a time). The most they would pay (88% ± 17% of the price) and sellers'
 * minimums (80% ± 10%) are assumptions, not measurements.
 */
import {
  DEFAULT_POLICY,
  initialState,
  LATER_STEPS,
  type NegotiationState,
  type Policy,
  respond,
  type Terms,
  type Tone,
} from "../../worker/domain/negotiation/knowzee/engine.ts";
import { type ParsedMessage, parseMessage } from "../../worker/domain/negotiation/knowzee/understand.ts";
import { type Compared, meetsLaterReserve } from "../../worker/domain/negotiation/negotiation-session.ts";
import { laterReserve, reserveFor } from "../../worker/domain/negotiation/price-ladder.ts";
import { MESSAGES } from "../knowzee/messages.ts";
import { type Answer, fare, type Seller, type Visit } from "./knowzee-buyers.ts";
import { Random } from "./random.ts";

const LIST = 200_00;

interface Way {
  name: string;
  ours: boolean;
  open: (floor: number) => Seller;
}

function parsed(offer: number | null): ParsedMessage {
  const intent = offer === null ? "ask_lowest" : "offer";
  return { intent, offer_cents: offer, range: null, explicit_accept: false, suspicious: false };
}

function ladder(tone: Tone, policy: Policy = DEFAULT_POLICY): (floor: number) => Seller {
  return (floor) => {
    const reserve_cents = reserveFor(LIST, floor, { step_percent: policy.step_percent, offset: 0.5 });
    return knowzee({ list_cents: LIST, reserve_cents, tone, policy });
  };
}

function knowzee(terms: Terms): Seller {
  let negotiationState: NegotiationState = initialState(terms.list_cents);
  return (offer) => {
    const { state: after, act } = respond(terms, negotiationState, parsed(offer));
    negotiationState = after;
    const accepted = act.kind === "accept_offer" || (act.kind === "buy_at_list" && offer !== null);
    return { ask: after.ask_cents, final: after.final, accepted };
  };
}

/** An item whose buyers come one after another within a day. */
function item(terms: Terms, laterCents: number): Pick<Visit, "open" | "nextDay"> {
  let accounts = 0;
  const compared = new Map<number, Compared>();
  return {
    open: () => {
      const account = accounts++;
      let state: NegotiationState = initialState(terms.list_cents);
      return (offer) => {
        const later = meetsLaterReserve([...compared.values()], String(account), 0);
        const now = later ? { ...terms, later_reserve_cents: laterCents } : terms;
        const { state: after, act } = respond(now, state, parsed(offer));
        state = after;
        // All of them are new accounts that bid within an hour.
        if (after.compared.length > 0) compared.set(account, { id: String(account), at: 0, fresh: true });
        const accepted = act.kind === "accept_offer" || (act.kind === "buy_at_list" && offer !== null);
        return { ask: after.ask_cents, final: after.final, accepted };
      };
    },
    nextDay: () => compared.clear(),
  };
}

/** Faratin's time-dependent concession from the list price to the minimum over three answers. */
function timeDependent(beta: number): (floor: number) => Seller {
  return (floor) => {
    let turn = 0;
    let ask = LIST;
    return (offer) => {
      turn = Math.min(3, turn + 1);
      ask = Math.round(floor + (1 - (turn / 3) ** (1 / beta)) * (LIST - floor));
      const accepted = offer !== null && offer >= ask;
      return { ask: accepted ? offer : ask, final: turn === 3, accepted };
    };
  };
}

const takesAnyOffer = (counter: (floor: number, offer: number) => number) => (floor: number) => {
  let turn = 0;
  let ask = LIST;
  return (offer: number | null): Answer => {
    turn++;
    if (offer !== null && offer >= floor) return { ask: Math.min(offer, ask), final: true, accepted: true };
    ask = Math.min(ask, Math.max(floor, counter(floor, offer ?? LIST / 2)));
    return { ask, final: turn >= 3, accepted: false };
  };
};

const WAYS: readonly Way[] = [
  { name: "takes all above the minimum, counters it", ours: false, open: takesAnyOffer((floor) => floor) },
  {
    name: "takes all above the minimum, midpoint",
    ours: false,
    open: takesAnyOffer((_floor, offer) => Math.round((LIST + offer) / 2)),
  },
  { name: "time-dependent, slow (0.5)", ours: false, open: timeDependent(0.5) },
  { name: "time-dependent, even (1)", ours: false, open: timeDependent(1) },
  { name: "time-dependent, quick (2)", ours: false, open: timeDependent(2) },
  { name: "Knowzee, soft", ours: true, open: ladder("soft") },
  { name: "Knowzee, normal", ours: true, open: ladder("normal") },
  { name: "Knowzee, tough", ours: true, open: ladder("tough") },
  { name: "Knowzee, normal, 10% ladder", ours: true, open: ladder("normal", { ...DEFAULT_POLICY, step_percent: 10 }) },
  {
    name: "no haggling",
    ours: false,
    open: () => (offer) => ({ ask: LIST, final: true, accepted: offer !== null && offer >= LIST }),
  },
];

interface Buyer {
  worth: number;
  kind: "split" | "fast" | "low" | "prober";
  opening: number;
  patience: number;
}

/** Approximates a normal distribution by the sum of twelve uniform draws. */
function normal(random: Random, mean: number, spread: number): number {
  let sum = -6;
  for (let i = 0; i < 12; i++) sum += random.below(10_000) / 10_000;
  return mean + spread * sum;
}

function buyer(random: Random): Buyer {
  const worth = Math.round(LIST * Math.min(1.3, Math.max(0.4, normal(random, 0.88, 0.17))));
  const draw = random.below(100);
  const kind = draw < 55 ? "split" : draw < 75 ? "fast" : draw < 90 ? "low" : "prober";
  const share =
    kind === "low" ? normal(random, 0.5, 0.06) : kind === "fast" ? normal(random, 0.8, 0.06) : normal(random, 0.7, 0.1);
  const opening = Math.min(worth, Math.round((LIST * share) / 100) * 100);
  return { worth, kind, opening, patience: kind === "fast" ? 2 : kind === "prober" ? 6 : 3 };
}

/**
 * Returns the agreed price, or null. A buyer accepts an affordable price when it is final or further talk gains too
 * little.
 */
function negotiate({ worth, kind, opening, patience }: Buyer, seller: Seller, random: Random): number | null {
  let offer = opening;
  let ask = LIST;
  for (let turn = 0; turn < patience; turn++) {
    const before = ask;
    const reply = seller(kind === "prober" && turn === 0 ? null : offer);
    ask = reply.ask;
    if (reply.accepted) return ask <= worth ? ask : null;
    const last = reply.final || turn + 1 === patience;
    const close = ask <= worth && (ask - offer) * (kind === "fast" ? 8 : 20) <= ask;
    if ((last || close) && kind !== "prober") return ask <= worth ? ask : null;
    if (kind === "prober" && (turn + 1 === patience || reply.final)) return ask <= worth ? ask : null;
    // A buyer who gets less than half a step for a concession sometimes gives up and buys elsewhere.
    if ((before - ask) * 50 < LIST && random.chance(20)) return null;
    const step = kind === "low" ? 0.25 : kind === "prober" ? 0.15 : 0.5;
    offer = Math.min(worth, Math.round((offer + step * (ask - offer)) / 100) * 100);
  }
  return null;
}

/**
 * Price of a buyer who has read the code and knows from other accounts what the answers reveal: the lowest that this
 * minimum's answers ever reach, by asking three times or by repeating one offer until it is accepted.
 */
function cheapest(way: Way, floor: number, worth: number): number | null {
  const key = `${way.name}:${floor}`;
  let least = leastPrices.get(key);
  if (least === undefined) {
    const asked = way.open(floor);
    least = Math.min(...[null, null, null].map((bare) => asked(bare).ask));
    for (let offer = floor; offer < least; offer += 100) {
      const seller = way.open(floor);
      for (let turn = 0; turn < 3; turn++) if (seller(offer).accepted) least = Math.min(least, offer);
    }
    leastPrices.set(key, least);
  }
  return least <= worth ? least : null;
}

const leastPrices = new Map<string, number>();

const FLOORS = Array.from({ length: 100 }, (_, i) => (101 + i) * 100);
const PROBES: readonly (number | null)[] = [null, ...FLOORS];

/** Bits of the minimum, of log2(100), that an adaptive prober learns in this many negotiations. */
function leak(way: Way, conversations: number): number {
  let bits = 0;
  const known = new Map<string, { best: number | null; replies: Map<number, string> }>();
  for (const secret of FLOORS) {
    let possible = FLOORS;
    for (let n = 0; n < conversations && possible.length > 1; n++) {
      const asked: (number | null)[] = [];
      for (let turn = 0; turn < 6 && possible.length > 1; turn++) {
        const key = `${asked.join()}:${possible.join()}`;
        const plan = known.get(key) ?? plannedProbe(way, asked, possible);
        known.set(key, plan);
        asked.push(plan.best);
        const answer = plan.replies.get(secret);
        possible = possible.filter((floor) => plan.replies.get(floor) === answer);
      }
    }
    bits += Math.log2(FLOORS.length / possible.length) / FLOORS.length;
  }
  return bits;
}

/** The next message that distinguishes the most minimums, and the answer of each. */
function plannedProbe(way: Way, asked: readonly (number | null)[], possible: readonly number[]) {
  let best: number | null = null;
  let most = -1;
  let bestReplies = new Map<number, string>();
  for (const probe of PROBES) {
    const replies = new Map<number, string>();
    const sizes = new Map<string, number>();
    for (const floor of possible) {
      const seller = way.open(floor);
      for (const earlier of asked) seller(earlier);
      const answer = JSON.stringify(seller(probe));
      replies.set(floor, answer);
      sizes.set(answer, (sizes.get(answer) ?? 0) + 1);
    }
    const gained = -[...sizes.values()].reduce(
      (sum, size) => sum + (size / possible.length) * Math.log2(size / possible.length),
      0,
    );
    if (gained > most) [best, most, bestReplies] = [probe, gained, replies];
  }
  return { best, replies: bestReplies };
}

interface Measured {
  /** Share of the visits in which the buyer would pay the minimum. */
  deals: number;
  /** Mean price in percent of the list price. */
  price: number;
  surplus: number;
}

function measure(way: Way, buyers: number, seed: number, informedPercent: number): Measured {
  let feasible = 0;
  let deals = 0;
  let surplus = 0;
  let paid = 0;
  for (let n = 0; n < buyers; n++) {
    // The same buyers and minimums for every strategy.
    const random = new Random(seed, n);
    const someone = buyer(random);
    const floor = Math.round((LIST * Math.min(1, Math.max(0.45, normal(random, 0.8, 0.1)))) / 100) * 100;
    const informed = random.below(100) < informedPercent;
    if (someone.worth >= floor) feasible++;
    const price = informed ? cheapest(way, floor, someone.worth) : negotiate(someone, way.open(floor), random);
    if (price === null) continue;
    if (price < floor) throw new Error(`${way.name} sold below the minimum`);
    deals++;
    surplus += price - floor;
    paid += price;
  }
  return { deals: deals / feasible, price: (paid / deals / LIST) * 100, surplus: surplus / buyers / 100 };
}

const option = (name: string, fallback: number) =>
  Number(process.argv.find((arg) => arg.startsWith(`--${name}=`))?.split("=")[1] ?? fallback);
const buyers = option("buyers", 60_000);
const seed = option("seed", 1);

/** Percentage of informed buyers: none, or one in five. */
const INFORMED = [0, 20] as const;
const results = WAYS.map((way) => ({
  way,
  markets: INFORMED.map((percent) => measure(way, buyers, seed, percent)),
  bits: [leak(way, 1), leak(way, 10)],
}));

const columns = [
  "deals",
  "price",
  "$/visit",
  "deals, 20% know",
  "price, 20% know",
  "$/visit, 20% know",
  "bits in 1",
  "bits in 10",
];
console.info(["way of haggling".padEnd(44), ...columns.map((name) => name.padStart(19))].join(""));
for (const { way, markets, bits } of results) {
  const cells = [
    ...markets.flatMap(({ deals, price, surplus }) => [deals.toFixed(3), price.toFixed(1), surplus.toFixed(2)]),
    ...bits.map((bit) => bit.toFixed(2)),
  ];
  console.info([way.name.padEnd(44), ...cells.map((cell) => cell.padStart(19))].join(""));
}

console.info(`${buyers} buyers, seed ${seed}`);
const ours = results.find(({ way }) => way.name === "Knowzee, normal");
if (!ours) throw new Error("no row of ours");
for (const [n, percent] of INFORMED.entries()) {
  const mine = ours.markets[n] as Measured;
  const better = results.filter(({ way, markets }) => {
    const theirs = markets[n] as Measured;
    return !way.ours && theirs.deals >= mine.deals && theirs.surplus >= mine.surplus;
  });
  for (const { way } of better) console.info(`${percent}% informed: BEHIND "${way.name}" in deals and surplus`);
  if (better.length === 0) console.info(`${percent}% informed: no strategy makes as many deals and as much surplus`);
  else process.exitCode = 1;
}

const PRICES = [20_00, 45_00, 80_00, 200_00, 350_00, 1_200_00];

/** A visit about an item of some price, with a round minimum as sellers type them and a ladder of its own. */
const visitOf =
  (tone: Tone) =>
  (n: number): Visit => {
    const random = new Random(seed, n);
    const list = random.pick(PRICES);
    const worth = Math.round(list * Math.min(1.3, Math.max(0.4, normal(random, 0.88, 0.17))));
    const unit = list >= 200_00 ? 10_00 : list >= 80_00 ? 5_00 : 1_00;
    const wanted = (list * Math.min(1, Math.max(0.45, normal(random, 0.8, 0.1)))) / unit;
    const floor = Math.max(unit, Math.round(wanted) * unit);
    const { step_percent } = DEFAULT_POLICY;
    const reserve_cents = reserveFor(list, floor, { step_percent, offset: random.below(1_000) / 1_000 });
    const later = laterReserve(reserve_cents, list, LATER_STEPS[tone] + random.below(1_000) / 1_000, step_percent);
    const terms: Terms = { list_cents: list, reserve_cents, tone, policy: DEFAULT_POLICY };
    return { list, floor, worth, random, ...item(terms, later) };
  };

for (const tone of ["soft", "normal", "tough"] as const) {
  const fared = fare(visitOf(tone), Math.min(buyers, 20_000));
  console.info(
    `\n${`Knowzee, ${tone}`.padEnd(44)}${["deals", "price", "gain", "above honest"].map((name) => name.padStart(16)).join("")}`,
  );
  for (const { kind, deals, price, gain, dearer } of fared) {
    const cells = [deals.toFixed(3), price.toFixed(1), gain.toFixed(1), dearer.toFixed(1)];
    console.info(kind.padEnd(44) + cells.map((cell) => cell.padStart(16)).join(""));
  }
  const honest = fared.find(({ kind }) => kind.startsWith("honest"));
  const bidding = fared.filter(({ kind }) => /^(?:honest|blunt|haggling)/.test(kind));
  const others = fared.filter(({ kind }) => /^(?:pushing|probing|multi-account)/.test(kind));
  const fair =
    honest !== undefined &&
    // The mean prices alone would compare different deals.
    others.every(({ gain, dearer }) => dearer >= 0 && gain <= honest.gain) &&
    bidding.every(({ deals }) => deals >= 0.85);
  console.info(
    fair
      ? "honest buyers pay less and gain more than pushing, probing and multi-account ones"
      : "HONEST BUYERS FARE WORSE than pushing, probing or multi-account ones",
  );
  if (!fair) process.exitCode = 1;
}

/** Messages with a condition, each after none, one and two bids, against a seller who would take them without it. */
const wished = MESSAGES.filter(({ conditions }) => conditions.length > 0);
let agreed = 0;
for (const { text, context } of wished) {
  const { list_cents } = context;
  const terms: Terms = { list_cents, reserve_cents: list_cents / 2, tone: "soft", policy: DEFAULT_POLICY };
  let negotiationState = initialState(list_cents);
  for (const share of [null, 0.6, 0.7]) {
    if (share !== null) negotiationState = respond(terms, negotiationState, parsed(list_cents * share)).state;
    const { ask_cents, last_offer_cents } = negotiationState;
    const { act } = respond(terms, negotiationState, parseMessage(text, { list_cents, ask_cents, last_offer_cents }));
    if (["accept_offer", "confirm", "buy_at_list"].includes(act.kind)) agreed++;
  }
}
console.info(`\n${wished.length * 3} messages with a condition, agreed to: ${agreed}`);
if (agreed > 0) process.exitCode = 1;
