/**
 * Orders, bundles, card money and strikes (D18–D20, D31–D34, D38, A65) under random steps of buyers, sellers, staff,
 * banks and jobs: the production commands and rooms on SQLite with the Stripe emulator, while Workers crash at any call,
 * rooms die, replies get lost, and events arrive late, twice or never. Once everything has settled, every audit holds
 * and every cent is accounted for. Faults that were made in the code on purpose and found here: a card that pays after its
 * deadline, a chargeback that does not stop its order, a second payout under the first one's idempotency key, a purchase
 * paid while it is cancelled or cancelled in part, and two strikes for payments missed together.
 */
import { createHash } from "node:crypto";
import fc from "fast-check";
import type Stripe from "stripe";
import { describe, expect, it, vi } from "vitest";
import { reserve } from "../../durable/item-room/commands/holds.ts";
import * as bank from "../../scripts/stripe-emulator/disputes.ts";
import { finishProcessing } from "../../scripts/stripe-emulator/intents.ts";
import { createTransaction } from "../../worker/features/checkout/commands.ts";
import { createPurchase } from "../../worker/features/checkout/purchases/purchases.ts";
import { findCheckoutItem } from "../../worker/features/checkout/queries.ts";
import * as orders from "../../worker/features/orders/commands.ts";
import { answerConfirmation } from "../../worker/features/orders/confirmations/confirmations.ts";
import { answerChange, askChange } from "../../worker/features/orders/deal-changes.ts";
import { settleOverdueOrdersOf } from "../../worker/features/orders/jobs.ts";
import { createIntent, type IntentRow, intentQuery } from "../../worker/features/payments/intents/intents.ts";
import { applyEvent } from "../../worker/features/payments/stripe/events.ts";
import { decideAppeal, fileAppeal } from "../../worker/features/status/commands.ts";
import { execute } from "../../worker/http/item-room.ts";
import type { Services } from "../../worker/services.ts";
import { Random } from "../sim/random.ts";
import { histories, LONG } from "../support/property-runs.ts";
import cases from "./orders-and-money.json" with { type: "json" };
import { count, database, JOBS, type OrderRow, SimulatedMarket, STAFF, seen } from "./simulated-market.ts";
import type { Fault } from "./simulated-platform.ts";
import { causedByFault } from "./simulated-worker.ts";

const rowErrors = vi.hoisted(() => [] as unknown[]);

// Delivery is tested elsewhere; the rows of emails and notifications are written here.
vi.mock("../../worker/http/after-response.ts", () => ({ afterResponse: () => () => undefined }));
vi.mock("../../worker/log.ts", async (original) => ({
  ...(await original<typeof import("../../worker/log.ts")>()),
  log: () => undefined,
  logRowError: () => () => (error: unknown) => rowErrors.push(error),
}));

// A Worker that repeats a lost call does not wait here. The SDK's time-outs stay.
const realTimeout = globalThis.setTimeout;
vi.stubGlobal("setTimeout", (work: () => void, ms = 0) => (ms < 1_000 ? queueMicrotask(work) : realTimeout(work, ms)));

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FAULTS: Fault[] = ["none", "none", "none", "refused", "reply_lost", "dies_before", "dies_after", "late"];
const BUYERS = ["ann", "ben", "cat", "staff"];
const WEIGHTS = cases.weights;

