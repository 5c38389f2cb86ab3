/** Reads of a checkout in progress: the caller's live hold with everything the wizard needs. */

import { type SQL, sql } from "drizzle-orm";
import type { BankDetails } from "#contract/account/profiles";
import { CASH_PROBLEMS, MESSAGES, TOO_LATE_TO_PAY } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import type { PaymentMethod, Photo } from "#contract/items";
import { CARD_LIMITS, CARD_MINIMUM_CENTS } from "#contract/payments";
import { offeredMethods, type TransactionFacts, type TransactionProblem } from "#domain/checkout/checkout";
import { cardCarries } from "#domain/checkout/purchase";
import type { Hold } from "#domain/holds/availability";
import { centsToDollars } from "#domain/money";
import type { CashProblem } from "#domain/orders/cash";
import { collectionSummary } from "#domain/orders/collection";
import { type CollectionWindow, chosenTime, timesOfHold } from "#domain/orders/collection-windows";
import { byTimeLeft, paymentDeadlines } from "#domain/orders/order-deadlines";
import type { Wallet } from "#domain/payments/crypto-address";
import type { Coin } from "#domain/payments/crypto-coins";
import {
  type DetailsAvailableFrom,
  type PaymentDestination,
  pendingWaits,
} from "#domain/payments/payment-details-delay";
import { pick } from "#domain/pick";
import { type Point, pointOf } from "#domain/places/distance";
import { done, type Refusal, type Result, refuse } from "#domain/result";
import { isNewSeller } from "#domain/safety/new-seller";
import { peek } from "../../../durable/item-room/commands/item.ts";
import type { RoomView } from "../../../durable/item-room/views.ts";
import { paymentsMode } from "../../adapters/card-stripe.ts";
import { batch, type Database } from "../../db/client.ts";
import { isFeatureEnabled, siteTimeLimits } from "../../db/site-settings.ts";
import type { AppEnv } from "../../env.ts";
import { execute } from "../../http/item-room.ts";
import type { Services } from "../../services.ts";
import { type Quote, quotesQuery, readWallets } from "../payments/crypto/crypto.ts";
import { acceptedMethods } from "../payments/queries.ts";
import { type CashRow, cashProblemOf, cashQuery } from "./cash-queries.ts";

/** Checkout data about an item. Price and availability come from its room. */
export interface CheckoutItem {
  id: string;
  title: string;
  image_url: string | null;
  collection_date: number | null;
  collection_windows: CollectionWindow[];
  collection_zone: string;
  suburb: string | null;
  city: string | null;
  location: string | null;
  /** Middle of the item's suburb; null where that is unknown. */
  centre: Point | null;
  collection_address: string | null;
  /** How the buyer paid last; null without a purchase, or where no buyer was named. */
  last_method: PaymentMethod | null;
  seller: {
    id: string;
    full_name: string;
    is_new: boolean;
    accepted_payment_methods: PaymentMethod[];
    /** Whether they have bank details, shown to buyers or not. */
    has_bank_details: boolean;
    bank_details: BankDetails | null;
    crypto_wallet_addresses: Record<string, string>;
    /** Which details are withheld from buyers, and until when (A66). The details and wallets above exclude them. */
    waits: DetailsAvailableFrom;
  };
}

/** Row of `checkoutItemQuery`; JSON columns are text. */
export interface CheckoutItemRow
  extends Pick<
    CheckoutItem,
    | "id"
    | "title"
    | "collection_date"
    | "collection_zone"
    | "suburb"
    | "city"
    | "location"
    | "collection_address"
    | "last_method"
  > {
  photos: string;
  lat: number | null;
  lon: number | null;
  collection_windows: string;
  seller_id: string;
  seller_name: string;
  seller_since: number;
  pickups: number;
  seller_suburb: string | null;
  seller_city: string | null;
  seller_address: string | null;
  accepted_payment_methods: string;
  bank_details: string | null;
  crypto_wallet_addresses: string;
  details_wait: string;
}

/** How a buyer paid last. */
export const lastMethod = (buyerId: string) => sql`(SELECT payment_method FROM orders INDEXED BY orders_by_buyer
  WHERE buyer_id = ${buyerId} AND payment_method NOT IN ('free', 'outside') ORDER BY created_at DESC, id DESC LIMIT 1)`;

