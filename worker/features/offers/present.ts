/** Maps price offers to the view of one of the two. The buyer never gets `decline_at`. */
import type { OfferTerms, PriceOfferView } from "#contract/offers";
import { displayName } from "#domain/account/display-name";
import { centsToDollars } from "#domain/money";
import { offerBounds, type PriceOffer, roundsLeft, suggestedAmounts, toldEnder } from "#domain/offers/price-offer";
import { pick } from "#domain/pick";
import { awayUntil } from "#domain/selling/holiday";
import type { OfferedItemFacts, OfferRecord } from "./queries.ts";

export function presentOffer(record: OfferRecord, now: number): PriceOfferView {
  const { offer, role, item, other, thread_id } = record;
  const away = awayUntil(record.away_until, now);
  const inTime = now < offer.expires_at;
  const open = offer.status === "open" && inTime;
  const yours = open && offer.turn === role;
  const ended = !inTime && (offer.status === "open" ? "expired" : offer.status === "accepted" ? "lapsed" : null);
  return {
    ...pick(offer, "id", "rev", "turn", "note", "expires_at", "updated_at"),
    role,
    // An offer that has run out counts as over before its room has noticed.
    status: ended || offer.status,
    amount: centsToDollars(offer.amount_cents),
    list_price: centsToDollars(offer.list_cents),
    percent: Math.round((offer.amount_cents * 100) / offer.list_cents),
    round: offer.rounds,
    auto_decline_at: role === "seller" ? offer.decline_at : null,
    ended_by: toldEnder(offer.ended_by ?? null, role),
    item: { id: item.id, title: item.title, image_url: item.photo },
    other: {
      ...pick(other, "id", "average_rating", "rating_count"),
      display_name: displayName(other.full_name) || "Goodstreet member",
    },
    thread_id,
    seller_away_until: away,
    abilities: {
      accept: yours && away === null,
      decline: yours,
      counter: yours && away === null && (role === "seller" || roundsLeft(offer, offer.list_cents) > 0),
      withdraw: role === "buyer" && inTime && (offer.status === "accepted" || open),
      buy: role === "buyer" && offer.status === "accepted" && inTime,
    },
    server_now: now,
  };
}

/** Returns what the buyer may offer now, or null. */
export function presentTerms(item: OfferedItemFacts, before: PriceOffer | null, knowzeeOn: boolean): OfferTerms | null {
  const { price_cents: list_cents, charged_cents } = item;
  const left = roundsLeft(before, list_cents);
  const waiting = before?.status === "accepted" || (before?.status === "open" && before.turn === "seller");
  const offered = item.open_to_offers && item.away_until === null && !item.blocked && list_cents > 0;
  const bounds = offered && left > 0 && !waiting ? offerBounds({ list_cents, charged_cents }, before) : null;
  if (!bounds) return null;
  return {
    list_price: centsToDollars(list_cents),
    min: centsToDollars(bounds.min_cents),
    max: centsToDollars(bounds.max_cents),
    suggested: suggestedAmounts(charged_cents, bounds).map(centsToDollars),
    rounds_left: left,
    ask_knowzee_first: knowzeeOn && item.knowzee && !item.negotiated,
  };
}
