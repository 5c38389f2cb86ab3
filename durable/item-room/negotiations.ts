/**
 * Negotiations with Knowzee in a room. The rules are in domain/negotiation/negotiation-session. A negotiation is stored
 * in the room's storage, in the same write as the room's own state, so that an accepted offer and its hold exist
 * together or not at all. It is also stored in D1, from which it is read after the room's storage was deleted.
 */

import { MESSAGES } from "#contract/copy";
import type { NegotiationView } from "#contract/negotiation";
import { discountedCents } from "#domain/checkout/pricing";
import { centsToDollars } from "#domain/money";
import { copyFor } from "#domain/negotiation/knowzee-copy";
import {
  type AcceptanceDecision,
  accept,
  addMessage,
  type NegotiationSession,
  openSession,
  replaceLastAnswer,
} from "#domain/negotiation/negotiation-session";
import { refuse } from "#domain/result";
import { DEFAULT_TIME_LIMITS } from "#domain/time-limits";
import type {
  AcceptOfferCommand,
  AcceptOfferResult,
  NegotiateCommand,
  NegotiateReply,
  RewordCommand,
  RoomResult,
} from "./commands.ts";
import type { Row } from "./hydration.ts";
import { negotiationFromRows, negotiationQueries, negotiationStatements, negotiationView } from "./negotiation-rows.ts";
import type { Statement } from "./projection.ts";
import { NOT_FOUND, UNREACHABLE } from "./refusals.ts";
import { type Handler, refused, reserve, type Step } from "./room.ts";
import type { RoomRunner } from "./room-runner.ts";
import { currentOrder, type RoomState } from "./state.ts";

/** A negotiation and how much of it D1 has. */
interface StoredNegotiation {
  v: 1;
  conversation: NegotiationSession;
  seen_rev: number;
  seen_count: number;
}

interface NegotiationPorts {
  kv: SyncKvStorage;
  now(): number;
  d1(statements: Statement[]): Promise<Row[][]>;
  /** Sends to the sockets of this buyer. */
  notify(userId: string, conversation: NegotiationView): void;
  report(problem: string, details: Record<string, unknown>): void;
}

const PREFIX = "talk:";
const RETRY_MS = 5_000;

export class Negotiations {
  readonly #ports: NegotiationPorts;
  readonly #runner: RoomRunner;
  #loaded: Map<string, StoredNegotiation> | undefined;
  /** Decided by a command; written with the room's state. */
  #staged: NegotiationSession | null = null;
  #retryAt: number | null = null;

  constructor(runner: RoomRunner, ports: NegotiationPorts) {
    this.#runner = runner;
    this.#ports = ports;
  }

