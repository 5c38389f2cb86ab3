/**
 * A market in memory: item rooms with storage that survives crashes, the rows of D1, a card provider, and processes
 * that can die at every await. The rules are the production code; only storage, network and clock are simulated.
 */

import { cancelProblem, type PurchaseDecision, payProblem } from "#domain/checkout/purchase-decision";
import { itemClaimOf, type Order } from "#domain/orders/order";
import { type LedgerTxn, transferKey } from "#domain/payments/ledger";
import type { Result } from "#domain/result";
import { type AccountFlags, accountFlags, reverseStrikes, type Strike, strikesFor } from "#domain/status/strikes";
import type { Runnable } from "../../durable/item-room/command.ts";
import { dueTimes, nextAlarm } from "../../durable/item-room/due.ts";
import {
  markOf,
  type ProjectionMark,
  projected,
  projectionFailed,
  wantsProjection,
} from "../../durable/item-room/outbox.ts";
import { apply, noop } from "../../durable/item-room/room.ts";
import { findOrder, isDirty, isOrderUnprojected, isOver, type RoomState } from "../../durable/item-room/state.ts";
import type { Provider } from "./provider.ts";
import type { Random } from "./random.ts";

/** The rules under test. An injected bug replaces one of them. */
export interface Rules {
  apply: typeof apply;
  strikesFor: typeof strikesFor;
  accountFlags: typeof accountFlags;
  overturn: typeof reverseStrikes;
  payProblem: typeof payProblem;
  cancelProblem: typeof cancelProblem;
  transferKey: typeof transferKey;
}
export const PRODUCTION_RULES: Rules = {
  apply,
  strikesFor,
  accountFlags,
  overturn: reverseStrikes,
  payProblem,
  cancelProblem,
  transferKey,
};

export class Violation extends Error {}

export function assertInvariant(holds: boolean, invariant: string, details: () => string = () => ""): void {
  if (!holds) throw new Violation(`${invariant}: ${details()}`);
}

/** A running operation of a Worker or room. Every yield is an await: other processes run, and it may die there. */
export type Process = Generator<undefined, void, undefined>;

export interface Room {
  id: string;
  memory: RoomState | null;
  stored: RoomState | null;
  alarm: number | null;
  /** Increases with every instance, so that processes of a dead instance stop. */
  instance: number;
  flushing: boolean;
}

interface Batch {
  room: string;
  state: RoomState;
  unseen: Order[];
}

export interface PaymentRow {
  intent: string;
  order: string;
  item: string;
  amount: number;
  status: "open" | "succeeded" | "canceled";
  outcome: "paid" | "refund" | null;
  settled: boolean;
  next_check: number;
  created: number;
}

export interface RefundRow {
  id: string;
  intent: string;
  order: string;
  amount: number;
  status: "due" | "succeeded" | "failed";
  attempts: number;
  next_at: number;
}

/** A chargeback as D1 stores it. */
export interface ReversalRow {
  id: string;
  intent: string;
  amount: number;
  status: "open" | "won" | "lost";
  applied: "open" | "won" | "lost" | null;
  attempts: number;
  next_at: number;
}

/** The seller's proceeds of one card order. */
export interface TransferRow {
  order: string;
  intent: string;
  amount: number;
  status: "payable" | "sent" | "reversing" | "reversed";
  generation: number;
  /** Amount that the seller has, as far as D1 knows. */
  atSeller: number;
  everSent: boolean;
  attempts: number;
  next_at: number;
  failed: boolean;
}

/** Two items bought together for one price, paid by one bank transfer. */
export interface PurchaseRow {
  id: string;
  buyer: string;
  status: "placing" | "placed" | "failed";
  decision: PurchaseDecision;
  decided_at: number;
  decided_order: string | null;
  created: number;
  parts: { order: string; item: string; amount: number }[];
}

export interface Account {
  id: string;
  role: "user" | "admin";
  flags: AccountFlags;
  strikes: Strike[];
}

/** Account name in the ledger, the same for all sellers. */
export const SELLER = "seller";
/** Item 5 is sold by a member of staff, who also buys. */
export const sellerOf = (itemId: string) => (itemId === "item5" ? "staff" : "seller");
/** Staff who decide. The first one is a party to many orders. */
export const STAFF = ["staff", "mod"] as const;
export const BUYERS = ["ann", "ben", "cat", "dan", "eve", "staff"] as const;
export const ITEMS = 6;

