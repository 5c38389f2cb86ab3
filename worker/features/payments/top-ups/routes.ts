import { Hono } from "hono";
import { type BalanceReply, ListBalance, type TopupStatusReply } from "#contract/payments";
import { centsToDollars } from "#domain/money";
import type { AppContext } from "../../../http/context.ts";
import { found, unwrap } from "../../../http/errors.ts";
import { actorOf, requireActor } from "../../../http/session.ts";
import { validate } from "../../../http/validate.ts";
import { intentStatus, isCredited, presentBalanceLine } from "../present.ts";
import { balanceOf, findOwnPayment, listBalance, refundedCents } from "../queries.ts";

const STATEMENT_LIMIT = 20;

export const balanceRoutes = new Hono<AppContext>()
  /** Get the signed-in user's ad credit and its statement, newest first. */
  .get("/", requireActor, validate("query", ListBalance), async (c) => {
    const { db, now } = c.get("services");
    const { cursor, limit } = c.req.valid("query");
    const { id } = actorOf(c);
    const [balance, listed] = await Promise.all([
      balanceOf(db, id),
      listBalance(db, id, cursor, limit ?? STATEMENT_LIMIT),
    ]);
    const page = unwrap(listed);
    const at = now();
    return c.json<BalanceReply, 200>(
      {
        balance: centsToDollars(balance),
        transactions: { items: page.rows.map(presentBalanceLine), next_cursor: page.next_cursor, server_now: at },
        server_now: at,
      },
      200,
    );
  })
  /** Get whether a top-up of ad credit has been credited. */
  .get("/topups/:pi", requireActor, async (c) => {
    const { db, now } = c.get("services");
    const { id: userId } = actorOf(c);
    const payment = found(await findOwnPayment(db, userId, c.req.param("pi"), "topup"));
    const [balance, refunded] = await Promise.all([balanceOf(db, userId), refundedCents(db, payment.intent_id)]);
    return c.json<TopupStatusReply, 200>(
      {
        credited: isCredited(payment, [], refunded),
        status: intentStatus(payment),
        refunded_cents: refunded,
        balance: centsToDollars(balance),
        server_now: now(),
      },
      200,
    );
  });
