/**
 * Decides who may buy an item: from its status, its hold and the order that owns it (D29). A command that is not listed
 * here is refused. A decision that changes nothing returns the same state object.
 */

import { discountedCents } from "../checkout/pricing.ts";
import { HOLD_PAUSE_MS, UNDO_SOLD_MS } from "../deadlines.ts";
import { DEFAULT_TIME_LIMITS, type TimeLimits } from "../time-limits.ts";

/** `reserved` is not stored: it is `active` with a live hold. `removed` is the seller's soft delete (D37). */
export type Availability = "active" | "inactive" | "pending" | "pending_payment" | "sold" | "removed";
export type HoldKind = "buy_now" | "cart";

export interface Hold {
  hold_id: string;
  user_id: string;
  kind: HoldKind;
  fence: number;
  started_at: number;
  until: number;
  price_cents: number;
  acknowledged_at: number | null;
  /** The purchase the hold belongs to; absent for a hold on a single item. */
  group_id?: string | null;
  /** The price was agreed outside the room and is valid for this purchase only. */
  agreed?: boolean;
  /** The holder was shown where to send coins: it has become a payment hold, and cannot be extended again (D76). */
  paying?: boolean;
  /** Set when the holder got the hold from the waitlist: closing a dialog does not release it. */
  turn?: OfferedHold;
}

export interface OfferedHold {
  /** Null until the database has confirmed that the user may hold the item; once it is set, the user is notified. */
  item_title: string | null;
  /** Whether the holder has started to buy. Until then no price has been shown. */
  priced: boolean;
}

/** A position in the waitlist. Its id becomes the id of the hold. */
export interface WaitlistEntry {
  id: string;
  user_id: string;
  joined_at: number;
}

/** The price of a bundle part or an accepted offer. Charged only if the item's price is still `listCents`. */
export interface AgreedPrice {
  listCents: number;
  chargedCents: number;
}

/**
 * How often in a row a user held this item, for the limit of D35. Dropped once the pause has passed: the time after too
 * many holds in which the user cannot hold the item again.
 */
export interface HoldRun {
  user_id: string;
  count: number;
  ended_at: number;
  /** The pause that was set when the hold began; absent for the default pause. */
  pause_ms?: number;
}

export interface ItemState {
  seller_id: string;
  status: Availability;
  price_cents: number;
  /** Number of the latest hold; rises with every new hold. */
  fence: number;
  hold: Hold | null;
  /** The order that owns the item. Only this order may release it (D33). */
  order_id: string | null;
  sold_at: number | null;
  /** Set while the item is sold because the seller marked it as sold (D36) or traded it. */
  marked?: MarkedSale | null;
  /** The accepted trade that locks the item (`pending`) or sold it (`sold`). */
  trade?: TradeLock | null;
  /** Users waiting for the held item, first come first served. */
  line?: WaitlistEntry[];
  runs: HoldRun[];
}

export interface TradeLock {
  id: string;
  /** Number of the attempt to accept the trade, so that an earlier attempt cannot undo the lock of a later one. */
  attempt: number;
}

export interface MarkedSale {
  /** Chosen by the caller. Repeating it repeats the same sale. */
  id: string;
  /** The status the item returns to when the sale is undone. */
  from: "active" | "inactive";
}

interface HoldTerms {
  percentOff?: number | null;
  agreed?: AgreedPrice | null;
  groupId?: string | null;
  /** The buyer has sent coins for the item, so that no pause applies (D76). */
  hasPaid?: boolean;
}