export class Market {
  now = Date.UTC(2026, 0, 1);
  readonly rules: Rules;
  readonly rooms: Room[] = [];
  readonly items = new Map<string, RoomState>();
  readonly orders = new Map<string, Order>();
  /** Completed orders of earlier items with the same id. */
  readonly past = new Map<string, Order>();
  readonly payments = new Map<string, PaymentRow>();
  readonly refunds = new Map<string, RefundRow>();
  readonly reversals = new Map<string, ReversalRow>();
  readonly transfers = new Map<string, TransferRow>();
  readonly purchases = new Map<string, PurchaseRow>();
  readonly ledger = new Map<string, LedgerTxn>();
  /** Ledger sums by intent and account. */
  readonly sums = new Map<string, Map<string, number>>();
  readonly people = new Map<string, Account>();
  readonly provider: Provider;
  readonly processes: Process[] = [];
  readonly late: Batch[] = [];
  /** Whether D1, rooms and processes may fail. */
  faults = true;
  random: Random;
  /** Called after every change of a room, with the previous state. */
  changed: (room: Room, before: RoomState, after: RoomState) => void = () => undefined;
  readonly #drains = new WeakMap<Process, Room>();
  #ids = 0;

  constructor(rules: Rules, provider: Provider, random: Random) {
    this.rules = rules;
    this.provider = provider;
    this.random = random;
    for (let n = 0; n < ITEMS; n++) {
      const id = `item${n}`;
      this.rooms.push({ id, memory: null, stored: null, alarm: null, instance: 0, flushing: false });
      this.items.set(id, freshRoom(id, n === 0 ? 0 : 1_000 * n + 995, this.now));
    }
    for (const id of BUYERS) {
      const flags = {
        is_suspended: false,
        suspension_end_date: null,
        is_banned: false,
        ban_reason: null,
        incomplete_transaction_count: 0,
      };
      this.people.set(id, { id, role: id === "staff" ? "admin" : "user", flags, strikes: [] });
    }
  }

  id(prefix: string): string {
    return `${prefix}${++this.#ids}`;
  }

  room(itemId: string): Room {
    return this.rooms[Number(itemId.slice(4))] as Room;
  }

  person(id: string): Account {
    return this.people.get(id) as Account;
  }

  /** Runs one command: check and write in one step, then the projection starts. */
  ask<Input, Value>(itemId: string, { reduce, order }: Runnable<Input, Value>, input: Input): Result<Value> {
    const room = this.room(itemId);
    const before = this.load(room);
    const orderId = order?.(input);
    const past = orderId === undefined || findOrder(before, orderId) ? null : (this.orders.get(orderId) ?? null);
    const known = past !== null && past.item_id === itemId ? past : null;
    const { state, reply } = this.rules.apply(before, reduce, input, {
      now: this.now,
      past: known,
      negotiation: null,
    });
    if (state !== before) {
      this.#save(room, state);
      this.changed(
        room,
        known && !findOrder(before, known.id) ? { ...before, orders: [...before.orders, known] } : before,
        state,
      );
    }
    this.flush(room, false);
    return reply;
  }

  load(room: Room): RoomState {
    room.memory ??= room.stored ?? this.#hydrated(room.id);
    return room.memory;
  }

  settle(room: Room): void {
    this.ask(room.id, { reduce: noop }, undefined);
    this.flush(room, true);
    room.alarm = nextAlarm(dueTimes(this.load(room), this.now));
  }

  runAlarm(room: Room): void {
    if (room.alarm === null || room.alarm > this.now) return;
    room.alarm = null;
    this.settle(room);
    const cleanup = dueTimes(this.load(room), this.now).cleanup;
    if (cleanup === null || cleanup > this.now || room.flushing) return;
    room.memory = null;
    room.stored = null;
    room.alarm = null;
  }

  /**
   * Once a deal is finished and stored in D1, its id is reused for another item, so that a run does not run out of
   * items.
   */
  relist(room: Room): void {
    const state = this.load(room);
    const rev = state.rev + 1;
    const fresh = freshRoom(room.id, state.item.price_cents, this.now);
    const outbox = { ...fresh.outbox, item_rev: rev };
    const next = { ...fresh, rev, outbox, item: { ...fresh.item, fence: state.item.fence, runs: state.item.runs } };
    for (const [id, order] of this.orders) if (order.id === state.item.order_id) this.past.set(id, order);
    this.items.set(room.id, next);
    this.#save(room, next);
  }

  /** The instance dies; a batch in progress is lost, carried out, or delivered later. */
  crash(room: Room): void {
    room.memory = null;
    room.instance++;
    room.flushing = false;
    // The alarm of a room whose run died runs again.
    if (room.stored) room.alarm ??= this.now;
  }

