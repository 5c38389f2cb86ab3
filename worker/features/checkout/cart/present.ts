/** Maps a cart to its owner's view: by seller, with holds, lapsed lines and totals. */

import type { CartGroup, CartLine, CartLineState, CartReply, CollectionChoices } from "#contract/checkout/cart";
import type { PaymentMethod } from "#contract/items";
import { CARD_LIMITS } from "#contract/payments";
import { type PartPrice, priceFor, priceTogether } from "#domain/checkout/pricing";
import { jointPayment, totalOf } from "#domain/checkout/purchase";
import { availabilityOf } from "#domain/items/listing";
import { centsToDollars } from "#domain/money";
import type { CashProblem } from "#domain/orders/cash";
import { collectionSummary } from "#domain/orders/collection";
import { chosenTime, collectionTimes, timesOfHold } from "#domain/orders/collection-windows";
import { pointOf } from "#domain/places/distance";
import type { TimeLimits } from "#domain/time-limits";
import { presentPublicSeller } from "../../account/profiles/present.ts";
import type { CartLineWithHold } from "./cart.ts";
import type { CartRow } from "./queries.ts";

interface Asked {
  viewerId: string;
  now: number;
  /** Payment methods the service can process (D22). */
  configured: readonly PaymentMethod[];
  /** Why the viewer may not pay at pick-up (D53). */
  cash_problem: CashProblem | null;
  clocks: Pick<TimeLimits, "payment_ms">;
  /** Start of the chosen collection time, by item. */
  chosen: CollectionChoices;
}

interface CartContext extends Asked {
  /** Prices of the held items bought together: offers on several items apply here (D25). */
  together: ReadonlyMap<string, PartPrice>;
}

/** Offers belong to one seller, so a seller's part of the cart costs the same when bought alone. */
function pricesTogether(held: readonly CartLineWithHold[], now: number): ReadonlyMap<string, PartPrice> {
  const parts = held.map(({ row, hold }) => ({
    item_id: row.item_id,
    list_cents: row.price_cents,
    own_cents: hold?.price_cents ?? row.price_cents,
    offers: row.offers,
  }));
  return new Map(priceTogether(parts, now).map((part) => [part.item_id, part]));
}

export function presentCart(lines: readonly CartLineWithHold[], asked: Asked): CartReply {
  const bySeller = new Map<string, CartLineWithHold[]>();
  for (const line of lines) {
    const known = bySeller.get(line.row.seller.id);
    if (known) known.push(line);
    else bySeller.set(line.row.seller.id, [line]);
  }
  const held = lines.filter((line) => line.hold !== null);
  const context: CartContext = { ...asked, together: pricesTogether(held, asked.now) };
  return {
    groups: [...bySeller.values()].flatMap((group) => presentGroup(group, context)),
    count: lines.length,
    held_count: held.length,
    list_total: centsToDollars(held.reduce((sum, line) => sum + line.row.price_cents, 0)),
    total: centsToDollars(totalOf(held.map((line) => partOf(line, context)))),
    ...paymentFor(held, context),
    server_now: context.now,
  };
}

function presentGroup(lines: readonly CartLineWithHold[], context: CartContext): CartGroup[] {
  const [first] = lines;
  if (!first) return [];
  const held = lines.filter((line) => line.hold !== null);
  return [
    {
      seller: presentPublicSeller(first.row.seller),
      seller_is_new: first.row.seller_is_new,
      lines: lines.map((line) => presentLine(line, context)),
      total: centsToDollars(totalOf(held.map((line) => partOf(line, context)))),
      ...paymentFor(held, context),
    },
  ];
}

function paymentFor(held: readonly CartLineWithHold[], context: CartContext) {
  const payment = jointPayment(
    held.map((line) => partOf(line, context)),
    CARD_LIMITS,
    context.now,
    context.clocks,
  );
  const accepted = held.some(({ row }) => row.methods.includes("cash"));
  const last_method = held[0]?.row.last_method ?? null;
  return { ...payment, cash_problem: accepted ? context.cash_problem : null, last_method };
}

function collectionOf({ row, hold }: CartLineWithHold, { now, chosen }: Asked) {
  const times = hold ? timesOfHold(row, hold, now) : collectionTimes(row, now);
  return { times, ...(chosenTime(times, chosen[row.item_id]) ?? times[0]) };
}

function partOf(line: CartLineWithHold, context: CartContext) {
  const { row } = line;
  const { configured, together, cash_problem } = context;
  return {
    seller_id: row.seller.id,
    charged_cents: together.get(row.item_id)?.charged_cents ?? row.price_cents,
    methods: row.methods.filter(
      (method) => configured.includes(method) && (method !== "cash" || cash_problem === null),
    ),
    collection_date: collectionOf(line, context).from,
  };
}

function presentLine(line: CartLineWithHold, context: CartContext): CartLine {
  const { viewerId, now, together } = context;
  const { times, from, until: ends } = collectionOf(line, context);
  const { row, hold } = line;
  const offered = priceFor(row.price_cents, row.offers, now);
  const joint = together.get(row.item_id);
  const charged = joint?.charged_cents ?? offered.charged_cents;
  const placed = row.suburb !== null || row.city !== null || row.location !== null;
  const { state, until } = stateOf(row, hold?.until ?? null, viewerId, now);
  return {
    item_id: row.item_id,
    title: row.title,
    image: row.photo,
    price: centsToDollars(row.price_cents),
    charged: centsToDollars(charged),
    // The label applies to this price only: not to an offer that ended during the hold, or one the cart does not
    // qualify for.
    offer_label:
      joint?.label ?? (offered.percent_off !== null && charged === offered.charged_cents ? offered.label : null),
    state,
    reserved_until: until,
    collection_date: from,
    collection_ends_at: ends,
    collection_times: [...times],
    collection_zone: row.collection_zone,
    collection_summary: collectionSummary(placed ? row : row.seller),
    centre: pointOf(row),
  };
}

function stateOf(
  row: CartRow,
  heldUntil: number | null,
  viewerId: string,
  now: number,
): { state: CartLineState; until: number | null } {
  if (heldUntil !== null) return { state: "held", until: heldUntil };
  const { status, reserved_until, reserved_by_you } = availabilityOf(row, viewerId, now);
  if (row.deleted) return { state: "gone", until: null };
  if (status === "reserved" && !reserved_by_you) return { state: "taken", until: reserved_until };
  return { state: status === "active" || status === "reserved" ? "lapsed" : "gone", until: null };
}
