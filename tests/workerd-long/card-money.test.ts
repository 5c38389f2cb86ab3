/**
 * Simulates many card payments with lost answers, outages, late, repeated, shuffled and lost events, refused transfers
 * and reversals, refunds outside the app, disputes of all or part, inquiries and appeals, carts of several sellers, a
 * platform fee, holds, set-offs, restored databases, and decisions of staff. When the jobs and the provider have
 * settled, every cent is accounted for. `CARD_PAYMENTS=10000 npm run sim:card` runs more than the default 300.
 */

import { env } from "cloudflare:workers";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import type { AdminReversal } from "#contract/admin/payment-queue";
import type { PurchaseReply } from "#contract/checkout/purchases";
import type { Page } from "#contract/page";
import { DEFAULT_SITE_SETTINGS } from "#domain/site/site-settings";
import { chainAuditLog } from "../../worker/db/audit-log.ts";
import { connect } from "../../worker/db/client.ts";
import { finishIncompletePurchases } from "../../worker/features/checkout/purchases/jobs.ts";
import { settleDueItems } from "../../worker/features/orders/jobs.ts";
import { continueSellerRefunds } from "../../worker/features/orders/seller-refunds.ts";
import {
  closeDueIntents,
  findLostEvents,
  followReversals,
  reconcileIntents,
  recordChargeFees,
  releasePayouts,
  retryRefunds,
} from "../../worker/features/payments/jobs.ts";
import { reconcileBooks } from "../../worker/features/payments/reconciliation.ts";
import { applyStrikes } from "../../worker/features/status/jobs.ts";
import { runAudits } from "../../worker/jobs/run-audits.ts";
import { createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { pollUntil, whenSettled } from "../support/workerd/clock.ts";
import { createBuyer, createSeller, DAY, insertItem, reply } from "../support/workerd/deals.ts";
import { hideLogs } from "../support/workerd/logs.ts";
import {
  emulator,
  endOutage,
  ledgerSums,
  openPayoutAccount,
  placeCardOrder,
  provider,
  requestIntent,
  servicesWithSettled,
  topupIntent,
} from "../support/workerd/payments.ts";
import { seed } from "../support/workerd/seed.ts";
import { createRandom } from "../support/workerd/seeded-random.ts";
import { allRows, firstRow, runSql } from "../support/workerd/sql.ts";

const PAYMENTS = Number((env as unknown as { CARD_PAYMENTS?: string }).CARD_PAYMENTS || 300);
const PER_ROUND = 60;
/** Rounds after which the test stops acting on a deal, because sessions have ended and banks have decided. */
const ROUNDS_ALIVE = 10;
const BUYERS = 12;
const HOUR = 60 * 60_000;
const chance = createRandom(seed);

interface Seller {
  who: TestAccount;
  account: string | null;
}

interface Deal {
  buyer: TestAccount;
  seller: Seller;
  orderId: string;
  intentId: string;
  round: number;
}

let staff: TestAccount;
let deals: Deal[] = [];
let paidIntents = 0;
let paidOut = 0;
const happened = new Map<string, number>();
const count = (what: string): void => void happened.set(what, (happened.get(what) ?? 0) + 1);

beforeEach(() => void hideLogs());
afterAll(async () => {
  await emulator().planFaults({ hold: false, failures: 0, faults: [], deliveries: {}, slowPayments: 0 });
});

const start = Date.now();
let now = start;
function advance(ms: number): void {
  now += ms;
  vi.useFakeTimers({ toFake: ["Date"], now });
}

/** Runs the cron jobs that deal with card money. */
async function tick(): Promise<void> {
  const services = servicesWithSettled();
  const jobs = [
    settleDueItems,
    (all: typeof services) => applyStrikes(all),
    ({ db }: typeof services) => chainAuditLog(db),
    finishIncompletePurchases,
    (all: typeof services) => closeDueIntents(all),
    reconcileIntents,
    findLostEvents,
    followReversals,
    continueSellerRefunds,
    retryRefunds,
    releasePayouts,
    recordChargeFees,
    reconcileBooks,
  ];
  for (const job of jobs) {
    // Each job meets the provider anew; the pause after an outage has tests of its own (D86).
    endOutage();
    await job(services).catch(() => count("job stopped"));
    await services.settled();
  }
}

/** Waits until the provider has delivered everything that it can deliver now. */
const delivered = () => whenSettled(() => firstRow`SELECT count(*) AS n FROM provider_events`);

/**
 * Waits until no refund, payout or reversal is being worked on: each clears its error at its start and leaves another
 * status or an error at its end. A lease outlasts every call to the provider, so nothing that runs may see the clock
 * jump over its lease, as it never does in a Worker.
 */
async function idle(): Promise<void> {
  const running = () =>
    firstRow<{ n: number }>`SELECT (SELECT count(*) FROM refunds WHERE status = 'due' AND attempts > 0 AND last_error IS
      NULL AND next_at > ${now}) + (SELECT count(*) FROM transfers WHERE status IN ('payable', 'reversing') AND
      attempts > 0 AND last_error IS NULL AND next_at > ${now}) + (SELECT count(*) FROM payment_reversals WHERE
      applied_status IS NOT status AND attempts > 0 AND last_error IS NULL AND next_at > ${now}) AS n`;
  await pollUntil(running, (row) => row?.n === 0).catch(() => count("waited in vain"));
}

const CARDS = ["pm_card_visa", "pm_card_mastercard", "pm_card_au"] as const;

/** Confirms the intent until the card is charged, at most four times. Each answer may be lost. */
async function pay(intentId: string): Promise<boolean> {
  for (let tries = 0; tries < 4; tries++) {
    const card = chance.below(8) === 0 ? "pm_card_chargeDeclined" : chance.pick(CARDS);
    const { status } = await provider()
      .paymentIntents.confirm(intentId, { payment_method: card })
      .catch(() =>
        provider()
          .paymentIntents.retrieve(intentId)
          .catch(() => ({ status: "unknown" })),
      );
    if (status === "succeeded" || status === "processing") return true;
  }
  return false;
}

/** Requests the intent until there is an answer, like a user who presses the button again. */
async function intentOf(buyer: TestAccount, target: { orderId: string } | { purchaseId: string }) {
  for (let tries = 0; tries < 6; tries++) {
    endOutage();
    const response = await requestIntent(buyer, { currency: "aud", ...target });
    if (response.status === 200) return ((await response.json()) as { paymentIntentId: string }).paymentIntentId;
    await response.body?.cancel();
  }
  return null;
}

async function buyOne(seller: Seller, buyer: TestAccount, round: number): Promise<void> {
  const itemId = await insertItem(seller.who, {
    price_cents: 500 + chance.below(50_000),
    collection_date: now + 4 * DAY,
  });
  const { order_id: orderId } = await placeCardOrder(buyer, itemId);
  const intentId = await intentOf(buyer, { orderId });
  if (intentId === null || !(await pay(intentId))) return count("never paid");
  paidIntents++;
  deals.push({ buyer, seller, orderId, intentId, round });
}

/** Buys two or three items with one payment, of one seller or of several. */
async function buyCart(sellers: readonly Seller[], buyer: TestAccount, round: number): Promise<void> {
  const sold = new Map<string, Seller>();
  for (let n = 0; n < 2 + chance.below(2); n++) {
    const seller = chance.pick(sellers);
    const item_id = await insertItem(seller.who, {
      price_cents: 500 + chance.below(20_000),
      collection_date: now + 4 * DAY,
    });
    sold.set(item_id, seller);
    await reply(await buyer.request("POST", "/api/cart", { item_id }), 201);
  }
  const made = await reply<PurchaseReply>(
    await buyer.request("POST", "/api/purchases", { acknowledged: true, kind: "cart", paymentMethod: "stripe" }),
    201,
  );
  const intentId = await intentOf(buyer, { purchaseId: made.purchase.id });
  if (intentId === null || !(await pay(intentId))) return count("never paid");
  paidIntents++;
  for (const { id: orderId, item_id } of made.orders) {
    const seller = sold.get(item_id);
    if (seller) deals.push({ buyer, seller, orderId, intentId, round });
  }
}

const NOTE = "Decided in the simulation.";
const byStaff = (method: "GET" | "POST", path: string, body?: object) =>
  staff.request(method, path, body, { "Idempotency-Key": crypto.randomUUID() });

/** Staff share out every chargeback of a part, at random, and sometimes not all of it. */
async function shareOut(): Promise<boolean> {
  const page = await reply<Page<AdminReversal>>(await byStaff("GET", "/api/admin/payments/reversals"), 200);
  let shared = false;
  for (const { id, to_share: part } of page.items) {
    if (part === null) continue;
    let left = chance.below(4) === 0 ? 0 : Math.round(part.amount * 100);
    const shares = part.orders.flatMap(({ id: order_id, price }) => {
      const cents = Math.min(left, Math.round(price * 100), chance.below(left + 1) || left);
      left -= cents;
      return cents > 0 ? [{ order_id, amount: cents / 100 }] : [];
    });
    const answer = await byStaff("POST", `/api/admin/payments/reversals/${id}/shares`, { shares, note: NOTE });
    shared ||= answer.ok;
    await answer.body?.cancel();
  }
  return shared;
}

async function topUp(user: TestAccount): Promise<void> {
  const intent = await topupIntent(user, 500 + chance.below(5_000)).catch(() => null);
  if (intent && (await pay(intent.paymentIntentId))) {
    paidIntents++;
    count("top-up");
  }
}

/** Plans faults for the next calls to the provider. */
function plan() {
  const answers = ["lost", "outage", "rate_limit", { status: 400, message: "Refused for once." }] as const;
  const paths = [
    "/v1/transfers",
    "/v1/refunds",
    "/v1/payment_intents",
    "/v1/disputes",
    "/v2/core/accounts",
    "/v1/charges",
  ];
  const faults = paths.map((path) => ({ path, times: chance.below(4), answer: chance.pick(answers) }));
  const drop = ["payment_intent.succeeded", "refund.updated", "charge.dispute.closed", "account.updated"].filter(
    () => chance.below(5) === 0,
  );
  return {
    faults: faults.filter(({ times }) => times > 0),
    deliveries: { repeat: 1 + chance.below(2), shuffle: chance.below(2) === 0, drop },
  };
}

/** Lets a person, a bank or the provider act on a deal. */
async function disturb({ buyer, seller, orderId, intentId }: Deal): Promise<void> {
  const provided = emulator();
  const acts: Record<string, () => Promise<unknown>> = {
    collected: () => buyer.request("POST", `/api/orders/${orderId}/collected`),
    "collected in time": () => buyer.request("POST", `/api/orders/${orderId}/collected`),
    refunded: () => seller.who.request("POST", `/api/orders/${orderId}/refund`, {}),
    chargeback: () => provided.disputePayment(intentId),
    "chargeback of a part": () => provided.disputePayment(intentId, 1 + chance.below(1_500)),
    "chargebacks shared out": shareOut,
    "decided for the seller": () =>
      byStaff("POST", `/api/admin/orders/${orderId}/resolve`, { outcome: "release", note: NOTE }),
    "decided for the buyer": () =>
      byStaff("POST", `/api/admin/orders/${orderId}/resolve`, { outcome: "refund", note: NOTE }),
    "warning cleared": () =>
      byStaff("POST", `/api/admin/baggage/fraud_warnings/${orderId}`, { action: "clear", note: NOTE }),
    "claim written off": () =>
      byStaff("POST", `/api/admin/baggage/payout_claims/${orderId}`, { action: "write_off", note: NOTE }),
    held: () => byStaff("POST", "/api/admin/payout-holds", { seller_id: seller.who.id, order_id: orderId, note: NOTE }),
    inquiry: () => provided.disputePayment(intentId, { inquiry: true }),
    prevented: () => provided.closeDispute(intentId, "prevented"),
    won: () => provided.closeDispute(intentId, "won"),
    lost: () => provided.closeDispute(intentId, "lost"),
    "inquiry closed": () => provided.closeDispute(intentId, "warning_closed"),
    "appeal won": () => provided.appealDispute(intentId, "won"),
    "appeal lost": () => provided.appealDispute(intentId, "lost"),
    "refunded outside": () => provided.refundOutside(intentId),
    "refunded in part outside": () => provided.refundOutside(intentId, 1 + chance.below(400)),
    "fraud warning": () => provided.warnOfFraud(intentId),
    "account emptied": async () => seller.account && (await provided.payOutAccount(seller.account)),
    "account restricted": async () =>
      seller.account && (await provided.setAccount(seller.account, { transfers: "restricted" })),
    "account active": async () =>
      seller.account && (await provided.setAccount(seller.account, { transfers: "active" })),
    "refund came back": async () => {
      const { data } = await provider().refunds.list({ payment_intent: intentId, limit: 1 });
      return data[0] ? provided.returnRefund(data[0].id) : false;
    },
  };
  const name = chance.pick([...Object.keys(acts), "collected", "collected", "collected in time", "account active"]);
  const done = await acts[name]?.().catch(() => false);
  if (done instanceof Response) await done.body?.cancel();
  if (done instanceof Response ? done.ok : done) count(name);
}

/**
 * Makes the database forget payouts and refunds of the last round, as if it had been set back to before them. The
 * provider has made them (D74). Not those that may not be sent now: nothing looks for them until they may.
 */
async function setBack(since: number): Promise<void> {
  const guard = await firstRow<{ sql: string }>`SELECT sql FROM sqlite_master WHERE name = 'ledger_no_delete'`;
  await runSql`DROP TRIGGER ledger_no_delete`;
  const payouts = await allRows<{ txn: string }>`UPDATE transfers SET status = 'payable', attempts = 0, at_seller_cents
      = 0, destination = NULL, provider_transfer_id = NULL, sent_at = NULL, next_at = 0
    WHERE status = 'sent' AND sent_at >= ${since} AND claimed_at IS NULL
      AND seller_id IN (SELECT seller_id FROM payout_accounts WHERE status = 'active')
      AND NOT EXISTS (SELECT 1 FROM payment_reversals r WHERE r.intent_id = transfers.intent_id)
      AND NOT EXISTS (SELECT 1 FROM payout_holds h WHERE h.seller_id = transfers.seller_id AND h.ends_at > ${now}
        AND (h.order_id IS NULL OR h.order_id = transfers.order_id))
      AND NOT EXISTS (SELECT 1 FROM payout_set_offs s WHERE order_id IN (s.kept_order_id, s.owed_order_id))
      AND (SELECT count(*) FROM ledger l WHERE l.order_id = transfers.order_id AND l.txn_id LIKE 'transfer%') = 2
    RETURNING (SELECT txn_id FROM ledger l WHERE l.order_id = transfers.order_id AND l.txn_id LIKE 'transfer%') AS txn`;
  const refunds = await allRows<{ txn: string }>`UPDATE refunds SET status = 'due', attempts = 0, provider_refund_id =
      NULL, settled_at = NULL, next_at = 0
    WHERE status = 'succeeded' AND settled_at >= ${since} RETURNING 'refund-sent:' || id AS txn`;
  const forgotten = [...payouts.results, ...refunds.results].map(({ txn }) => txn);
  await runSql`DELETE FROM ledger WHERE txn_id IN (SELECT value FROM json_each(${JSON.stringify(forgotten)}))`;
  await env.DB.prepare(guard?.sql ?? "").run();
  if (payouts.results.length > 0) count("payouts forgotten");
  if (refunds.results.length > 0) count("refunds forgotten");
}

async function round(number: number): Promise<void> {
  const began = now;
  await emulator().planFaults({ faults: [] });
  // Three of four sellers have an active payout account.
  const sellers: Seller[] = [];
  for (let n = 0; n < 4; n++) {
    const who = await createSeller();
    sellers.push({ who, account: n < 3 ? await openPayoutAccount(who.id) : null });
  }
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => createBuyer()));
  await emulator().planFaults(plan());
  for (let made = 0; made < PER_ROUND; made += BUYERS) {
    await Promise.all(
      buyers.map(async (buyer) => {
        const kind = chance.below(10);
        if (kind === 0) return topUp(buyer);
        return kind <= 2 ? buyCart(sellers, buyer, number) : buyOne(chance.pick(sellers), buyer, number);
      }),
    );
  }
  // A staff member may act only so often in ten minutes.
  staff = await createAccount({ role: "admin" });
  for (const deal of deals) {
    endOutage();
    if (chance.below(7) === 0) await disturb(deal);
  }
  if (chance.below(6) === 0) paidOut += await emulator().payOutPlatform();
  else if (paidOut > 0 && chance.below(3) === 0) {
    await emulator().payInPlatform(paidOut);
    paidOut = 0;
  }
  await delivered();
  await idle();
  if (chance.below(4) === 0) await setBack(began - DAY);
  advance(6 * HOUR + chance.below(24) * HOUR);
  await tick();
  deals = deals.filter((deal) => deal.round > number - ROUNDS_ALIVE);
}

