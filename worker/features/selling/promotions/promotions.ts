import { MESSAGES } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import type { NewPromotionValue } from "#contract/selling/promotions";
import { adDay } from "#domain/ads/ads";
import { centsToDollars, formatCents } from "#domain/money";
import { done, type Refusal, type Result, refuse } from "#domain/result";
import { DAILY_CENTS, datesProblem, promotionCents, promotionState, unusedCents } from "#domain/selling/promotions";
import { violatedConstraint } from "../../../db/constraints.ts";
import type { Services } from "../../../services.ts";
import { stableId } from "../../../stable-id.ts";
import { owedCents } from "../../payments/top-ups/queries.ts";
import {
  buyPromotion,
  endPromotion,
  findObstacle,
  findPromotion,
  type PromotionOrder,
  type PromotionRow,
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
