import { Hono } from "hono";
import { type AdminPayoutHolds, ChangePayoutHold, HoldPayouts, ListPayoutHolds } from "#contract/admin/payout-holds";
import { centsToDollars } from "#domain/money";
import type { AppContext, Ctx } from "../../../http/context.ts";
import { unwrap } from "../../../http/errors.ts";
import { idempotent, newIdFor } from "../../../http/idempotency.ts";
import { actorOf, requireStaff } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { idParam, validate } from "../../../http/validate.ts";
import { changeHold, holdPayouts } from "./payout-holds.ts";
import { presentAdminHold } from "./present.ts";
import { sellersHolds } from "./queries.ts";

async function reply(c: Ctx, sellerId: string) {
  const { db, now } = c.get("services");
  const at = now();
  const { holds, due, owes } = await sellersHolds(db, sellerId, at);
  return c.json<AdminPayoutHolds, 200>(
    {
      holds: holds.map((row) => presentAdminHold(row, at)),
      due: centsToDollars(due),
      owes: centsToDollars(owes),
      server_now: at,
    },
    200,
  );
}

const deciding = [requireStaff, throttle("admin:payout-holds")] as const;

/** Holds on sellers' payouts, for staff, mounted at /api/admin/payout-holds. */
export const payoutHoldRoutes = new Hono<AppContext>()
  /** List the holds in force on a seller's payouts. */
  .get("/", requireStaff, validate("query", ListPayoutHolds), async (c) => reply(c, c.req.valid("query").seller_id))
  /** Hold a seller's payouts for 14 days. The seller is told why and until when. */
  .post("/", ...deciding, validate("json", HoldPayouts), idempotent("admin:payout-holds"), async (c) => {
    const input = c.req.valid("json");
    const id = await newIdFor(c, "hld", input.seller_id);
    const held = await holdPayouts(c.get("services"), actorOf(c).id, id, input);
    if (!held.ok) unwrap(held);
    return reply(c, input.seller_id);
  })
  /** Release a hold, or extend it by 14 days from now, up to 90 days in all. */
  .post("/:id", ...deciding, validate("json", ChangePayoutHold), idParam(), async (c) => {
    const services = c.get("services");
    const { id } = c.req.valid("param");
    return reply(c, unwrap(await changeHold(services, actorOf(c).id, id, c.req.valid("json"))));
  });
