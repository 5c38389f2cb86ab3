/** Steps of the two parties of a price offer (D52): the Worker checks the people, the item's room decides. */
import { sql } from "drizzle-orm";
import { MESSAGES } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import {
  ACCEPTED_HOLDS_MAX,
  isLive,
  type OfferParty,
  OPEN_OFFERS_MAX,
  type PriceOffer,
} from "#domain/offers/price-offer";
import { done, type Result, refuse, refuseField } from "#domain/result";
import { screenMessage } from "#domain/safety/content-filter/screen";
import { awayRefusal } from "#domain/selling/holiday";
import { timeLimitsOf } from "#domain/site/site-settings";
import * as room from "../../../durable/item-room/commands/price-offers.ts";
import { type ClaimedLimit, claimPlaces, releaseClaims } from "../../db/limit-claims.ts";
import { siteSettings } from "../../db/site-settings.ts";
import { execute } from "../../http/item-room.ts";
import type { Services } from "../../services.ts";
import { requireConfirmedEmail } from "../holds/commands.ts";
import { openThread } from "../messages/commands.ts";
import { deliverSoon } from "../notifications/commands.ts";
import { findOfferedItem, findOpenBetween, findOwnOffer, type OfferRecord, offersIn } from "./queries.ts";

const NOTE_REFUSED = "Notes can't contain contact details, links or payment instructions.";
const TOO_MANY_HELD = refuse(
  "holding_limit",
  `You have ${ACCEPTED_HOLDS_MAX} agreed prices to buy at. Buy one or give one up first.`,
);
const BUYER_HOLDS_MANY = refuse(
  "wrong_state",
  "This buyer has several agreed prices to buy at first. Please try again later.",
);
const SELLER_AWAY = refuse(
  "wrong_state",
  "You're on holiday. To accept or counter this offer, end your holiday first.",
);

export interface SentOffer {
  amountCents: number;
  listCents: number;
  note: string;
}

/** Makes an offer for an item, or names another amount after the seller's counter-offer. */
export async function makeOffer(
  services: Services,
  buyerId: string,
  itemId: string,
  ids: { offerId: string; ref: string },
  { amountCents, listCents, note }: SentOffer,
  ownHost: string,
): Promise<Result<PriceOffer>> {
  const { db, env, now } = services;
  const [item, site, confirmed] = await Promise.all([
    findOfferedItem(db, buyerId, itemId, now()),
    siteSettings(services),
    requireConfirmedEmail(services, buyerId),
  ]);
  if (!item) return NOT_FOUND;
  if (!confirmed.ok) return confirmed;
  if (item.seller_id === buyerId) return refuse("own_item", MESSAGES.ownItem);
  if (item.blocked) return refuse("blocked", MESSAGES.blocked);
  if (item.away_until !== null) return awayRefusal(item.away_until);
  if (!item.open_to_offers) return refuse("forbidden", "This seller isn't taking offers for this item.");
  if (item.price_cents <= 0) return refuse("wrong_state", "This item is free, so there's nothing to offer.");
  if (item.knowzee && site.features.knowzee && !item.negotiated) {
    return refuse("wrong_state", "Ask Knowzee first. If you can't agree, you can send your offer to the seller.");
  }
  if (item.accepted_holds >= ACCEPTED_HOLDS_MAX) return TOO_MANY_HELD;
  if (note !== "" && screenMessage(note, { stage: "enquiry", own_host: ownHost }).verdict !== "pass") {
    return refuseField("note", NOTE_REFUSED);
  }
  // The events of the offer appear in this thread. An offer that is refused next leaves it empty, and so unlisted.
  const thread = await openThread(services, buyerId, { item_id: itemId });
  if (!thread.ok) return thread;
  const command = room.makePriceOffer({
    buyerId,
    ...ids,
    amountCents,
    listCents,
    percentOff: item.percent_off,
    note,
    declineBelowCents: item.decline_below_cents,
  });
  const made = await withPlace(services, { kind: "price_offer", id: ids.ref, buyerId, itemId }, () =>
    execute(env, itemId, command),
  );
  if (made === null) {
    return refuse("wrong_state", `You have ${OPEN_OFFERS_MAX} open offers. Withdraw one to make another.`);
  }
  if (made.ok) deliverSoon(services);
  return made;
}

interface OfferPlace {
  kind: "price_offer" | "agreed_hold";
  /** Id of the attempt. */
  id: string;
  buyerId: string;
  itemId: string;
}

/**
 * Claims one of the buyer's places for an open offer or an agreed hold, and runs the room's command.
 * @returns null when the buyer has no place.
 */
