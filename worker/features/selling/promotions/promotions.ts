import { sql } from "drizzle-orm";
import { MESSAGES } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import type { NewPromotionValue } from "#contract/selling/promotions";
import { adDay } from "#domain/ads/ads";
import { centsToDollars, formatCents } from "#domain/money";
import { done, type Refusal, type Result, refuse } from "#domain/result";
import {
  DAILY_CENTS,
  datesProblem,
  PROMOTED_PRIORITY,
  PROMOTIONS_PER_PLACEMENT_MAX,
  promotionCents,
  promotionState,
  unusedCents,
} from "#domain/selling/promotions";
import { batch, type Database } from "../../../db/client.ts";
import { violatedConstraint } from "../../../db/constraints.ts";
import type { Services } from "../../../services.ts";
import { stableId } from "../../../stable-id.ts";
import { payOwedCredit } from "../../payments/top-ups/credit.ts";
import { owedCents, owesCredit } from "../../payments/top-ups/queries.ts";
import {
  findObstacle,
  findPromotion,
  type PromotionOrder,
  type PromotionRow,
  placesTaken,
  samePromotion,
} from "./queries.ts";

const OBSTACLES: Record<Exclude<Awaited<ReturnType<typeof findObstacle>>, null>, Refusal> = {
  no_item: NOT_FOUND,
  not_for_sale: refuse("wrong_state", "You can only promote items that are for sale."),
  twice: refuse("conflict", "This item is already promoted there on some of these days."),
  full: refuse("conflict", "This placement is fully booked on some of these days. Choose other days or another place."),
};

const creditOwed = (cents: number) =>
  `Your bank took back a top-up you had already spent ${formatCents(cents)} of. Add that much ad credit to promote items again.`;

/** Buys a promotion with ad credit: debit, ad and promotion together, or nothing (D28). */
export async function promote(
  services: Services,
  ownerId: string,
  id: string,
  input: NewPromotionValue,
): Promise<Result<PromotionRow>> {
  const { db, now } = services;
  const earlier = await findPromotion(db, ownerId, id);
  if (earlier) return done(earlier);
  const at = now();
  const { item_id, placement, start_date, end_date } = input;
  const wrong = datesProblem({ start_date, end_date }, adDay(at));
  if (wrong) return refuse("invalid", wrong.message, { fields: [wrong] });
  const amount_cents = promotionCents(placement, { start_date, end_date });
  if (input.amount !== undefined && input.amount !== amount_cents) {
    return refuse("values_changed", MESSAGES.valuesChanged, { current: { amount: centsToDollars(amount_cents) } });
  }
  const [ad_id, credit_id] = await Promise.all([stableId("adv", id), stableId("blt", id)]);
  const order: PromotionOrder = {
    id,
    ad_id,
    credit_id,
    owner_id: ownerId,
    item_id,
    placement,
    start_date,
    end_date,
    daily_cents: DAILY_CENTS[placement],
    amount_cents,
    now: at,
  };
  try {
    if (!(await buyPromotion(db, order))) {
      const owed = await owedCents(db, ownerId);
      if (owed > 0) return refuse("insufficient_credit", creditOwed(owed));
      const obstacle = await findObstacle(db, order);
      return obstacle ? OBSTACLES[obstacle] : refuse("conflict", MESSAGES.valuesChanged);
    }
  } catch (error) {
    const broken = violatedConstraint(error);
    if (broken === "profiles_balance_not_negative") return refuse("insufficient_credit", MESSAGES.notEnoughCredit);
    // A concurrent repeat of the same request was first; its promotion is returned.
    if (broken !== "advertisements.id") throw error;
  }
  return stored(services, ownerId, id);
}

/** Ends a promotion early; the days that have not begun are returned as ad credit. */
export async function cancelPromotion(services: Services, ownerId: string, id: string): Promise<Result<PromotionRow>> {
  const { db, now } = services;
  const promotion = await findPromotion(db, ownerId, id);
  if (!promotion) return NOT_FOUND;
  const state = promotionState(promotion, true, adDay(now()));
  if (state === "cancelled") return done(promotion);
  if (state === "ended") return refuse("wrong_state", "This promotion has ended.");
  await endNow(services, promotion);
  return stored(services, ownerId, id);
}