/** Returns the query whose row `checkoutItemOf` reads. */
export function checkoutItemQuery(id: string, now: number, buyerId = ""): SQL {
  return sql`SELECT ${lastMethod(buyerId)} AS last_method, i.id, i.title, i.photos, i.collection_date, i.collection_windows, i.collection_zone, i.suburb, i.city, i.location, i.lat, i.lon,
      i.collection_address, p.id AS seller_id, p.full_name AS seller_name,
      p.created_at AS seller_since, p.pickups, p.suburb AS seller_suburb,
      p.city AS seller_city, p.collection_address AS seller_address, ${acceptedMethods(sql`p`, now)} AS accepted_payment_methods, p.bank_details,
      p.crypto_wallet_addresses, p.details_wait
    FROM items i JOIN profiles p ON p.id = i.seller_id WHERE i.id = ${id} AND i.deleted_at IS NULL`;
}

/** Returns the item with its seller's terms. The seller's place is used when the item has none. */
export function checkoutItemOf(row: CheckoutItemRow, now: number): CheckoutItem {
  const [photo] = JSON.parse(row.photos) as Photo[];
  const waits = pendingWaits(JSON.parse(row.details_wait) as DetailsAvailableFrom, now);
  const shown = (to: PaymentDestination | string) => !(to in waits);
  const wallets = JSON.parse(row.crypto_wallet_addresses) as Record<string, string>;
  const placed = row.suburb !== null || row.city !== null || row.location !== null;
  return {
    ...pick(row, "id", "title", "collection_date", "collection_zone", "location", "last_method"),
    image_url: photo?.url ?? null,
    collection_windows: JSON.parse(row.collection_windows) as CollectionWindow[],
    suburb: placed ? row.suburb : row.seller_suburb,
    city: placed ? row.city : row.seller_city,
    centre: pointOf(row),
    collection_address: row.collection_address?.trim() || row.seller_address?.trim() || null,
    seller: {
      id: row.seller_id,
      full_name: row.seller_name,
      is_new: isNewSeller({ since: row.seller_since, pickups: row.pickups }, now),
      accepted_payment_methods: JSON.parse(row.accepted_payment_methods) as PaymentMethod[],
      has_bank_details: row.bank_details !== null,
      bank_details:
        row.bank_details !== null && shown("bank_transfer") ? (JSON.parse(row.bank_details) as BankDetails) : null,
      crypto_wallet_addresses: Object.fromEntries(Object.entries(wallets).filter(([coin]) => shown(coin))),
      waits,
    },
  };
}

export async function findCheckoutItem(
  { db, now }: Pick<Services, "db" | "now">,
  id: string,
  buyerId?: string,
): Promise<CheckoutItem | null> {
  const at = now();
  const [row] = await db.all<CheckoutItemRow>(checkoutItemQuery(id, at, buyerId));
  return row ? checkoutItemOf(row, at) : null;
}

/** Payment details that the holder was shown. */
export interface Reveal {
  reference: string;
  bank_details: BankDetails | null;
}

interface RevealRow {
  reference: string;
  /** JSON. */
  bank_details: string | null;
}

const revealQuery = (holdId: string, method: string) =>
  sql`SELECT reference, bank_details FROM payment_reveals WHERE hold_id = ${holdId} AND method = ${method}`;

function revealOf(row: RevealRow | undefined): Reveal | null {
  if (!row) return null;
  return { ...row, bank_details: row.bank_details === null ? null : (JSON.parse(row.bank_details) as BankDetails) };
}

/** Returns the payment details that the holder was shown for this hold and method, or null. */
export async function findReveal(db: Database, holdId: string, method: string): Promise<Reveal | null> {
  const [row] = await db.all<RevealRow>(revealQuery(holdId, method));
  return revealOf(row);
}

export interface NewReveal extends Reveal {
  hold_id: string;
  method: string;
  item_id: string;
  buyer_id: string;
  seller_id: string;
  created_at: number;
}

type MethodsEnv = Parameters<typeof paymentsMode>[0] & Pick<AppEnv, "APP_ENV" | "CRYPTO_PRICES">;

/**
 * Returns the payment methods that the service can process now (D22). Card needs the provider's keys and an amount the
 * provider accepts; callers that sum up several items omit the amount and check the sum. Crypto needs live prices (D87).
 */