export type AvailabilityCommand =
  | ({ type: "reserve"; userId: string; kind: HoldKind; holdId: string; clocks?: TimeLimits } & HoldTerms)
  | { type: "release"; userId: string }
  /**
   * The seller and this buyer agreed on a price: the item is held for the buyer until the price lapses (D52). Also for
   * the person whom a giveaway offers the item (D57).
   */
  | { type: "hold_for_offer"; userId: string; holdId: string; agreed: AgreedPrice; lengthMs: number }
  /** The buyer gives up the item they were promised. */
  | { type: "give_up_offer"; holdId: string }
  | { type: "acknowledge"; userId: string }
  /** The holder is about to send coins: the hold lasts at least this long from now, once (D76). */
  | { type: "hold_for_payment"; userId: string; lengthMs: number }
  | { type: "claim"; userId: string; orderId: string }
  | { type: "sell"; orderId: string }
  | { type: "free"; orderId: string }
  /** A payment arrived after the order had ended (D20). */
  | { type: "revive"; userId: string; orderId: string }
  /** Undoes the sale of an order, and lists the item again or makes it inactive. */
  | { type: "take_back"; orderId: string; relist: boolean }
  | {
      type: "seller_set";
      sellerId: string;
      status?: "active" | "inactive" | "removed";
      priceCents?: number;
      /** The price the new one was calculated from. If the price is different by now, nothing changes. */
      onlyFromCents?: number;
    }
  /** A sale to `buyerId`, or to an unknown buyer. `orderId` is the order created for a known buyer. */
  | { type: "mark_sold"; sellerId: string; saleId: string; buyerId: string | null; orderId: string | null }
  | { type: "undo_sold"; sellerId: string }
  | { type: "lock_for_trade"; ownerId: string; tradeId: string; attempt: number }
  | { type: "unlock_trade"; tradeId: string; attempt: number }
  /**
   * Both parties have handed over their items. Only the requested item carries `orderId`, the order for which the two
   * rate each other.
   */
  | { type: "complete_trade"; tradeId: string; orderId: string | null };

export type AvailabilityRefusal =
  | {
      reason:
        | "removed"
        | "own_item"
        | "sold"
        | "in_payment"
        | "in_trade"
        | "not_for_sale"
        | "not_holder"
        | "not_owner"
        | "too_late";
    }
  | { reason: "held" | "held_too_often"; until: number }
  | { reason: "price_changed"; priceCents: number };

export type AvailabilityDecision = { ok: true; state: ItemState } | ({ ok: false } & AvailabilityRefusal);

/** Largest number of `runs`, which keeps the state small. With more buyers in their pause the oldest are dropped. */
const RUNS_MAX = 200;

/** Ends an expired hold. Requests, the alarm and the cron all use it. */
export function expireHold(state: ItemState, now: number): ItemState {
  return state.hold && now >= state.hold.until ? endHold(state, state.hold.until) : state;
}

/** Returns until when a user who held the item too often in a row must wait, or null when there is no pause. */
export function pausedUntil(
  state: ItemState,
  userId: string,
  now: number,
  clocks: Pick<TimeLimits, "holds_in_a_row"> = DEFAULT_TIME_LIMITS,
): number | null {
  const run = state.runs.find((entry) => entry.user_id === userId);
  if (!run || run.count < clocks.holds_in_a_row) return null;
  const until = pauseEndsAt(run);
  return now < until ? until : null;
}

