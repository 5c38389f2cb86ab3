import { Hono } from "hono";
import { type CirclePage, type CircleView, DecideCircle, HandOverLeg, ListCircles } from "#contract/trades/circles";
import { type CircleStep, isInCircle } from "#domain/trades/circle";
import type { AppContext, Ctx } from "../../../http/context.ts";
import { found, unwrap } from "../../../http/errors.ts";
import { maskedFor } from "../../../http/impersonation.ts";
import { actorOf, requireAccount, requireActor, requireGoodStatus, requireStaff } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { idParam, validate } from "../../../http/validate.ts";
import { callOffCircle, closeCircleCase, stepCircle } from "./circles.ts";
import { presentCircle, withoutCircleSecrets } from "./present.ts";
import { findCircle, listCircles } from "./queries.ts";

const CIRCLES_SHOWN = 20;

const stepThrottle = throttle("circle-steps");

async function take(c: Ctx, id: string, command: CircleStep) {
  const services = c.get("services");
  const record = unwrap(await stepCircle(services, id, command));
  return c.json<CircleView, 200>(presentCircle(record, command.userId, services.now()), 200);
}

/** Swap circles of the signed-in user, mounted at /api/circles. Steps are idempotent. */
export const circleRoutes = new Hono<AppContext>()
  .get("/", requireActor, validate("query", ListCircles), async (c) => {
    const services = c.get("services");
    const { cursor, limit = CIRCLES_SHOWN } = c.req.valid("query");
    const now = services.now();
    const viewerId = actorOf(c).id;
    const page = unwrap(await listCircles(services.db, viewerId, { cursor, limit, now }));
    const items = page.rows.map((record) => maskedFor(c, presentCircle(record, viewerId, now), withoutCircleSecrets));
    return c.json<CirclePage, 200>({ items, next_cursor: page.next_cursor, server_now: now }, 200);
  })
  .get("/:id", requireActor, idParam(), async (c) => {
    const { db, now } = c.get("services");
    const viewerId = actorOf(c).id;
    const record = await findCircle(db, c.req.valid("param").id, now());
    const own = found(record && isInCircle(record.circle, viewerId) ? record : null);
    return c.json<CircleView, 200>(maskedFor(c, presentCircle(own, viewerId, now()), withoutCircleSecrets), 200);
  })
  /** Accept a circle. The last of the three locks all of its items, or none. */
  .post("/:id/accept", requireGoodStatus, stepThrottle, idParam(), (c) =>
    take(c, c.req.valid("param").id, { step: "accept", userId: actorOf(c).id }),
  )
  .post("/:id/decline", requireAccount, stepThrottle, idParam(), (c) =>
    take(c, c.req.valid("param").id, { step: "decline", userId: actorOf(c).id }),
  )
  /** Take back one's own acceptance, while the others have not all accepted. */
  .post("/:id/withdraw", requireAccount, stepThrottle, idParam(), (c) =>
    take(c, c.req.valid("param").id, { step: "withdraw", userId: actorOf(c).id }),
  )
  .post("/:id/call-off", requireAccount, stepThrottle, idParam(), (c) =>
    take(c, c.req.valid("param").id, { step: "call_off", userId: actorOf(c).id }),
  )
  /** Hand the own item over with the receiver's code. The circle is completed with the third item. */
  .post("/:id/hand-over", requireAccount, stepThrottle, idParam(), validate("json", HandOverLeg), (c) =>
    take(c, c.req.valid("param").id, { step: "hand_over", userId: actorOf(c).id, code: c.req.valid("json").code }),
  );

/** Mounted at /api/admin/circles. The three are notified with the reason. */
export const adminCircleRoutes = new Hono<AppContext>()
  /** Call off an accepted circle. */
  .post("/:id/call-off", requireStaff, stepThrottle, validate("json", DecideCircle), idParam(), async (c) => {
    const { id } = c.req.valid("param");
    unwrap(await callOffCircle(c.get("services"), actorOf(c).id, id, c.req.valid("json").note));
    return c.json<{ ok: true }, 200>({ ok: true }, 200);
  })
  /** Close the case of a failed circle in which an item was handed over. */
  .post("/:id/settle", requireStaff, stepThrottle, validate("json", DecideCircle), idParam(), async (c) => {
    const { id } = c.req.valid("param");
    unwrap(await closeCircleCase(c.get("services"), actorOf(c).id, id, c.req.valid("json").note));
    return c.json<{ ok: true }, 200>({ ok: true }, 200);
  });
