/**
 * Orders, bundles, card money and strikes (D18–D20, D31–D34, D38, A65) under random steps of buyers, sellers, staff,
 * banks and jobs: the production commands and rooms on SQLite with the Stripe emulator, while Workers crash at any call,
 * rooms die, replies get lost, and events arrive late, twice or never. Once everything has settled, every audit holds
 * and every cent is accounted for.
 */
import { createHash } from "node:crypto";
import fc from "fast-check";
import type Stripe from "stripe";
import { describe, expect, it, vi } from "vitest";
import { DEFAULT_SITE_SETTINGS } from "#domain/site/site-settings";
import { reserve } from "../../durable/item-room/commands/holds.ts";
import { setAccount } from "../../scripts/stripe-emulator/accounts.ts";
import * as bank from "../../scripts/stripe-emulator/disputes.ts";
import { finishProcessing } from "../../scripts/stripe-emulator/intents.ts";
import { chainAuditLog } from "../../worker/db/audit-log.ts";
import type { AppEnv } from "../../worker/env.ts";
import { createTransaction } from "../../worker/features/checkout/commands.ts";
import { createPurchase } from "../../worker/features/checkout/purchases/commands.ts";
import { finishIncompletePurchases } from "../../worker/features/checkout/purchases/jobs.ts";
import { findCheckoutItem } from "../../worker/features/checkout/queries.ts";
import * as orders from "../../worker/features/orders/commands.ts";
import { answerConfirmation } from "../../worker/features/orders/confirmations/commands.ts";
import { remindReturns } from "../../worker/features/orders/direct-refunds/commands.ts";
import { settleDueItems, settleOverdueOrdersOf } from "../../worker/features/orders/jobs.ts";
import { createIntent } from "../../worker/features/payments/intents/commands.ts";
import * as payments from "../../worker/features/payments/jobs.ts";
import { applyEvent } from "../../worker/features/payments/stripe/commands.ts";
import { decideAppeal, fileAppeal } from "../../worker/features/status/commands.ts";
import { applyStrikes } from "../../worker/features/status/jobs.ts";
import { execute } from "../../worker/http/item-room.ts";
import { auditStatements } from "../../worker/jobs/run-audits.ts";
import type { Services } from "../../worker/services.ts";
import { Random } from "../sim/random.ts";
import { emulatedStripe } from "../support/emulated-stripe.ts";
import { histories, LONG } from "../support/property-runs.ts";
import { Database, type Fault } from "./simulated-platform.ts";
import { causedByFault, SimulatedWorker } from "./simulated-worker.ts";

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
const START = Date.UTC(2027, 0, 10);
const FEE = 500;
const FAULTS: Fault[] = ["none", "none", "none", "refused", "reply_lost", "dies_before", "dies_after", "late"];
/** The seller of each item; the first two bundles are of two items each. `staff` also sells and buys. */
const SELLERS = ["seller", "seller", "seller", "seller", "seller", "staff", "staff"];
const BUNDLES = [
  [0, 1],
  [2, 3],
] as const;
const BUYERS = ["ann", "ben", "cat", "staff"];
const STAFF = ["staff", "mod"];

const JOBS: readonly ((services: Services) => Promise<unknown>)[] = [
  settleDueItems,
  (services) => applyStrikes(services),
  finishIncompletePurchases,
  (services) => payments.closeDueIntents(services),
  payments.reconcileIntents,
  payments.findLostEvents,
  payments.followReversals,
  payments.retryRefunds,
  payments.releasePayouts,
  payments.recordChargeFees,
  remindReturns,
  ({ db }) => chainAuditLog(db),
];

const WEIGHTS = {
  buy: 12,
  bundle: 8,
  form: 12,
  card: 14,
  processed: 3,
  late_money: 2,
  cancel: 5,
  evidence: 6,
  answer: 6,
  hand_over: 5,
  collect: 3,
  report: 3,
  resolve: 4,
  close: 2,
  refund: 3,
  chargeback: 4,
  verdict: 4,
  events: 16,
  lost_event: 1,
  job: 16,
  session: 2,
  appeal: 1,
} as const;

