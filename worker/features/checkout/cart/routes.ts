import { Hono } from "hono";
import { AddToCart, type CartCountReply, type CartReply } from "#contract/checkout/cart";
import { MESSAGES } from "#contract/copy";
import { MINUTE_MS } from "#domain/deadlines";
import { ID_PATTERN } from "#domain/ids";
import { refuse } from "#domain/result";
import { admitTrader } from "../../../http/admission.ts";
import type { AppContext, Ctx } from "../../../http/context.ts";
import { respondRefusal } from "../../../http/errors.ts";
import { idempotent } from "../../../http/idempotency.ts";
import { actorOf, requireAccount, requireActor } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { validate } from "../../../http/validate.ts";
import { HOLD_LIMITS } from "../../holds/limits.ts";
import { availableMethods } from "../configured-methods.ts";
import { addToCart, readCart, removeFromCart } from "./commands.ts";
import { presentCart } from "./present.ts";
import { countCart } from "./queries.ts";

async function cartOf(c: Ctx): Promise<CartReply> {
  const services = c.get("services");
  const viewerId = actorOf(c).id;
  const lines = await readCart(services, viewerId);
  return presentCart(lines, { viewerId, now: services.now(), configured: await availableMethods(services) });
}

/** Cart of the signed-in user, mounted at /api/cart. */
export const cartRoutes = new Hono<AppContext>()
  .get("/", requireActor, async (c) => c.json<CartReply, 200>(await cartOf(c), 200))
  .get("/count", requireActor, async (c) =>
    c.json<CartCountReply, 200>({ count: await countCart(c.get("services").db, actorOf(c).id) }, 200),
  )
  /** Hold an item and add it to the cart. On a line whose hold has lapsed, hold it again. */
  .post("/", admitTrader({ limits: HOLD_LIMITS }), validate("json", AddToCart), idempotent("cart"), async (c) => {
    const added = await addToCart(c.get("services"), actorOf(c).id, c.req.valid("json").item_id);
    if (!added.ok) return respondRefusal(c, added);
    return c.json<CartReply, 201>(await cartOf(c), 201);
  })
  /** Remove an item from the cart and release its hold. Suspended accounts may do this too. */
  .delete("/:id", requireAccount, throttle("release", 120, MINUTE_MS, "account"), async (c) => {
    const itemId = c.req.param("id");
    if (!ID_PATTERN.test(itemId)) return respondRefusal(c, refuse("not_found", MESSAGES.notFound));
    await removeFromCart(c.get("services"), actorOf(c).id, itemId);
    return c.json<CartReply, 200>(await cartOf(c), 200);
  });
