/** Negotiation with Knowzee: the Worker collects public facts, and the item's room decides (D29, D40). */

import { MESSAGES } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import type { NegotiationView } from "#contract/negotiation";
import { withinHoldingLimit } from "#domain/holds/holding-limit";
import { type Cents, formatCents } from "#domain/money";
import { LATER_STEPS } from "#domain/negotiation/knowzee/engine";
import { NEW_ACCOUNT_MS } from "#domain/negotiation/negotiation-session";
import { laterReserve } from "#domain/negotiation/price-ladder";
import { done, type Result, refuse, refuseField } from "#domain/result";
import { screenMessage } from "#domain/safety/content-filter/screen";
import type { FilterReason } from "#domain/safety/content-filter/verdict";
import { awayRefusal, awayUntil } from "#domain/selling/holiday";
import { timeLimitsOf } from "#domain/site/site-settings";
import * as room from "../../../durable/item-room/commands/negotiations.ts";
import { siteSettings } from "../../db/site-settings.ts";
import { execute } from "../../http/item-room.ts";
import { featureOffRefusal } from "../../http/require-feature.ts";
import { countersOf, countUses } from "../../http/throttle.ts";
import type { Services } from "../../services.ts";
import { asksForAddress, enforceHoldLimit, requireConfirmedEmail } from "../holds/commands.ts";
import { countLiveHolds } from "../holds/queries.ts";
import { itemExists } from "../items/queries.ts";
import { deliverSoon } from "../notifications/commands.ts";
import { findNegotiatedItem, findOwnNegotiation } from "./queries.ts";
import { currentSettings, laterPlace } from "./settings/queries.ts";

const NO_CONTACT = "Messages can't contain contact details or links. The seller can read this chat too.";

export interface SaidToKnowzee {
  itemId: string;
  text: string;
  /** From the amount field; null without one. */
  amountCents: Cents | null;
  /** The idempotency key of the message. */
  ref: string;
}

export interface Answered {
  conversation: NegotiationView;
  /** The buyer's message, and the one that answers it. */
  message_seq: number;
  answer_seq: number;
}

/**
 * Answers one message of a buyer, whose account status the caller has checked. The only way for a message into a
 * negotiation, over a socket or not: limits, content filter, then the item's room. Refused with `not_negotiable` when the
 * seller does not use Knowzee.
 */
export async function negotiate(
  services: Services,
  buyerId: string,
  { itemId, text, amountCents, ref }: SaidToKnowzee,
  ownHost: string,
): Promise<Result<Answered>> {
  const { db, env, now, newId } = services;
  const wait = await countUses(services, [
    countersOf(env, "knowzee:messages", { account: buyerId }),
    countersOf(env, "knowzee:item", { account: buyerId }, itemId),
  ]);
  if (wait !== null) return refuse("too_many_requests", MESSAGES.tooManyRequests, { retry_after: wait });
  if (hasContact(text, ownHost)) {
    return refuseField("userMessage", NO_CONTACT);
  }
  const [item, known, settings, site, place] = await Promise.all([
    findNegotiatedItem(db, itemId, now()),
    findOwnNegotiation(db, buyerId, { itemId }),
    currentSettings(db),
    siteSettings(services),
    laterPlace(services, itemId),
  ]);
  if (!item) return NOT_FOUND;
  if (item.seller_id === buyerId) return refuse("own_item", MESSAGES.ownItem);
  if (known?.blocked) return refuse("blocked", MESSAGES.blocked);
  const { reserve_cents: reserveCents, facts, answers, upsell } = item;
  // After Knowzee is switched off, an open offer may still be accepted, but no message is answered.
  if (!site.features.knowzee) return featureOffRefusal("knowzee");
  if (reserveCents === null) return refuse("not_negotiable", MESSAGES.knowzeeUnavailable);
  const conversationId = newId("neg");
  const said = await execute(
    env,
    itemId,
    room.negotiate({
      buyerId,
      conversationId,
      spentId: known?.spent_id ?? null,
      ref,
      text,
      amountCents,
      reserveCents,
      laterReserveCents: laterReserve(
        reserveCents,
        item.price_cents,
        LATER_STEPS[item.tone] + place,
        settings.policy.step_percent,
      ),
      tone: item.tone,
      policy: settings.policy,
      unconfirmed: asksForAddress(env) && known?.confirmed !== true,
      fresh: known !== null && now() < known.buyer_since + NEW_ACCOUNT_MS,
      percentOff: item.percent_off,
      facts,
      answers,
      greetings: settings.greetings,
      closings: settings.closings,
      upsell: upsell && {
        item: upsell,
        text: `The same seller also has “${upsell.title}” for ${formatCents(upsell.price_cents)}, if you'd like to pick up both at once.`,
      },
      clocks: timeLimitsOf(site),
    }),
  );
  if (!said.ok) return said;
  const { conversation, message_seq, answer_seq } = said.value;
  return done({ conversation, message_seq, answer_seq });
}

