import { Hono } from "hono";
import { MESSAGES } from "#contract/copy";
import { ChangeOffer, NewOffer, type OwnOffer, type OwnOffersReply } from "#contract/selling/offers";
import { ID_PATTERN } from "#domain/ids";
import { refuse } from "#domain/result";
import type { AppContext } from "../../../http/context.ts";
import { respondRefusal } from "../../../http/errors.ts";
import { idempotent, requestKey } from "../../../http/idempotency.ts";
import { actorOf, requireActor, requireTrader } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { validate } from "../../../http/validate.ts";
import { stableId } from "../../../stable-id.ts";
import { changeOffer, createOffer } from "./commands.ts";
import { deleteOffer, listOwnOffers, presentOwnOffer } from "./own-offers.ts";

const TEN_MINUTES = 10 * 60_000;
const NOT_FOUND = refuse("not_found", MESSAGES.notFound);

const writing = [requireTrader, throttle("special-offers", 60, TEN_MINUTES, "account")] as const;

/** Special offers of the signed-in seller, mounted at /api/special-offers. Buyers see them with the items. */
export const specialOfferRoutes = new Hono<AppContext>()
  .get("/mine", requireActor, async (c) => {
    const { db, now } = c.get("services");
    const rows = await listOwnOffers(db, actorOf(c).id);
    const items = rows.map((row) => presentOwnOffer(row, now()));
    return c.json<OwnOffersReply, 200>({ items, server_now: now() }, 200);
  })
  .post("/", ...writing, validate("json", NewOffer), idempotent("special-offers"), async (c) => {
    const services = c.get("services");
    const { id: sellerId } = actorOf(c);
    const key = requestKey(c);
    const id = key === null ? services.newId("ofr") : await stableId("ofr", sellerId, key);
    const done = await createOffer(services, sellerId, id, c.req.valid("json"));
    if (!done.ok) return respondRefusal(c, done);
    return c.json<OwnOffer, 201>(done.offer, 201);
  })
  /** Change a special offer. Prices of current holds do not change. */
  .patch("/:id", ...writing, validate("json", ChangeOffer), async (c) => {
    const id = c.req.param("id");
    if (!ID_PATTERN.test(id)) return respondRefusal(c, NOT_FOUND);
    const done = await changeOffer(c.get("services"), actorOf(c).id, id, c.req.valid("json"));
    if (!done.ok) return respondRefusal(c, done);
    return c.json<OwnOffer, 200>(done.offer, 200);
  })
  .delete("/:id", ...writing, async (c) => {
    const id = c.req.param("id");
    const { env } = c.get("services");
    const deleted = ID_PATTERN.test(id) && (await deleteOffer(env.DB, actorOf(c).id, id));
    if (!deleted) return respondRefusal(c, NOT_FOUND);
    return c.json<{ ok: true }, 200>({ ok: true }, 200);
  });
