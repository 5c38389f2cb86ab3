/** Negotiation with Knowzee: the Worker collects public facts, and the item's room decides (D29, D40). */

import { MESSAGES } from "#contract/copy";
import type { NegotiationMessage, NegotiationView } from "#contract/negotiation";
import { formatCents } from "#domain/money";
import { done, type Refusal, type Result, refuse } from "#domain/result";
import { timeLimitsOf } from "#domain/site/site-settings";
import * as room from "../../../durable/item-room/commands/negotiations.ts";
import { siteSettings } from "../../db/site-settings.ts";
import { execute } from "../../http/item-room.ts";
import { featureOffRefusal } from "../../http/require-feature.ts";
import type { Services } from "../../services.ts";
import { enforceHoldLimit, unconfirmedEmailRefusal } from "../holds/commands.ts";
import { countLiveHolds } from "../holds/queries.ts";
import { itemExists } from "../items/queries.ts";
import { deliverSoon } from "../notifications/email/deliver.ts";
import { findNegotiatedItem, findOwnNegotiation } from "./queries.ts";
import { mayReword, reword } from "./reword.ts";
import { currentSettings } from "./settings.ts";

type Outcome<T> = ({ ok: true } & T) | Refusal;

const NOT_FOUND = refuse("not_found", MESSAGES.notFound);

/** Answers one message of a buyer. Refused with `not_negotiable` when the seller does not use Knowzee. */
export async function negotiate(
  services: Services,
  buyerId: string,
  itemId: string,
  text: string,
  ref: string,
): Promise<Outcome<{ conversation: NegotiationView; answer: NegotiationMessage }>> {
  const { db, env, now, newId } = services;
  const [item, settings, site] = await Promise.all([
    findNegotiatedItem(db, itemId, now()),
    currentSettings(db),
    siteSettings(services),
  ]);
  if (!item) return NOT_FOUND;
  if (item.seller_id === buyerId) return refuse("own_item", MESSAGES.ownItem);
  const { reserve_cents: reserveCents, facts, upsell } = item;
  // After Knowzee is switched off, an open offer may still be accepted, but no message is answered.
  if (!site.features.knowzee) return featureOffRefusal("knowzee");
  if (reserveCents === null) return refuse("not_negotiable", MESSAGES.knowzeeUnavailable);
  const narrated = await mayReword(services, settings, buyerId);
  const conversationId = newId("neg");
  const said = await execute(
    env,
    itemId,
    room.negotiate({
      buyerId,
      conversationId,
      ref,
      text,
      reserveCents,
      tone: item.tone,
      policy: settings.policy,
      percentOff: item.percent_off,
      facts,
      greetings: settings.greetings,
      closings: settings.closings,
      upsell: upsell && {
        item: upsell,
        text: `The same seller also has “${upsell.title}” for ${formatCents(upsell.price_cents)}, if you'd like to collect both at once.`,
      },
      quiet: narrated,
      clocks: timeLimitsOf(site),
    }),
  );
  if (!said.ok) return said;
  const { conversation, answer_seq: seq, list_cents } = said.value;
  const answered = answerOf(conversation, seq);
  if (!narrated) return answered;
  const { act, amount, counter_no } = answered.answer;
  const words = await reword(env, settings, {
    act,
    amount,
    counter_no,
    list_cents,
    message: text,
    facts,
  });
  const reworded = await execute(env, itemId, room.reword({ buyerId, seq, text: words }));
  return reworded.ok ? answerOf(reworded.value, seq) : answered;
}

function answerOf(conversation: NegotiationView, seq: number) {
  const answer = conversation.messages.find((message) => message.id === String(seq));
  if (!answer) throw new Error(`conversation ${conversation.id} has no message ${seq}`);
  return { ok: true as const, conversation, answer };
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
  if (!read.ok || !read.value || own?.used !== true) return read;
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
  const itemId = own.item_id;
  const unconfirmed = await unconfirmedEmailRefusal(services, buyerId);
  if (unconfirmed) return unconfirmed;
  const site = await siteSettings(services);
  if ((await countLiveHolds(db, buyerId, itemId, now())) >= site.numbers.live_holds) {
    return refuse("holding_limit", MESSAGES.holdingLimit);
  }
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
      orderPlaced: own.used,
      clocks: timeLimitsOf(site),
    }),
  );
  // The room's projection has just queued the seller's notification.
  if (reply.ok) deliverSoon(services);
  return reply.ok ? enforceHoldLimit(services, buyerId, itemId, holdId, reply.value) : reply;
}
