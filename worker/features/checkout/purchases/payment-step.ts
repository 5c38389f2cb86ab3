/**
 * The payment step of a cart or a bundle (D76): a bundle's items are held when it opens, all or none, and one reveal
 * with one reference covers everything that is bought.
 */

import type { CollectionChoices } from "#contract/checkout/cart";
import { MESSAGES } from "#contract/copy";
import { orderForPlacing, totalOf } from "#domain/checkout/purchase";
import { bundleHoldId, isBundleHold } from "#domain/holds/availability";
import { withinHoldingLimit } from "#domain/holds/holding-limit";
import { done, type Result, refuse } from "#domain/result";
import { release, reserve } from "../../../../durable/item-room/commands/holds.ts";
import { peek } from "../../../../durable/item-room/commands/item.ts";
import { siteSettings, siteTimeLimits } from "../../../db/site-settings.ts";
import { execute } from "../../../http/item-room.ts";
import type { Services } from "../../../services.ts";
import { requireConfirmedEmail } from "../../holds/commands.ts";
import { countLiveHolds, findHoldPrice, isInCart } from "../../holds/queries.ts";
import type { Reveal } from "../queries.ts";
import { issueReveal } from "../reveals.ts";
import { type Plan, type PlannedPart, planBundle, planCart } from "./plan.ts";
import { problemOf } from "./purchases.ts";
import { findBundleForPurchase } from "./queries.ts";

/** Returns when the first of the buyer's holds ends; null unless they hold every item. */
export function heldUntil(parts: readonly PlannedPart[]): number | null {
  const ends = parts.flatMap(({ hold }) => hold?.until ?? []);
  return ends.length === parts.length ? Math.min(...ends) : null;
}

/** Holds all items of a bundle at their shares of its price, or none. Together they count as one hold (D35). */
export async function holdBundle(
  services: Services,
  userId: string,
  bundleId: string,
  collections: CollectionChoices | undefined,
): Promise<Result<Plan>> {
  const confirmed = await requireConfirmedEmail(services, userId);
  if (!confirmed.ok) return confirmed;
  const planned = await planBundle(services, userId, bundleId, collections);
  if (!planned.ok) return planned;
  const { parts } = planned.value;
  const wanted = parts.filter(({ hold }) => hold === null);
  const { db, env, now, newId } = services;
  if (wanted.length === parts.length) {
    const { numbers } = await siteSettings(services);
    const limit = withinHoldingLimit(await countLiveHolds(db, userId, "", now()), numbers);
    if (!limit.ok) return limit;
  }
  const clocks = await siteTimeLimits(services);
  const groupId = newId("pur");
  // In the order of their ids, so that of two crossing buyers the one who gets the smallest common item succeeds.
  for (const { item_id, item, agreed } of parts.toSorted((a, b) => (a.item_id < b.item_id ? -1 : 1))) {
    const holdId = bundleHoldId(groupId, newId("hld"));
    const taken = await execute(env, item_id, reserve({ userId, kind: "cart", holdId, agreed, groupId, clocks }));
    if (taken.ok) continue;
    await giveBack(services, userId, parts);
    return { ...taken, message: `${item.title}: ${taken.message}` };
  }
  return planBundle(services, userId, bundleId, collections);
}

/** Gives the holds of a bundle back when its checkout closes. Those of items in the cart stay, at their own price. */
export async function releaseBundle(services: Services, userId: string, bundleId: string): Promise<void> {
  const bundle = await findBundleForPurchase(services.db, bundleId);
  await giveBack(services, userId, bundle?.parts.map(({ id }) => ({ item_id: id })) ?? []);
}

async function giveBack(
  services: Services,
  userId: string,
  parts: readonly Pick<PlannedPart, "item_id">[],
): Promise<void> {
  const { env, db, now, newId } = services;
  for (const { item_id } of parts) {
    const seen = await execute(env, item_id, peek());
    const hold = seen.ok ? seen.value.hold : null;
    if (hold?.user_id !== userId || !hold.group_id) continue;
    if (isBundleHold(hold.hold_id) && !(await isInCart(db, userId, item_id))) {
      await execute(env, item_id, release({ userId }));
      continue;
    }
    // The buyer held it before.
    const price = await findHoldPrice(db, userId, item_id, now());
    await execute(env, item_id, reserve({ userId, kind: hold.kind, holdId: newId("hld"), ...price }));
  }
}

type Wanted = { collections?: CollectionChoices | undefined; acknowledged?: boolean | undefined } & (
  | { kind: "cart"; itemIds?: string[] | undefined }
  | { kind: "bundle"; bundleId: string }
);

/**
 * Returns the bank details and the reference for a transfer that pays for everything: only to the holder of all items,
 * after the acknowledgement, and if the method is offered (D8).
 */
export async function revealPurchaseDetails(
  services: Services,
  userId: string,
  wanted: Wanted,
): Promise<Result<{ reveal: Reveal; part: PlannedPart; amount_cents: number }>> {
  if (wanted.acknowledged !== true) return refuse("acknowledgement_required", MESSAGES.acknowledge);
  const planned =
    wanted.kind === "bundle"
      ? await planBundle(services, userId, wanted.bundleId, wanted.collections)
      : await planCart(services, userId, wanted.itemIds, wanted.collections);
  if (!planned.ok) return planned;
  const { parts } = planned.value;
  if (heldUntil(parts) === null) return refuse("hold_expired", MESSAGES.holdExpired);
  const problem = problemOf(planned.value, { paymentMethod: "bank_transfer" }, services.now());
  if (problem) return problem;
  const part = orderForPlacing(parts).find(({ charged_cents }) => charged_cents > 0);
  if (!part?.hold) return refuse("hold_expired", MESSAGES.holdExpired);
  // The purchase keeps this hold, and so finds this reference again.
  const issued = await issueReveal(services, { item: part.item, hold: part.hold });
  return issued.ok ? done({ reveal: issued.value, part, amount_cents: totalOf(parts) }) : issued;
}
