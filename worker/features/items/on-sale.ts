/** Puts a listing on sale, unless its goods may not be sold (D63). The item's room decides about everything else (D29). */
import { done, type Result } from "#domain/result";
import { sellerSet } from "../../../durable/item-room/commands/item.ts";
import { execute } from "../../http/item-room.ts";
import type { Services } from "../../services.ts";
import { saleRefusal } from "./goods-review.ts";
import { findItem, type ItemRow } from "./queries.ts";

export async function takeOffSale({ env }: Services, { item }: ItemRow): Promise<Result> {
  const answer = await execute(env, item.id, sellerSet({ sellerId: item.seller_id, status: "inactive" }));
  return answer.ok ? done() : answer;
}

export async function putOnSale(services: Services, row: ItemRow): Promise<Result> {
  const { db, env } = services;
  const refusal = saleRefusal(row);
  if (refusal) return refusal;
  const { id, seller_id: sellerId } = row.item;
  const answer = await execute(env, id, sellerSet({ sellerId, status: "active" }));
  if (!answer.ok) return answer;
  // An edit made meanwhile may have put the listing in review; it looks at the status after it was written.
  const after = await findItem(db, id);
  const why = after && saleRefusal(after);
  if (!why) return done();
  const undone = await takeOffSale(services, after);
  return undone.ok ? why : undone;
}
