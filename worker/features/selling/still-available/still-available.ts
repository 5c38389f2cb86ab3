/** Answers about old listings, and relisting. The item's room decides about its status (D59). */
import { sql } from "drizzle-orm";
import { MESSAGES } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import type { RelistReply, StillAvailableAnswer, StillAvailableView } from "#contract/selling/still-available";
import { availabilityOf } from "#domain/items/listing";
import { centsToDollars } from "#domain/money";
import { done, type Result, refuse } from "#domain/result";
import { mayMoveUp, RELIST_MS } from "#domain/selling/still-available";
import { sellerSet } from "../../../../durable/item-room/commands/item.ts";
import * as sales from "../../../../durable/item-room/commands/sales.ts";
import { auditLinkUse } from "../../../db/link-uses.ts";
import { execute } from "../../../http/item-room.ts";
import { admitTrader } from "../../../http/session.ts";
import type { Services } from "../../../services.ts";
import { stableId } from "../../../stable-id.ts";
import { saleRefusal } from "../../items/goods-review.ts";
import { putOnSale } from "../../items/on-sale.ts";
import { findItem, type ItemRow } from "../../items/queries.ts";
import { readStillAvailableToken } from "../../notifications/answer-links.ts";

const GONE = refuse("not_found", "This link isn't valid any more. You'll find your listings in My Items.");

/** Who answers: the holder of an emailed link, or the signed-in seller. */
export type Asked = { token: string } | { item: string; sellerId: string };

/** Returns the listing that is asked about. */
async function listingOf(services: Services, asked: Asked): Promise<Result<ItemRow>> {
  if ("item" in asked) {
    const row = await findItem(services.db, asked.item);
    return row?.item.seller_id === asked.sellerId ? done(row) : GONE;
  }
  const link = await readStillAvailableToken(services, asked.token);
  const row = link && (await findItem(services.db, link.itemId));
  return row && row.item.asked_at === link.askedAt ? done(row) : GONE;
}

export async function stillAvailable(services: Services, asked: Asked): Promise<Result<StillAvailableView>> {
  const found = await listingOf(services, asked);
  return found.ok ? done(viewOf(found.value, services.now())) : found;
}

function viewOf({ item }: ItemRow, now: number): StillAvailableView {
  return {
    item_id: item.id,
    title: item.title,
    photo: item.photos[0] ?? null,
    price: centsToDollars(item.price_cents),
    status: item.deleted_at === null ? availabilityOf(item, null, now).status : "deleted",
  };
}

/**
 * Carries out the seller's answer. Repeating it changes nothing. Who is suspended or banned may take a listing off sale,
 * but not put it back.
 */
export async function answerStillAvailable(
  services: Services,
  asked: Asked,
  answer: StillAvailableAnswer,
): Promise<Result<StillAvailableView>> {
  const found = await listingOf(services, asked);
  if (!found.ok) return found;
  const { id, seller_id: sellerId, asked_at } = found.value.item;
  const admitted = answer === "yes" ? await admitTrader(services, sellerId) : done();
  if (!admitted.ok) return admitted;
  const saleId = await stableId("hld", "still-available", id, String(asked_at));
  if (answer === "sold" && saleRefusal(found.value)) return refuse("wrong_state", MESSAGES.soldWithoutReview);
  const change =
    answer === "yes"
      ? relistItem(services, found.value)
      : answer === "sold"
        ? execute(services.env, id, sales.markSold({ sellerId, saleId, buyer: null }))
        : execute(services.env, id, sellerSet({ sellerId, status: "removed" }));
  const changed: Result<unknown> = await change;
  if (!changed.ok) return changed;
  if ("token" in asked) {
    await services.db.run(auditLinkUse("still_available", sellerId, services.now(), undefined, id));
  }
  return stillAvailable(services, asked);
}

/** Puts the seller's own listing back on sale. */
export async function relist(services: Services, sellerId: string, id: string): Promise<Result<RelistReply>> {
  const row = await findItem(services.db, id);
  return row && row.item.seller_id === sellerId && row.item.deleted_at === null ? relistItem(services, row) : NOT_FOUND;
}

async function relistItem(services: Services, row: ItemRow): Promise<Result<RelistReply>> {
  const { db, now } = services;
  const { item } = row;
  const { id, created_at } = item;
  // Also for a listing that is on sale: rules may have been added since.
  const refusal = saleRefusal(row);
  if (refusal) return refusal;
  if (item.status === "inactive") {
    const put = await putOnSale(services, row);
    if (!put.ok) return put;
  } else if (item.status !== "active") {
    return refuse("wrong_state", "You can only relist an item that isn't sold or being bought.");
  }
  const at = now();
  const listedAt = item.relisted_at ?? created_at;
  const up = mayMoveUp(listedAt, at);
  await db.run(sql`UPDATE items SET updated_at = ${at}, version = version + 1,
      relisted_at = ${up ? at : item.relisted_at} WHERE id = ${id}`);
  return done({ id, status: "active", moved_up: up, next_at: (up ? at : listedAt) + RELIST_MS });
}
