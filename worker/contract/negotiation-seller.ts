/**
 * What a seller sees of the negotiations that Knowzee holds in their name (D64), and their answers to what it could not
 * settle. Buyers appear as in messages: display name only. Amounts are decimal dollars.
 */
import * as z from "zod/mini";
import { ANSWER_MAX } from "#domain/negotiation/seller-questions";
import { id, text } from "./fields.ts";
import { queryInteger } from "./items.ts";
import type { NegotiationMessage } from "./negotiation.ts";
import type { Page } from "./page.ts";

/** GET /api/negotiations?item=&cursor=&limit=: SellerNegotiationPage, last changed first. For the seller of the items. */
export const ListNegotiations = z.strictObject({
  item: z.optional(id),
  cursor: z.optional(z.string().check(z.maxLength(600))),
  limit: z.optional(queryInteger(1, 50)),
});

/** A reply of Knowzee with `ask_seller`. */
const messageId = z.string().check(z.regex(/^[1-9]\d{0,8}$/, "That ID isn't valid."));

/**
 * POST /api/negotiations/:id/answers: answers what Knowzee could not settle, whether or not the buyer has asked the seller.
 * SellerNegotiation. 409 `wrong_state` for a second answer, 422 `invalid` for contact details.
 */
export const AnswerBuyer = z.strictObject({
  message_id: messageId,
  text: text(1, ANSWER_MAX, "Please write an answer."),
  /** Knowzee may repeat it to other buyers of the item. An answer about money is never repeated. */
  shared: z.boolean(),
  /** Yes to the amount the buyer named: it becomes the seller's counter-offer, which the buyer can accept. */
  agreed: z.optional(z.literal(true)),
});
export type AnswerBuyerInput = z.input<typeof AnswerBuyer>;

/** PUT /api/negotiations/:id/answers: lets Knowzee repeat an answer, or stops that. SellerNegotiation. */
export const ShareAnswer = z.strictObject({ message_id: messageId, shared: z.boolean() });

/** `no_deal`: nothing was agreed, and the buyer has not written for a day. */
export type NegotiationOutcome = "talking" | "agreed" | "bought" | "lapsed" | "no_deal";

export interface SellerNegotiationSummary {
  id: string;
  item: { id: string; title: string; image_url: string | null; price: number };
  buyer: { id: string; display_name: string };
  outcome: NegotiationOutcome;
  /** What was agreed or paid; while they talk, Knowzee's last price; null without one. */
  amount: number | null;
  /** The last message. */
  last: { from: NegotiationMessage["from"]; text: string };
  /** Messages of the buyer and of Knowzee. */
  messages: number;
  /** What the buyer has sent the seller, and nobody has answered. */
  unanswered: number;
  updated_at: number;
}

/** Something Knowzee could not settle and the buyer has sent the seller. */
export interface OpenQuestion {
  negotiation_id: string;
  message_id: string;
  item: { id: string; title: string };
  buyer: { id: string; display_name: string };
  text: string;
  /** The amount the buyer named with it; a yes makes it the seller's counter-offer. */
  amount: number | null;
  at: number;
}

export interface SellerNegotiationPage extends Page<SellerNegotiationSummary> {
  /** The newest 50 over all items; on the first page only. */
  questions: OpenQuestion[];
}

export interface SellerMessage extends Pick<NegotiationMessage, "id" | "from" | "text" | "at" | "amount"> {
  /** What this reply left open; null when nothing is. */
  open: { text: string; asked: boolean; amount: number | null } | null;
  /** The seller's answer to what this reply left open. */
  answer: { text: string; shared: boolean; may_be_shared: boolean } | null;
}

/** GET /api/negotiations/:id, for the seller: 404 for anybody else. */
export interface SellerNegotiation extends SellerNegotiationSummary {
  log: SellerMessage[];
  server_now: number;
}
