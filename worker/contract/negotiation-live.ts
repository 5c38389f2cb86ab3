/**
 * Frames of a negotiation with Knowzee over GET /api/items/:id/live, for signed-in buyers only. The server reads who sends
 * a frame from the socket's session and checks that session again with every frame. Nobody but the buyer receives these
 * frames. POST /functions/v1/agent-negotiate runs the same command for clients without a socket.
 *
 * A client numbers its messages: it repeats a frame with the same `id` until that id is answered, on any later socket or
 * as the `Idempotency-Key` of the POST. A repeated id changes nothing and gets the same answer.
 */
import * as z from "zod/mini";
import type { ErrorCode, ErrorDetails } from "#domain/result";
import { dollars, id, text } from "./fields.ts";
import { type AcceptOfferReply, MESSAGE_MAX, type NegotiationView } from "./negotiation.ts";

const messageId = z.string().check(z.regex(/^[A-Za-z0-9-]{8,64}$/));

/** Sends a message to Knowzee. Answered by `negotiation_reply` or `negotiation_refused` with the same id. */
export const NegotiateFrame = z.strictObject({
  type: z.literal("negotiate"),
  id: messageId,
  text: text(1, MESSAGE_MAX, "Please write a message."),
  /** From the amount field: the buyer's offer, whatever the text says. Decimal dollars. */
  amount: z.optional(dollars.check(z.minimum(1, "Enter an amount in dollars."))),
});

/** Accepts Knowzee's offer. Answered by `negotiation_accepted` or `negotiation_refused` with the same id. */
export const AcceptFrame = z.strictObject({
  type: z.literal("negotiation_accept"),
  id: messageId,
  conversation_id: id,
  amount: dollars,
});

/** Sent when a socket opens again: answered by `negotiation` with everything from message `since` on. */
export const ResumeFrame = z.strictObject({
  type: z.literal("negotiation_resume"),
  /** The last message the client has; 0 for none. */
  since: z.int().check(z.minimum(0)),
});

export const NegotiationClientFrame = z.discriminatedUnion("type", [NegotiateFrame, AcceptFrame, ResumeFrame]);
export type NegotiationClientFrame = z.output<typeof NegotiationClientFrame>;
export type NegotiationClientFrameInput = z.input<typeof NegotiationClientFrame>;

/** The negotiation after a change on any device, or as the answer to a resumption. */
export interface NegotiationSocketMessage {
  type: "negotiation";
  /** Null before the first message. */
  conversation: NegotiationView | null;
  /** Messages with a lower id are left out; absent: all are there. */
  since?: number;
}

/** Knowzee's answer to one message. */
export interface NegotiationReplyFrame {
  type: "negotiation_reply";
  id: string;
  conversation: NegotiationView;
  /** Messages with a lower id are left out. */
  since: number;
}

export interface NegotiationAcceptedFrame {
  type: "negotiation_accepted";
  id: string;
  reply: AcceptOfferReply;
}

/** The same refusals as those of the HTTP routes. Nothing was changed. */
export interface NegotiationRefusedFrame {
  type: "negotiation_refused";
  id: string;
  error: { code: ErrorCode; message: string; details?: ErrorDetails };
}

export type NegotiationServerFrame =
  | NegotiationSocketMessage
  | NegotiationReplyFrame
  | NegotiationAcceptedFrame
  | NegotiationRefusedFrame;