const kind = fc.oneof(
  ...(Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[]).map((type) => ({
    weight: WEIGHTS[type],
    arbitrary: fc.constant(type),
  })),
);
const step = fc.record({
  type: kind,
  which: fc.nat(11),
  other: fc.nat(11),
  /** Whether the step is about the order or purchase of the step before. */
  same: fc.boolean(),
  /** How many turns of the event loop the step starts later. */
  delay: fc.constantFrom<number>(0, 0, 4, 12, 30),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const turn = fc.record({
  wait: fc.oneof(
    { weight: 24, arbitrary: fc.constantFrom(0, 0, MINUTE, 3 * MINUTE) },
    { weight: 6, arbitrary: fc.constantFrom(11 * MINUTE, 31 * MINUTE, 3 * HOUR) },
    { weight: 3, arbitrary: fc.constantFrom(DAY, DAY + HOUR, 3 * DAY + MINUTE) },
  ),
  /** The Worker of the steps fails at this call, and at every later one. */
  crash: fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 40 }) },
  ),
  room: fc.constantFrom("nothing", "nothing", "crash", "alarm", "late"),
  faults: fc.oneof(
    { weight: 2, arbitrary: fc.constant<Fault[]>([]) },
    { weight: 1, arbitrary: fc.array(fc.constantFrom(...FAULTS), { maxLength: 3 }) },
  ),
  lost: fc.nat(5).map((n) => n === 0),
  /** How many of the provider's next calls fail, and how. */
  provider: fc.record({ times: fc.constantFrom(0, 0, 0, 1, 2), answer: fc.constantFrom("lost", "outage") }),
  steps: fc.array(step, { minLength: 1, maxLength: 3 }),
});
type Turn = typeof turn extends fc.Arbitrary<infer T> ? T : never;

/** What a long run must reach: a rule that is never reached is never tested. */
const REACHED = [
  ...["cancelled", "chargeback_lost", "chargeback_won", "completed", "crashed", "dispute_opened", "dispute_resolved"],
  ...["disputed", "evidence_submitted", "handed_over", "own case", "payment_confirmed", "payment_denied", "payout"],
  ...["payout again", "purchase cancelled", "purchase committed", "refund late:", "refund order:", "strike banned"],
  ...["called_off_together", "price_agreed", "refund price:"],
  ...["strike counted", "strike overturned", "strike same event", "strike staff", "strike suspended", "banned"],
];
let steps = 0;

class World extends SimulatedMarket {
  /** The order of the last step and those bought with it. */
  #about: string[] = [];

  /** Three steps of four are aimed at an order that they fit, because most random ones are refused. */
  #target({ which, same }: Pick<Step, "which" | "same">, ...fitting: string[]): OrderRow | undefined {
    const all = this.orders();
    const fits = ({ status, payment_method, payment_deadline: due }: OrderRow) =>
      (due ?? this.now) >= this.now && fitting.some((one) => `${status} ${payment_method}`.includes(one));
    const fit = steps % 4 === 0 ? all : all.filter(fits);
    const related = same ? fit.filter(({ id }) => this.#about.includes(id)) : [];
    const chosen = related.length > 0 ? related : fit;
    const order = chosen.at(-1 - (which % Math.max(1, chosen.length)));
    const isRelated = ({ id, purchase_id }: OrderRow) =>
      id === order?.id || (purchase_id !== null && purchase_id === order?.purchase_id);
    if (order) this.#about = all.filter(isRelated).map(({ id }) => id);
    return order;
  }