/** Whether a message gives contact details: the seller reads it, and an answer may repeat it. */
export function hasContact(text: string, ownHost: string): boolean {
  const { reasons } = screenMessage(text, { stage: "enquiry", own_host: ownHost });
  return reasons.some((reason) => CONTACT.has(reason));
}

const CONTACT = new Set<FilterReason>(["phone", "email", "link", "disguised"]);

/** Returns the message that answers, as the buyer sees it. */
export function answerOf(conversation: NegotiationView, seq: number) {
  const answer = conversation.messages.find((message) => message.id === String(seq));
  if (!answer) throw new Error(`conversation ${conversation.id} has no message ${seq}`);
  return { conversation, answer };
}

/** Returns the buyer's own negotiation. An accepted price that was used for an order is omitted. */
export async function readNegotiation(
  { db, env }: Services,
  buyerId: string,
  itemId: string,
): Promise<Result<NegotiationView | null>> {
  if (!(await itemExists(db, itemId))) return NOT_FOUND;
  const [read, own] = await Promise.all([
    execute(env, itemId, room.readNegotiation({ buyerId })),
    findOwnNegotiation(db, buyerId, { itemId }),
  ]);
  if (!read.ok || !read.value || own?.spent_id == null) return read;
  return done({ ...read.value, accepted: null });
}

/** Accepts Knowzee's offer: holds the item at this amount, if the offer is still open. */
export async function acceptOffer(
  services: Services,
  buyerId: string,
  conversationId: string,
  amountCents: number,
): Promise<Result<room.AcceptedOffer>> {
  const { db, env, now, newId } = services;
  const own = await findOwnNegotiation(db, buyerId, { id: conversationId });
  if (!own) return NOT_FOUND;
  if (own.blocked) return refuse("blocked", MESSAGES.blocked);
  const itemId = own.item_id;
  const away = awayUntil(own.away_until, now());
  if (away !== null) return awayRefusal(away);
  const confirmed = await requireConfirmedEmail(services, buyerId);
  if (!confirmed.ok) return confirmed;
  const site = await siteSettings(services);
  const limit = withinHoldingLimit(await countLiveHolds(db, buyerId, itemId, now()), site.numbers);
  if (!limit.ok) return limit;
  const holdId = newId("hld");
  const acceptanceId = newId("agr");
  const reply = await execute(
    env,
    itemId,
    room.acceptOffer({
      buyerId,
      conversationId,
      amountCents,
      holdId,
      acceptanceId,
      orderPlaced: own.spent_id !== null,
      clocks: timeLimitsOf(site),
    }),
  );
  if (!reply.ok) return reply;
  // The room's projection has just queued the seller's notification.
  deliverSoon(services);
  const kept = await enforceHoldLimit(services, buyerId, itemId, holdId, reply.value);
  return kept.ok ? reply : kept;
}
