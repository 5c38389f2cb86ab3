import { Hono, type MiddlewareHandler } from "hono";
import { MESSAGES } from "#contract/copy";
import {
  AcceptOffer,
  type AcceptOfferReply,
  AiPreviewBody,
  type AiPreviewReply,
  AiSettingsBody,
  type AiSettingsReply,
  DemoNegotiateBody,
  type DemoNegotiationReply,
  NegotiateBody,
  type NegotiationReply,
  type NegotiationView,
} from "#contract/negotiation";
import { MINUTE_MS } from "#domain/deadlines";
import { ID_PATTERN } from "#domain/ids";
import { centsToDollars, dollarsToCents } from "#domain/money";
import { refuse } from "#domain/result";
import type { AppContext } from "../../http/context.ts";
import { respondRefusal } from "../../http/errors.ts";
import { idempotent, requestKey } from "../../http/idempotency.ts";
import { actorOf, requireActor, requireGoodStatus, requireStaff, requireTrader } from "../../http/session.ts";
import { countUse, throttle, tooManyRequests } from "../../http/throttle.ts";
import { validate } from "../../http/validate.ts";
import { stableId } from "../../stable-id.ts";
import { acceptOffer, negotiate, readNegotiation } from "./commands.ts";
import { negotiateDemo } from "./demo.ts";
import { preview } from "./preview.ts";
import { phraseRefusal, readSettings, saveSettings } from "./settings.ts";

const TEN_MINUTES = 10 * MINUTE_MS;
/** Messages of one buyer per ten minutes: about one item (A68), and in total. */
const MESSAGES_PER_ITEM = 20;
const MESSAGES_OF_ALL = 120;
const NOT_FOUND = refuse("not_found", MESSAGES.notFound);

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
      return respondRefusal(c, refuse("forbidden", "You can only negotiate for yourself."));
    }
    const key = `acct:${buyerId}:knowzee:${itemId}`;
    const wait = await countUse(services.db, key, MESSAGES_PER_ITEM, TEN_MINUTES, services.now());
    if (wait !== null) throw tooManyRequests(wait);
    const sent = requestKey(c);
    const ref = sent === null ? services.newId("msg") : await stableId("msg", buyerId, itemId, sent);
    const done = await negotiate(services, buyerId, itemId, userMessage, ref);
    if (!done.ok) return respondRefusal(c, done);
    const { conversation, answer } = done;
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
  .get("/:id/negotiation", requireActor, throttle("negotiation:read", 300, TEN_MINUTES, "account"), async (c) => {
    const itemId = c.req.param("id");
    if (!ID_PATTERN.test(itemId)) return respondRefusal(c, NOT_FOUND);
    const read = await readNegotiation(c.get("services"), actorOf(c).id, itemId);
    if (!read.ok) return respondRefusal(c, read);
    return c.json<NegotiationView | null, 200>(read.value, 200);
  });

export const demoNegotiationRoutes = new Hono<AppContext>()
  /** Try Knowzee on a demo item. Nothing is stored and nothing can be bought. */
  .post(
    "/:demo_item/negotiate",
    throttle("knowzee:demo", 60, TEN_MINUTES, "ip"),
    validate("json", DemoNegotiateBody),
    async (c) => {
      const done = await negotiateDemo(c.get("services"), c.req.param("demo_item"), c.req.valid("json").messages);
      if (!done.ok) return respondRefusal(c, done);
      return c.json<DemoNegotiationReply, 200>({ messages: done.messages }, 200);
    },
  );

export const negotiationRoutes = new Hono<AppContext>()
  /** Accept Knowzee's offer: hold the item at that amount. */
  .post(
    "/:id/accept",
    requireGoodStatus,
    throttle("negotiation:accept", 30, MINUTE_MS, "account"),
    validate("json", AcceptOffer),
    async (c) => {
      const services = c.get("services");
      const id = c.req.param("id");
      const amount = dollarsToCents(c.req.valid("json").amount);
      if (!ID_PATTERN.test(id) || amount === null) return respondRefusal(c, NOT_FOUND);
      const done = await acceptOffer(services, actorOf(c).id, id, amount);
      if (!done.ok) return respondRefusal(c, done);
      const { hold, conversation, list_cents } = done.value;
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

export const aiSettingsRoutes = new Hono<AppContext>()
  .get("/", requireStaff, async (c) => c.json<AiSettingsReply, 200>(await readSettings(c.get("services")), 200))
  /** Save a new version of the Knowzee settings. */
  .put(
    "/",
    requireStaff,
    throttle("admin:ai", 30, TEN_MINUTES, "account"),
    validate("json", AiSettingsBody),
    async (c) => {
      const saved = await saveSettings(c.get("services"), actorOf(c).id, c.req.valid("json"));
      return saved.ok ? c.json<AiSettingsReply, 200>(saved.reply, 200) : respondRefusal(c, saved);
    },
  )
  /** Try unsaved Knowzee settings on an invented listing. */
  .post(
    "/preview",
    requireStaff,
    throttle("admin:ai-preview", 30, TEN_MINUTES, "account"),
    validate("json", AiPreviewBody),
    async (c) => {
      const { settings, list_price, minimum_price, tone, messages } = c.req.valid("json");
      const problem = phraseRefusal(settings);
      if (problem) return respondRefusal(c, problem);
      const [list, minimum] = [dollarsToCents(list_price), dollarsToCents(minimum_price)];
      if (list === null || minimum === null || minimum > list) {
        const message = "Please enter a valid minimum price.";
        return respondRefusal(c, refuse("invalid", message, { fields: [{ field: "minimum_price", message }] }));
      }
      const trial = { settings: { ...settings, version: 0 }, list_cents: list, minimum_cents: minimum, tone, messages };
      return c.json<AiPreviewReply, 200>(await preview(c.get("services"), actorOf(c).id, trial), 200);
    },
  );
