import { Hono } from "hono";
import {
  AnswerOffer,
  CounterOffer,
  DeclineOffers,
  type DeclineOffersReply,
  ListOffers,
  MakeOffer,
  type OwnPriceOffer,
  type PriceOfferPage,
  type PriceOfferView,
} from "#contract/offers";
import { isFeatureEnabled } from "../../db/site-settings.ts";
import type { AppContext, Ctx } from "../../http/context.ts";
import { found, unwrap } from "../../http/errors.ts";
import { idempotent, newIdFor } from "../../http/idempotency.ts";
import { actorOf, requireAccount, requireActor, requireGoodStatus } from "../../http/session.ts";
import { throttle } from "../../http/throttle.ts";
import { idParam, validate } from "../../http/validate.ts";
import { stableId } from "../../stable-id.ts";
import { declineOffers, makeOffer, type OfferStep, stepOffer } from "./commands.ts";
import { presentOffer, presentTerms } from "./present.ts";
import { findOfferedItem, findOfferForItem, findOwnOffer, listOffers } from "./queries.ts";

const OFFERS_SHOWN = 20;

/** Also limits how fast one account can probe for the amount below which a seller declines. */
const stepping = throttle("price-offer-steps");

async function take(c: Ctx, id: string, step: OfferStep) {
  const services = c.get("services");
  const record = unwrap(await stepOffer(services, actorOf(c).id, id, step));
  return c.json<PriceOfferView, 200>(presentOffer(record, services.now()), 200);
}

/** The buyer's own offer for an item, mounted at /api/items. */
export const itemOfferRoutes = new Hono<AppContext>()
  /** Get the caller's offer for an item, and what they may offer now. */
  .get("/:id/price-offer", requireActor, throttle("price-offer:read"), idParam(), async (c) => {
    const services = c.get("services");
    const { db, now } = services;
    const { id: buyerId } = actorOf(c);
    const { id } = c.req.valid("param");
    const [item, record, knowzee] = await Promise.all([
      findOfferedItem(db, buyerId, id, now()),
      findOfferForItem(db, buyerId, id),
      isFeatureEnabled(services, "knowzee"),
    ]);
    const own = found(item).seller_id === buyerId;
    return c.json<OwnPriceOffer, 200>(
      {
        offer: record && presentOffer(record, now()),
        terms: own ? null : presentTerms(found(item), record?.offer ?? null, knowzee),
      },
      200,
    );
  })
  /** Make a price offer, or answer the seller's counter-offer with another amount. */
  .post(
    "/:id/price-offer",
    requireGoodStatus,
    throttle("price-offers"),
    idParam(),
    validate("json", MakeOffer),
    idempotent("price-offer"),
    async (c) => {
      const services = c.get("services");
      const { id: buyerId } = actorOf(c);
      const { id: itemId } = c.req.valid("param");
      const { amount, list_price, note = "" } = c.req.valid("json");
      const ids = {
        // One offer per buyer and item, which later rounds continue.
        offerId: await stableId("pof", itemId, buyerId),
        ref: await newIdFor(c, "ref", itemId),
      };
      const sent = { amountCents: amount, listCents: list_price, note };
      unwrap(await makeOffer(services, buyerId, itemId, ids, sent, new URL(c.req.url).host));
      const record = found(await findOfferForItem(services.db, buyerId, itemId));
      return c.json<PriceOfferView, 201>(presentOffer(record, services.now()), 201);
    },
  );

/** Price offers of the signed-in user, mounted at /api/price-offers. */
export const priceOfferRoutes = new Hono<AppContext>()
  .get("/", requireActor, validate("query", ListOffers), async (c) => {
    const { db, now } = c.get("services");
    const { box = "received", cursor, limit = OFFERS_SHOWN } = c.req.valid("query");
    const page = unwrap(await listOffers(db, actorOf(c).id, { box, cursor, limit }));
    return c.json<PriceOfferPage, 200>(
      {
        items: page.rows.map((record) => presentOffer(record, now())),
        next_cursor: page.next_cursor,
        server_now: now(),
      },
      200,
    );
  })
  /** Decline several received offers. */
  .post("/decline", requireAccount, stepping, validate("json", DeclineOffers), async (c) => {
    const reply = await declineOffers(c.get("services"), actorOf(c).id, c.req.valid("json").offers);
    return c.json<DeclineOffersReply, 200>(reply, 200);
  })
  .get("/:id", requireActor, idParam(), async (c) => {
    const { db, now } = c.get("services");
    const record = found(await findOwnOffer(db, actorOf(c).id, c.req.valid("param").id));
    return c.json<PriceOfferView, 200>(presentOffer(record, now()), 200);
  })
  /** Accept the amount on the table: holds the item for the buyer at it. */
  .post("/:id/accept", requireGoodStatus, stepping, idParam(), validate("json", AnswerOffer), (c) =>
    take(c, c.req.valid("param").id, { step: "accept", rev: c.req.valid("json").rev }),
  )
  /** Answer a received offer with another amount. */
  .post("/:id/counter", requireGoodStatus, stepping, idParam(), validate("json", CounterOffer), (c) => {
    const { rev, amount } = c.req.valid("json");
    return take(c, c.req.valid("param").id, { step: "counter", rev, amountCents: amount });
  })
  .post("/:id/decline", requireAccount, stepping, idParam(), validate("json", AnswerOffer), (c) =>
    take(c, c.req.valid("param").id, { step: "decline", rev: c.req.valid("json").rev }),
  )
  /** Withdraw one's own offer, or give up a price that was agreed, which releases the item. */
  .post("/:id/withdraw", requireAccount, stepping, idParam(), validate("json", AnswerOffer), (c) =>
    take(c, c.req.valid("param").id, { step: "withdraw", rev: c.req.valid("json").rev }),
  );
