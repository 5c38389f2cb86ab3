import { Hono } from "hono";
import { MESSAGES } from "#contract/copy";
import { type ConfirmationsReply, ConfirmPaymentReceived, ListConfirmations, type OrderView } from "#contract/orders";
import type { AppContext } from "../../../http/context.ts";
import { RefusalError, unwrap } from "../../../http/errors.ts";
import { idempotent } from "../../../http/idempotency.ts";
import { actorOf, requireAccount, requireActor } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { validate } from "../../../http/validate.ts";
import { presentOrder } from "../present.ts";
import { answerConfirmation } from "./confirmations.ts";
import { presentConfirmation } from "./present.ts";
import { listConfirmations } from "./queries.ts";

/**
 * Payment confirmations of the signed-in seller, mounted at /api. Restricted sellers may answer, which ends the
 * restriction.
 */
export const confirmationRoutes = new Hono<AppContext>()
  /** List payment confirmations: `pending` (default) by deadline, or `settled`, newest first. For the seller. */
  .get("/payment-confirmations", requireActor, validate("query", ListConfirmations), async (c) => {
    const { db, now } = c.get("services");
    const rows = await listConfirmations(db, actorOf(c).id, c.req.valid("query").status ?? "pending");
    const at = now();
    return c.json<ConfirmationsReply, 200>(
      { items: rows.map((row) => presentConfirmation(row, at)), server_now: at },
      200,
    );
  })
  /**
   * Confirm that a payment was received. For the seller. `seller_id` is optional and must be the caller's; otherwise
   * 404.
   */
  .post(
    "/rpc/confirm_payment_received",
    requireAccount,
    throttle("confirmations"),
    validate("json", ConfirmPaymentReceived),
    idempotent("confirm_payment_received"),
    async (c) => {
      const services = c.get("services");
      const actor = actorOf(c);
      const { confirmation_id, seller_id } = c.req.valid("json");
      if (seller_id !== undefined && seller_id !== actor.id) {
        throw new RefusalError("not_found", MESSAGES.notFound);
      }
      const record = unwrap(await answerConfirmation(services, actor.id, confirmation_id, "received"));
      return c.json<OrderView, 200>(presentOrder(record, services.now()), 200);
    },
  )
  /** Report that a payment was not received. The buyer then has 24 hours to resolve it. For the seller. */
  .post(
    "/payment-confirmations/:id/not-received",
    requireAccount,
    throttle("confirmations"),
    idempotent("payment-confirmations:not-received"),
    async (c) => {
      const services = c.get("services");
      const record = unwrap(await answerConfirmation(services, actorOf(c).id, c.req.param("id"), "not_received"));
      return c.json<OrderView, 200>(presentOrder(record, services.now()), 200);
    },
  );