  async take(one: Step): Promise<void> {
    const { type, which, other, delay } = one;
    for (let n = 0; n < delay; n++) await Promise.resolve();
    steps++;
    const services = this.services;
    const buyer = BUYERS[which % BUYERS.length] ?? "";
    const staff = STAFF[which % STAFF.length] ?? "";
    const even = other % 2 === 0;
    const { store } = this.provider;
    switch (type) {
      case "buy":
        return this.#buy(services, buyer, this.items[other % this.items.length] ?? "", which < 6);
      case "bundle": {
        const paymentMethod = which < 6 ? "stripe" : "bank_transfer";
        const terms = { kind: "bundle", bundleId: `bdl_${other % 2}`, paymentMethod, acknowledged: true } as const;
        if (this.#mayBuy(buyer)) counted("bundle", await createPurchase(services, buyer, terms, null));
        return;
      }
      case "form": {
        const order = this.#target(one, "awaiting_payment stripe");
        if (!order) return;
        const request = { orderId: order.id };
        const rows = await services.db.all<IntentRow>(intentQuery(order.buyer_id, request));
        const reply = await createIntent(services, order.buyer_id, request, null, rows);
        if (reply.ok) this.forms.add(reply.value.id);
        return counted("form", reply);
      }
      case "race":
        return this.#race(one);
      case "card":
        return this.#enterCard(which, other);
      case "processed": {
        const [intent] = this.intents("processing");
        if (intent) finishProcessing(store, intent.id, even ? "succeeded" : "failed");
        return;
      }
      case "late_money":
        return this.#lateMoney(one);
      case "events":
        return this.#deliver(services, which, 1 + (other % 3), even);
      case "lost_event":
        this.events.splice(which, 1);
        return;
      case "job":
        await JOBS[which % JOBS.length]?.(services);
        return;
      case "session":
        await settleOverdueOrdersOf(services, buyer);
        return;
      case "appeal": {
        const id = services.newId("apl");
        const filed = await fileAppeal(services, buyer, id, "The bank was closed.");
        if (!filed.ok) return;
        const decision = { outcome: "overturned", answer: "That is so." } as const;
        const decided = await decideAppeal(services, { id: staff, role: "super_admin" }, id, decision);
        if (staff === buyer) expect(decided.ok, "staff decide their own appeal (D34)").toBe(false);
        return counted("appeal", decided);
      }
      case "chargeback":
      case "verdict": {
        const paid = this.intents("succeeded");
        const intent = paid[which % paid.length];
        if (!intent) return;
        const done =
          type === "chargeback"
            ? bank.openDispute(store, intent.id)
            : bank.closeDispute(store, intent.id, even ? "won" : "lost");
        if (done) count(type === "chargeback" ? "chargeback" : even ? "won" : "lost");
        return;
      }
      default:
        return this.#aboutOrder(services, one, { staff, even });
    }
  }

  async #aboutOrder(services: Services, step: Step, { staff, even }: { staff: string; even: boolean }): Promise<void> {
    const { type } = step;
    const fitting: Record<string, string[]> = {
      cancel: ["awaiting_payment"],
      evidence: ["awaiting_payment bank_transfer"],
      answer: ["payment_pending", "disputed bank_transfer"],
      resolve: ["disputed"],
    };
    const order = this.#target(step, ...(fitting[type] ?? ["payment_confirmed"]));
    if (!order) return;
    const { id, item_id: itemId, buyer_id: buyerId, seller_id: sellerId } = order;
    const isParty = staff === buyerId || staff === sellerId;
    const decided = (reply: { ok: boolean }) => {
      if (isParty) expect(reply.ok, "staff decide their own case (D34)").toBe(false);
      if (isParty) count("own case");
      counted(type, reply);
    };
    switch (type) {
      case "cancel":
        return counted(type, await orders.cancelOrder(services, buyerId, id));
      case "evidence": {
        const reference = order.bank_reference ?? "";
        return counted(type, await orders.submitEvidence(services, buyerId, id, { reference }, null));
      }
      case "answer": {
        const [asked] = database.run(
          "SELECT id FROM payment_confirmations WHERE order_id = ? ORDER BY created_at DESC LIMIT 1",
          id,
        );
        const answer = even ? "received" : "not_received";
        if (asked) counted(type, await answerConfirmation(services, sellerId, String(asked.id), answer));
        return;
      }
      case "hand_over": {
        const code = this.rooms.get(itemId)?.stored?.orders.find((one) => one.id === id)?.handover?.code ?? "000000";
        return counted(type, await orders.handOverOrder(services, sellerId, id, { code }));
      }
      case "collect":
        return counted(type, await orders.collectOrder(services, buyerId, id));
      case "report":
        return counted(type, await orders.openDispute(services, buyerId, id, "It is broken."));
      case "resolve": {
        const decision = { outcome: even ? "release" : "refund", note: "Seen." } as const;
        return decided(await orders.resolveDispute(services, staff, id, decision));
      }
      case "close": {
        const decision = { outcome: even ? "completed" : "refunded", note: "Seen." } as const;
        return decided(await orders.closeOrder(services, staff, id, decision));
      }
      case "change": {
        const [asker, other] = even ? [buyerId, sellerId] : [sellerId, buyerId];
        const price = Math.max(1, order.amount_cents - 1 - step.which * 7);
        const body =
          step.other % 3 === 0 ? { kind: "call_off" as const } : ({ kind: "price", price, reason: "late" } as const);
        const asked = await askChange(services, asker, id, body, null);
        const change = asked.ok ? asked.value.order.changes?.at(-1) : undefined;
        // One that nobody answers may be agreed to by the code.
        if (!change || step.which % 4 === 0) return;
        return counted(type, await answerChange(services, other, id, change.id, { answer: "accept" }));
      }
      case "refund":
        return counted(type, await orders.refundOrder(services, sellerId, id, even));
    }
  }