/** Applies a command to an item, after ending an expired hold, or says why it is refused. */
export function decideAvailability(before: ItemState, command: AvailabilityCommand, now: number): AvailabilityDecision {
  const state = expireHold(before, now);
  switch (command.type) {
    case "reserve":
      return reserve(state, command, now);
    case "release":
      // Closing a dialog twice, or after another buyer got the hold, is harmless.
      return { ok: true, state: isReleasable(state.hold, command.userId) ? endHold(state, now) : state };
    case "hold_for_offer":
      return holdForOffer(state, command, now);
    case "give_up_offer":
      return { ok: true, state: state.hold?.hold_id === command.holdId ? endHold(state, now) : state };
    case "acknowledge": {
      const { hold } = state;
      if (hold?.user_id !== command.userId) return { ok: false, reason: "not_holder" };
      if (hold.acknowledged_at !== null) return { ok: true, state };
      return { ok: true, state: { ...state, hold: { ...hold, acknowledged_at: now } } };
    }
    case "hold_for_payment": {
      const { hold } = state;
      if (hold?.user_id !== command.userId) return { ok: false, reason: "not_holder" };
      if (hold.paying) return { ok: true, state };
      const until = Math.max(hold.until, now + command.lengthMs);
      return { ok: true, state: { ...state, hold: { ...hold, paying: true, until } } };
    }
    case "claim":
      if (state.status !== "active" || state.hold?.user_id !== command.userId) {
        return { ok: false, reason: "not_holder" };
      }
      return {
        ok: true,
        state: { ...endHold(state, now), status: "pending_payment", order_id: command.orderId },
      };
    case "sell":
      // A sold item stays sold: repeating the command changes nothing.
      if (state.order_id !== command.orderId || state.status === "sold") return { ok: true, state };
      return { ok: true, state: { ...state, status: "sold", sold_at: now } };
    case "free":
      if (state.order_id !== command.orderId || state.status !== "pending_payment") return { ok: true, state };
      return { ok: true, state: { ...state, status: "active", order_id: null } };
    case "revive":
      if (!isFreeFor(state, command.userId)) return { ok: false, reason: "not_for_sale" };
      return { ok: true, state: { ...endHold(state, now), status: "sold", order_id: command.orderId, sold_at: now } };
    case "take_back":
      if (state.order_id !== command.orderId || state.status !== "sold") return { ok: true, state };
      return {
        ok: true,
        state: { ...state, status: command.relist ? "active" : "inactive", order_id: null, sold_at: null },
      };
    case "seller_set":
      return sellerSet(state, command);
    case "mark_sold":
      return markSold(state, command, now);
    case "undo_sold":
      return undoSold(state, command.sellerId, now);
    case "lock_for_trade":
      return lockForTrade(state, command);
    case "unlock_trade":
      return { ok: true, state: holdsLock(state, command) ? { ...state, status: "active", trade: null } : state };
    case "complete_trade":
      return completeTrade(state, command, now);
  }
}

/** Returns whether this buyer could take the item: it is for sale, and no other user holds it. */
export function isFreeFor(state: ItemState, userId: string): boolean {
  return state.status === "active" && (state.hold === null || state.hold.user_id === userId);
}

function reserve(
  state: ItemState,
  command: Extract<AvailabilityCommand, { type: "reserve" }>,
  now: number,
): AvailabilityDecision {
  if (state.status === "removed") return { ok: false, reason: "removed" };
  if (command.userId === state.seller_id) return { ok: false, reason: "own_item" };
  if (state.status === "sold") return { ok: false, reason: "sold" };
  if (state.status === "pending_payment") return { ok: false, reason: "in_payment" };
  if (state.status !== "active") return { ok: false, reason: "not_for_sale" };

  const { hold } = state;
  const { agreed, clocks = DEFAULT_TIME_LIMITS } = command;
  if (hold && hold.user_id !== command.userId) return { ok: false, reason: "held", until: hold.until };
  if (agreed && agreed.listCents !== state.price_cents) {
    return { ok: false, reason: "price_changed", priceCents: state.price_cents };
  }
  if (hold) {
    const terms = startOfferedPurchase(state, hold, command) ?? newHoldTerms(state, hold, command);
    if (terms)
      return {
        ok: true,
        state: { ...state, hold: { ...terms, kind: hold.kind === "buy_now" ? hold.kind : command.kind } },
      };
    // Holding again never extends the hold (A32). A cart hold can become a purchase hold, but not the reverse.
    if (hold.kind === command.kind || hold.kind === "buy_now") return { ok: true, state };
    return { ok: true, state: { ...state, hold: { ...hold, kind: "buy_now" } } };
  }

  const paused = pausedUntil(state, command.userId, now, clocks);
  if (paused !== null && !command.hasPaid) return { ok: false, reason: "held_too_often", until: paused };

  const { userId: user_id, holdId: hold_id, kind } = command;
  const next = newHold(state, { hold_id, user_id, kind, ...termsOf(state, command) }, now, clocks.hold_ms);
  const runs = addRun(state.runs, { userId: user_id, endsAt: next.hold.until, pauseMs: clocks.hold_pause_ms }, now);
  return { ok: true, state: { ...state, ...next, runs } };
}

