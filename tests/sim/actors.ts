/**
 * Random actions of buyers, sellers, staff, the card provider, the clock and the cron jobs. They are chosen to fit the
 * current state.
 */
import { statusProblem } from "#domain/status/account-status";
import { beginCheckout } from "../../durable/item-room/commands/checkout.ts";
import { acknowledge, release, reserve } from "../../durable/item-room/commands/holds.ts";
import { sellerSet } from "../../durable/item-room/commands/item.ts";
import * as orders from "../../durable/item-room/commands/orders.ts";
import type { RoomState } from "../../durable/item-room/state.ts";
import { applyStrikes, overturnStrikes } from "./account-status.ts";
import type { InvariantChecker } from "./invariants.ts";
import { applyIntent, cancelOrder, closeDueIntents, openCardForm, reconcileIntents } from "./payments.ts";
import { accrueProceeds, reverseDueTransfers, sendTransfers } from "./payouts.ts";
import { buyTogether, cancelTogether, finishPurchases, payTogether } from "./purchases.ts";
import { refundCardOrder, retryRefunds } from "./refunds.ts";
import { applyDispute, followReversals } from "./reversals.ts";
import { assertInvariant, BUYERS, type Market, type Room, STAFF, sellerOf } from "./world.ts";

const DAY = 86_400_000;

export class Actors {
  readonly done = new Map<string, number>();
  readonly #world: Market;
  readonly #watch: InvariantChecker;
  /** Commands that may be repeated at any time. */
  #sent: (() => void)[] = [];
  /** By order: wrong codes since the last lock, and the end of that lock. */
  readonly #wrong = new Map<string, { tries: number; until: number }>();

  constructor(world: Market, watch: InvariantChecker) {
    this.#world = world;
    this.#watch = watch;
  }

  /** Performs one step: time passes, then one thing happens. */
  step(): void {
    const { random } = this.#world;
    const pace = random.below(1_000);
    if (pace < 880) this.#world.now += random.below(4_000);
    else if (pace < 985) this.#world.now += random.below(150_000);
    else if (pace < 998) this.#world.now += random.below(3_600_000);
    else this.#world.now += random.below(2 * DAY);

    const draw = random.below(100);
    if (draw < 46) this.advance();
    else if (draw < 82) this.#person();
    else if (draw < 90) this.#provider();
    else if (draw < 94) this.#world.runAlarm(random.pick(this.#world.rooms));
    else if (draw < 97) this.#job();
    else if (draw < 98) this.#world.deliverLate();
    else this.#crash();
  }

  /** Advances one running process to its next await. */
  advance(): void {
    const { processes, random } = this.#world;
    if (processes.length === 0) {
      this.#person();
      return;
    }
    const index = random.below(processes.length);
    const process = processes[index];
    if (process?.next().done) processes.splice(processes.indexOf(process), 1);
  }

