/**
 * Changes of several own items at once, and sales made elsewhere. Every item's room decides separately: items that are
 * held, in payment or sold stay unchanged, with the reason; items of other sellers are `not_found`.
 */

import { eq, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { MESSAGES } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import type { AdjustPrices, BulkReply, BulkResult, MarkedReply } from "#contract/selling/my-items";
import { availabilityOf } from "#domain/items/listing";
import { centsToDollars } from "#domain/money";
import { collectionSummary } from "#domain/orders/collection";
import { done, type ErrorCode, type Refusal, type Result, refuse, refuseField } from "#domain/result";
import { type AdjustedPrice, adjustPrice } from "#domain/selling/price-adjust";
import { type SellerSet, sellerSet } from "../../../../durable/item-room/commands/item.ts";
import * as sales from "../../../../durable/item-room/commands/sales.ts";
import { priceAdjustments } from "../../../db/schema/selling.ts";
import type { Actor } from "../../../http/context.ts";
import { RefusalError } from "../../../http/errors.ts";
import { execute } from "../../../http/item-room.ts";
import { countUse } from "../../../http/throttle.ts";
import { errorText, log } from "../../../log.ts";
import type { Services } from "../../../services.ts";
import { saleRefusal } from "../../items/goods-review.ts";
import { putOnSale } from "../../items/on-sale.ts";
import { findItem, type ItemRow } from "../../items/queries.ts";
import { deliverSoon } from "../../notifications/commands.ts";
import { type OwnItemFacts, readOwnItems, readPossibleBuyers } from "./queries.ts";

/** Prices in dollars, when the change was one of price. */
type Changed = Pick<BulkResult, "from" | "to">;

/** Rooms called at the same time: the platform allows six open connections per request. */
const AT_ONCE = 6;

/** Returns the result of each item, in the order of the ids. A failure of one item does not affect the others. */
async function eachOwnItem(
  services: Services,
  actor: Actor,
  ids: readonly string[],
  act: (item: OwnItemFacts) => Promise<Result<Changed>>,
): Promise<BulkReply> {
  const wanted = [...new Set(ids)];
  const own = new Map((await readOwnItems(services.db, actor.id, wanted)).map((item) => [item.id, item]));
  const results: BulkResult[] = wanted.map((id) => ({
    id,
    title: null,
    ok: false,
    code: "not_found",
    message: MESSAGES.notFound,
  }));
  const waiting = results.flatMap((result, index) => {
    const item = own.get(result.id);
    return item ? [{ item, index }] : [];
  });
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { item, index } = next;
      const outcome = await act(item).catch((error: unknown) => failed(item, error));
      results[index] = outcome.ok
        ? { id: item.id, title: item.title, ok: true, ...outcome.value }
        : { id: item.id, title: item.title, ok: false, code: outcome.code, message: outcome.message };
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, waiting.length) }, worker));
  const changed = results.filter((result) => result.ok).length;
  return { results, done: changed, skipped: results.length - changed };
}

function failed(item: OwnItemFacts, error: unknown): Refusal {
  if (error instanceof RefusalError) return error.refusal;
  log("error", { problem: "bulk", room: item.id, error: errorText(error) });
  return refuse("unavailable", "We couldn't load this item. Please try again.");
}

async function setInRoom({ env }: Services, actor: Actor, item: OwnItemFacts, change: Omit<SellerSet, "sellerId">) {
  return execute(env, item.id, sellerSet({ sellerId: actor.id, ...change }));
}

/**
 * Raises the version, so that open editors notice the change, and updates `negotiation_available`, which depends on
 * price and minimum (D4).
 */