  /** Orders of one bundle are paid for and cancelled at once. */
  async #race(one: Step): Promise<void> {
    const all = this.orders();
    const part = all.findLast(({ purchase_id, status }) => purchase_id !== null && status === "awaiting_payment");
    if (!part) return;
    this.#about = all.filter(({ purchase_id }) => purchase_id === part.purchase_id).map(({ id }) => id);
    const pay = part.payment_method === "stripe" ? "form" : "evidence";
    const [first, then] = one.other % 2 === 0 ? (["cancel", pay] as const) : ([pay, "cancel"] as const);
    const replies = await Promise.allSettled([
      this.take({ ...one, type: first, same: true }),
      this.take({ ...one, type: then, same: true, which: one.which + 1, delay: one.delay + one.which * one.other }),
    ]);
    for (const reply of replies) if (reply.status === "rejected") causedByFault(reply.reason);
  }

  #mayBuy(userId: string): boolean {
    const [row] = database.run(
      "SELECT 1 FROM profiles WHERE id = ? AND is_banned = 0 AND (is_suspended = 0 OR suspension_end_date <= ?)",
      userId,
      this.now,
    );
    return row !== undefined;
  }

  async #buy(services: Services, userId: string, itemId: string, card: boolean): Promise<void> {
    if (!this.#mayBuy(userId)) return;
    const holdId = services.newId("hld");
    const held = await execute(services.env, itemId, reserve({ userId, kind: "buy_now", holdId }));
    const item = held.ok && (await findCheckoutItem(services, itemId));
    if (!item) return;
    const terms = { paymentMethod: card ? "stripe" : "bank_transfer", acknowledged: true } as const;
    counted("buy", await createTransaction(services, userId, terms, item, { key: null, isNew: true }));
  }

  /** A buyer enters a card, which the bank takes, declines, or takes its time about. */
  async #enterCard(which: number, fate: number): Promise<void> {
    const open = this.intents("requires_payment_method").filter(({ id }) => this.forms.has(id));
    const intent = open[which % open.length];
    if (!intent) return;
    this.provider.store.slowPayments = fate > 9 ? 1 : 0;
    const payment_method = fate < 3 ? "pm_card_chargeDeclined" : "pm_card_visa";
    await this.provider.stripe.paymentIntents.confirm(intent.id, { payment_method }).catch(() => undefined);
    this.provider.store.slowPayments = 0;
  }

  /** Money for an order whose room does not know the intent, as after a restore of an older state. */
  async #lateMoney(step: Step): Promise<void> {
    const order = this.#target(step, "stripe");
    if (order?.payment_method !== "stripe" || order.purchase_id !== null) return;
    const { id, amount_cents: amount } = order;
    const intent = await this.provider.stripe.paymentIntents.create({ amount, currency: "aud" });
    if (database.run("SELECT 1 FROM payments WHERE order_id = ? AND status = 'open'", id).length > 0) return;
    database.run(
      `INSERT INTO payments (intent_id, kind, order_id, user_id, amount_cents, created_at, updated_at, next_check_at)
        VALUES (?, 'order', ?, ?, ?, ?4, ?4, ?4)`.replaceAll("?4", String(this.now)),
      intent.id,
      id,
      order.buyer_id,
      amount,
    );
    database.run(
      "INSERT INTO payment_parts (intent_id, order_id, item_id, seller_id, amount_cents) VALUES (?, ?, ?, ?, ?)",
      intent.id,
      id,
      order.item_id,
      order.seller_id,
      amount,
    );
    await this.provider.stripe.paymentIntents.confirm(intent.id, { payment_method: "pm_card_visa" });
    count("late money");
  }

  /** Delivers some of the waiting events, oldest or newest first. One that the Worker has accepted may be repeated. */
  async #deliver(services: Services, which: number, times: number, inOrder: boolean): Promise<void> {
    this.events.push(...this.provider.deliveries());
    for (let n = 0; n < times && this.events.length > 0; n++) {
      const at = inOrder ? 0 : (which * 7 + n) % this.events.length;
      const event = this.events[at];
      if (!event) return;
      await applyEvent(services, event.body as unknown as Stripe.Event);
      if ((which + n) % 3 > 0) this.events = this.events.filter((one) => one !== event);
    }
  }
}