export function configuredMethods(env: MethodsEnv, amountCents: number = CARD_MINIMUM_CENTS): readonly PaymentMethod[] {
  const card = paymentsMode(env) !== "off" && cardCarries(amountCents, CARD_LIMITS);
  const crypto = env.CRYPTO_PRICES === "coingecko" || env.APP_ENV === "local";
  return ["bank_transfer", ...(card ? ["stripe" as const] : []), ...(crypto ? ["crypto" as const] : []), "cash"];
}

/** Returns the configured methods that administrators have left on, for new checkouts (decision 0030). */
export async function availableMethods(
  services: Pick<Services, "env" | "db" | "now">,
  amountCents?: number,
): Promise<readonly PaymentMethod[]> {
  const configured = configuredMethods(services.env, amountCents);
  return (await isFeatureEnabled(services, "crypto")) ? configured : configured.filter((method) => method !== "crypto");
}

export interface Checkout {
  item: CheckoutItem;
  hold: Hold;
  /** The price before the discount of this hold. */
  list_cents: number;
  values: TransactionFacts;
  summary: string;
  /** The payment deadline of each method that has one, if the order is placed now. */
  pay_by: Partial<Record<PaymentMethod, number>>;
  /** Wallets this buyer can pay to: the seller's current ones, and those already shown for this hold (D8). */
  wallets: Partial<Record<Coin, Wallet>>;
  quotes: Quote[];
  /** The bank details that this buyer was shown. */
  reveal: Reveal | null;
}

/** Returns the caller's own live hold, or why there is none to check out with. */
export function callersHold(view: RoomView, userId: string): Result<Hold> {
  if (view.hold?.user_id === userId) return done(view.hold);
  if (view.seller_id === userId) return refuse("own_item", MESSAGES.ownItem);
  if (view.order?.buyer_id === userId) {
    return refuse("order_exists", "You already have an order for this item.", { order_id: view.order.id });
  }
  if (view.status === "sold") return refuse("item_sold", MESSAGES.justSold);
  if (view.status === "pending_payment" || view.hold !== null) {
    return refuse("item_unavailable", MESSAGES.buyNowHeld);
  }
  if (view.status !== "active") return refuse("item_unavailable", MESSAGES.notAvailable);
  return refuse("hold_expired", MESSAGES.holdExpired);
}

export async function roomView({ env }: Services, itemId: string): Promise<Result<RoomView>> {
  return execute(env, itemId, peek());
}

/** Returns the checkout of the caller's live hold on this item, for the collection time that starts at `from`. */
export async function openCheckout(
  services: Services,
  userId: string,
  itemId: string,
  from?: number,
): Promise<Result<Checkout>> {
  const item = await findCheckoutItem(services, itemId, userId);
  if (!item) return NOT_FOUND;
  const seen = await roomView(services, itemId);
  if (!seen.ok) return seen;
  const held = callersHold(seen.value, userId);
  if (!held.ok) return held;
  return done(await checkoutOf(services, item, { hold: held.value, list_cents: seen.value.price_cents, from }));
}

/**
 * Returns the checkout of a hold: methods, wallets, quotes and the values to compare with the request. `fresh`: the hold
 * was just taken, so its buyer has been shown no payment details yet. `from`: the start of the chosen collection time; the
 * first one when it is absent or no longer offered.
 */
