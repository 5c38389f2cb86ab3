import { Hono, type MiddlewareHandler } from "hono";
import {
  AcceptOffer,
  type AcceptOfferReply,
  NegotiateBody,
  type NegotiationReply,
  type NegotiationView,
} from "#contract/negotiation";
import { dollarsToCents } from "#domain/money";
import type { AppContext } from "../../http/context.ts";
import { found, RefusalError, unwrap } from "../../http/errors.ts";
import { idempotent, newIdFor } from "../../http/idempotency.ts";
import { actorOf, requireActor, requireGoodStatus, requireTrader } from "../../http/session.ts";
import { throttle } from "../../http/throttle.ts";
import { idParam, validate } from "../../http/validate.ts";
import { acceptOffer, answerOf, negotiate, readNegotiation } from "./commands.ts";
import { presentAccepted } from "./present.ts";

const chatting = [requireTrader, throttle("knowzee")] as const satisfies MiddlewareHandler<AppContext>[];

/** Mounted at /functions/v1 and /api. */
export const agentNegotiateRoute = new Hono<AppContext>()
  /** Send a message to Knowzee, the negotiation assistant, and receive its answer. For a buyer of the item. */
  .post("/agent-negotiate", ...chatting, validate("json", NegotiateBody), idempotent("negotiate"), async (c) => {
    const services = c.get("services");
    const { id: buyerId } = actorOf(c);
    const { itemId, userMessage: text, amount: amountCents = null, buyerId: named } = c.req.valid("json");
    if (named !== undefined && named !== buyerId) {
      throw new RefusalError("forbidden", "You can only negotiate for yourself.");
    }
    const ref = await newIdFor(c, "msg", itemId);
    const sent = { itemId, text, amountCents, ref };
    const answered = unwrap(await negotiate(services, buyerId, sent, new URL(c.req.url).host));
    const { conversation, answer } = answerOf(answered.conversation, answered.answer_seq);
    const amount = conversation.standing_amount;
    return c.json<NegotiationReply, 200>(
      {
        success: true,
        error: null,
        conversationId: conversation.id,
        response: answer.text,
        counterOfferAmount: amount,
        offerAccepted: false,
        expiresAt:
          amount === null || conversation.expires_at === null ? null : new Date(conversation.expires_at).toISOString(),
      },
      200,
    );
  });

export const itemNegotiationRoutes = new Hono<AppContext>()
  /** Get the signed-in user's own negotiation about an item, or null. */
  .get("/:id/negotiation", requireActor, throttle("negotiation:read"), idParam(), async (c) => {
    const read = unwrap(await readNegotiation(c.get("services"), actorOf(c).id, c.req.valid("param").id));
    return c.json<NegotiationView | null, 200>(read, 200);
  });

export const negotiationRoutes = new Hono<AppContext>()
  /** Accept Knowzee's offer: hold the item at that amount. */
  .post(
    "/:id/accept",
    requireGoodStatus,
    throttle("negotiation:accept"),
    validate("json", AcceptOffer),
    idParam(),
    async (c) => {
      const services = c.get("services");
      const amount = found(dollarsToCents(c.req.valid("json").amount));
      const accepted = await acceptOffer(services, actorOf(c).id, c.req.valid("param").id, amount);
      return c.json<AcceptOfferReply, 200>(presentAccepted(unwrap(accepted), services.now()), 200);
    },
  );
