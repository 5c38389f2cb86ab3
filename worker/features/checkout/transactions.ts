/** Reads of transactions, mounted at /api/transactions beside the write. */
import { sql } from "drizzle-orm";
import { Hono } from "hono";
import type { TransactionView } from "#contract/checkout";
import { ListOrders } from "#contract/orders";
import { LIST_LIMIT_DEFAULT, type Page } from "#contract/page";
import type { Database } from "../../db/client.ts";
import type { AppContext } from "../../http/context.ts";
import { found, unwrap } from "../../http/errors.ts";
import { actorOf, requireActor } from "../../http/session.ts";
import { idParam, validate } from "../../http/validate.ts";
import { readOrder } from "../orders/commands.ts";
import { listOrders } from "../orders/queries.ts";
import { presentCurrentTransaction } from "./present.ts";

/** The order of a transaction; null when there is no such transaction. */
async function orderIdOf(db: Database, id: string): Promise<string | null> {
  const [row] = await db.all<{ id: string }>(
    sql`SELECT order_id AS id FROM transactions WHERE id = ${id} OR order_id = ${id}`,
  );
  return row?.id ?? null;
}

export const transactionReads = new Hono<AppContext>()
  /** List the user's transactions as buyer or as seller, newest first. */
  .get("/", requireActor, validate("query", ListOrders), async (c) => {
    const { db, now } = c.get("services");
    const { role = "buyer", cursor, limit = LIST_LIMIT_DEFAULT } = c.req.valid("query");
    const page = unwrap(await listOrders(db, actorOf(c).id, role, cursor, limit));
    const at = now();
    const items = page.rows.map(({ order }) => presentCurrentTransaction(order, at));
    return c.json<Page<TransactionView>, 200>({ items, next_cursor: page.next_cursor, server_now: at }, 200);
  })
  /** Get one transaction of which the user is buyer or seller, by its id or its order's. */
  .get("/:id", requireActor, idParam(), async (c) => {
    const services = c.get("services");
    const orderId = found(await orderIdOf(services.db, c.req.valid("param").id));
    const { order } = found(await readOrder(services, actorOf(c).id, orderId));
    return c.json<TransactionView, 200>(presentCurrentTransaction(order, services.now()), 200);
  });
