/** The current offer of a negotiation, from its view and the clock, without React and network. */
import type { NegotiationView } from "#contract/negotiation";

/** Length of an offer: the full bar (ms). */
export const OFFER_WINDOW_MS = 600_000;

export type Offer =
  | { kind: "none" }
  | { kind: "live"; amount: number; until: number; caption: string }
  /** `amount`: the expired offer, to ask for it again. */
  | { kind: "expired"; amount: number | null }
  | { kind: "agreed"; amount: number; until: number };

type NegotiationOffer = Pick<
  NegotiationView,
  "messages" | "standing_amount" | "expires_at" | "counter_no" | "accepted"
>;

/** The specified names of the three counter-offers. */
export const COUNTER_CAPTIONS = {
  1: "First counter offer",
  2: "Moving closer to a deal...",
  3: "FINAL OFFER",
} as const;

/** Message kinds that name an amount; repeating it ("hold") does not change the kind of the offer. */
const OFFER_KINDS = new Set<string | null>(["counter", "final", "accept_offer", "confirm"]);

function captionOf({ messages, counter_no }: NegotiationOffer): string {
  const last = messages.findLast(({ act }) => OFFER_KINDS.has(act));
  if (last?.act === "accept_offer") return "Knowzee accepts your offer";
  if (last?.act === "confirm") return "Confirm to buy at this price";
  if (last?.act === "final") return COUNTER_CAPTIONS[3];
  const number = last?.counter_no ?? counter_no;
  return number === null ? "Offer" : COUNTER_CAPTIONS[number];
}

/** Returns the current offer. An agreed price is valid longer than the ten-minute offer before it. */
export function offerOf(negotiation: NegotiationOffer | null, now: number): Offer {
  if (!negotiation) return { kind: "none" };
  if (negotiation.accepted && negotiation.accepted.expires_at > now) {
    return { kind: "agreed", amount: negotiation.accepted.amount, until: negotiation.accepted.expires_at };
  }
  if (negotiation.expires_at === null) return { kind: "none" };
  const { standing_amount: amount, expires_at: until } = negotiation;
  if (amount !== null && until > now) return { kind: "live", amount, until, caption: captionOf(negotiation) };
  const named = negotiation.messages.findLast((message) => message.from === "knowzee" && message.amount !== null);
  return { kind: "expired", amount: named?.amount ?? null };
}

/** Returns the remaining share of the ten minutes, 0 to 1. */
export function shareLeft(until: number, now: number): number {
  return Math.min(1, Math.max(0, (until - now) / OFFER_WINDOW_MS));
}

/** Returns the bar's colour: green above 50 per cent, yellow below, red below 20. */
export function barTone(share: number): "brand" | "wattle" | "hot" {
  if (share < 0.2) return "hot";
  return share > 0.5 ? "brand" : "wattle";
}

/** Returns the screen reader announcement of the remaining time, which changes only a few times. */
export function spokenTime(offer: Offer, now: number): string {
  if (offer.kind === "expired") return "Offer expired";
  if (offer.kind !== "live") return "";
  const left = offer.until - now;
  if (left <= 60_000) return "Less than a minute left to accept.";
  if (left <= 120_000) return "2 minutes left to accept.";
  if (left <= 300_000) return "5 minutes left to accept.";
  return "";
}
