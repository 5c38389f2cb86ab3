/** Questions to the seller and their answers (D64): the Worker checks the people, the item's room decides. */
import { MESSAGES } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import type { NegotiationView } from "#contract/negotiation";
import { type Result, refuse } from "#domain/result";
import * as room from "../../../../durable/item-room/commands/negotiations.ts";
import { execute } from "../../../http/item-room.ts";
import { refusePublicTexts } from "../../../http/public-texts.ts";
import type { Services } from "../../../services.ts";
import { stableId } from "../../../stable-id.ts";
import { deliverSoon } from "../../notifications/commands.ts";
import { findParties } from "./queries.ts";

/** One question per reply, so that a repeat asks it once. */
const questionId = (negotiationId: string, seq: number) => stableId("qst", negotiationId, String(seq));

/** Sends the seller what a reply of Knowzee could not settle. For the buyer; anybody else gets `not_found`. */
export async function askSeller(
  services: Services,
  buyerId: string,
  negotiationId: string,
  seq: number,
): Promise<Result<NegotiationView>> {
  const parties = await findParties(services.db, negotiationId);
  if (parties?.buyer_id !== buyerId) return NOT_FOUND;
  if (parties.blocked) return refuse("blocked", MESSAGES.blocked);
  const asked = await execute(
    services.env,
    parties.item_id,
    room.askTheSeller({
      buyerId,
      conversationId: negotiationId,
      spentId: parties.spent_id,
      questionId: await questionId(negotiationId, seq),
      seq,
    }),
  );
  if (asked.ok) deliverSoon(services);
  return asked;
}

/** Answers what Knowzee could not settle. For the seller; anybody else gets `not_found`. */
export async function answerBuyer(
  services: Services,
  sellerId: string,
  negotiationId: string,
  { seq, text, shared, agreed }: { seq: number; text: string; shared: boolean; agreed: boolean },
  ownHost: string,
): Promise<Result<NegotiationView>> {
  const parties = await findParties(services.db, negotiationId);
  if (parties?.seller_id !== sellerId) return NOT_FOUND;
  if (parties.blocked) return refuse("blocked", MESSAGES.blocked);
  const refusal = await refusePublicTexts(services.db, sellerId, "seller_questions", { answer: text }, ownHost);
  if (refusal) return refusal;
  const { item_id, buyer_id: buyerId, spent_id: spentId } = parties;
  const said = { seq, text, shared, agreed };
  const answer = { buyerId, spentId, sellerId, questionId: await questionId(negotiationId, seq), ...said };
  const answered = await execute(services.env, item_id, room.answerTheBuyer(answer));
  if (answered.ok) deliverSoon(services);
  return answered;
}

/** Lets Knowzee repeat an answer to other buyers, or stops that, which a block does not prevent. For the seller. */
export async function shareAnswer(
  { db, env }: Services,
  sellerId: string,
  negotiationId: string,
  { seq, shared }: { seq: number; shared: boolean },
): Promise<Result<NegotiationView>> {
  const parties = await findParties(db, negotiationId);
  if (parties?.seller_id !== sellerId) return NOT_FOUND;
  if (parties.blocked && shared) return refuse("blocked", MESSAGES.blocked);
  return execute(env, parties.item_id, room.shareTheAnswer({ buyerId: parties.buyer_id, sellerId, seq, shared }));
}
