/** Plans a purchase: items, prices and payment methods, checked against the rooms before anything is taken. */

import type { CollectionChoices } from "#contract/checkout/cart";
import { MESSAGES } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import type { PaymentMethod } from "#contract/items";
import { priceTogether } from "#domain/checkout/pricing";
import type { PurchasePart } from "#domain/checkout/purchase";
import { type Hold, isBundleHold } from "#domain/holds/availability";
import type { CashProblem } from "#domain/orders/cash";
import { collectionSummary, endOfSingleCollection } from "#domain/orders/collection";
import { type CollectionTimes, chosenTime, collectionTimes, timesOfHold } from "#domain/orders/collection-windows";
import { done, type Refusal, type Result, refuse } from "#domain/result";
import { BUNDLE_ITEMS_MIN, splitBundlePrice } from "#domain/selling/bundle";
import { reserve } from "../../../../durable/item-room/commands/holds.ts";
import { peek } from "../../../../durable/item-room/commands/item.ts";
import type { RoomView } from "../../../../durable/item-room/views.ts";
import { siteTimeLimits } from "../../../db/site-settings.ts";
import { execute } from "../../../http/item-room.ts";
import type { Services } from "../../../services.ts";
import { findHoldPrice, offersOf } from "../../holds/queries.ts";
import { listCart } from "../cart/queries.ts";
import { findCashProblem } from "../cash-queries.ts";
import { availableMethods, type CheckoutItem, callersHold, findCheckoutItem } from "../queries.ts";
import { countBundleParts, findBundleForPurchase } from "./queries.ts";

/** One item that is about to become an order. */
export interface PlannedPart extends PurchasePart {
  item_id: string;
  item: CheckoutItem;
  /** The agreed price of a share of a bundle or of an offer on several items; null: the hold's price. */
  agreed: { listCents: number; chargedCents: number } | null;
  /** The offer on several items that determined the price, if any. */
  offer_group: string | null;
  /**
   * Price of the buyer's hold before this purchase began, in cents. If the purchase fails, the hold remains at that
   * price. Null without such a hold.
   */
  held_at: number | null;
  /** The buyer's hold of the item now. */
  hold: Hold | null;
  collection: { zone: string; summary: string; address: string | null };
  collection_ends_at: number;
  /** The times the buyer can choose from (D54). */
  collection_times: CollectionTimes;
}

export interface Plan {
  kind: "cart" | "bundle";
  bundle: { id: string; title: string } | null;
  parts: PlannedPart[];
  /** Why the buyer is not offered cash that a seller accepts (D53). */
  cash_problem: CashProblem | null;
  /** How the buyer paid last. */
  last_method: PaymentMethod | null;
}

/** Prefixes a refusal with the item it is about. */
function about(item: { title: string }, refusal: Refusal): Refusal {
  return { ...refusal, message: `${item.title}: ${refusal.message}` };
}

/** Returns the methods this buyer may use, and why cash is not among them. */
async function methodsFor(services: Services, buyerId: string) {
  const [available, cash] = await Promise.all([
    availableMethods(services),
    findCashProblem(services.db, buyerId, services.now()),
  ]);
  return { configured: cash === null ? available : available.filter((method) => method !== "cash"), cash };
}

/** Returns the reason without cash if a seller accepts it. */
const cashProblemOf = (parts: readonly Pick<PlannedPart, "item">[], cash: CashProblem | null) =>
  parts.some(({ item }) => item.seller.accepted_payment_methods.includes("cash")) ? cash : null;

function methodsOf({ seller }: CheckoutItem, configured: readonly PaymentMethod[]): PaymentMethod[] {
  return seller.accepted_payment_methods.filter(
    (method) => configured.includes(method) && (method !== "bank_transfer" || seller.bank_details !== null),
  );
}

function collectionOf(item: CheckoutItem): PlannedPart["collection"] {
  return {
    zone: item.collection_zone,
    summary: collectionSummary(item),
    address: item.collection_address,
  };
}

async function loadPart(
  services: Services,
  userId: string,
  itemId: string,
): Promise<Result<{ item: CheckoutItem; view: RoomView }>> {
  const item = await findCheckoutItem(services, itemId, userId);
  if (!item) return NOT_FOUND;
  const seen = await execute(services.env, itemId, peek());
  return seen.ok ? done({ item, view: seen.value }) : seen;
}

/** Returns the collection of a part at the chosen time, or null when it is no longer offered. */
function timeOf(times: CollectionTimes, chosen: number | undefined) {
  const time = chosenTime(times, chosen);
  return time && { collection_date: time.from, collection_ends_at: time.until, collection_times: times };
}

const TIME_GONE = refuse("values_changed", MESSAGES.valuesChanged);