async function noteChanges({ db, now }: Services, actor: Actor, { results }: BulkReply): Promise<void> {
  const ids = results.filter((result) => result.ok).map((result) => result.id);
  if (ids.length === 0) return;
  await db.run(sql`UPDATE items SET version = version + 1, updated_at = ${now()}, negotiation_available = EXISTS (
      SELECT 1 FROM item_knowledge k WHERE k.item_id = items.id AND k.negotiation_enabled = 1
        AND k.minimum_price_cents > 0 AND k.minimum_price_cents <= items.price_cents)
    WHERE seller_id = ${actor.id} AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
}

const UNCHANGED_CODES: Record<Extract<AdjustedPrice, { ok: false }>["reason"], ErrorCode> = {
  sold: "item_sold",
  free: "invalid",
  locked: "wrong_state",
  minimum: "invalid",
  maximum: "invalid",
};

/**
 * Changes prices by percent. The plan is stored first, under an id derived from the Idempotency-Key: a retry after a
 * lost reply executes the same plan, so that no price is reduced twice. A price that changed meanwhile stays unchanged.
 */
export async function adjustPrices(
  services: Services,
  actor: Actor,
  planId: string,
  { ids, direction, percent }: z.output<typeof AdjustPrices>,
): Promise<BulkReply> {
  const { db, now } = services;
  const unchanged = new Map<string, Refusal>();
  const at = now();
  const wanted = (await readOwnItems(db, actor.id, ids)).flatMap((item) => {
    if (item.deleted_at !== null) return [];
    const adjusted = adjustPrice({ ...item, status: availabilityOf(item, null, at).status }, { direction, percent });
    if (adjusted.ok) return [{ id: item.id, from: item.price_cents, to: adjusted.to }];
    unchanged.set(item.id, refuse(UNCHANGED_CODES[adjusted.reason], adjusted.message));
    return [];
  });
  await db
    .insert(priceAdjustments)
    .values({ id: planId, seller_id: actor.id, plan: wanted, created_at: at })
    .onConflictDoNothing();
  const stored = await db.query.priceAdjustments.findFirst({ where: eq(priceAdjustments.id, planId) });
  const plan = new Map((stored?.plan ?? wanted).map((step) => [step.id, step]));

  const reply = await eachOwnItem(services, actor, ids, async (item) => {
    if (item.deleted_at !== null) return NOT_FOUND;
    const step = plan.get(item.id);
    if (!step) return unchanged.get(item.id) ?? refuse("values_changed", MESSAGES.valuesChanged);
    const answer = await setInRoom(services, actor, item, { priceCents: step.to, onlyFromCents: step.from });
    return answer.ok ? done({ from: centsToDollars(step.from), to: centsToDollars(step.to) }) : answer;
  });
  await noteChanges(services, actor, reply);
  return reply;
}

/** Removes items from the marketplace permanently (D37). An item that is already removed counts as success. */
export async function deleteItems(services: Services, actor: Actor, ids: readonly string[]): Promise<BulkReply> {
  return eachOwnItem(services, actor, ids, async (item) => {
    if (item.deleted_at !== null) return done({});
    if (item.pending_bundle !== null) return bundleRefusal(item.pending_bundle);
    const answer = await setInRoom(services, actor, item, { status: "removed" });
    return answer.ok ? done({}) : answer;
  });
}

/** Refuses changes of an item while a bundle that contains it is being bought (D37). */
export function bundleRefusal(title: string): Refusal {
  return refuse("wrong_state", `Someone is buying it as part of the bundle “${title}”.`);
}

async function sell(services: Services, id: string): Promise<Result<Changed>> {
  const row = await findItem(services.db, id);
  const put = row ? await putOnSale(services, row) : NOT_FOUND;
  return put.ok ? done({}) : put;
}

export async function setStatuses(
  services: Services,
  actor: Actor,
  ids: readonly string[],
  status: "active" | "inactive",
): Promise<BulkReply> {
  const reply = await eachOwnItem(services, actor, ids, async (item) => {
    if (item.deleted_at !== null) return NOT_FOUND;
    if (status === "active") return sell(services, item.id);
    const answer = await setInRoom(services, actor, item, { status });
    return answer.ok ? done({}) : answer;
  });
  await noteChanges(services, actor, reply);
  return reply;
}

/** Returns the seller's item, or null, also for other users' items (A01). */
async function findOwn({ db }: Services, actor: Actor, id: string): Promise<ItemRow | null> {
  const row = await findItem(db, id);
  return row && row.item.seller_id === actor.id && row.item.deleted_at === null ? row : null;
}

const NOT_A_CANDIDATE = "Choose someone who ordered it, held it or messaged you about it, or choose Someone else.";

/** Returns the possible buyers of the seller's own item, or null. */
export async function possibleBuyers(services: Services, actor: Actor, id: string) {
  const own = await findOwn(services, actor, id);
  return own ? readPossibleBuyers(services.db, actor.id, id) : null;
}

/**
 * Marks an item as sold elsewhere.
 * @param saleId derived from the Idempotency-Key if there is one; the order's ids are derived from it.
 */
export async function markSold(
  services: Services,
  actor: Actor,
  id: string,
  saleId: string,
  buyerId: string | null,
): Promise<Result<MarkedReply>> {
  const own = await findOwn(services, actor, id);
  if (!own) return NOT_FOUND;
  const { item } = own;
  // A sold listing is public.
  if (item.status === "inactive" && saleRefusal(own)) return refuse("wrong_state", MESSAGES.soldWithoutReview);
  if (buyerId !== null) {
    const candidates = await readPossibleBuyers(services.db, actor.id, id);
    if (!candidates.some((candidate) => candidate.id === buyerId)) {
      return refuseField("buyer_id", NOT_A_CANDIDATE);
    }
    const wait = await countUse(services, "tell-one-person", { account: actor.id }, `sold:${buyerId}`);
    if (wait !== null) return refuse("too_many_requests", MESSAGES.tooManyRequests, { retry_after: wait });
  }
  const tail = saleId.slice(saleId.indexOf("_"));
  const buyer =
    buyerId === null
      ? null
      : {
          userId: buyerId,
          orderId: `ord${tail}`,
          transactionId: `txn${tail}`,
          itemTitle: item.title,
          itemImageUrl: item.photos[0]?.url_400 ?? null,
          collectionZone: item.collection_zone,
          collectionSummary: collectionSummary(item),
        };
  const answer = await execute(services.env, id, sales.markSold({ sellerId: actor.id, saleId, buyer }));
  if (!answer.ok) return answer;
  deliverSoon(services);
  const { view, sold_at, undo_until } = answer.value;
  const { order } = view;
  return done({
    id,
    status: view.status,
    sold_at,
    undo_until,
    order_id: order?.id ?? null,
    transaction_id: order?.transaction_id ?? null,
    server_now: services.now(),
  });
}

/** Undoes `markSold` while that is allowed. */
export async function undoSold(services: Services, actor: Actor, id: string): Promise<Result<MarkedReply>> {
  if (!(await findOwn(services, actor, id))) return NOT_FOUND;
  const answer = await execute(services.env, id, sales.undoSold({ sellerId: actor.id }));
  if (!answer.ok) return answer;
  deliverSoon(services);
  return done({
    id,
    status: answer.value.status,
    sold_at: null,
    undo_until: null,
    order_id: null,
    transaction_id: null,
    server_now: services.now(),
  });
}