  /** A process dies between two awaits; a process of a room ends its instance too. */
  kill(process: Process): void {
    const room = this.#drains.get(process);
    if (room) this.crash(room);
    else this.processes.splice(this.processes.indexOf(process), 1);
  }

  flush(room: Room, force: boolean): void {
    const state = room.memory;
    if (room.flushing || !state || !this.#wanted(state, force)) return;
    room.flushing = true;
    const drain = this.#drain(room, room.instance, force);
    this.#drains.set(drain, room);
    this.processes.push(drain);
  }

  deliverLate(): void {
    const batch = this.late.shift();
    if (batch) this.#write(batch);
  }

  post(txn: LedgerTxn): void {
    if (this.ledger.has(txn.id)) return;
    this.ledger.set(txn.id, txn);
    const sums = this.sums.get(txn.intent_id) ?? new Map<string, number>();
    this.sums.set(txn.intent_id, sums);
    assertInvariant(
      txn.lines.reduce((sum, line) => sum + line.amount_cents, 0) === 0,
      "a ledger transaction does not add up to zero",
      () => txn.id,
    );
    for (const { account, amount_cents } of txn.lines) sums.set(account, (sums.get(account) ?? 0) + amount_cents);
  }

  #wanted(state: RoomState, force: boolean): boolean {
    return force ? isDirty(state) : wantsProjection(state) && (state.outbox.retry_at ?? 0) <= this.now;
  }

  *#drain(room: Room, instance: number, force: boolean): Process {
    while (room.memory && this.#wanted(room.memory, force)) {
      const mark: ProjectionMark = markOf(room.memory);
      const state = room.memory;
      const batch: Batch = {
        room: room.id,
        state,
        unseen: state.orders.filter((order) => isOrderUnprojected(state, order)),
      };
      yield;
      if (room.instance !== instance) {
        if (this.random.chance(50)) this.late.push(batch);
        return;
      }
      if (this.faults && this.random.chance(6)) {
        if (this.random.chance(50)) this.#write(batch);
        this.#save(
          room,
          projectionFailed(room.memory ?? state, mark, new Error("D1_ERROR: Network connection lost."), this.now),
        );
        break;
      }
      this.#write(batch);
      yield;
      if (room.instance !== instance) return;
      if (room.memory) this.#save(room, projected(room.memory, mark));
    }
    if (room.instance === instance) room.flushing = false;
  }

  /** Fences of D1: a row is written only over an older revision. */
  #write({ room, state, unseen }: Batch): void {
    for (const order of [...unseen.filter(isOver), ...unseen.filter((order) => !isOver(order))]) {
      if (order.rev <= (this.orders.get(order.id)?.rev ?? 0)) continue;
      this.orders.set(order.id, order);
      if (itemClaimOf(order.status) === "none") continue;
      for (const other of this.orders.values()) {
        if (this.past.has(other.id)) continue;
        const two = other.item_id === room && other.id !== order.id && itemClaimOf(other.status) !== "none";
        assertInvariant(!two, "the unique index of one live order per item refuses", () => `${other.id} ${order.id}`);
      }
    }
    if (state.rev > (this.items.get(room)?.rev ?? 0)) this.items.set(room, state);
  }

  #save(room: Room, state: RoomState): void {
    room.memory = state;
    room.stored = state;
    room.alarm = nextAlarm(dueTimes(state, this.now));
  }

  /** Rebuilds a room from rows, like hydration.ts: the item, and the order that owns it. */
  #hydrated(itemId: string): RoomState {
    const row = this.items.get(itemId) as RoomState;
    const order = row.item.order_id === null ? null : (this.orders.get(row.item.order_id) ?? null);
    return {
      ...row,
      item: { ...row.item, runs: [] },
      orders: order ? [order] : [],
      outbox: {
        item_rev: row.rev,
        order_revs: order ? { [order.id]: order.rev } : {},
        attempts: 0,
        retry_at: null,
        conflict_rev: null,
      },
      touched_at: this.now,
    };
  }
}

function freshRoom(id: string, price: number, now: number): RoomState {
  return {
    v: 1,
    item_id: id,
    rev: 0,
    item: {
      seller_id: sellerOf(id),
      status: "active",
      price_cents: price,
      fence: 0,
      hold: null,
      order_id: null,
      sold_at: null,
      runs: [],
    },
    orders: [],
    negotiations: [],
    outbox: { item_rev: 0, order_revs: {}, attempts: 0, retry_at: null, conflict_rev: null },
    touched_at: now,
  };
}
