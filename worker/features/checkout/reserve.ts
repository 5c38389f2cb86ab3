import { Hono } from "hono";
import { ReserveItem, type ReserveItemReply } from "#contract/holds";
import { admit } from "../../http/admission.ts";
import type { AppContext, Ctx } from "../../http/context.ts";
import { found, RefusalError, unwrap } from "../../http/errors.ts";
import { actorOf, requireActor } from "../../http/session.ts";
import { validate } from "../../http/validate.ts";
import { HOLD_LIMITS, holdItem } from "../holds/commands.ts";
import { type HoldTermsRow, holdTermsOf, holdTermsQuery } from "../holds/queries.ts";
import { presentCheckout } from "./present.ts";
import { type CheckoutItemRow, checkoutItemOf, checkoutItemQuery, checkoutOf } from "./queries.ts";

/** Checks account status and limits of a hold, and reads its terms and the item for the checkout, in one round trip. */
async function admitToHold(c: Ctx, itemId: string) {
  const at = c.get("services").now();
  const [[terms], [item]] = await admit<[HoldTermsRow, CheckoutItemRow]>(c, HOLD_LIMITS, () => [
    holdTermsQuery(actorOf(c).id, itemId, at),
    checkoutItemQuery(itemId, at, actorOf(c).id),
  ]);
  return { terms: holdTermsOf(terms, at), item: item ? checkoutItemOf(item, at) : null };
}

/** The procedure that begins a checkout, mounted at /api/rpc. */
export const reserveProcedure = new Hono<AppContext>()
  /**
   * Hold an item for the time set by staff, and get its checkout. Repeating the call returns the caller's own hold
   * unchanged.
   */
  .post("/reserve_item", requireActor, validate("json", ReserveItem), async (c) => {
    const services = c.get("services");
    const { item_id, user_id, reservation_type } = c.req.valid("json");
    const { terms, item } = await admitToHold(c, item_id);
    const { id } = actorOf(c);
    if (user_id !== undefined && user_id !== id) {
      throw new RefusalError("forbidden", "You can only hold items for yourself.");
    }
    const held = unwrap(await holdItem(services, id, item_id, reservation_type, terms));
    const checkout = presentCheckout(await checkoutOf(services, found(item), held), services.now());
    return c.json<ReserveItemReply, 200>(
      {
        reserved: true,
        item_id,
        hold_id: held.hold.hold_id,
        reservation_type: held.hold.kind,
        reserved_until: held.hold.until,
        checkout,
        server_now: checkout.server_now,
      },
      200,
    );
  });
