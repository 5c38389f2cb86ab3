/** What is being bought, in one form for an item, a cart and a bundle. The server calculates every value. */
import type { CheckoutView } from "#contract/checkout";
import type { CartReply } from "#contract/checkout/cart";
import type { BundleCheckoutView } from "#contract/checkout/purchases";
import { CASH_PROBLEMS, NOT_TOGETHER, TOO_LATE_TO_PAY } from "#contract/copy";
import type { PaymentMethod, Photo } from "#contract/items";
import { discountPercent, dollarsToCents } from "#domain/money";
import type { CollectionWindow } from "#domain/orders/collection-windows";
import type { Coin } from "#domain/payments/crypto-coins";
import type { Point } from "#domain/places/distance";
import { ApiError } from "../../lib/api-client.ts";
import { formatCollection, formatPrice } from "../../lib/format.ts";

export interface OfferLine {
  item_id: string;
  title: string;
  photo: Photo | null;
  image_url: string | null;
  seller_name: string;
  /** List price, and price to pay. */
  price: number;
  charged: number;
  /** Why it costs less than the list price, if this line alone has a reason. */
  label: string | null;
  /** The chosen collection time; until a choice, the first one. */
  collection_date: number;
  collection_ends_at: number;
  /** The times to choose from; at least one (D54). */
  collection_times: readonly CollectionWindow[];
  collection_zone: string;
  collection_summary: string;
  centre: Point | null;
}

export interface Offer {
  of: { kind: "item"; item_id: string; seller_id: string } | { kind: "cart" } | { kind: "bundle"; id: string };
  /** The item, "3 items", or the bundle. */
  title: string;
  lines: readonly OfferLine[];
  amount: number;
  /** Name of the reduction from the sum of the list prices to the amount. */
  discount: string;
  methods: readonly PaymentMethod[];
  coins: readonly Coin[];
  /** One sentence for each method that a seller accepts and that is not offered. */
  not_offered: readonly string[];
  /** UTC ms: the payment deadline of each method, if the order is placed now. */
  pay_by: Partial<Record<PaymentMethod, number>>;
  /** See CheckoutView. */
  no_bank_details: CheckoutView["no_bank_details"];
  /** When the first hold ends (UTC ms). Null for a bundle until its payment step opens. */
  until: number | null;
  held_ms: number;
  acknowledged: boolean;
  /** How the buyer paid last. */
  last_method: PaymentMethod | null;
  /** Names of the sellers who are new here. */
  new_sellers: readonly string[];
}

export const listTotal = ({ lines }: Pick<Offer, "lines">) =>
  Math.round(lines.reduce((sum, line) => sum + line.price, 0) * 100) / 100;

/** Returns the names of all sellers, each once. */
export const sellersOf = ({ lines }: Pick<Offer, "lines">) => [...new Set(lines.map((line) => line.seller_name))];

const cashReason = ({ cash_problem }: Pick<CheckoutView, "cash_problem">) =>
  cash_problem === null ? [] : [CASH_PROBLEMS[cash_problem]];

export function itemOffer(view: CheckoutView): Offer {
  const percent = discountPercent(dollarsToCents(view.listed), dollarsToCents(view.amount) ?? 0);
  return {
    of: { kind: "item", item_id: view.item_id, seller_id: view.seller_id },
    title: view.title,
    lines: [{ ...view, photo: null, price: view.listed, charged: view.amount, label: null }],
    amount: view.amount,
    discount: view.discount === "agreed" ? "Your agreed price" : `Special offer: ${percent ?? 0}% off`,
    methods: view.methods,
    coins: view.coins,
    not_offered: [...view.too_late.map((method) => TOO_LATE_TO_PAY[method]), ...cashReason(view)],
    pay_by: view.pay_by,
    no_bank_details: view.no_bank_details,
    until: view.reserved_until,
    held_ms: view.reserved_until - view.server_now,
    acknowledged: view.acknowledged,
    last_method: view.last_method,
    new_sellers: view.seller_is_new ? [view.seller_name] : [],
  };
}

/** Values that items bought together share. Their orders are acknowledged with the purchase. */
const together = ({
  methods,
  too_late,
  not_together,
  cash_problem,
  pay_by,
  last_method,
}: CartReply | BundleCheckoutView) => ({
  methods,
  last_method,
  coins: [],
  not_offered: [
    ...too_late.map((method) => TOO_LATE_TO_PAY[method]),
    ...not_together.map((why) => NOT_TOGETHER[why]),
    ...cashReason({ cash_problem }),
  ],
  pay_by,
  no_bank_details: null,
  acknowledged: false,
});

