/**
 * Runs commands against one room: load, then one synchronous check and write, then notify the watchers, then project to
 * D1. All I/O (storage, D1, clock, sockets) comes through `RoomPorts`, so the same code runs in the Durable Object and
 * in the crash simulation of the tests.
 */

import { NOT_FOUND } from "#contract/errors";
import type { NegotiationView } from "#contract/negotiation";
import { WAITLIST_MAX } from "#domain/holds/waitlist";
import type { NegotiationSession } from "#domain/negotiation/negotiation-session";
import type { PriceOffer } from "#domain/offers/price-offer";
import type { Order } from "#domain/orders/order";
import { done, type Refusal, type Result, refuse } from "#domain/result";
import type { Query } from "../../worker/db/client.ts";
import type { Row } from "../../worker/db/stored-row.ts";
import { errorText } from "../../worker/log.ts";
import type { Runnable, StoredHold } from "./command.ts";
import { dueTimes, nextAlarm } from "./due.ts";
import { notifiedOfGiveaways } from "./giveaway-rows.ts";
import { itemQueries, orderFromRows, orderQueries, stateFromRows } from "./hydration.ts";
import type { NegotiationStore } from "./negotiation-store.ts";
import { notifiedOfOffers, offerFromRow, offerOfBuyerQuery } from "./offer-rows.ts";
import { confirmOfferedHold, offeredHoldQuery } from "./offered-hold.ts";
import { markOf, projected, projectionFailed, wantsProjection } from "./outbox.ts";
import { endedOfferOf, otherHoldsOf, otherHoldsQuery, projectionOf } from "./projection.ts";
import { UNREACHABLE } from "./refusals.ts";
import { apply, noop } from "./room.ts";
import { awaitsHoldCheck, disposableAt, findOrder, isDirty, type RoomState } from "./state.ts";

export interface RoomPorts {
  now(): number;
  /** Reads the stored state, synchronously. */
  read(): RoomState | undefined;
  /** Writes state, negotiations and alarm in one unit, synchronously; an alarm of null clears it. */
  write(state: RoomState, alarm: number | null, negotiations: readonly NegotiationSession[]): void;
  arm(alarm: number | null): void;
  /** Runs work soon after the reply; at once if this port is absent. The work may be lost with the instance. */
  later?(work: () => void): void;
  /** Absent in simulations without negotiations. */
  negotiations?: NegotiationStore;
  /** Runs one D1 batch on the primary: all or nothing. */
  d1(queries: Query[]): Promise<Row[][]>;
  /** Called after every commit with the state that may now be published. */
  committed(state: RoomState): void;
  /** Called with a negotiation that the buyer's sockets should show. */
  negotiated?(buyerId: string, negotiation: NegotiationView): void;
  /** Called when D1 has a new notification for this user. */
  notified?(userId: string): void;
  report(problem: string, details: Record<string, unknown>): void;
  /** For links in emails; may be empty. */
  origin: string;
}

/** The room has the order, so it is not read from D1. */
const HERE = "here";
const READS_MAX = 8;

/** Runs the commands of one room and keeps D1 up to date with its state. */
export class RoomRunner {
  protected readonly itemId: string;
  protected readonly ports: RoomPorts;
  #state: RoomState | null = null;
  #loading: Promise<RoomState | null> | undefined;
  #flushing: Promise<void> | undefined;
  #keepUntil = 0;
  /**
   * The last hold that D1 stored. The batch that writes it counts the holder's others, so that of two concurrent holds
   * the later one counts the earlier (D35).
   */
  #stored: StoredHold | null = null;
  /** The mark of what D1 has is not in storage yet. If it is lost, the projection runs again, which changes nothing. */
  #markStaged = false;

  constructor(itemId: string, ports: RoomPorts) {
    this.itemId = itemId;
    this.ports = ports;
  }