async function withPlace(
  { db, now }: Services,
  { kind, id, buyerId, itemId }: OfferPlace,
  run: () => Promise<Result<PriceOffer>>,
): Promise<Result<PriceOffer> | null> {
  const { stored, most } =
    kind === "price_offer"
      ? { stored: offersIn(buyerId, "open"), most: OPEN_OFFERS_MAX }
      : { stored: offersIn(buyerId, "accepted"), most: ACCEPTED_HOLDS_MAX };
  const limit: ClaimedLimit = { kind, userId: buyerId, stored };
  if (!(await claimPlaces(db, id, [itemId], [{ limit, most }], now()))) return null;
  const reply = await run();
  // A room whose change has not reached D1 keeps its claim until that is old.
  await releaseClaims(db, kind, id, reply.ok && isLive(reply.value) ? sql`subject IN (${stored})` : undefined);
  return reply;
}

export type OfferStep =
  | { step: "accept" | "decline" | "withdraw"; rev: number }
  | { step: "counter"; rev: number; amountCents: number };

/** Applies one step of one of the two. Another user's offer is `not_found`. */
export async function stepOffer(
  services: Services,
  viewerId: string,
  offerId: string,
  step: OfferStep,
): Promise<Result<OfferRecord>> {
  const own = await findOwnOffer(services.db, viewerId, offerId);
  if (!own) return NOT_FOUND;
  const { buyer_id: buyerId, item_id: itemId } = own.offer;
  const answer = { buyerId, by: own.role, rev: step.rev };
  const allowed = await mayStep(services, own, step.step);
  if (!allowed.ok) return allowed;
  const reply = await answered(services, itemId, answer, step);
  if (!reply.ok) return reply;
  deliverSoon(services);
  return done({ ...own, offer: reply.value });
}

async function answered(
  services: Services,
  itemId: string,
  answer: { buyerId: string; by: OfferParty; rev: number },
  step: OfferStep,
): Promise<Result<PriceOffer>> {
  const { db, env, now, newId } = services;
  const { buyerId } = answer;
  switch (step.step) {
    case "accept": {
      const { accepted_ms: acceptedMs } = timeLimitsOf(await siteSettings(services));
      const acceptedId = newId("agr");
      const reply = await withPlace(services, { kind: "agreed_hold", id: acceptedId, buyerId, itemId }, () =>
        execute(env, itemId, room.acceptPriceOffer({ ...answer, acceptedId, acceptedMs })),
      );
      return reply ?? (answer.by === "buyer" ? TOO_MANY_HELD : BUYER_HOLDS_MANY);
    }
    case "counter": {
      const item = await findOfferedItem(db, buyerId, itemId, now());
      if (!item) return NOT_FOUND;
      const { percent_off: percentOff } = item;
      return execute(env, itemId, room.counterPriceOffer({ ...answer, amountCents: step.amountCents, percentOff }));
    }
    default:
      return execute(env, itemId, room.endPriceOffer({ ...answer, step: step.step }));
  }
}

/** Checks the people of a step that leads to a deal. Declining and withdrawing are always possible. */
async function mayStep({ db, now }: Services, { offer, role }: OfferRecord, step: OfferStep["step"]): Promise<Result> {
  if (step === "counter" && role === "buyer") {
    return refuse("forbidden", "Only the seller makes a counter-offer. Make another offer instead.");
  }
  if (step !== "accept" && step !== "counter") return done();
  const item = await findOfferedItem(db, offer.buyer_id, offer.item_id, now());
  if (item?.blocked) return refuse("blocked", MESSAGES.blocked);
  // Nothing new is held while the seller is away (D60), so neither side can agree, and no counter-offer could be accepted.
  if (item && item.away_until !== null) return role === "buyer" ? awayRefusal(item.away_until) : SELLER_AWAY;
  if (step !== "accept") return done();
  if (role === "buyer" || (await mayTrade(db, offer.buyer_id, now()))) return done();
  return refuse("wrong_state", "This buyer can't buy right now.");
}

async function mayTrade(db: Services["db"], userId: string, now: number): Promise<boolean> {
  const rows = await db.all(sql`SELECT 1 FROM profiles WHERE id = ${userId} AND (role <> 'user' OR (is_banned = 0
    AND account_restricted = 0 AND (is_suspended = 0 OR coalesce(suspension_end_date, ${now} + 1) <= ${now})))`);
  return rows.length > 0;
}

/** Declines several open offers of a seller. One that fails does not affect the others. */
export async function declineOffers(
  services: Services,
  sellerId: string,
  offers: readonly { id: string; rev: number }[],
): Promise<{ declined: string[]; unchanged: string[] }> {
  const declined: string[] = [];
  const unchanged: string[] = [];
  for (const { id, rev } of offers) {
    const reply = await stepOffer(services, sellerId, id, { step: "decline", rev });
    (reply.ok && reply.value.role === "seller" ? declined : unchanged).push(id);
  }
  return { declined, unchanged };
}

/** Ends the open offers between two users, one of whom has blocked the other. The job repeats what fails here. */
export async function endOffersBetween({ db, env }: Pick<Services, "db" | "env">, a: string, b: string): Promise<void> {
  for (const { item_id, buyer_id } of await findOpenBetween(db, a, b)) {
    await execute(env, item_id, room.voidPriceOffer({ buyerId: buyer_id }));
  }
}