/** Whether the hold belongs to a price agreed with the seller: it has the id of the accepted offer. */
export function isOfferHold(holdId: string | null): boolean {
  return holdId?.startsWith("agr_") === true;
}

/** Whether the hold belongs to the person whom a giveaway offers the item (D57). */
export function isGiveawayHold(holdId: string | null): boolean {
  return holdId?.startsWith("gwh_") === true;
}

/** Characters that the ids of one bundle's holds have in common, with their prefix. */
export const BUNDLE_HOLD_SHARED = 14;

/** Returns the id of an item's hold for a bundle; `group` and `own` are ids of any kind. */
export function bundleHoldId(group: string, own: string): string {
  const part = (id: string) => id.slice(id.indexOf("_") + 1).slice(0, BUNDLE_HOLD_SHARED - "bnh_".length);
  return `bnh_${part(group)}${part(own)}`;
}

/** Whether the hold was taken for the checkout of a bundle (D76). */
export function isBundleHold(holdId: string | null): boolean {
  return holdId?.startsWith("bnh_") === true;
}

/** Whether the hold was promised to its holder: it lasts hours, and only they or the seller give it up. */
export function isPromisedHold(holdId: string | null): boolean {
  return isOfferHold(holdId) || isGiveawayHold(holdId);
}

/**
 * Holds the item for the buyer whose offer was accepted. It replaces a shorter hold of the same buyer, and counts neither
 * as one of their holds in a row nor as part of a pause (D35), because the seller agreed to it.
 */
function holdForOffer(
  state: ItemState,
  command: Extract<AvailabilityCommand, { type: "hold_for_offer" }>,
  now: number,
): AvailabilityDecision {
  const { userId, holdId, agreed, lengthMs } = command;
  const { hold } = state;
  if (hold?.hold_id === holdId) return { ok: true, state };
  if (state.status === "removed") return { ok: false, reason: "removed" };
  if (userId === state.seller_id) return { ok: false, reason: "own_item" };
  if (state.status === "sold") return { ok: false, reason: "sold" };
  if (state.status === "pending_payment") return { ok: false, reason: "in_payment" };
  if (state.status === "pending") return { ok: false, reason: "in_trade" };
  if (state.status !== "active") return { ok: false, reason: "not_for_sale" };
  if (hold && hold.user_id !== userId) return { ok: false, reason: "held", until: hold.until };
  if (agreed.listCents !== state.price_cents) {
    return { ok: false, reason: "price_changed", priceCents: state.price_cents };
  }
  const terms = {
    hold_id: holdId,
    user_id: userId,
    kind: "buy_now",
    price_cents: agreed.chargedCents,
    agreed: true,
  } as const;
  return { ok: true, state: { ...state, ...newHold(state, terms, now, lengthMs) } };
}

/** Creates a hold that begins now, with the item's next fence number. */
export function newHold(
  { fence: last }: Pick<ItemState, "fence">,
  terms: Omit<Hold, "fence" | "started_at" | "until" | "acknowledged_at">,
  now: number,
  lengthMs: number,
): { fence: number; hold: Hold } {
  const fence = last + 1;
  return { fence, hold: { ...terms, fence, started_at: now, until: now + lengthMs, acknowledged_at: null } };
}

function termsOf(state: ItemState, { agreed, groupId, percentOff }: HoldTerms) {
  const price = percentOff ? discountedCents(state.price_cents, percentOff) : state.price_cents;
  return {
    price_cents: agreed ? agreed.chargedCents : price,
    ...(groupId && { group_id: groupId }),
    ...(agreed && { agreed: true }),
  };
}