  #crash(): void {
    const { processes, random, rooms } = this.#world;
    this.#count("crash");
    if (random.chance(50) || processes.length === 0) this.#world.crash(random.pick(rooms));
    else this.#world.kill(random.pick(processes));
  }

  #provider(): void {
    const { provider, random, processes } = this.#world;
    if (random.chance(55) && provider.intents.size > 0) {
      const intents = [...provider.intents.values()].filter(
        (intent) => intent.secret_given && (intent.state === "open" || intent.state === "processing"),
      );
      if (intents.length > 0) provider.charge(random.pick(intents), random);
      return;
    }
    if (random.chance(12)) this.#lateCharge();
    if (random.chance(30)) {
      this.#bank();
      return;
    }
    const { events } = provider;
    if (events.length === 0) return;
    const event = random.pick(events);
    this.#count(`event ${event.facts.state}`);
    processes.push(applyIntent(this.#world, event.facts));
    if (--event.left <= 0) events.splice(events.indexOf(event), 1);
  }

  /** The buyer's bank opens a chargeback or decides it; its events arrive late, repeatedly and in any order. */
  #bank(): void {
    const { payments, past, provider, random, processes } = this.#world;
    const draw = random.below(3);
    if (draw === 0) {
      // The simulation reuses a sold item's id for the next item; a real item room keeps its orders forever.
      const rows = [...payments.values()].filter(
        (row) => !past.has(row.order) && provider.intents.get(row.intent)?.state === "succeeded",
      );
      const intent = rows.length > 0 && random.chance(50) && provider.intents.get(random.pick(rows).intent);
      if (intent) provider.dispute(intent);
      return;
    }
    const open = [...provider.disputes.values()].filter(({ status }) => status === "open");
    if (draw === 1 && open.length > 0 && random.chance(40)) {
      provider.judge(random.pick(open).intent, random.chance(50) ? "won" : "lost");
      return;
    }
    if (provider.disputeEvents.length === 0) return;
    const event = random.pick(provider.disputeEvents);
    this.#count(`chargeback ${event.facts.status}`);
    processes.push(applyDispute(this.#world, event.facts));
  }

  #lateCharge(): void {
    const { payments, provider, random } = this.#world;
    const ended = [...payments.values()].filter((row) => row.status === "canceled" && row.settled);
    const intent = ended.length > 0 && provider.intents.get(random.pick(ended).intent);
    if (intent) provider.chargeLate(intent);
  }

  #job(): void {
    const { random, processes } = this.#world;
    const net = random.below(10);
    if (net === 6) processes.push(accrueProceeds(this.#world));
    else if (net === 7) processes.push(sendTransfers(this.#world), reverseDueTransfers(this.#world));
    else if (net === 8) processes.push(followReversals(this.#world));
    else if (net === 9) processes.push(finishPurchases(this.#world));
    else if (net === 0) processes.push(reconcileIntents(this.#world));
    else if (net === 1) processes.push(retryRefunds(this.#world));
    else if (net === 2) processes.push(closeDueIntents(this.#world, null));
    else if (net === 3) processes.push(applyStrikes(this.#world, null));
    else if (net === 4) for (const one of this.#world.rooms) this.#world.settle(one);
    else this.#sessionLoad(random.pick(BUYERS));
    this.#count("net");
  }

  #sessionLoad(buyer: string): void {
    const { now, orders, processes } = this.#world;
    for (const order of orders.values()) {
      const due = order.buyer_id === buyer && !order.marked_incomplete && (order.payment_deadline ?? now + 1) <= now;
      if (due && (order.status === "awaiting_payment" || order.status === "payment_pending_seller_confirmation")) {
        this.#world.settle(this.#world.room(order.item_id));
      }
    }
    processes.push(closeDueIntents(this.#world, buyer), applyStrikes(this.#world, buyer));
  }

  #person(): void {
    const { random } = this.#world;
    const where = random.pick(this.#world.rooms);
    if (this.#sent.length > 0 && random.chance(6)) {
      random.pick(this.#sent)();
      return;
    }
    if (random.chance(1)) {
      this.#appeal();
      return;
    }
    const state = this.#world.load(where);
    const order = state.orders.find((one) => one.id === state.item.order_id);
    if (order) {
      this.#aboutOrder(where, order);
      return;
    }
    if (random.chance(10)) {
      const past = [...this.#world.orders.values()].filter((one) => one.item_id === where.id);
      if (past.length > 0) {
        this.#aboutOrder(where, random.pick(past));
        return;
      }
    }
    if (state.item.status === "inactive" || random.chance(3)) {
      this.#seller(where);
      return;
    }
    if (!state.item.hold && random.chance(12)) {
      this.#buyTogether(where);
      return;
    }
    if (state.item.hold && random.chance(70)) {
      this.#checkout(where, state, state.item.hold.user_id);
      return;
    }
    this.#reserve(where, state);
  }

  #seller(where: Room): void {
    const { random } = this.#world;
    const priceCents = where.id === "item0" ? 0 : 500 + random.below(9_000);
    const command = {
      sellerId: random.chance(95) ? sellerOf(where.id) : "ann",
      status: random.chance(80) ? ("active" as const) : ("inactive" as const),
      priceCents,
    };
    this.#heard("seller_set", this.#world.ask(where.id, sellerSet, command));
  }

  #mayTrade(userId: string): boolean {
    const { flags, role } = this.#world.person(userId);
    return (
      statusProblem({ role, ...flags, account_restricted: false, restriction_reason: null }, this.#world.now) === null
    );
  }

  #reserve(where: Room, before: RoomState): void {
    const { random, now } = this.#world;
    const userId = random.pick(BUYERS);
    if (!this.#mayTrade(userId)) return;
    const percentOff = random.chance(10) ? 15 : null;
    const kind = random.chance(70) ? ("buy_now" as const) : ("cart" as const);
    const holdId = this.#world.id("h");
    const reply = this.#world.ask(where.id, reserve, { userId, kind, holdId, percentOff });
    this.#heard("reserve", reply);
    const { hold, status } = before.item;
    if (userId === sellerOf(where.id)) {
      assertInvariant(!reply.ok, "the seller holds their own item", () => where.id);
      return;
    }
    if (status !== "active") return;
    const free = !hold || now >= hold.until;
    const paused = this.#watch.mustPause(where.id, userId, now);
    if (hold && now < hold.until && hold.user_id !== userId)
      assertInvariant(!reply.ok, "a held item is given to another buyer", () => where.id);
    // Checked after the command, so a new hold is in the record: a buyer in the pause now has held twice in a row.
    else if (free && !reply.ok)
      assertInvariant(paused, "an expired hold still blocks", () => `${where.id} ${userId} ${JSON.stringify(reply)}`);
  }

  /** Two items of one seller for one price. */
  #buyTogether(where: Room): void {
    const { random, rooms, processes } = this.#world;
    const userId = random.pick(BUYERS);
    const others = rooms.filter(
      (one) => one !== where && one.id !== "item0" && sellerOf(one.id) === sellerOf(where.id) && !this.#isTaken(one),
    );
    if (where.id === "item0" || others.length === 0 || !this.#mayTrade(userId)) return;
    processes.push(buyTogether(this.#world, userId, [where, random.pick(others)]));
    this.#count("buy together");
  }

  #isTaken(where: Room): boolean {
    const { item } = this.#world.load(where);
    return item.status !== "active" || item.hold !== null;
  }

  /** Pays or cancels a joint purchase of this order as a whole, sometimes twice. Returns false for a single order. */
  #aboutPurchase(orderId: string): boolean {
    const { purchases, processes, random } = this.#world;
    const purchase = [...purchases.values()].find(({ parts }) => parts.some(({ order }) => order === orderId));
    if (!purchase) return false;
    const act = random.chance(60) ? payTogether : cancelTogether;
    this.#count(act === payTogether ? "pay together" : "cancel together");
    const times = random.chance(20) ? 2 : 1;
    for (let n = 0; n < times; n++) processes.push(act(this.#world, purchase, orderId));
    return true;
  }

  #checkout(where: Room, state: RoomState, userId: string): void {
    const { random } = this.#world;
    const { hold } = state.item;
    if (!hold) return;
    if (random.chance(8)) {
      this.#heard("release", this.#world.ask(where.id, release, { userId }));
      return;
    }
    if (random.chance(8)) {
      this.#heard("acknowledge", this.#world.ask(where.id, acknowledge, { userId }));
      return;
    }
    if (!this.#mayTrade(userId)) return;
    const method =
      hold.price_cents === 0
        ? ("free" as const)
        : random.pick(["stripe", "stripe", "stripe", "bank_transfer", "crypto"] as const);
    const orderId = this.#world.id("o");
    const hash = random.chance(50) ? `hash ${orderId}` : null;
    const crypto = {
      coin: "btc" as const,
      address: "bc1",
      destination_tag: null,
      network: "Bitcoin",
      amount_units: "1",
      amount_text: "0.00000001",
      rate_cents: 1,
      quote_expires_at: 0,
      tx_hash: hash,
    };
    const collectionDate = this.#world.now + random.below(150) * (DAY / 24);
    const command = {
      userId: random.chance(97) ? userId : random.pick(BUYERS),
      orderId,
      transactionId: `t${orderId}`,
      confirmationId: `${orderId}q0`,
      method,
      amountCents: random.chance(97) ? hold.price_cents : 1,
      acknowledged: random.chance(95),
      bankReference: `GS ${orderId}`,
      bankDetails: { account_name: "S", bsb: "062-000", account_number: "1" },
      evidence: method === "bank_transfer" ? random.chance(40) : method === "crypto" && hash !== null,
      crypto: method === "crypto" ? crypto : null,
      ...(method === "free" && { handover: secretOf(orderId) }),
      itemTitle: "A lamp",
      itemImageUrl: null,
      collectionDate,
      collectionEndsAt: collectionDate + DAY / 24,
      collectionZone: "Australia/Sydney",
      collectionSummary: "Newtown",
      collectionAddress: null,
    };
    this.#again("begin", () => this.#world.ask(where.id, beginCheckout, command));
  }

  #aboutOrder(where: Room, order: RoomState["orders"][number]): void {
    const world = this.#world;
    const { random } = world;
    const { id: orderId, buyer_id: userId, payment_method: method } = order;
    const about = <T extends { orderId: string }, R>(
      name: string,
      command: Parameters<typeof world.ask<T, R>>[1],
      input: T,
    ) => this.#again(name, () => world.ask(where.id, command, input));
    const last = order.confirmations.at(-1)?.id ?? `${orderId}q0`;
    if (order.status === "awaiting_payment" && this.#aboutPurchase(orderId)) return;
    switch (order.status === "awaiting_payment" && random.chance(3) ? "odd" : order.status) {
      case "awaiting_payment":
        if (random.chance(12)) {
          this.#count("cancel asked");
          world.processes.push(cancelOrder(world, where.id, orderId, userId));
        } else if (method === "stripe") {
          this.#count("card form");
          world.processes.push(openCardForm(world, orderId, userId));
        } else if (random.chance(25)) {
          const proof =
            method === "crypto"
              ? { txHash: `${orderId} ${random.below(99)}` }
              : { reference: random.chance(90) ? (order.bank_reference ?? "") : "GS" };
          about("evidence", orders.submitEvidence, {
            userId,
            orderId,
            confirmationId: `${orderId}q${order.confirmations.length}`,
            ...proof,
          });
        }
        return;
      case "payment_pending_seller_confirmation":
        if (random.chance(80)) return;
        if (random.chance(60))
          about("confirm", orders.confirmPayment, {
            sellerId: sellerOf(where.id),
            orderId,
            confirmationId: last,
            handover: secretOf(orderId),
          });
        else about("deny", orders.denyPayment, { sellerId: sellerOf(where.id), orderId, confirmationId: last });
        return;
      case "disputed":
        if (random.chance(85)) return;
        if (random.chance(30))
          about("confirm", orders.confirmPayment, {
            sellerId: sellerOf(where.id),
            orderId,
            confirmationId: last,
            handover: secretOf(orderId),
          });
        else this.#ruled(where, orderId, random.chance(50) ? "release" : "refund");
        return;
      case "payment_confirmed":
        if (random.chance(80)) return;
        if (method === "free" && random.chance(30)) {
          const how = random.chance(50) ? ("call_off" as const) : ("report_missed" as const);
          about(how, orders.endCollection, {
            userId: random.pick([userId, sellerOf(where.id), ...BUYERS]),
            orderId,
            how,
          });
          return;
        }
        if (random.chance(35)) {
          this.#handOver(where, orderId);
          return;
        }
        if (random.chance(30)) about("collect", orders.collectOrder, { userId, orderId });
        else if (random.chance(40))
          about("dispute", orders.openDispute, { userId, orderId, reason: "Not as described" });
        else if (random.below(10) < 3) this.#close(where, orderId);
        else this.#refund(where, orderId);
        return;
      default:
        // The order has ended or is in a rare state: each command must be refused or be a harmless repeat.
        if (order.status === "completed" && random.chance(20)) {
          this.#newItem(where);
          return;
        }
        about("odd", orders.collectOrder, { userId, orderId });
        about("odd", orders.cancelOrder, { userId: random.pick(BUYERS), orderId });
        about("odd", orders.attachIntent, { userId: "seller", orderId, intentId: "pi_none" });
    }
  }

  /** After a completed order the seller lists a new item under the same id. Only the simulation does this. */
  #newItem(where: Room): void {
    const world = this.#world;
    const state = world.load(where);
    const settled = where.flushing || world.items.get(where.id)?.rev !== state.rev || state.item.status !== "sold";
    const sold = world.orders.get(state.item.order_id ?? "");
    const disputed = world.provider.disputes.has(sold?.card?.intent_id ?? "");
    if (settled || sold?.status !== "completed" || disputed) return;
    world.relist(where);
    this.#count("next item");
  }

  #ruled(where: Room, orderId: string, outcome: "release" | "refund"): void {
    const staffId = this.#world.random.pick(STAFF);
    const command = { staffId, orderId, outcome, handover: secretOf(orderId) };
    this.#again(`resolve ${outcome}`, () => {
      const reply = this.#world.ask(where.id, orders.resolveDispute, command);
      this.#decided(where, orderId, staffId, reply);
      if (reply.ok && reply.value.status === "refunded")
        this.#world.processes.push(refundCardOrder(this.#world, orderId));
      return reply;
    });
  }

  #refund(where: Room, orderId: string): void {
    const { random } = this.#world;
    const by = random.pick(["staff", "seller", "service"] as const);
    const actorId =
      by === "seller" ? (random.chance(90) ? sellerOf(where.id) : "ann") : by === "staff" ? random.pick(STAFF) : null;
    const command = { orderId, by, actorId, relist: random.chance(60) };
    this.#again("refund", () => {
      const reply = this.#world.ask(where.id, orders.refundOrder, command);
      if (by === "staff") this.#decided(where, orderId, actorId ?? "", reply);
      if (reply.ok) this.#world.processes.push(refundCardOrder(this.#world, orderId));
      return reply;
    });
  }

  #close(where: Room, orderId: string): void {
    const staffId = this.#world.random.pick(STAFF);
    const command = { staffId, orderId, note: "Both say it was collected." };
    this.#again("close", () => {
      const reply = this.#world.ask(where.id, orders.closeOrder, command);
      this.#decided(where, orderId, staffId, reply);
      return reply;
    });
  }

  /** Staff who buy or sell the item must be refused, even when they repeat a decision of other staff. */
  #decided(where: Room, orderId: string, staffId: string, reply: { ok: boolean; code?: string }): void {
    const order = this.#watch.newest.get(orderId);
    if (!order || (order.buyer_id !== staffId && sellerOf(where.id) !== staffId)) return;
    this.#count("own case");
    assertInvariant(!reply.ok, "staff decide their own case (D34)", () => `${orderId} ${staffId}`);
  }

  #handOver(where: Room, orderId: string): void {
    const { random, now } = this.#world;
    const { code, secret } = secretOf(orderId);
    const right = random.chance(25);
    const scanned = random.chance(25);
    const proof = scanned ? { secret: right ? secret : "x" } : { code: right ? code : "000000" };
    const known = this.#wrong.get(orderId) ?? { tries: 0, until: 0 };
    const before = this.#world.load(where).orders.find((order) => order.id === orderId);
    const reply = this.#world.ask(where.id, orders.handOver, { sellerId: sellerOf(where.id), orderId, ...proof });
    this.#heard("hand_over", reply);
    if (reply.ok) {
      assertInvariant(right, "a wrong code completes an order", () => orderId);
      assertInvariant(
        scanned || before?.status === "completed" || now >= known.until,
        "a locked order takes a typed code",
        () => orderId,
      );
      return;
    }
    if (scanned || before?.status !== "payment_confirmed" || !before.handover) return;
    if (now < known.until) {
      assertInvariant(reply.code === "too_many_requests", "five wrong codes lock", () => orderId);
      return;
    }
    assertInvariant(!right, "the right code is refused", () => `${orderId} ${JSON.stringify(reply)}`);
    const tries = known.tries + 1;
    const locks = tries === 5;
    assertInvariant(
      (reply.code === "too_many_requests") === locks,
      "the fifth wrong code locks, no other",
      () => `${orderId} ${tries}`,
    );
    this.#wrong.set(orderId, { tries: locks ? 0 : tries, until: locks ? now + 15 * 60_000 : 0 });
  }

  #appeal(): void {
    const { random, people, processes } = this.#world;
    const person = random.pick([...people.values()]);
    const remaining = person.strikes.filter((strike) => strike.overturned_at === null);
    if (remaining.length === 0) return;
    this.#count("appeal");
    processes.push(overturnStrikes(this.#world, person, [random.pick(remaining).order_id]));
  }

  /** Counts the final state of a run for the histogram. */
  summary(): void {
    const { people, refunds } = this.#world;
    for (const { flags, strikes } of people.values()) {
      if (flags.is_banned) this.#count("end: banned");
      for (const strike of strikes) {
        this.#count(
          `strike ${strike.overturned_at !== null ? "taken back" : (strike.excuse ?? (strike.counted ? "counted" : "of the same event"))}`,
        );
      }
    }
    for (const refund of refunds.values()) this.#count(`refund by ${refund.id.split(":")[0]}`);
    for (const { status, decision } of this.#world.purchases.values()) {
      this.#count(`purchase ${status === "placed" ? decision : status}`);
    }
    for (const transfer of this.#world.transfers.values()) {
      this.#count(`payout ${transfer.status}${transfer.generation > 0 ? " again" : ""}`);
    }
  }

  /** Sends a command now and perhaps again later, like lost replies and double clicks. */
  #again(name: string, ask: () => { ok: boolean }): void {
    this.#sent.push(() => this.#heard("repeat", ask()));
    if (this.#sent.length > 40) this.#sent = this.#sent.slice(-20);
    this.#heard(name, ask());
  }

  #heard(name: string, reply: { ok: boolean }): void {
    this.#count(reply.ok ? name : `${name} refused`);
  }

  #count(name: string): void {
    this.done.set(name, (this.done.get(name) ?? 0) + 1);
  }
}

function secretOf(orderId: string) {
  return { code: "123456", secret: `secret of ${orderId}` };
}