  /** The state as this instance knows it. Null before the first load, or when there is no such item. */
  get state(): RoomState | null {
    this.#state ??= this.ports.read() ?? null;
    return this.#state;
  }

  /** Returns the state from memory, else from storage, else from D1 (once, however many callers arrive together). */
  async load(): Promise<RoomState | null> {
    if (this.state) return this.state;
    this.#loading ??= this.#hydrate().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  /** Runs one command. Its reply implies that D1 has the change, unless D1 failed. */
  async execute<Input, Value>(command: Runnable<Input, Value>, input: Input): Promise<Result<Value>> {
    const orderId = command.order?.(input);
    let past: Order | null = null;
    let isDropped = false;
    let pastOffer: PriceOffer | null = null;
    try {
      do {
        const state = await this.load();
        if (!state) return NOT_FOUND;
        const found = orderId === undefined ? null : await this.#pastOrder(orderId);
        past = found === HERE ? null : found;
        if (command.offeror) pastOffer = await this.#pastOffer(command.offeror(input));
        if (command.buyer) await this.ports.negotiations?.load(this.itemId, command.buyer(input));
        // During an await, another call may have deleted an idle room's storage, or dropped the order that was here.
        isDropped = found === HERE && this.state !== null && findOrder(this.state, orderId ?? "") === null;
      } while (!this.state || isDropped);
    } catch (error) {
      this.ports.report("hydration failed", { error: errorText(error) });
      return UNREACHABLE;
    }
    const reply = this.commit(command, input, past, pastOffer);
    await this.flush();
    await this.#confirmOfferedHold();
    if (!reply.ok) return reply;
    const placed = command.places?.(input);
    const withdrawn = placed === undefined ? null : await this.#withdrawRefusedOrder(placed);
    if (withdrawn) return withdrawn;
    if (command.buyer) {
      await this.#flushNegotiations();
      const negotiation = command.sends?.(reply.value, input);
      if (negotiation) this.ports.negotiated?.(command.buyer(input), negotiation);
    }
    return command.stored ? done(command.stored(reply.value, input, this.#stored)) : reply;
  }

  /**
   * Checks and writes in one synchronous unit. There must never be an await in here: during an await the next command
   * could run, and two buyers would both find the item available.
   */
  protected commit<Input, Value>(
    { reduce, buyer }: Runnable<Input, Value>,
    input: Input,
    past: Order | null,
    pastOffer: PriceOffer | null = null,
  ): Result<Value> {
    const before = this.state;
    if (!before) return NOT_FOUND;
    const negotiation = (buyer && this.ports.negotiations?.find(buyer(input))) ?? null;
    const { state, reply, writes } = apply(before, reduce, input, {
      now: this.ports.now(),
      past,
      pastOffer,
      negotiation,
    });
    if (state !== before) {
      this.save(state, writes);
      this.ports.committed(state);
    }
    return reply;
  }

  /**
   * Settles what is due and drains the outbox, including writes that failed for good. For the alarm, cron and session
   * load.
   */
  async settle(): Promise<void> {
    await this.execute({ reduce: noop }, undefined);
    await this.flush({ force: true });
    await this.#confirmOfferedHold();
    await this.#flushNegotiations();
    this.rearm();
  }

  /**
   * Asks D1 whether the user whom the waitlist or a giveaway offers the hold may have it now, and skips users who may not.
   * Only after D1 has the hold, so that of two rooms that offer the same user a hold at once, one counts the other's (D35). The alarm
   * repeats what fails here.
   */
  async #confirmOfferedHold(): Promise<void> {
    for (let passed = 0; passed <= WAITLIST_MAX; passed++) {
      const state = this.#state;
      const hold = state?.item.hold;
      if (!state || !hold || !awaitsHoldCheck(state) || isDirty(state)) return;
      try {
        const [rows = []] = await this.ports.d1([offeredHoldQuery(state, hold.user_id, this.ports.now())]);
        this.commit({ reduce: confirmOfferedHold }, { holdId: hold.hold_id, rows }, null);
      } catch (error) {
        this.ports.report("turn not answered for", { error: errorText(error) });
        return;
      }
      await this.flush();
      const now = this.#state?.item.hold;
      if (now?.hold_id === hold.hold_id && now.turn?.item_title != null) this.ports.notified?.(hold.user_id);
    }
  }

  /**
   * Writes to D1 what it has not received. One write at a time; never throws, because the reply does not depend on it.
   * A write in progress may have read the state before this caller's commit, so this waits for it and checks again: a
   * reply implies that D1 has the data, unless D1 failed.
   */
  async flush({ force = false }: { force?: boolean } = {}): Promise<void> {
    while (this.#flushing) await this.#flushing;
    if (!this.#wantsWrite(force)) return;
    this.#flushing = this.#drain(force).finally(() => {
      this.#flushing = undefined;
    });
    await this.#flushing;
  }

  /** Sets the alarm again; the platform clears it when it runs. */
  rearm(): void {
    const { state } = this;
    if (state) this.ports.arm(this.#nextAlarm(state));
  }

  /** Whether the room's storage may be deleted now: D1 has everything and nothing is open. */
  disposable(): boolean {
    const { state } = this;
    const at = state && dueTimes(state, this.ports.now()).cleanup;
    return typeof at === "number" && at <= this.ports.now() && this.ports.negotiations?.clean() !== false;
  }

  /** Whether D1 has everything and nothing is open, however short ago it was in use. */
  isSettled(): boolean {
    const { state } = this;
    return state !== null && disposableAt(state, 0) !== null && this.ports.negotiations?.clean() !== false;
  }

  /** Drops the negotiation of a person whom D1 has erased, or every one when they are the seller, who is quoted in all. */
  forgetPerson(userId: string): void {
    if (this.state?.item.seller_id === userId) this.ports.negotiations?.dropAll();
    else this.ports.negotiations?.drop(userId);
  }

  /** Keeps the room's storage until then, because it is in use (open sockets). */
  keepUntil(at: number): void {
    this.#keepUntil = at;
  }

  /** Drops the state in memory. Called before the storage is deleted; the next use reads D1. */
  forget(): void {
    this.#state = null;
    this.#markStaged = false;
    this.ports.negotiations?.forget();
  }

  /**
   * Withdraws an order that was just placed but violates a constraint in D1, because D1 knows of another owner. The
   * order was never visible, so the room takes its state from D1. Returns null when there is nothing to withdraw.
   */
  async #withdrawRefusedOrder(orderId: string): Promise<Refusal | null> {
    const refusedRev = this.#state?.outbox.conflict_rev;
    if (typeof refusedRev !== "number" || !this.#isUnseen(orderId)) return null;
    const fresh = await this.#fromD1();
    const state = this.#state;
    if (!fresh || !state || !this.#isUnseen(orderId)) return null;
    const rev = Math.max(fresh.rev, state.rev) + 1;
    const { offers = [] } = state;
    this.save({
      ...fresh,
      rev,
      item: { ...fresh.item, runs: state.item.runs, line: state.item.line ?? [] },
      offers,
      outbox: { ...fresh.outbox, offer_revs: state.outbox.offer_revs ?? {} },
    });
    this.ports.committed(this.#state ?? fresh);
    await this.flush();
    return refuse(
      "conflict",
      "We couldn't save your order, so nothing was bought. Please check the item and try again.",
    );
  }

  #isUnseen(orderId: string): boolean {
    const order = this.#state && findOrder(this.#state, orderId);
    return !!order && this.#state?.outbox.order_revs[orderId] === undefined;
  }

  async #hydrate(): Promise<RoomState | null> {
    const state = await this.#fromD1();
    // No command can have run before this, because all of them wait for the same promise. Nothing is stored until one
    // commits.
    this.#state ??= state;
    return this.#state;
  }

  async #fromD1(): Promise<RoomState | null> {
    return stateFromRows(await this.ports.d1(itemQueries(this.itemId)), this.ports.now());
  }

  /**
   * Reads an order that the room has dropped. A commit during the read may have changed and dropped it again; then it
   * is read once more, because a late payment must not be decided on an outdated state.
   */
  async #pastOrder(orderId: string): Promise<Order | typeof HERE | null> {
    for (let attempt = 0; attempt < READS_MAX; attempt++) {
      const rev = this.#state?.rev;
      if (this.#state && findOrder(this.#state, orderId)) return HERE;
      const past = await this.#readOrder(orderId);
      if (this.#state?.rev === rev) return past;
    }
    throw new Error(`order ${orderId} could not be read while the room was busy`);
  }

  /** Reads a price offer that the room has dropped, again if a commit during the read may have changed it. */
  async #pastOffer(buyerId: string): Promise<PriceOffer | null> {
    for (let attempt = 0; attempt < READS_MAX; attempt++) {
      const rev = this.#state?.rev;
      if (this.#state?.offers?.some((offer) => offer.buyer_id === buyerId)) return null;
      const [rows = []] = await this.ports.d1([offerOfBuyerQuery(this.itemId, buyerId)]);
      if (this.#state?.rev === rev) return rows[0] ? offerFromRow(rows[0]) : null;
    }
    throw new Error(`the offer of ${buyerId} could not be read while the room was busy`);
  }

  async #readOrder(orderId: string): Promise<Order | null> {
    return orderFromRows(await this.ports.d1(orderQueries(this.itemId, orderId)));
  }

  #wantsWrite(force: boolean): boolean {
    if (!this.#state) return false;
    if (force) return isDirty(this.#state);
    return wantsProjection(this.#state) && (this.#state.outbox.retry_at ?? 0) <= this.ports.now();
  }

  async #drain(force: boolean): Promise<void> {
    while (this.#state && this.#wantsWrite(force)) {
      const state = this.#state;
      const now = this.ports.now();
      const mark = markOf(state);
      try {
        const replies = await this.ports.d1([
          ...projectionOf(state, this.ports.origin, now),
          ...otherHoldsQuery(state, now),
        ]);
        this.#stored = otherHoldsOf(state, replies);
        const ended = endedOfferOf(replies);
        const notified = [...notifiedOfOffers(state), ...notifiedOfGiveaways(state)];
        for (const user of ended === null ? notified : [ended, ...notified]) this.ports.notified?.(user);
        // The state may have changed meanwhile; the mark covers only what was sent.
        if (this.#state) this.#saveMark(projected(this.#state, mark));
      } catch (error) {
        this.ports.report("projection failed", { error: errorText(error), rev: mark.rev });
        if (this.#state) this.save(projectionFailed(this.#state, mark, error, this.ports.now()));
        return;
      }
    }
  }

  async #flushNegotiations(): Promise<void> {
    const { negotiations } = this.ports;
    if (!negotiations) return;
    await negotiations.flush();
    if (!negotiations.clean()) this.rearm();
  }

  protected save(state: RoomState, negotiations: readonly NegotiationSession[] = []): void {
    this.ports.write(state, this.#nextAlarm(state), negotiations);
    this.#state = state;
    this.#markStaged = false;
  }

  /** Deferred: if this write is lost, the alarm set by the commit repeats the write to D1, which then changes nothing. */
  #saveMark(state: RoomState): void {
    const { later: defer } = this.ports;
    if (!defer) {
      this.save(state);
      return;
    }
    this.#state = state;
    if (this.#markStaged) return;
    this.#markStaged = true;
    defer(() => {
      if (this.#markStaged && this.#state) this.save(this.#state);
    });
  }

  #nextAlarm(state: RoomState): number | null {
    const due = dueTimes(state, this.ports.now(), this.#keepUntil);
    return nextAlarm(due, this.ports.negotiations?.due() ?? null);
  }
}
