import { Hono } from "hono";
import { AddToCart, type CartReply, ChosenCollections, type CollectionChoices } from "#contract/checkout/cart";
import { siteTimeLimits } from "../../../db/site-settings.ts";
import { admitTrader } from "../../../http/admission.ts";
import type { AppContext, Ctx } from "../../../http/context.ts";
import { unwrap } from "../../../http/errors.ts";
import { idempotent } from "../../../http/idempotency.ts";
import { actorOf, requireAccount, requireActor } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { idParam, validate } from "../../../http/validate.ts";
import { HOLD_LIMITS } from "../../holds/commands.ts";
import { findCashProblem } from "../cash-queries.ts";
import { availableMethods } from "../queries.ts";
import { addToCart, readCart, removeFromCart } from "./cart.ts";
import { presentCart } from "./present.ts";

async function cartOf(c: Ctx, chosen: CollectionChoices = {}): Promise<CartReply> {
  const services = c.get("services");
  const viewerId = actorOf(c).id;
  const lines = await readCart(services, viewerId);
  return presentCart(lines, {
    viewerId,
    now: services.now(),
    configured: await availableMethods(services),
    cash_problem: lines.some(({ row }) => row.methods.includes("cash"))
      ? await findCashProblem(services.db, viewerId, services.now())
      : null,
    clocks: await siteTimeLimits(services),
    chosen,
  });
}

/** Cart of the signed-in user, mounted at /api/cart. */
export const cartRoutes = new Hono<AppContext>()
  /** List the cart. `collections` are the chosen collection times, which payment methods and deadlines follow. */
  .get("/", requireActor, validate("query", ChosenCollections), async (c) =>
    c.json<CartReply, 200>(await cartOf(c, c.req.valid("query").collections), 200),
  )
  /** Hold an item and add it to the cart. On a line whose hold has lapsed, hold it again. */
  .post("/", admitTrader(HOLD_LIMITS), validate("json", AddToCart), idempotent("cart"), async (c) => {
    unwrap(await addToCart(c.get("services"), actorOf(c).id, c.req.valid("json").item_id));
    return c.json<CartReply, 201>(await cartOf(c), 201);
  })
  /** Remove an item from the cart and release its hold. Suspended accounts may do this too. */
  .delete("/:id", requireAccount, throttle("release"), idParam(), async (c) => {
    await removeFromCart(c.get("services"), actorOf(c).id, c.req.valid("param").id);
    return c.json<CartReply, 200>(await cartOf(c), 200);
  });