/** Plans a purchase of the named (or all held) items in the cart. Refused when one of their holds has lapsed. */
export async function planCart(
  services: Services,
  userId: string,
  itemIds: readonly string[] | undefined,
  chosen: CollectionChoices = {},
): Promise<Result<Plan>> {
  const { db, env, now, newId } = services;
  const at = now();
  const [{ configured, cash }, clocks] = await Promise.all([methodsFor(services, userId), siteTimeLimits(services)]);
  const wanted =
    itemIds ??
    (await listCart(db, userId, at))
      .filter((row) => row.holder_id === userId && (row.hold_until ?? 0) > at)
      .map((row) => row.item_id);
  const ids = [...new Set(wanted)].sort();
  if (ids.length === 0) {
    return refuse(
      "hold_expired",
      "We're not holding anything in your cart right now. Hold the items again to continue.",
    );
  }
  const [loaded, offers] = await Promise.all([
    Promise.all(ids.map((id) => loadPart(services, userId, id))),
    offersOf(db, ids),
  ]);
  const parts: (PlannedPart & { list_cents: number })[] = [];
  for (const looked of loaded) {
    if (!looked.ok) return looked;
    const { item, view } = looked.value;
    const own = callersHold(view, userId);
    if (!own.ok) return about(item, own);
    let hold = own.value;
    if (hold.group_id) {
      // The hold remains from a bundle purchase that failed and has the bundle's price.
      const price = await findHoldPrice(db, userId, item.id, now());
      const renewed = await execute(
        env,
        item.id,
        reserve({ userId, kind: "cart", holdId: newId("hld"), ...price, clocks }),
      );
      if (!renewed.ok) return about(item, renewed);
      hold = renewed.value.hold;
    }
    const time = timeOf(timesOfHold(item, hold, at), chosen[item.id]);
    if (!time) return about(item, TIME_GONE);
    parts.push({
      item_id: item.id,
      item,
      seller_id: item.seller.id,
      list_cents: view.price_cents,
      charged_cents: hold.price_cents,
      methods: methodsOf(item, configured),
      agreed: null,
      offer_group: null,
      held_at: hold.price_cents,
      hold,
      ...time,
      collection: collectionOf(item),
    });
  }
  // The same rule prices the cart, so the buyer is charged what was shown (D25).
  const together = priceTogether(
    parts.map(({ item_id, list_cents, charged_cents: own_cents }) => ({
      item_id,
      list_cents,
      own_cents,
      offers: offers.get(item_id) ?? [],
    })),
    at,
  );
  const priced = parts.map(({ list_cents: listCents, ...part }, index) => {
    const { group, charged_cents: chargedCents } = together[index] ?? {
      group: null,
      charged_cents: part.charged_cents,
    };
    if (group === null) return part;
    return { ...part, charged_cents: chargedCents, agreed: { listCents, chargedCents }, offer_group: group };
  });
  const last_method = parts[0]?.item.last_method ?? null;
  return done({ kind: "cart", bundle: null, parts: priced, cash_problem: cashProblemOf(parts, cash), last_method });
}

/**
 * Plans the purchase of a bundle whose items are all available to this buyer. Its price is divided among them to the
 * cent.
 */
export async function planBundle(
  services: Services,
  userId: string,
  bundleId: string,
  chosen: CollectionChoices = {},
): Promise<Result<Plan>> {
  const { db, now } = services;
  const [bundle, listed] = await Promise.all([findBundleForPurchase(db, bundleId), countBundleParts(db, bundleId)]);
  if (!bundle) return NOT_FOUND;
  if (bundle.seller_id === userId) return refuse("own_item", MESSAGES.ownItem);
  const unavailable = refuse(
    "item_unavailable",
    "One of these items isn't available right now, so you can't buy the bundle.",
  );
  const total = bundle.parts.reduce((sum, part) => sum + part.price_cents, 0);
  const whole = bundle.parts.length === listed && listed >= BUNDLE_ITEMS_MIN;
  if (bundle.status !== "active" || !whole || bundle.bundle_price_cents >= total) return unavailable;

  const shares = splitBundlePrice(
    bundle.bundle_price_cents,
    bundle.parts.map((part) => part.price_cents),
  );
  const { configured, cash } = await methodsFor(services, userId);
  const at = now();
  const loaded = await Promise.all(bundle.parts.map((part) => loadPart(services, userId, part.id)));
  const parts: PlannedPart[] = [];
  for (const [index, looked] of loaded.entries()) {
    if (!looked.ok) return looked.code === "not_found" ? unavailable : looked;
    const { item, view } = looked.value;
    const mine = view.hold?.user_id === userId ? view.hold : null;
    if (view.status !== "active" && !(view.status === "reserved" && mine)) return unavailable;
    const listCents = view.price_cents;
    const chargedCents = shares[index] ?? 0;
    // D1 was behind the room, so the shares were computed from another price.
    if (listCents !== bundle.parts[index]?.price_cents) return refuse("values_changed", MESSAGES.valuesChanged);
    const { collection_date: date } = bundle;
    // The bundle's own date applies to all its items.
    const times: CollectionTimes =
      date !== null && date > at ? [{ from: date, until: endOfSingleCollection(date) }] : collectionTimes(item, at);
    const time = timeOf(times, chosen[item.id]);
    if (!time) return about(item, TIME_GONE);
    parts.push({
      item_id: item.id,
      item,
      seller_id: item.seller.id,
      charged_cents: chargedCents,
      methods: methodsOf(item, configured),
      agreed: { listCents, chargedCents },
      offer_group: null,
      // A group price left by a crashed purchase does not apply to a single hold.
      held_at: mine === null || isBundleHold(mine.hold_id) ? null : mine.group_id ? listCents : mine.price_cents,
      hold: mine,
      ...time,
      collection: {
        ...collectionOf(item),
        ...(bundle.collection_address?.trim() && { address: bundle.collection_address.trim() }),
      },
    });
  }
  return done({
    kind: "bundle",
    bundle: { id: bundle.id, title: bundle.title },
    parts,
    cash_problem: cashProblemOf(parts, cash),
    last_method: parts[0]?.item.last_method ?? null,
  });
}
