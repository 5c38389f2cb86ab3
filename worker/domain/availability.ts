/**
 * Who may buy an item right now: its status, its hold and the order that owns it (D29). Everything
 * not listed here is refused and changes nothing; an unchanged decision returns the very same state object.
 */
import { type Clocks, DEFAULT_CLOCKS } from "./clocks.ts";
import { HOLD_PAUSE_MS, UNDO_SOLD_MS } from "./deadlines.ts";
import { discountedCents } from "./pricing.ts";

/** `reserved` is not among them: it is `active` with a live hold. `removed` is the seller's soft delete (D37). */
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
  /** The purchase the hold belongs to. Absent for a hold on its own. */
  group_id?: string | null;
  /** The price was agreed outside the room: it is good for this purchase only. */
  agreed?: boolean;
  /** It came to its holder from the line: theirs until its time is up, whatever dialog closes. */
  turn?: Turn;
}

export interface Turn {
  /** Null until the database has said that they may hold it; with it they are told. */
  item_title: string | null;
  /** Whether its holder has begun to buy. Till then nobody has been shown a price. */
  priced: boolean;
}

/** A place in line. Its id becomes that of the hold. */
export interface Place {
  id: string;
  user_id: string;
  joined_at: number;
}

/** A bundle's share or an accepted offer: charged if the room's own price is still the one it was agreed on. */
export interface AgreedPrice {
  listCents: number;
  chargedCents: number;
}

/** How often somebody has lately held this item (D35). Forgotten once the pause has passed. */
export interface HoldRun {
  user_id: string;
  count: number;
  ended_at: number;
  /** The pause as it was when the hold began; absent: the usual one. */
  pause_ms?: number;
}

export interface ItemState {
  seller_id: string;
  status: Availability;
  price_cents: number;
  /** Number of the latest hold; rises with every new one. */
  fence: number;
  hold: Hold | null;
  /** The order that owns the item; only that order may free it again (D33). */
  order_id: string | null;
  sold_at: number | null;
  /** Set while it is sold because its seller said so (D36), or because it was traded away. */
  marked?: MarkedSale | null;
  /** The accepted trade it is locked for (`pending`) or was given away in (`sold`). */
  trade?: TradeLock | null;
  /** Who waits for it while somebody else has it, first come first. */
  line?: Place[];
  runs: HoldRun[];
}

export interface TradeLock {
  id: string;
  /** Which try to accept the trade took it: what an earlier try still does or undoes cannot touch a later one's. */
  attempt: number;
}

export interface MarkedSale {
  /** Brought by the caller: the same one again is the same sale. */
  id: string;
  /** What the item goes back to when the sale is undone. */
  from: "active" | "inactive";
}

interface HoldTerms {
  percentOff?: number | null;
  agreed?: AgreedPrice | null;
  groupId?: string | null;
}

export type AvailabilityCommand =
  | ({ type: "reserve"; userId: string; kind: HoldKind; holdId: string; clocks?: Clocks } & HoldTerms)
  | { type: "release"; userId: string }
  | { type: "acknowledge"; userId: string }
  | { type: "claim"; userId: string; orderId: string }
  | { type: "sell"; orderId: string }
  | { type: "free"; orderId: string }
  /** An order that was over has been paid after all (D20). */
  | { type: "revive"; userId: string; orderId: string }
  /** A sale is undone: the one way out of "sold". */
  | { type: "take_back"; orderId: string; relist: boolean }
  | {
      type: "seller_set";
      sellerId: string;
      status?: "active" | "inactive" | "removed";
      priceCents?: number;
      /** The price the new one was worked out from: if it is another by now, nothing is changed. */
      onlyFromCents?: number;
    }
  /** To `buyerId`, or to somebody unknown. `orderId` is the order written for a known buyer. */
  | { type: "mark_sold"; sellerId: string; saleId: string; buyerId: string | null; orderId: string | null }
  | { type: "undo_sold"; sellerId: string }
  | { type: "lock_for_trade"; ownerId: string; tradeId: string; attempt: number }
  | { type: "unlock_trade"; tradeId: string; attempt: number }
  /** Handed over by both. `orderId` is the deal the two rate each other for; only the thing asked for carries it. */
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

/** More people than this within half an hour, and the oldest run is forgotten: the state must stay small. */
const RUNS_MAX = 200;

/** The state freed of a hold whose time is up. Lazily, by alarm or by cron: all the same (D29). */
export function expireHold(state: ItemState, now: number): ItemState {
  return state.hold && now >= state.hold.until ? endHold(state, state.hold.until) : state;
}

/** The earliest instant at which somebody may hold the item again who has held it too often in a row, or null. */
export function pausedUntil(
  state: ItemState,
  userId: string,
  now: number,
  clocks: Pick<Clocks, "holds_in_a_row"> = DEFAULT_CLOCKS,
): number | null {
  const run = state.runs.find((entry) => entry.user_id === userId);
  if (!run || run.count < clocks.holds_in_a_row) return null;
  const until = runMattersUntil(run);
  return now < until ? until : null;
}

