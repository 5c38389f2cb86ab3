import { Hono } from "hono";
import {
  type Advertisement,
  type AdvertisementDetail,
  type AdvertisementsReply,
  ChangeAdvertisement,
  ListAdvertisements,
  NewAdvertisement,
} from "#contract/ads";
import { MESSAGES } from "#contract/copy";
import { adDay } from "#domain/ads/ads";
import { refuse } from "#domain/result";
import type { AppContext } from "../../../http/context.ts";
import { respondRefusal } from "../../../http/errors.ts";
import { idempotent, requestKey } from "../../../http/idempotency.ts";
import { actorOf, requireStaff } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { validate } from "../../../http/validate.ts";
import { WRONG_CURSOR } from "../../../http/wrong-cursor.ts";
import { stableId } from "../../../stable-id.ts";
import { changeAdvertisement, createAdvertisement, endAdvertisement } from "./commands.ts";
import { firstDay, lastDay, presentAdvertisement, presentDetail } from "./present.ts";
import { findAdvertisement, listAdvertisements, reachSince } from "./queries.ts";

const LIMIT_DEFAULT = 20;
const writes = () => throttle("admin:ads", 120, 10 * 60_000, "account");

export const adminAdRoutes = new Hono<AppContext>()
  /** List advertisements of staff, or promotions by sellers, newest first. */
  .get("/", requireStaff, validate("query", ListAdvertisements), async (c) => {
    const { db, now } = c.get("services");
    const { from = "staff", state, placement, cursor, limit = LIMIT_DEFAULT } = c.req.valid("query");
    const today = adDay(now());
    const page = await listAdvertisements(db, { from, state, placement }, today, cursor, limit);
    if (!page) return respondRefusal(c, WRONG_CURSOR);
    return c.json<AdvertisementsReply, 200>(
      { items: page.rows.map(presentAdvertisement), next_cursor: page.next_cursor, server_now: now(), today },
      200,
    );
  })
  .post("/", requireStaff, writes(), validate("json", NewAdvertisement), idempotent("admin:ads"), async (c) => {
    const services = c.get("services");
    const { id: staffId } = actorOf(c);
    const key = requestKey(c);
    const id = key === null ? services.newId("adv") : await stableId("adv", staffId, key);
    const done = await createAdvertisement(services, staffId, id, c.req.valid("json"));
    return done.ok ? c.json<Advertisement, 201>(presentAdvertisement(done.ad), 201) : respondRefusal(c, done);
  })
  /** Get one advertisement with its daily reach. */
  .get("/:id", requireStaff, async (c) => {
    const { db, now } = c.get("services");
    const today = adDay(now());
    const ad = await findAdvertisement(db, c.req.param("id"), today);
    if (!ad) return respondRefusal(c, refuse("not_found", MESSAGES.notFound));
    const reach = await reachSince(db, ad.id, firstDay(ad, lastDay(ad, today)));
    return c.json<AdvertisementDetail, 200>(presentDetail(ad, reach, today), 200);
  })
  /** Change an advertisement, or switch it on or off. */
  .patch("/:id", requireStaff, writes(), validate("json", ChangeAdvertisement), async (c) => {
    const done = await changeAdvertisement(c.get("services"), actorOf(c).id, c.req.param("id"), c.req.valid("json"));
    return done.ok ? c.json<Advertisement, 200>(presentAdvertisement(done.ad), 200) : respondRefusal(c, done);
  })
  /** End an advertisement permanently. */
  .post("/:id/end", requireStaff, writes(), async (c) => {
    const done = await endAdvertisement(c.get("services"), actorOf(c).id, c.req.param("id"));
    return done.ok ? c.json<Advertisement, 200>(presentAdvertisement(done.ad), 200) : respondRefusal(c, done);
  });