/** Starts the purchase of a hold offered through the waitlist: at the current price, for the remaining time. */
function startOfferedPurchase(state: ItemState, hold: Hold, command: HoldTerms): Omit<Hold, "kind"> | null {
  if (!hold.turn || hold.turn.priced) return null;
  return { ...hold, turn: { ...hold.turn, priced: true }, ...termsOf(state, command) };
}

/**
 * Closing a dialog releases neither a hold from the waitlist nor one that was promised: the holder leaves the waitlist,
 * gives up the offer, or declines the item.
 */
function isReleasable(hold: Hold | null, userId: string): boolean {
  return hold?.user_id === userId && !hold.turn && !isPromisedHold(hold.hold_id);
}

/**
 * Returns new terms for a hold that the buyer already has, without extending it; null when nothing changes. A buyer who
 * leaves a bundle loses the bundle price.
 */
function newHoldTerms(state: ItemState, hold: Hold, command: HoldTerms): Omit<Hold, "kind"> | null {
  const group = command.groupId ?? null;
  const current = hold.group_id ?? null;
  const { group_id: _group, agreed, ...bare } = hold;
  if (command.agreed) {
    const same = agreed === true && hold.price_cents === command.agreed.chargedCents && current === group;
    return same ? null : { ...bare, ...termsOf(state, command) };
  }
  if (group === current) return null;
  if (agreed) return current === null ? null : { ...bare, ...termsOf(state, command) };
  // A single hold that joins a purchase keeps its price.
  return group === null ? null : { ...bare, group_id: group };
}

function sellerSet(
  state: ItemState,
  command: Extract<AvailabilityCommand, { type: "seller_set" }>,
): AvailabilityDecision {
  if (command.sellerId !== state.seller_id) return { ok: false, reason: "not_owner" };
  const status = command.status ?? state.status;
  const price = command.priceCents ?? state.price_cents;
  if (status === state.status && price === state.price_cents) return { ok: true, state };
  if (state.status === "removed") return { ok: false, reason: "removed" };
  if (state.status === "sold") return { ok: false, reason: "sold" };
  if (state.status === "pending_payment") return { ok: false, reason: "in_payment" };
  if (state.status === "pending") return { ok: false, reason: "in_trade" };
  // The holder has been shown a price (A39).
  if (state.hold) return { ok: false, reason: "held", until: state.hold.until };
  if (command.onlyFromCents !== undefined && command.onlyFromCents !== state.price_cents) {
    return { ok: false, reason: "price_changed", priceCents: state.price_cents };
  }
  return { ok: true, state: { ...state, status, price_cents: price } };
}

/** Refuses while a buyer pays for the item, or while another user than `buyerId` holds it (D36). */
function markSold(
  state: ItemState,
  command: Extract<AvailabilityCommand, { type: "mark_sold" }>,
  now: number,
): AvailabilityDecision {
  if (command.sellerId !== state.seller_id) return { ok: false, reason: "not_owner" };
  if (command.buyerId === state.seller_id) return { ok: false, reason: "own_item" };
  if (state.status === "removed") return { ok: false, reason: "removed" };
  if (state.status === "sold") {
    return state.marked?.id === command.saleId ? { ok: true, state } : { ok: false, reason: "sold" };
  }
  if (state.status === "pending_payment") return { ok: false, reason: "in_payment" };
  if (state.status === "pending") return { ok: false, reason: "in_trade" };
  const { hold } = state;
  if (hold && hold.user_id !== command.buyerId) return { ok: false, reason: "held", until: hold.until };
  return {
    ok: true,
    state: {
      ...endHold(state, now),
      status: "sold",
      order_id: command.orderId,
      sold_at: now,
      marked: { id: command.saleId, from: state.status },
    },
  };
}

