import { Hono } from "hono";
import { LIST_LIMIT_DEFAULT } from "#contract/page";
import {
  ChangeRequest,
  ListRequests,
  NewRequest,
  OfferItem,
  type RequestDetail,
  type RequestsReply,
  type RequestView,
} from "#contract/requests";
import { RADIUS_KM_DEFAULT } from "#domain/places/near-place";
import type { AppContext } from "../../http/context.ts";
import { found, RefusalError, unwrap } from "../../http/errors.ts";
import { idempotent, newIdFor } from "../../http/idempotency.ts";
import { actorOf, requireActor, requireTrader } from "../../http/session.ts";
import { throttle } from "../../http/throttle.ts";
import { idParam, validate } from "../../http/validate.ts";
import { requestContext } from "../items/present.ts";
import { nearOf } from "../places/near-cookie.ts";
import { places } from "../places/queries.ts";
import { changeRequest, offerItem, postRequest } from "./commands.ts";
import { presentRequest, presentRequestDetail } from "./present.ts";
import { findRequest, listRequests, matchesOf } from "./queries.ts";

const NO_SUCH_PLACE = "We don't know that suburb or postcode.";

/** Wanted posts, mounted at /api/requests, for signed-in users only. */
export const requestRoutes = new Hono<AppContext>()
  .get("/", requireActor, validate("query", ListRequests), async (c) => {
    const { db, now } = c.get("services");
    const query = c.req.valid("query");
    const { id: viewerId } = actorOf(c);
    const near = query.near?.trim() ?? "";
    const centre = near === "" ? null : places.pointNamed(near);
    if (near !== "" && centre === null) {
      throw new RefusalError("invalid", NO_SUCH_PLACE, { fields: [{ field: "near", message: NO_SUCH_PLACE }] });
    }
    const around = centre
      ? { centre, within: query.within_km ?? RADIUS_KM_DEFAULT }
      : { centre: query.mine ? null : nearOf(c), within: null };
    const page = unwrap(await listRequests(db, viewerId, query, around, query.limit ?? LIST_LIMIT_DEFAULT));
    const items = page.rows.map((row) => presentRequest(row, viewerId, around.centre));
    return c.json<RequestsReply, 200>({ items, next_cursor: page.next_cursor, server_now: now() }, 200);
  })
  .post(
    "/",
    requireTrader,
    throttle("requests:create"),
    validate("json", NewRequest),
    idempotent("requests:create"),
    async (c) => {
      const actor = actorOf(c);
      const id = await newIdFor(c, "req");
      const request = unwrap(await postRequest(c.get("services"), actor, id, c.req.valid("json")));
      return c.json<RequestView, 201>(presentRequest(request, actor.id), 201);
    },
  )
  .get("/:id", requireActor, idParam(), async (c) => {
    const { db } = c.get("services");
    const context = requestContext(c);
    const { id: viewerId } = actorOf(c);
    const row = found(await findRequest(db, viewerId, c.req.valid("param").id));
    const matches = row.seller_id === viewerId ? await matchesOf(db, row.id) : [];
    return c.json<RequestDetail, 200>(presentRequestDetail(row, matches, viewerId, context), 200);
  })
  .patch("/:id", requireTrader, throttle("requests:change"), validate("json", ChangeRequest), idParam(), async (c) => {
    const actor = actorOf(c);
    const { id } = c.req.valid("param");
    const request = unwrap(await changeRequest(c.get("services"), actor, id, c.req.valid("json")));
    return c.json<RequestView, 200>(presentRequest(request, actor.id), 200);
  })
  /** Delete an own request: it closes, and only its author can still read it. */
  .delete("/:id", requireTrader, throttle("requests:change"), idParam(), async (c) => {
    unwrap(await changeRequest(c.get("services"), actorOf(c), c.req.valid("param").id, { status: "closed" }));
    return c.json<{ ok: true }, 200>({ ok: true }, 200);
  })
  .post(
    "/:id/offers",
    requireTrader,
    throttle("requests:offer"),
    validate("json", OfferItem),
    idempotent("requests:offer"),
    idParam(),
    async (c) => {
      const { id } = c.req.valid("param");
      unwrap(await offerItem(c.get("services"), actorOf(c), id, c.req.valid("json").item_id));
      return c.json<{ ok: true }, 201>({ ok: true }, 201);
    },
  );