export async function checkoutOf(
  services: Services,
  item: CheckoutItem,
  {
    hold,
    list_cents,
    fresh = false,
    from,
  }: { hold: Hold; list_cents: number; fresh?: boolean; from?: number | undefined },
): Promise<Checkout> {
  const { accepted_payment_methods, bank_details } = item.seller;
  const priced = hold.price_cents > 0 && accepted_payment_methods.includes("cash");
  const [{ reveal, quotes, cash }, open] = await Promise.all([
    factsOfHold(services, hold, { fresh, priced }),
    availableMethods(services, hold.price_cents),
  ]);
  // After `availableMethods`, which has just read the settings.
  const clocks = await siteTimeLimits(services);
  const now = services.now();
  const times = timesOfHold(item, hold, now);
  const { from: date, until } = chosenTime(times, from) ?? times[0];
  // Once bank details were shown the buyer may have paid, so the seller cannot withdraw the method for this hold (D8,
  // D31).
  const shown = reveal !== null && reveal.bank_details !== null;
  const accepted = new Set(accepted_payment_methods);
  if (cash !== null) accepted.delete("cash");
  if (shown) accepted.add("bank_transfer");
  if (quotes.length > 0) accepted.add("crypto");
  const wallets = readWallets(item.seller.crypto_wallet_addresses);
  for (const { coin, address, destination_tag } of quotes) wallets[coin] = { address, destination_tag };
  // Crypto needs at least one wallet (D22).
  if (Object.keys(wallets).length === 0) accepted.delete("crypto");
  // A buyer who was shown a quote may have paid it, so crypto stays available to them after it is switched off.
  const configured = quotes.length > 0 ? configuredMethods(services.env, hold.price_cents) : open;
  const offered = offeredMethods([...accepted], configured, hold.price_cents);
  // A buyer who was shown where to pay may have paid: that method stays, and the room decides about the time.
  const paying = offered.filter(
    (method) => (method === "bank_transfer" && shown) || (method === "crypto" && quotes.length > 0),
  );
  const { methods: inTime, too_late } = byTimeLeft(offered, date, now);
  const methods = offered.filter((method) => inTime.includes(method) || paying.includes(method));
  return {
    item,
    hold,
    list_cents,
    summary: collectionSummary(item),
    pay_by: paymentDeadlines(methods, date, now, clocks),
    wallets: accepted.has("crypto") ? wallets : {},
    quotes,
    reveal,
    values: {
      buyer_id: hold.user_id,
      seller_id: item.seller.id,
      amount_cents: hold.price_cents,
      collection_date: date,
      collection_ends_at: until,
      collection_zone: item.collection_zone,
      collection_times: times,
      item_names_date: times.length > 1 || date === item.collection_date,
      methods,
      too_late: too_late.filter((method) => !paying.includes(method)),
      cash_problem: cash,
      acknowledged: hold.acknowledged_at !== null,
      reference: reveal?.reference ?? null,
      has_bank_details: shown || bank_details !== null,
    },
  };
}

/**
 * Reads in one round trip what the buyer was shown for this hold, and why they may not pay at pick-up.
 * @param ask `fresh`: they have been shown nothing yet. `priced`: paying at pick-up is offered.
 */
async function factsOfHold(
  { db, now }: Services,
  { hold_id, user_id }: Hold,
  { fresh, priced }: { fresh: boolean; priced: boolean },
): Promise<{ reveal: Reveal | null; quotes: Quote[]; cash: CashProblem | null }> {
  const at = now();
  const rows = await batch<object[]>(db, [
    ...(fresh ? [] : [revealQuery(hold_id, "bank_transfer"), quotesQuery(hold_id)]),
    ...(priced ? [cashQuery(user_id, at, hold_id)] : []),
  ]);
  const [revealed = [], quotes = []] = fresh ? [] : rows;
  return {
    reveal: revealOf((revealed as RevealRow[])[0]),
    quotes: quotes as Quote[],
    cash: priced ? cashProblemOf((rows.at(-1) as CashRow[])[0], at) : null,
  };
}

/** Maps a problem of the wizard to an error code and message. */
export function checkoutRefusal(problem: TransactionProblem, values: TransactionFacts): Refusal {
  switch (problem) {
    case "not_free":
      return refuse("item_not_free", MESSAGES.notFree);
    case "too_late":
      return refuse("method_not_accepted", values.too_late.map((method) => TOO_LATE_TO_PAY[method]).join(" "));
    case "cash_problem":
      return refuse("method_not_accepted", CASH_PROBLEMS[values.cash_problem ?? "limit"]);
    case "not_accepted":
      return refuse("method_not_accepted", MESSAGES.methodNotAccepted);
    case "no_bank_details":
      return refuse("method_not_accepted", MESSAGES.bankDetailsMissing);
    case "not_acknowledged":
      return refuse("acknowledgement_required", MESSAGES.acknowledge);
    case "values_changed":
      return refuse("values_changed", MESSAGES.valuesChanged, {
        current: {
          buyerId: values.buyer_id,
          sellerId: values.seller_id,
          amount: centsToDollars(values.amount_cents),
          collectionDate: values.collection_date,
          paymentStatus: "pending",
          referenceNumber: values.reference,
        },
      });
  }
}