/** Restores the status from before the sale. Refuses for an item that was sold through Goodstreet. */
function undoSold(state: ItemState, sellerId: string, now: number): AvailabilityDecision {
  if (sellerId !== state.seller_id) return { ok: false, reason: "not_owner" };
  if (state.status === "removed") return { ok: false, reason: "removed" };
  if (state.status !== "sold") return { ok: true, state };
  // A trade that both parties have completed cannot be undone by the seller alone.
  if (!state.marked || state.trade) return { ok: false, reason: "sold" };
  if (now >= (state.sold_at ?? 0) + UNDO_SOLD_MS) return { ok: false, reason: "too_late" };
  return { ok: true, state: { ...state, status: state.marked.from, order_id: null, sold_at: null, marked: null } };
}

/**
 * Locks the item for a trade, if its owner is still `ownerId` and no other buyer, order or trade has it. The fence
 * rises, as with every new hold (D29).
 */
function lockForTrade(
  state: ItemState,
  { ownerId, tradeId, attempt }: Extract<AvailabilityCommand, { type: "lock_for_trade" }>,
): AvailabilityDecision {
  if (state.status === "removed") return { ok: false, reason: "removed" };
  if (ownerId !== state.seller_id) return { ok: false, reason: "not_owner" };
  if (state.status === "sold") return { ok: false, reason: "sold" };
  if (state.status === "pending_payment") return { ok: false, reason: "in_payment" };
  const trade = { id: tradeId, attempt };
  if (state.status === "pending") {
    if (state.trade?.id !== tradeId || state.trade.attempt > attempt) return { ok: false, reason: "in_trade" };
    return { ok: true, state: state.trade.attempt === attempt ? state : { ...state, trade } };
  }
  if (state.status !== "active") return { ok: false, reason: "not_for_sale" };
  if (state.hold) return { ok: false, reason: "held", until: state.hold.until };
  return { ok: true, state: { ...state, status: "pending", fence: state.fence + 1, trade } };
}

function holdsLock(state: ItemState, { tradeId, attempt }: { tradeId: string; attempt: number }): boolean {
  return state.status === "pending" && state.trade?.id === tradeId && state.trade.attempt <= attempt;
}

function completeTrade(
  state: ItemState,
  { tradeId, orderId }: Extract<AvailabilityCommand, { type: "complete_trade" }>,
  now: number,
): AvailabilityDecision {
  if (state.trade?.id !== tradeId) return { ok: false, reason: "not_for_sale" };
  if (state.status !== "pending") return { ok: true, state };
  return {
    ok: true,
    state: {
      ...state,
      status: "sold",
      order_id: orderId,
      sold_at: now,
      marked: { id: tradeId, from: "inactive" },
    },
  };
}

/** Ends the hold, if there is one, and records when it ended, because the pause counts from then. */
export function endHold(state: ItemState, at: number): ItemState {
  const { hold } = state;
  if (!hold) return state;
  return {
    ...state,
    hold: null,
    runs: state.runs.map((run) => (run.user_id === hold.user_id ? { ...run, ended_at: at } : run)),
  };
}

/** Counts a new hold of a user. */
export function addRun(
  runs: HoldRun[],
  { userId, endsAt, pauseMs }: { userId: string; endsAt: number; pauseMs: number },
  now: number,
): HoldRun[] {
  const recent = currentRuns(runs, now);
  const mine = recent.find((run) => run.user_id === userId);
  const others = recent.filter((run) => run.user_id !== userId);
  const pause = pauseMs === HOLD_PAUSE_MS ? {} : { pause_ms: pauseMs };
  return [...others, { user_id: userId, count: (mine?.count ?? 0) + 1, ended_at: endsAt, ...pause }].slice(-RUNS_MAX);
}

/** Returns the runs whose pause has not passed. */
export function currentRuns(runs: HoldRun[], now: number): HoldRun[] {
  return runs.filter((run) => now < pauseEndsAt(run));
}

/** Returns when the pause after a run ends. */
export function pauseEndsAt({ ended_at, pause_ms = HOLD_PAUSE_MS }: HoldRun): number {
  return ended_at + pause_ms;
}