function counted(what: string, reply: { ok: boolean }): void {
  count(reply.ok ? what : `${what} refused`);
}

async function run(luck: number, turns: readonly Turn[]): Promise<void> {
  const random = new Random(luck);
  vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
    const bytes = new Uint8Array((array as unknown as Uint8Array).buffer);
    for (let n = 0; n < bytes.length; n++) bytes[n] = random.below(256);
    return array;
  });
  const world = new World();
  await world.open();
  for (const { wait, crash, room, faults, lost, provider, steps: taken } of turns) {
    world.pass(wait);
    for (const [index, id] of world.items.entries()) {
      const platform = world.room(id);
      platform.faults = [...faults.slice(index % 2)];
      if (room === "crash" && index % 2 === 0) platform.crash();
      if (room === "alarm") await platform.runAlarm();
      if (room === "late") platform.deliverLate();
    }
    world.provider.injectFaults({ path: "/", times: provider.times, answer: provider.answer as "lost" });
    world.loseReply = lost;
    world.callsLeft = crash;
    // Up to three steps at once, as of several people.
    const replies = await Promise.allSettled(taken.map((one) => world.take(one)));
    await world.settled();
    world.callsLeft = null;
    world.loseReply = false;
    for (const reply of replies) {
      if (reply.status === "fulfilled") continue;
      causedByFault(reply.reason);
      count("crashed");
    }
    for (const error of rowErrors.splice(0)) causedByFault(error);
    world.check();
  }
  await world.settle();
  expect(rowErrors.splice(0)).toEqual([]);
  world.check();
  world.checkSettled();
}

describe("orders and card money under random steps", () => {
  it("account for every order and every cent, whatever fails", async () => {
    // Synchronous hashing, so that a seed repeats its history.
    vi.spyOn(crypto.subtle, "digest").mockImplementation(async (_, data) => {
      const hash = createHash("sha256")
        .update(new Uint8Array(data as ArrayBuffer))
        .digest();
      return new Uint8Array(hash).buffer;
    });
    const turns = fc.array(turn, { minLength: 20, maxLength: 60, size: "max" });
    const plays = fc.asyncProperty(fc.integer(), turns, (luck, all) => database.undoing(() => run(luck, all)));
    await fc.assert(plays, histories(800, 30));
    if (!LONG) return;
    console.info(steps, Object.fromEntries([...seen].sort()));
    expect(REACHED.filter((what) => !seen.has(what))).toEqual([]);
  });
});