/** Ends all faults, and runs the jobs for 20 days so that everything settles. */
async function settleAll(): Promise<void> {
  await emulator().planFaults({ faults: [], deliveries: {}, hold: false });
  await emulator().payInPlatform(paidOut);
  paidOut = 0;
  for (let hours = 0; hours < 20 * 24; hours += 12) {
    await delivered();
    await idle();
    advance(12 * HOUR);
    await tick();
  }
}

async function rows<T>(sql: string, ...values: string[]): Promise<T[]> {
  return (
    await env.DB.prepare(sql)
      .bind(...values)
      .all<T>()
  ).results;
}

/** 7.3%, so that most fees are rounded. */
async function setPlatformFee(): Promise<void> {
  const admin = await createAccount({ role: "super_admin" });
  const { version, ...settings } = DEFAULT_SITE_SETTINGS;
  const numbers = { ...settings.numbers, platform_fee_bp: 730 };
  await reply(await admin.request("PUT", "/api/admin/site-settings", { ...settings, version, numbers }), 200);
}

it("the ledger accounts for every cent after many card payments with faults", { timeout: 3 * HOUR }, async () => {
  const total = async () => {
    const { available, pending } = await provider().balance.retrieve();
    return [...available, ...pending].reduce((sum, { amount }) => sum + amount, 0);
  };
  const before = await total();
  await setPlatformFee();
  for (let number = 0; paidIntents < PAYMENTS; number++) await round(number);
  await settleAll();

  // The comparison with the provider has found only what the operator did by hand.
  const differences = await rows<{ kind: string }>(
    "SELECT DISTINCT kind FROM books_differences WHERE settled_at IS NULL AND kind NOT IN ('topup', 'payout')",
  );
  expect(differences).toEqual([]);

  // Every movement booked by the provider is in the ledger.
  const booked = new Set(
    (await rows<{ txn_id: string }>("SELECT DISTINCT txn_id FROM ledger")).map((row) => row.txn_id),
  );
  const missing: unknown[] = [];
  for await (const { id, status, balance_transactions: moved } of provider().disputes.list({ limit: 100 })) {
    for (const { id: movement, amount, fee } of moved) {
      const names = [amount < 0 ? `chargeback:${movement}` : `chargeback-returned:${movement}`];
      if (fee > 0) names.push(`chargeback-fee:${movement}`);
      for (const name of names) if (!booked.has(name)) missing.push({ dispute: id, status, name });
    }
  }
  for await (const { id, metadata, status, payment_intent } of provider().refunds.list({ limit: 100 })) {
    if (status !== "succeeded") continue;
    const name = metadata?.refund_id ? `refund-sent:${metadata.refund_id}` : `refund-elsewhere:${id}`;
    if (booked.has(name)) continue;
    const row = await rows("SELECT * FROM refunds WHERE id = ?", metadata?.refund_id ?? "");
    const reversals = await rows("SELECT * FROM payment_reversals WHERE intent_id = ?", String(payment_intent));
    missing.push({ refund: id, name, row, reversals });
  }
  for await (const { id, reversals } of provider().transfers.list({ limit: 100 })) {
    const names = [`transfer:${id}`, ...reversals.data.map((one) => `transfer-reversed:${one.id}`)];
    for (const name of names) if (!booked.has(name)) missing.push({ transfer: id, name });
  }
  expect(missing).toEqual([]);

  // The ledger agrees with the platform's balance, including fees.
  const sums = await ledgerSums();
  expect(Object.values(sums).reduce((sum, cents) => sum + cents, 0)).toBe(0);
  expect(sums.stripe_clearing ?? 0).toBe((await total()) - before);
  // No received payment is left undecided.
  expect(sums.card_received).toBeUndefined();
  expect(await runAudits(connect(env.DB), Date.now())).toEqual([]);

  // For each order, the provider's transfers equal our records and never exceed the proceeds.
  const sent = new Map<string, number>();
  for await (const { metadata, amount, amount_reversed } of provider().transfers.list({ limit: 100 })) {
    const order = metadata.order_id ?? "";
    sent.set(order, (sent.get(order) ?? 0) + amount - amount_reversed);
  }
  const payouts = await rows<{ order_id: string; amount_cents: number; at_seller_cents: number; status: string }>(
    "SELECT order_id, amount_cents, at_seller_cents, status FROM transfers",
  );
  for (const { order_id, amount_cents, at_seller_cents, status } of payouts) {
    expect(sent.get(order_id) ?? 0, order_id).toBe(at_seller_cents);
    // What the seller has beyond it is a claim.
    if (status !== "reversing") expect(at_seller_cents, order_id).toBeLessThanOrEqual(amount_cents);
  }

  // Buyers get back no more than they paid, counting our refunds, chargebacks and refunds from the dashboard.
  const back = new Map<string, number>();
  const gave = (intent: unknown, cents: number) => back.set(String(intent), (back.get(String(intent)) ?? 0) + cents);
  for await (const { payment_intent, amount, status } of provider().refunds.list({ limit: 100 })) {
    if (status === "succeeded") gave(payment_intent, amount);
    expect(status, "no refund waits for money").not.toBe("pending");
  }
  for await (const { payment_intent, balance_transactions: moved } of provider().disputes.list({ limit: 100 })) {
    gave(payment_intent, -moved.reduce((sum, { amount }) => sum + amount, 0));
  }
  for await (const { id, amount_received } of provider().paymentIntents.list({ limit: 100 })) {
    expect(back.get(id) ?? 0, id).toBeLessThanOrEqual(amount_received);
  }

  // Every open case is in a staff queue, or waits for a seller to complete the payout account.
  const stuck = await rows<{ what: string; id: string }>(`
    SELECT 'refund' AS what, id FROM refunds WHERE status IN ('due', 'sent')
      AND NOT EXISTS (SELECT 1 FROM payment_reversals r WHERE r.intent_id = refunds.intent_id
        AND r.kind = 'chargeback' AND r.status = 'open')
    UNION ALL SELECT 'payout', order_id FROM transfers t WHERE status = 'payable' AND last_error IS NULL
      AND EXISTS (SELECT 1 FROM payout_accounts p WHERE p.seller_id = t.seller_id AND p.status = 'active')
      AND NOT EXISTS (SELECT 1 FROM payment_reversals r WHERE r.intent_id = t.intent_id
        AND (r.status = 'open' OR (r.kind = 'chargeback' AND r.status = 'lost')))
    UNION ALL SELECT 'claim', order_id FROM transfers WHERE status = 'reversing' AND last_error IS NULL
    UNION ALL SELECT 'payment', intent_id FROM payments WHERE status = 'succeeded' AND settled_at IS NULL
    UNION ALL SELECT 'reversal', id FROM payment_reversals WHERE applied_status IS NOT status`);
  expect(stuck).toEqual([]);

  const setOffs = await firstRow<{ n: number }>`SELECT count(*) AS n FROM payout_set_offs`;
  happened.set("set-offs", setOffs?.n ?? 0);
  const counted = Object.fromEntries([...happened].sort());
  // Printed with the result of a long run.
  console.info(JSON.stringify({ paid: paidIntents, days: Math.round((now - start) / DAY), ...counted, ledger: sums }));
});