export function decideAvailability(before: ItemState, command: AvailabilityCommand, now: number): AvailabilityDecision {
  const state = expireHold(before, now);
  switch (command.type) {
    case "reserve":
      return reserve(state, command, now);
    case "release":
      // Closing a dialog twice, or after the hold has gone to somebody else, is harmless.
      return { ok: true, state: isReleasable(state.hold, command.userId) ? endHold(state, now) : state };
    case "acknowledge": {
      const { hold } = state;
      if (hold?.user_id !== command.userId) return { ok: false, reason: "not_holder" };
      if (hold.acknowledged_at !== null) return { ok: true, state };
      return { ok: true, state: { ...state, hold: { ...hold, acknowledged_at: now } } };
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
      // Sold is absorbing: repeating it changes nothing.
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

/** Whether the item could be this buyer's right now: for sale, and in nobody else's hands. */
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
  const { agreed, clocks = DEFAULT_CLOCKS } = command;
  if (hold && hold.user_id !== command.userId) return { ok: false, reason: "held", until: hold.until };
  if (agreed && agreed.listCents !== state.price_cents) {
    return { ok: false, reason: "price_changed", priceCents: state.price_cents };
  }
  if (hold) {
    const terms = takenUp(state, hold, command) ?? reagreed(state, hold, command);
    if (terms)
      return {
        ok: true,
        state: { ...state, hold: { ...terms, kind: hold.kind === "buy_now" ? hold.kind : command.kind } },
      };
    // Holding again never extends (A32). A cart hold becomes a purchase; a purchase does not turn back into a cart hold.
    if (hold.kind === command.kind || hold.kind === "buy_now") return { ok: true, state };
    return { ok: true, state: { ...state, hold: { ...hold, kind: "buy_now" } } };
  }

  const paused = pausedUntil(state, command.userId, now, clocks);
  if (paused !== null) return { ok: false, reason: "held_too_often", until: paused };

  const { userId: user_id, holdId: hold_id, kind } = command;
  const next = newHold(state, { hold_id, user_id, kind, ...termsOf(state, command) }, now, clocks.hold_ms);
  const runs = addRun(state.runs, { userId: user_id, endsAt: next.hold.until, pauseMs: clocks.hold_pause_ms }, now);
  return { ok: true, state: { ...state, ...next, runs } };
}

/** A hold that begins now, with the item's next fence number. */
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

/** A turn that its holder takes up begins to be a hold like others: at this moment's price, for the time that is left. */
function takenUp(state: ItemState, hold: Hold, command: HoldTerms): Omit<Hold, "kind"> | null {
  if (!hold.turn || hold.turn.priced) return null;
  return { ...hold, turn: { ...hold.turn, priced: true }, ...termsOf(state, command) };
}

/** A turn is given up by leaving the line: a dialog that closes did not make it. */
function isReleasable(hold: Hold | null, userId: string): boolean {
  return hold?.user_id === userId && !hold.turn;
}

/**
 * New terms for a hold its holder already has; its time goes on. Somebody who steps out of a bundle leaves the bundle's
 * price behind. Null when the hold's terms stand.
 */
function reagreed(state: ItemState, hold: Hold, command: HoldTerms): Omit<Hold, "kind"> | null {
  const group = command.groupId ?? null;
  const current = hold.group_id ?? null;
  const { group_id: _group, agreed, ...bare } = hold;
  if (command.agreed) {
    const same = agreed === true && hold.price_cents === command.agreed.chargedCents && current === group;
    return same ? null : { ...bare, ...termsOf(state, command) };
  }
  if (group === current) return null;
  if (agreed) return current === null ? null : { ...bare, ...termsOf(state, command) };
  // A hold of one's own that joins a purchase keeps the price it began with.
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
  // Whoever holds it has been shown a price (A39).
  if (state.hold) return { ok: false, reason: "held", until: state.hold.until };
  if (command.onlyFromCents !== undefined && command.onlyFromCents !== state.price_cents) {
    return { ok: false, reason: "price_changed", priceCents: state.price_cents };
  }
  return { ok: true, state: { ...state, status, price_cents: price } };
}

/** Refused while somebody pays for it or, unless it is sold to that very person, holds it (D36). */
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

/** Back to what it was before. An item that is not sold has nothing to undo; one sold here stays sold. */
function undoSold(state: ItemState, sellerId: string, now: number): AvailabilityDecision {
  if (sellerId !== state.seller_id) return { ok: false, reason: "not_owner" };
  if (state.status === "removed") return { ok: false, reason: "removed" };
  if (state.status !== "sold") return { ok: true, state };
  // What both have handed over is not the seller's alone to take back.
  if (!state.marked || state.trade) return { ok: false, reason: "sold" };
  if (now >= (state.sold_at ?? 0) + UNDO_SOLD_MS) return { ok: false, reason: "too_late" };
  return { ok: true, state: { ...state, status: state.marked.from, order_id: null, sold_at: null, marked: null } };
}

/**
 * Takes the item for a trade. Nobody holds, pays for or trades it, and it still belongs to the one who
 * offered it (D39). The fence rises, as with every new owner of the item's future (D29).
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

export function endHold(state: ItemState, at: number): ItemState {
  const { hold } = state;
  if (!hold) return state;
  return {
    ...state,
    hold: null,
    runs: state.runs.map((run) => (run.user_id === hold.user_id ? { ...run, ended_at: at } : run)),
  };
}

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

/** Runs that still matter: the pause after them has not passed. */
export function currentRuns(runs: HoldRun[], now: number): HoldRun[] {
  return runs.filter((run) => now < runMattersUntil(run));
}

/** When the pause after a run is over. */
export function runMattersUntil({ ended_at, pause_ms = HOLD_PAUSE_MS }: HoldRun): number {
  return ended_at + pause_ms;
}
