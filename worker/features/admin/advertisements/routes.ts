import { Hono } from "hono";
import {
  type Advertisement,
  type AdvertisementDetail,
  type AdvertisementsReply,
  ChangeAdvertisement,
  ListAdvertisements,
  NewAdvertisement,
} from "#contract/ads";
import { adDay } from "#domain/ads/ads";
import type { AppContext } from "../../../http/context.ts";
import { found, unwrap } from "../../../http/errors.ts";
import { idempotent, newIdFor } from "../../../http/idempotency.ts";
import { actorOf, requireStaff } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { idParam, validate } from "../../../http/validate.ts";
import { changeAdvertisement, createAdvertisement, endAdvertisement } from "./advertisements.ts";
import { firstDay, lastDay, presentAdvertisement, presentDetail } from "./present.ts";
import { findAdvertisement, listAdvertisements, reachSince } from "./queries.ts";

const LIMIT_DEFAULT = 20;
const writes = () => throttle("admin:ads");

export const adminAdRoutes = new Hono<AppContext>()
  /** List advertisements of staff, or promotions by sellers, newest first. */
  .get("/", requireStaff, validate("query", ListAdvertisements), async (c) => {
    const { db, now } = c.get("services");
    const { from = "staff", state, placement, cursor, limit = LIMIT_DEFAULT } = c.req.valid("query");
    const today = adDay(now());
    const page = unwrap(await listAdvertisements(db, { from, state, placement }, today, cursor, limit));
    return c.json<AdvertisementsReply, 200>(
      { items: page.rows.map(presentAdvertisement), next_cursor: page.next_cursor, server_now: now(), today },
      200,
    );
  })
  .post("/", requireStaff, writes(), validate("json", NewAdvertisement), idempotent("admin:ads"), async (c) => {
    const id = await newIdFor(c, "adv");
    const ad = unwrap(await createAdvertisement(c.get("services"), actorOf(c).id, id, c.req.valid("json")));
    return c.json<Advertisement, 201>(presentAdvertisement(ad), 201);
  })
  /** Get one advertisement with its daily reach. */
  .get("/:id", requireStaff, idParam(), async (c) => {
    const { db, now } = c.get("services");
    const today = adDay(now());
    const ad = found(await findAdvertisement(db, c.req.valid("param").id, today));
    const reach = await reachSince(db, ad.id, firstDay(ad, lastDay(ad, today)));
    return c.json<AdvertisementDetail, 200>(presentDetail(ad, reach, today), 200);
  })
  /** Change an advertisement, or switch it on or off. */
  .patch("/:id", requireStaff, writes(), validate("json", ChangeAdvertisement), idParam(), async (c) => {
    const { id } = c.req.valid("param");
    const ad = unwrap(await changeAdvertisement(c.get("services"), actorOf(c).id, id, c.req.valid("json")));
    return c.json<Advertisement, 200>(presentAdvertisement(ad), 200);
  })
  /** End an advertisement permanently. */
  .post("/:id/end", requireStaff, writes(), idParam(), async (c) => {
    const ad = unwrap(await endAdvertisement(c.get("services"), actorOf(c).id, c.req.valid("param").id));
    return c.json<Advertisement, 200>(presentAdvertisement(ad), 200);
  });
