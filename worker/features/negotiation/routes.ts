import { Hono, type MiddlewareHandler } from "hono";
import {
  AcceptOffer,
  type AcceptOfferReply,
  NegotiateBody,
  type NegotiationReply,
  type NegotiationView,
} from "#contract/negotiation";
import { MINUTE_MS } from "#domain/deadlines";
import { centsToDollars, dollarsToCents } from "#domain/money";
import type { AppContext } from "../../http/context.ts";
import { found, RefusalError, unwrap } from "../../http/errors.ts";
import { idempotent, newIdFor } from "../../http/idempotency.ts";
import { actorOf, requireActor, requireGoodStatus, requireTrader } from "../../http/session.ts";
import { countUse, throttle, tooManyRequests } from "../../http/throttle.ts";
import { idParam, validate } from "../../http/validate.ts";
import { acceptOffer, negotiate, readNegotiation } from "./commands.ts";

const TEN_MINUTES = 10 * MINUTE_MS;
/** Messages of one buyer per ten minutes: about one item (A68), and in total. */
const MESSAGES_PER_ITEM = 20;
const MESSAGES_OF_ALL = 120;

const chatting = [
  requireTrader,
  throttle("knowzee", { account: MESSAGES_OF_ALL, ip: 5 * MESSAGES_OF_ALL }, TEN_MINUTES),
] as const satisfies MiddlewareHandler<AppContext>[];

/** Mounted at /functions/v1 and /api. */
export const agentNegotiateRoute = new Hono<AppContext>()
  /** Send a message to Knowzee, the negotiation assistant, and receive its answer. For a buyer of the item. */
  .post("/agent-negotiate", ...chatting, validate("json", NegotiateBody), idempotent("negotiate"), async (c) => {
    const services = c.get("services");
    const { id: buyerId } = actorOf(c);
    const { itemId, userMessage, buyerId: named } = c.req.valid("json");
    if (named !== undefined && named !== buyerId) {
      throw new RefusalError("forbidden", "You can only negotiate for yourself.");
    }
    const key = `acct:${buyerId}:knowzee:${itemId}`;
    const wait = await countUse(services.db, key, MESSAGES_PER_ITEM, TEN_MINUTES, services.now());
    if (wait !== null) throw tooManyRequests(wait);
    const ref = await newIdFor(c, "msg", itemId);
    const { conversation, answer } = unwrap(await negotiate(services, buyerId, itemId, userMessage, ref));
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
  .get(
    "/:id/negotiation",
    requireActor,
    throttle("negotiation:read", 300, TEN_MINUTES, "account"),
    idParam(),
    async (c) => {
      const read = unwrap(await readNegotiation(c.get("services"), actorOf(c).id, c.req.valid("param").id));
      return c.json<NegotiationView | null, 200>(read, 200);
    },
  );

export const negotiationRoutes = new Hono<AppContext>()
  /** Accept Knowzee's offer: hold the item at that amount. */
  .post(
    "/:id/accept",
    requireGoodStatus,
    throttle("negotiation:accept", 30, MINUTE_MS, "account"),
    validate("json", AcceptOffer),
    idParam(),
    async (c) => {
      const services = c.get("services");
      const amount = found(dollarsToCents(c.req.valid("json").amount));
      const accepted = await acceptOffer(services, actorOf(c).id, c.req.valid("param").id, amount);
      const { hold, conversation, list_cents } = unwrap(accepted);
      return c.json<AcceptOfferReply, 200>(
        {
          reserved: true,
          item_id: conversation.item_id,
          hold_id: hold.hold_id,
          reservation_type: hold.kind,
          reserved_until: hold.until,
          conversation_id: conversation.id,
          price: centsToDollars(hold.price_cents),
          list_price: centsToDollars(list_cents),
          accepted_until: conversation.accepted?.expires_at ?? hold.until,
          server_now: services.now(),
        },
        200,
      );
    },
  );
