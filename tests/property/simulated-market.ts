/**
 * A market for random histories: sellers, items and bundles, the Worker with its jobs, and the Stripe emulator. Checks
 * what must be true at every moment, and what must be once everything has settled.
 */
import type Stripe from "stripe";
import { expect } from "vitest";
import { DEFAULT_SITE_SETTINGS } from "#domain/site/site-settings";
import { setAccount } from "../../scripts/stripe-emulator/accounts.ts";
import * as bank from "../../scripts/stripe-emulator/disputes.ts";
import { finishProcessing } from "../../scripts/stripe-emulator/intents.ts";
import { chainAuditLog } from "../../worker/db/audit-log.ts";
import type { AppEnv } from "../../worker/env.ts";
import { finishIncompletePurchases } from "../../worker/features/checkout/purchases/jobs.ts";
import { remindReturns } from "../../worker/features/orders/direct-refunds.ts";
import { settleDueItems } from "../../worker/features/orders/jobs.ts";
import { continueSellerRefunds } from "../../worker/features/orders/seller-refunds.ts";
import * as payments from "../../worker/features/payments/jobs.ts";
import { applyEvent } from "../../worker/features/payments/stripe/events.ts";
import { applyStrikes } from "../../worker/features/status/jobs.ts";
import { auditStatements } from "../../worker/jobs/run-audits.ts";
import type { Services } from "../../worker/services.ts";
import { emulatedStripe } from "../support/emulated-stripe.ts";
import { Database } from "./simulated-platform.ts";
import { SimulatedWorker } from "./simulated-worker.ts";

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2027, 0, 10);
const FEE = 500;
/** The seller of each item; the first two bundles are of two items each. `staff` also sells and buys. */
const SELLERS = ["seller", "seller", "seller", "seller", "seller", "staff", "staff"];
const BUNDLES = [
  [0, 1],
  [2, 3],
] as const;
export const STAFF = ["staff", "mod"];

export const JOBS: readonly ((services: Services) => Promise<unknown>)[] = [
  settleDueItems,
  (services) => applyStrikes(services),
  finishIncompletePurchases,
  (services) => payments.closeDueIntents(services),
  payments.reconcileIntents,
  payments.findLostEvents,
  payments.followReversals,
  continueSellerRefunds,
  payments.retryRefunds,
  payments.releasePayouts,
  payments.recordChargeFees,
  remindReturns,
  ({ db }) => chainAuditLog(db),
];

export const database = new Database();
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

export interface OrderRow {
  id: string;
  item_id: string;
  buyer_id: string;
  seller_id: string;
  status: string;
  payment_method: string;
  amount_cents: number;
  bank_reference: string | null;
  purchase_id: string | null;
  payment_deadline: number | null;
}

const OVER = ["expired", "cancelled", "refunded"];
export const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
export const seen = new Map<string, number>();
export class SimulatedMarket extends SimulatedWorker {
  readonly provider = emulatedStripe();
  readonly items = SELLERS.map((_, index) => `itm_${index}`);
  /** Intents whose secret is in a buyer's browser. */
  readonly forms = new Set<string>();
  /** Events of the provider that the Worker has not received. */
  protected events: ReturnType<typeof this.provider.deliveries> = [];

  constructor() {
    super(database, START, {
      APP_ENV: "local",
      APP_ORIGIN: "",
      PAYMENTS: "emulator",
      MAIL_TRANSPORT: "outbox",
      SUPPORT_EMAIL: "",
      STRIPE_EMULATOR: {} as NonNullable<AppEnv["STRIPE_EMULATOR"]>,
    });
  }

  async open(): Promise<void> {
    this.stripe = this.provider.client(() => this.spend());
    for (const [index, id] of this.items.entries()) {
      this.addItem(id, SELLERS[index] ?? "", 1_000 * index + 995);
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
      const { id } = await this.provider.stripe.v2.core.accounts.create({
        dashboard: "express",
        contact_email: "seller@example.com",
        identity: { country: "au", entity_type: "individual" },
        defaults: { responsibilities: { fees_collector: "application", losses_collector: "application" } },
        configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
      });
      setAccount(this.provider.store, id, { transfers: "active" });
      database.run(
        `INSERT INTO payout_accounts (seller_id, provider_account_id, status, checked_at, created_at, updated_at)
          VALUES (?, ?, 'active', ?, 0, 0)`,
        seller,
        id,
        START,
      );
    }
  }

  pass(ms: number): void {
    this.now += ms;
    this.provider.advance(ms);
  }

  orders(): OrderRow[] {
    return database.run(`SELECT id, item_id, buyer_id, seller_id, status, payment_method, amount_cents, bank_reference,
      purchase_id, payment_deadline FROM orders ORDER BY created_at, id`) as unknown as OrderRow[];
  }

  intents(status?: string): Stripe.PaymentIntent[] {
    const all = this.provider.store.list("payment_intent", { limit: 1_000 }) as unknown as Stripe.PaymentIntent[];
    return all.filter((intent) => status === undefined || intent.status === status);
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
    const reversed = database.run(
      `SELECT p.order_id AS id, p.item_id AS item FROM payment_reversals r JOIN payment_parts p USING (intent_id)
        WHERE r.kind = 'chargeback' AND r.applied_status = r.status AND r.status <> 'won' AND p.outcome = 'paid'`,
    );
    for (const { id, item } of reversed) {
      const inRoom = this.rooms.get(String(item))?.stored?.orders.find((one) => one.id === id);
      const status = inRoom?.status ?? statusOf.get(String(id)) ?? "";
      expect(["payment_confirmed", "completed"], `${id} continues during a chargeback (A65)`).not.toContain(status);
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
    for (let round = 0; round < 20; round++) {
      this.pass(round < 6 ? HOUR : DAY);
      for (const { id } of this.intents("processing")) finishProcessing(store, id, "succeeded");
      for (const { id } of this.intents("succeeded")) {
        // Some banks dispute a payment within the delay of first sales, some once its seller has been paid.
        if (round === (id.charCodeAt(7) % 2 === 0 ? 2 : 15) && id.charCodeAt(6) % 4 > 0) bank.openDispute(store, id);
        if (round === 4 || round === 17) bank.closeDispute(store, id, id.charCodeAt(5) % 2 === 0 ? "won" : "lost");
      }
      this.events.push(...this.provider.deliveries());
      for (const event of this.events.splice(0)) {
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
    const together = database.run(
      `SELECT a.order_id, b.order_id AS other FROM strikes a JOIN strikes b ON b.buyer_id = a.buyer_id AND b.seq > a.seq
        WHERE a.counted = 1 AND b.counted = 1 AND abs(a.at - b.at) < ? AND NOT EXISTS (
          SELECT 1 FROM strikes c WHERE c.buyer_id = a.buyer_id AND c.overturned_at IS NOT NULL)`,
      DAY,
    );
    expect(together, "payments missed within a day count twice (D32)").toEqual([]);
    for (const { kind: what } of database.run("SELECT kind FROM order_events")) count(String(what));
    for (const { cause } of database.run("SELECT substr(cause, 1, instr(cause, ':')) AS cause FROM refunds"))
      count(`refund ${cause}`);
    for (const { status, n } of database.run("SELECT status, is_limited AS n FROM seller_refunds"))
      count(`seller refund ${n === 1 ? "limited " : ""}${status}`);
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
