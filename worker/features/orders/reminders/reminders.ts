/** A party's word that they are coming to the collection (D56). It changes nothing else about the order. */
import { sql } from "drizzle-orm";
import { NOT_FOUND } from "#contract/errors";
import { canSayComing } from "#domain/orders/reminders";
import { done, type Result, refuse } from "#domain/result";
import type { Services } from "../../../services.ts";
import { readOrder } from "../commands.ts";
import type { OrderRecord } from "../queries.ts";

const NOT_NOW = refuse("wrong_state", "You can say you're coming from two days before the pickup until it ends.");

/** Stores that the caller is coming at the agreed time. May be repeated. After a move they are asked again. */
export async function sayComing(services: Services, userId: string, orderId: string): Promise<Result<OrderRecord>> {
  const { db, now } = services;
  const record = await readOrder(services, userId, orderId);
  if (!record) return NOT_FOUND;
  const { order } = record;
  const at = now();
  if (!canSayComing(order, at)) return NOT_NOW;
  await db.run(sql`INSERT INTO collection_confirmations (order_id, user_id, collection_date, confirmed_at)
    VALUES (${orderId}, ${userId}, ${order.collection_date}, ${at}) ON CONFLICT DO NOTHING`);
  const coming = [...(record.coming ?? []), { user_id: userId, collection_date: order.collection_date }];
  return done({ ...record, coming });
}