const kind = fc.oneof(
  ...(Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[]).map((type) => ({
    weight: WEIGHTS[type],
    arbitrary: fc.constant(type),
  })),
);
const step = fc.record({ type: kind, which: fc.nat(11), other: fc.nat(11) });
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const turn = fc.record({
  wait: fc.oneof(
    { weight: 24, arbitrary: fc.constantFrom(0, 0, MINUTE, 3 * MINUTE) },
    { weight: 6, arbitrary: fc.constantFrom(11 * MINUTE, 31 * MINUTE, 3 * HOUR) },
    { weight: 2, arbitrary: fc.constantFrom(DAY, 3 * DAY + MINUTE) },
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

const database = new Database();
database.run(
  "UPDATE profiles SET bank_details = ?",
  JSON.stringify({ account_name: "S", bsb: "062-000", account_number: "1" }),
);
for (const id of STAFF) {
  database.run("INSERT INTO accounts (id, email, created_at) VALUES (?, ?, 0)", id, `${id}@example.com`);
  database.run(
    `INSERT INTO profiles (id, email, role, bank_details, created_at, updated_at)
      SELECT ?, ?, 'admin', bank_details, 0, 0 FROM profiles WHERE id = 'seller'`,
    id,
    `${id}@example.com`,
  );
}
database.run(
  "INSERT INTO site_settings (version, settings, saved_by, saved_at) VALUES (1, ?, 'mod', 0)",
  JSON.stringify({ ...DEFAULT_SITE_SETTINGS, numbers: { ...DEFAULT_SITE_SETTINGS.numbers, platform_fee_bp: FEE } }),
);

interface OrderRow {
  id: string;
  item_id: string;
  buyer_id: string;
  seller_id: string;
  status: string;
  payment_method: string;
  amount_cents: number;
  bank_reference: string | null;
  purchase_id: string | null;
}

const OVER = ["expired", "cancelled", "refunded"];
const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
const seen = new Map<string, number>();
let steps = 0;

class World extends SimulatedWorker {
  readonly provider = emulatedStripe();
  readonly items = SELLERS.map((_, index) => `itm_${index}`);
  /** Intents whose secret is in a buyer's browser. */
  readonly forms = new Set<string>();
  #events: ReturnType<typeof this.provider.deliveries> = [];

  static async open(): Promise<World> {
    const env = {
      APP_ENV: "local",
      APP_ORIGIN: "",
      PAYMENTS: "emulator",
      MAIL_TRANSPORT: "outbox",
      SUPPORT_EMAIL: "",
    } as const;
    const world = new World(database, START, { ...env, STRIPE_EMULATOR: {} as NonNullable<AppEnv["STRIPE_EMULATOR"]> });
    world.stripe = world.provider.client(() => world.spend());
    for (const [index, id] of world.items.entries()) {
      world.addItem(id, SELLERS[index] ?? "", 1_000 * index + 995);
      database.run("UPDATE items SET collection_date = ?, suburb = 'Brunswick' WHERE id = ?", START + 12 * DAY, id);
    }
    for (const [index, parts] of BUNDLES.entries()) {
      database.run(
        `INSERT INTO bundles (id, seller_id, title, bundle_price_cents, individual_total_cents, created_at, updated_at)
          VALUES (?, 'seller', 'Two lamps', ?, 9000, 0, 0)`,
        `bdl_${index}`,
        1_500 + 2_000 * index,
      );
      for (const part of parts) {
        database.run("INSERT INTO bundle_items (bundle_id, item_id) VALUES (?, ?)", `bdl_${index}`, `itm_${part}`);
      }
    }
    for (const seller of new Set(SELLERS)) {
      const { id } = await world.provider.stripe.v2.core.accounts.create({
        dashboard: "express",
        contact_email: "seller@example.com",
        identity: { country: "au", entity_type: "individual" },
        defaults: { responsibilities: { fees_collector: "application", losses_collector: "application" } },
        configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
      });
      setAccount(world.provider.store, id, { transfers: "active" });
      database.run(
        `INSERT INTO payout_accounts (seller_id, provider_account_id, status, checked_at, created_at, updated_at)
          VALUES (?, ?, 'active', ?, 0, 0)`,
        seller,
        id,
        START,
      );
    }
    return world;
  }

  pass(ms: number): void {
    this.now += ms;
    this.provider.advance(ms);
  }

  orders(): OrderRow[] {
    return database.run(`SELECT id, item_id, buyer_id, seller_id, status, payment_method, amount_cents, bank_reference,
      purchase_id FROM orders ORDER BY created_at, id`) as unknown as OrderRow[];
  }

  intents(status?: string): Stripe.PaymentIntent[] {
    const all = this.provider.store.list("payment_intent", { limit: 1_000 }) as unknown as Stripe.PaymentIntent[];
    return all.filter((intent) => status === undefined || intent.status === status);
  }

  /** Three steps of four are aimed at an order that they fit, because most random ones are refused. */
  #target(which: number, ...fitting: string[]): OrderRow | undefined {
    const all = this.orders();
    const fit =
      steps % 4 === 0
        ? all
        : all.filter(({ status, payment_method }) =>
            fitting.some((one) => `${status} ${payment_method}`.includes(one)),
          );
    return fit.at(-1 - (which % Math.max(1, fit.length)));
  }

  async take({ type, which, other }: Step): Promise<void> {
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
        const order = this.#target(which, "awaiting_payment stripe");
        if (!order) return;
        const reply = await createIntent(services, order.buyer_id, { orderId: order.id }, null);
        if (reply.ok) this.forms.add(reply.value.id);
        return counted("form", reply);
      }
      case "card":
        return this.#enterCard(which, other);
      case "processed": {
        const [intent] = this.intents("processing");
        if (intent) finishProcessing(store, intent.id, even ? "succeeded" : "failed");
        return;
      }
      case "late_money":
        return this.#lateMoney(which);
      case "events":
        return this.#deliver(services, which, 1 + (other % 3), even);
      case "lost_event":
        this.#events.splice(which, 1);
        return;
      case "job":
        await JOBS[which % JOBS.length]?.(services);
        return;
      case "session":
        return settleOverdueOrdersOf(services, buyer);
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
        return this.#aboutOrder(services, type, which, { staff, even });
    }
  }

  async #aboutOrder(
    services: Services,
    type: string,
    which: number,
    { staff, even }: { staff: string; even: boolean },
  ): Promise<void> {
    const fitting: Record<string, string[]> = {
      cancel: ["awaiting_payment"],
      evidence: ["awaiting_payment bank_transfer"],
      answer: ["payment_pending", "disputed bank_transfer"],
      resolve: ["disputed"],
    };
    const order = this.#target(which, ...(fitting[type] ?? ["payment_confirmed"]));
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
      case "refund":
        return counted(type, await orders.refundOrder(services, sellerId, id, even));
    }
  }

  #mayBuy(userId: string): boolean {
    const [row] = database.run("SELECT is_banned + is_suspended AS out FROM profiles WHERE id = ?", userId);
    return row?.out === 0;
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
  async #lateMoney(which: number): Promise<void> {
    const order = this.#target(which, "stripe");
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
    this.#events.push(...this.provider.deliveries());
    for (let n = 0; n < times && this.#events.length > 0; n++) {
      const at = inOrder ? 0 : (which * 7 + n) % this.#events.length;
      const event = this.#events[at];
      if (!event) return;
      await applyEvent(services, event.body as unknown as Stripe.Event);
      if ((which + n) % 3 > 0) this.#events = this.#events.filter((one) => one !== event);
    }
  }

  /** What must be true at every moment, also between a crash and its repair. */
  check(): void {
    const all = this.orders();
    const statusOf = new Map(all.map(({ id, status }) => [id, status]));
    for (const intent of this.intents()) {
      if (!this.forms.has(intent.id) || intent.status === "canceled" || intent.status === "succeeded") continue;
      for (const { id } of database.run("SELECT order_id AS id FROM payment_parts WHERE intent_id = ?", intent.id)) {
        const status = statusOf.get(String(id)) ?? "";
        expect(OVER, `${id} released its item while a card may still pay (D20)`).not.toContain(status);
      }
    }
    const purchases = database.run(
      "SELECT id, payment_method AS method FROM purchases WHERE decision NOT IN ('committing', 'cancelling')",
    );
    for (const { id, method } of purchases) {
      const parts = all.filter(({ purchase_id }) => purchase_id === id).map(({ status }) => status);
      const stands = parts.some((status) => status !== "awaiting_payment" && !OVER.includes(status));
      // A transfer can be confirmed for one part and denied for another, which then expires.
      const gone = method === "stripe" ? ["cancelled", "expired"] : ["cancelled"];
      expect(stands && parts.some((status) => gone.includes(status)), `${id}: bought in part (D38)`).toBe(false);
    }
    const proceeds = new Map(
      database
        .run("SELECT order_id AS id, amount_cents - fee_cents AS cents FROM payment_parts WHERE outcome = 'paid'")
        .map(({ id, cents }) => [String(id), Number(cents)]),
    );
    for (const [order, cents] of this.#sent()) expect(cents, order).toBeLessThanOrEqual(proceeds.get(order) ?? 0);
  }

  /** What sellers have received, by order. */
  #sent(): Map<string, number> {
    const sent = new Map<string, number>();
    const made = this.provider.store.list("transfer", { limit: 1_000 }) as unknown as Stripe.Transfer[];
    for (const { metadata, amount, amount_reversed: back } of made) {
      const order = metadata.order_id ?? "";
      sent.set(order, (sent.get(order) ?? 0) + amount - back);
    }
    return sent;
  }

  /** Ends all faults and lets banks, events and jobs finish what was begun. */
  async settle(): Promise<void> {
    this.callsLeft = null;
    this.loseReply = false;
    this.provider.injectFaults();
    for (const room of this.rooms.values()) room.faults = [];
    const { store } = this.provider;
    for (let round = 0; round < 16; round++) {
      for (const { id } of this.intents("processing")) finishProcessing(store, id, "succeeded");
      for (const { id } of round === 4 ? this.intents("succeeded") : []) {
        bank.closeDispute(store, id, id.charCodeAt(5) % 2 === 0 ? "won" : "lost");
      }
      this.#events.push(...this.provider.deliveries());
      for (const event of this.#events.splice(0)) {
        await applyEvent(this.services, event.body as unknown as Stripe.Event);
        await this.settled();
      }
      for (const id of this.items) {
        const room = this.room(id);
        room.deliverLate();
        await room.runAlarm();
        await room.settle();
      }
      for (const job of JOBS) {
        await job(this.services);
        await this.settled();
      }
      this.pass(12 * HOUR);
    }
  }

  /** What must be true once nothing is left to do. */
  checkSettled(): void {
    for (const { name, sql, params } of auditStatements(this.now)) {
      expect(database.run(sql, ...params), name).toEqual([]);
    }
    const { store } = this.provider;
    const { available, pending } = store.balance();
    const [ledger] = database.run(
      "SELECT coalesce(sum(amount_cents), 0) AS cents FROM ledger WHERE account = 'stripe_clearing'",
    );
    expect(ledger?.cents, "the ledger agrees with the provider").toBe(available + pending - 10_000_000);
    const sent = this.#sent();
    for (const intent of this.intents("succeeded")) {
      const parts = database.run(
        `SELECT o.id, o.status, p.amount_cents, p.fee_cents FROM payment_parts p JOIN orders o ON o.id = p.order_id
          WHERE p.intent_id = ? AND p.outcome = 'paid'`,
        intent.id,
      );
      const stands = parts.filter(({ status }) => status !== "refunded");
      const bought = stands.reduce((sum, { amount_cents }) => sum + Number(amount_cents), 0);
      const dispute = store.disputeOf(intent.id);
      const refunds = store.children("refund", intent.id).reduce((sum, { amount }) => sum + amount, 0);
      const back = refunds + (dispute?.status === "lost" ? dispute.amount : 0);
      expect(bought + back, `${intent.id} buys or is given back once`).toBe(intent.amount);
      for (const { id, status, amount_cents: cents, fee_cents: fee } of parts) {
        const due = status === "completed" ? Number(cents) - Number(fee) : status === "refunded" ? 0 : null;
        if (due !== null) expect(sent.get(String(id)) ?? 0, `proceeds of ${id}, ${status}`).toBe(due);
      }
    }
    const strikes = database.run(
      "SELECT event_id FROM strikes WHERE counted = 1 GROUP BY event_id HAVING count(*) > 1",
    );
    expect(strikes, "an event counts twice (D32)").toEqual([]);
    for (const { kind: what } of database.run("SELECT kind FROM order_events")) count(String(what));
    for (const { cause } of database.run("SELECT substr(cause, 1, instr(cause, ':')) AS cause FROM refunds"))
      count(`refund ${cause}`);
    for (const { decision } of database.run("SELECT decision FROM purchases WHERE status = 'placed'"))
      count(`purchase ${decision}`);
    for (const { again } of database.run("SELECT generation > 0 AS again FROM transfers"))
      count(again === 1 ? "payout again" : "payout");
    for (const one of database.run("SELECT counted, excuse, overturned_at FROM strikes")) {
      count(
        `strike ${one.overturned_at === null ? (one.excuse ?? (one.counted === 1 ? "counted" : "same event")) : "overturned"}`,
      );
    }
    for (const _ of database.run("SELECT 1 FROM profiles WHERE is_banned = 1")) count("banned");
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
  const world = await World.open();
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
    await fc.assert(plays, histories(600, 30));
    if (!LONG) return;
    console.info(steps, Object.fromEntries([...seen].sort()));
  });
});