/** Ends a promotion and returns its unused credit to the owner. A repeat returns nothing twice. */
export async function endNow(services: Services, promotion: PromotionRow): Promise<boolean> {
  return endPromotion(services, promotion, unusedCents(promotion, adDay(services.now())));
}

async function stored({ db }: Services, ownerId: string, id: string): Promise<Result<PromotionRow>> {
  const promotion = await findPromotion(db, ownerId, id);
  return promotion ? done(promotion) : NOT_FOUND;
}

/**
 * Writes ad, debit and promotion, all or none: the ad only for the owner's item that is for sale, where the placement
 * has room; the rest only with the ad. A debit above the balance violates `profiles_balance_not_negative` and rolls
 * back everything (D28, A60).
 * @returns false when nothing was written.
 */
export async function buyPromotion(db: Database, order: PromotionOrder): Promise<boolean> {
  const there = sql`EXISTS (SELECT 1 FROM advertisements WHERE id = ${order.ad_id})`;
  const [ads] = await batch<[{ id: string }, object, object]>(db, [
    sql`INSERT INTO advertisements (id, title, description, link_url, placement, priority, start_date, end_date, owner_id,
        item_id, created_at)
      SELECT ${order.ad_id}, i.title, '', '/ItemDetail/' || i.id, ${order.placement}, ${PROMOTED_PRIORITY},
        ${order.start_date}, ${order.end_date}, ${order.owner_id}, i.id, ${order.now}
      FROM items i WHERE i.id = ${order.item_id} AND i.seller_id = ${order.owner_id} AND i.deleted_at IS NULL
        AND i.status = 'active' AND NOT EXISTS (${samePromotion(order)}) AND (${placesTaken(order)}) < ${PROMOTIONS_PER_PLACEMENT_MAX}
        AND NOT ${owesCredit(order.owner_id)}
      RETURNING id`,
    sql`INSERT INTO promotions (id, owner_id, item_id, ad_id, placement, start_date, end_date, daily_cents, amount_cents,
        created_at)
      SELECT ${order.id}, ${order.owner_id}, ${order.item_id}, ${order.ad_id}, ${order.placement}, ${order.start_date},
        ${order.end_date}, ${order.daily_cents}, ${order.amount_cents}, ${order.now} WHERE ${there}`,
    sql`INSERT INTO balance_transactions (id, user_id, amount_cents, description, type, ref, related_promotion_id, created_at)
      SELECT ${order.credit_id}, ${order.owner_id}, ${-order.amount_cents}, 'Promotion: ' || title, 'promotion',
        ${`promotion:${order.id}`}, ${order.id}, ${order.now} FROM advertisements WHERE id = ${order.ad_id}`,
  ]);
  return ads.length > 0;
}

/**
 * Ends a promotion and returns its unused credit, once.
 * @returns false when it had ended before.
 */
export async function endPromotion(
  services: Services,
  promotion: Pick<PromotionRow, "id" | "owner_id" | "ad_id" | "title">,
  refundCents: number,
): Promise<boolean> {
  const { id, owner_id, ad_id, title } = promotion;
  const now = services.now();
  const creditId = services.newId("blt");
  const [ended] = await batch<{ id: string }[]>(services.db, [
    sql`UPDATE promotions SET cancelled_at = ${now}, refunded_cents = ${refundCents}
      WHERE id = ${id} AND cancelled_at IS NULL RETURNING id`,
    // changes() refers to the previous statement: if it did not end now, nothing is returned.
    sql`INSERT INTO balance_transactions (id, user_id, amount_cents, description, type, ref, related_promotion_id, created_at)
      SELECT ${creditId}, ${owner_id}, ${refundCents}, ${`Promotion ended early: ${title}`}, 'refund',
        ${`promotion-refund:${id}`}, ${id}, ${now} WHERE changes() > 0 AND ${refundCents} > 0`,
    sql`UPDATE advertisements SET active = 0 WHERE id = ${ad_id}`,
    ...(await payOwedCredit(services, owner_id)),
  ]);
  return (ended?.length ?? 0) > 0;
}
