import { Hono } from "hono";
import { ChangeOffer, NewOffer, type OwnOffer, type OwnOffersReply } from "#contract/selling/special-offers";
import type { AppContext } from "../../../http/context.ts";
import { unwrap } from "../../../http/errors.ts";
import { idempotent, newIdFor } from "../../../http/idempotency.ts";
import { actorOf, requireActor, requireTrader } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { idParam, validate } from "../../../http/validate.ts";
import { presentOwnOffer } from "./present.ts";
import { listOwnOffers } from "./queries.ts";
import { changeOffer, createOffer, deleteOffer } from "./special-offers.ts";

const writing = [requireTrader, throttle("special-offers")] as const;

/** Special offers of the signed-in seller, mounted at /api/special-offers. Buyers see them with the items. */
export const specialOfferRoutes = new Hono<AppContext>()
  .get("/mine", requireActor, async (c) => {
    const { db, now } = c.get("services");
    const rows = await listOwnOffers(db, actorOf(c).id);
    const items = rows.map((row) => presentOwnOffer(row, now()));
    return c.json<OwnOffersReply, 200>({ items, server_now: now() }, 200);
  })
  .post("/", ...writing, validate("json", NewOffer), idempotent("special-offers"), async (c) => {
    const id = await newIdFor(c, "ofr");
    const offer = unwrap(await createOffer(c.get("services"), actorOf(c).id, id, c.req.valid("json")));
    return c.json<OwnOffer, 201>(offer, 201);
  })
  /** Change a special offer. Prices of current holds do not change. */
  .patch("/:id", ...writing, validate("json", ChangeOffer), idParam(), async (c) => {
    const { id } = c.req.valid("param");
    const offer = unwrap(await changeOffer(c.get("services"), actorOf(c).id, id, c.req.valid("json")));
    return c.json<OwnOffer, 200>(offer, 200);
  })
  .delete("/:id", ...writing, idParam(), async (c) => {
    unwrap(await deleteOffer(c.get("services"), actorOf(c).id, c.req.valid("param").id));
    return c.json<{ ok: true }, 200>({ ok: true }, 200);
  });