  /** Answers one message of a buyer. */
  async negotiate(command: NegotiateCommand): Promise<RoomResult<NegotiateReply>> {
    if (!(await this.#load(command.buyerId))) return UNREACHABLE;
    const reply = await this.#runner.execute(this.#negotiate, command);
    if (!reply.ok) return reply;
    await this.flush();
    if (!command.quiet) this.#ports.notify(command.buyerId, reply.conversation);
    return reply;
  }

  /** Stores the language model's wording of an answer, or none. The buyer's sockets are notified in both cases. */
  async reword(command: RewordCommand): Promise<RoomResult<{ conversation: NegotiationView }>> {
    if (!(await this.#load(command.buyerId))) return UNREACHABLE;
    const reply = await this.#runner.execute(this.#reword, command);
    if (!reply.ok) return reply;
    await this.flush();
    this.#ports.notify(command.buyerId, reply.conversation);
    return reply;
  }

  /** Holds the item at Knowzee's current offer and stores the acceptance. */
  async accept(command: AcceptOfferCommand): Promise<RoomResult<AcceptOfferResult>> {
    if (!(await this.#load(command.buyerId))) return UNREACHABLE;
    const reply = await this.#runner.execute(this.#accept, command);
    if (!reply.ok) return reply;
    await this.flush();
    this.#ports.notify(command.buyerId, reply.conversation);
    return reply;
  }

  /** Returns the buyer's negotiation, or null when there is none. */
  async read(buyerId: string): Promise<RoomResult<{ conversation: NegotiationView | null }>> {
    const state = await this.#runner.load().catch(() => null);
    if (!state) return NOT_FOUND;
    if (!(await this.#load(buyerId))) return UNREACHABLE;
    const known = this.#all().get(buyerId)?.conversation;
    return {
      ok: true,
      conversation: known ? negotiationView(known, state.item.price_cents, this.#ports.now()) : null,
    };
  }

  /** Writes the staged negotiation. Called inside the write of the room's state. */
  writeStaged(): void {
    const conversation = this.#staged;
    if (!conversation) return;
    this.#staged = null;
    const before = this.#all().get(conversation.buyer_id);
    this.#store({ v: 1, conversation, seen_rev: before?.seen_rev ?? -1, seen_count: before?.seen_count ?? 0 });
  }

  /** Returns when a failed write to D1 is retried; null when D1 has everything. */
  due(): number | null {
    return this.clean() ? null : (this.#retryAt ?? this.#ports.now() + RETRY_MS);
  }

  /** Whether D1 has everything. */
  clean(): boolean {
    return this.#unseen().length === 0;
  }

  /** Writes to D1 what it has not received. Never throws, because the reply does not depend on it. */
  async flush(): Promise<void> {
    for (const { conversation, seen_count } of this.#unseen()) {
      try {
        await this.#ports.d1(negotiationStatements(conversation, seen_count));
        const now = this.#all().get(conversation.buyer_id);
        if (now) this.#store({ ...now, seen_rev: conversation.rev, seen_count: conversation.count });
        this.#retryAt = null;
      } catch (error) {
        this.#ports.report("conversation not projected", { error: String(error) });
        this.#retryAt = this.#ports.now() + RETRY_MS;
        this.#runner.rearm();
        return;
      }
    }
  }

  /** Drops the negotiations in memory. Called before the storage is deleted; D1 has everything. */
  forget(): void {
    this.#loaded = new Map();
  }

  readonly #negotiate: Handler<NegotiateCommand, NegotiateReply> = (state, command, { now }) => {
    const { item } = state;
    const { buyerId } = command;
    if (item.status === "removed") return refused(state, NOT_FOUND);
    if (item.seller_id === buyerId) return refused(state, refuse("own_item", MESSAGES.ownItem));
    const order = currentOrder(state);
    if (order?.buyer_id === buyerId) {
      return refused(state, refuse("order_exists", "You already have an order for this item.", { order_id: order.id }));
    }
    if (item.status === "sold") return refused(state, refuse("item_sold", MESSAGES.justSold));
    if (item.status !== "active") return refused(state, refuse("item_unavailable", MESSAGES.notAvailable));

    const { price_cents: price } = item;
    const list = command.percentOff ? discountedCents(price, command.percentOff) : price;
    const known = this.#all().get(buyerId)?.conversation;
    const before =
      known ?? openSession({ id: command.conversationId, item_id: state.item_id, buyer_id: buyerId }, list, now);
    const next = addMessage(
      before,
      {
        ref: command.ref,
        text: command.text,
        terms: { list_cents: list, reserve_cents: command.reserveCents, tone: command.tone, policy: command.policy },
        list_cents: price,
        upsell: command.upsell,
        words: copyFor({ ...command, list_cents: list }),
        ...(command.clocks && { offer_ms: command.clocks.offer_ms }),
      },
      now,
    );
    const answered = next.messages.findLast((message) => message.from === "knowzee" && message.act !== "upsell");
    const reply = { answer_seq: answered?.seq ?? 0, list_cents: list };
    if (next === before) return this.#unchanged(state, before, reply, now);
    return this.#changed(state, next, reply, now);
  };

  readonly #reword: Handler<RewordCommand, { conversation: NegotiationView }> = (state, command, { now }) => {
    const before = this.#all().get(command.buyerId)?.conversation;
    if (!before) return refused(state, NOT_FOUND);
    const next = command.text === null ? before : replaceLastAnswer(before, command.seq, command.text);
    return next === before ? this.#unchanged(state, before, {}, now) : this.#changed(state, next, {}, now);
  };

  readonly #accept: Handler<AcceptOfferCommand, AcceptOfferResult> = (state, command, context) => {
    const { now } = context;
    const { buyerId, amountCents } = command;
    const before = this.#all().get(buyerId)?.conversation;
    if (before?.id !== command.conversationId) return refused(state, NOT_FOUND);
    const { price_cents: price } = state.item;
    const decision = accept(
      before,
      {
        id: command.acceptanceId,
        amount_cents: amountCents,
        price_cents: price,
        used: command.orderPlaced,
        ...(command.clocks && { accepted_ms: command.clocks.accepted_ms }),
      },
      now,
    );
    if (!decision.ok) return refused(state, acceptRefusal(decision, price));
    const step = reserve(
      state,
      {
        userId: buyerId,
        kind: "buy_now",
        holdId: command.holdId,
        agreed: { listCents: price, chargedCents: amountCents },
        ...(command.clocks && { clocks: command.clocks }),
      },
      context,
    );
    const held = step.reply(step.state);
    if (!held.ok) return refused(state, held);
    const { conversation } = decision;
    return conversation === before
      ? this.#unchanged(step.state, before, { hold: held.hold, list_cents: price }, now)
      : this.#changed(step.state, conversation, { hold: held.hold, list_cents: price }, now);
  };

  /** Stages the negotiation. The returned state differs from the given one, so that the room writes both. */
  #changed<T extends object>(state: RoomState, next: NegotiationSession, rest: T, now: number) {
    this.#staged = next;
    const others = state.negotiations.filter(({ id }) => id !== next.id);
    return this.#unchanged(
      { ...state, negotiations: [...others, { id: next.id, until: now + DEFAULT_TIME_LIMITS.offer_ms }] },
      next,
      rest,
      now,
    );
  }

  #unchanged<T extends object>(
    state: RoomState,
    conversation: NegotiationSession,
    rest: T,
    now: number,
  ): Step<T & { conversation: NegotiationView }> {
    const view = negotiationView(conversation, state.item.price_cents, now);
    return { state, reply: () => ({ ok: true, ...rest, conversation: view }) };
  }

  /** Loads from memory or storage, else once from D1. Returns false when D1 cannot be read. */
  async #load(buyerId: string): Promise<boolean> {
    if (this.#all().has(buyerId)) return true;
    try {
      const state = await this.#runner.load();
      if (!state) return true;
      const found = negotiationFromRows(await this.#ports.d1(negotiationQueries(state.item_id, buyerId)));
      // Another message may have opened it during the read.
      if (found && !this.#all().has(buyerId)) {
        this.#store({ v: 1, conversation: found, seen_rev: found.rev, seen_count: found.count });
      }
      return true;
    } catch (error) {
      this.#ports.report("conversation not read", { error: String(error) });
      return false;
    }
  }

  #all(): Map<string, StoredNegotiation> {
    this.#loaded ??= new Map(
      [...this.#ports.kv.list<StoredNegotiation>({ prefix: PREFIX })].map(([, stored]) => [
        stored.conversation.buyer_id,
        stored,
      ]),
    );
    return this.#loaded;
  }

  #store(stored: StoredNegotiation): void {
    this.#ports.kv.put(PREFIX + stored.conversation.buyer_id, stored);
    this.#all().set(stored.conversation.buyer_id, stored);
  }

  #unseen(): StoredNegotiation[] {
    return [...this.#all().values()].filter((stored) => stored.conversation.rev > stored.seen_rev);
  }
}

function acceptRefusal(decision: Extract<AcceptanceDecision, { ok: false }>, priceCents: number) {
  switch (decision.reason) {
    case "expired":
      return refuse("gone", "Offer expired");
    case "used":
      return refuse("already_used", "You have used this offer already. Ask Knowzee for a new one.");
    case "repriced":
      return refuse("values_changed", MESSAGES.valuesChanged, { current: { price: centsToDollars(priceCents) } });
    case "other_amount":
      return refuse("stale", "Knowzee has named another price since. Please look at it again.", {
        current: { amount: centsToDollars(decision.amount_cents) },
      });
  }
}