/**
 * Returns the held items of the cart, or of one seller in it. Throws `hold_expired` when none is held, so that the
 * checkout offers to hold them again.
 */
export function cartOffer(cart: CartReply, sellerId: string | null): Offer {
  const groups = cart.groups.filter(({ seller }) => sellerId === null || seller.id === sellerId);
  const lines = groups.flatMap(({ seller, lines }) =>
    lines
      .filter(({ state }) => state === "held")
      .map((line) => ({
        ...line,
        photo: line.image,
        image_url: null,
        seller_name: seller.display_name,
        label: line.offer_label?.replace(/ at checkout$/, "") ?? null,
        until: line.reserved_until ?? 0,
      })),
  );
  const whole = sellerId === null ? cart : groups[0];
  if (lines.length === 0 || !whole) {
    throw new ApiError("hold_expired", "We're not holding anything in your cart right now.", 409);
  }
  const until = Math.min(...lines.map((line) => line.until));
  return {
    ...together({ ...cart, ...whole }),
    of: { kind: "cart" },
    title: lines.length === 1 ? "1 item" : `${lines.length} items`,
    lines,
    amount: whole.total,
    discount: "Special offers",
    until,
    held_ms: until - cart.server_now,
    new_sellers: groups.flatMap(({ seller, seller_is_new }) => (seller_is_new ? seller.display_name : [])),
  };
}

export function bundleOffer(view: BundleCheckoutView): Offer {
  return {
    ...together(view),
    of: { kind: "bundle", id: view.bundle_id },
    title: view.title,
    lines: view.items.map((item) => ({ ...item, photo: null, seller_name: view.seller_name, label: null })),
    amount: view.amount,
    discount: "Bundle discount",
    until: view.reserved_until,
    held_ms: (view.reserved_until ?? view.server_now) - view.server_now,
    new_sellers: view.seller_is_new ? [view.seller_name] : [],
  };
}

/** Returns the offer with another collection time for one item. Methods and deadlines follow with the next reply. */
export function withTime(offer: Offer, itemId: string, from: number): Offer {
  const lines = offer.lines.map((line) => {
    const time = line.item_id === itemId ? line.collection_times.find((one) => one.from === from) : undefined;
    return time ? { ...line, collection_date: time.from, collection_ends_at: time.until } : line;
  });
  return { ...offer, lines, acknowledged: false };
}

/** Returns the chosen times of the items that offer several, for the API. */
export function choicesOf({ lines }: Pick<Offer, "lines">): Record<string, number> {
  const several = lines.filter((line) => line.collection_times.length > 1);
  return Object.fromEntries(several.map((line) => [line.item_id, line.collection_date]));
}

/** What has changed since the buyer saw the offer (D17): a sentence each, and whether the pickup is affected. */
export function changesBetween(before: Offer, after: Offer): { texts: string[]; pickup: boolean } {
  const texts: string[] = [];
  let pickup = false;
  const name = ({ title }: OfferLine, what: string) =>
    after.lines.length === 1 ? what : `${title}, ${what.toLowerCase()}`;
  for (const line of after.lines) {
    const was = before.lines.find(({ item_id }) => item_id === line.item_id);
    if (!was) {
      texts.push(`${line.title} was added.`);
      pickup = true;
      continue;
    }
    if (was.charged !== line.charged) {
      texts.push(`${name(line, "Price")}: ${formatPrice(line.charged)} (was ${formatPrice(was.charged)})`);
    }
    if (was.collection_date !== line.collection_date) {
      const moment = (one: OfferLine) =>
        formatCollection(one.collection_date, one.collection_zone, one.collection_ends_at);
      texts.push(`${name(line, "Pickup")}: ${moment(line)} (was ${moment(was)})`);
      pickup = true;
    }
    if (was.collection_summary !== line.collection_summary) {
      texts.push(`${name(line, "Location")}: ${line.collection_summary} (was ${was.collection_summary})`);
      pickup = true;
    }
  }
  for (const was of before.lines) {
    if (!after.lines.some(({ item_id }) => item_id === was.item_id)) texts.push(`${was.title} is no longer included.`);
  }
  return { texts, pickup };
}
