/** What stands in the way of deleting an account, as the database has it, and whom it stops (D61). */
import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, describe, expect, it, vi } from "vitest";
import { OBSTACLES, type ObstacleKind } from "#domain/account/deletion";
import { HOUR_MS } from "#domain/deadlines";
import { ORDER_STATUSES, UNDER_WAY } from "#domain/orders/order-status";
import { requestDeletion } from "../../worker/features/own-data/commands.ts";
import { listErased } from "../../worker/features/own-data/erase-stored.ts";
import { eraseDueAccounts, repeatErasures } from "../../worker/features/own-data/jobs.ts";
import { obstacleCounts } from "../../worker/features/own-data/queries.ts";
import { createServices } from "../../worker/services.ts";
import { createAccount } from "../support/workerd/accounts.ts";
import { later } from "../support/workerd/clock.ts";
import { createBuyer, createSeller, insertItem } from "../support/workerd/deals.ts";
import { row } from "../support/workerd/rooms.ts";

const services = createServices(env, () => undefined);

/** The rows below have no rooms and no ledger, so the audits after this file would find them. */
afterAll(() => reset());

type Values = Record<string, string | number | null>;

async function insert(table: string, values: Values): Promise<void> {
  const names = Object.keys(values);
  await env.DB.prepare(`INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => "?").join()})`)
    .bind(...Object.values(values))
    .run();
}

/** A buyer, a seller and an item, before anything has happened. */
async function createScene() {
  const [buyer, seller] = await Promise.all([createBuyer(), createSeller()]);
  const item = await insertItem(seller);
  const key = item.slice("itm_".length);
  const parties = { buyer_id: buyer.id, seller_id: seller.id };
  const [orderId, intent_id] = [`ord_${key}`, `pi_${key}`];
  return {
    buyer: buyer.id,
    seller: seller.id,
    intent_id,
    order: (status: string, more: Values = {}) =>
      insert("orders", {
        id: orderId,
        item_id: item,
        ...parties,
        hold_id: `hld_${key}`,
        status,
        payment_method: "stripe",
        amount_cents: 100,
        item_title: "Lamp",
        collection_date: 1,
        collection_ends_at: 2,
        collection_zone: "Australia/Sydney",
        collection_summary: "",
        rev: 1,
        created_at: 1,
        updated_at: 1,
        ...more,
      }),
    /** A card payment of the buyer for the order. */
    async payment(more: Values = {}) {
      const values = { kind: "order", order_id: orderId, user_id: buyer.id, amount_cents: 100, status: "succeeded" };
      const times = { settled_at: 1, created_at: 1, updated_at: 1, next_check_at: 1 };
      await insert("payments", { intent_id, ...values, ...times, ...more });
      const part = { item_id: item, seller_id: seller.id, amount_cents: 100, outcome: "paid" };
      await insert("payment_parts", { intent_id, order_id: orderId, ...part });
    },
    refund: (status: string) =>
      insert("refunds", {
        id: `ref_${key}`,
        intent_id,
        order_id: orderId,
        amount_cents: 100,
        cause: `order:${orderId}`,
        status,
        next_at: 1,
        created_at: 1,
      }),
    reversal: (status: string, kind = "chargeback") =>
      insert("payment_reversals", { id: `dp_${key}`, kind, intent_id, amount_cents: 100, status, created_at: 1 }),
    transfer: (status: string) =>
      insert("transfers", {
        order_id: orderId,
        seller_id: seller.id,
        intent_id,
        amount_cents: 100,
        status,
        next_at: 1,
        created_at: 1,
      }),
    /** A refund that the seller sends to the buyer. */
    async moneyReturn(status: string) {
      await this.order("refunded", { payment_method: "bank_transfer" });
      const next_at = ["account_needed", "owed", "sent"].includes(status) ? 1 : null;
      const values = { order_id: orderId, ...parties, amount_cents: 100, status, account: "{}", next_at };
      await insert("money_returns", { ...values, due_at: 1, rev: 1, created_at: 1 });
    },
    trade: (status: string, more: Values = {}) =>
      insert("trades", {
        id: `trd_${key}`,
        offeror_id: buyer.id,
        seller_id: seller.id,
        target_item_id: item,
        status,
        expires_at: 1,
        created_at: 1,
        updated_at: 1,
        ...more,
      }),
    async circle(status: string, more: Values = {}) {
      const times = { expires_at: 1, created_at: 1, updated_at: 1 };
      await insert("circles", { id: `cir_${key}`, legs_key: key, status, ...times, ...more });
      for (const [position, giver, receiver] of [
        [0, seller, buyer],
        [1, buyer, seller],
      ] as const) {
        const leg = { circle_id: `cir_${key}`, position, giver_id: giver.id, receiver_id: receiver.id };
        await insert("circle_legs", { ...leg, item_id: await insertItem(giver), value_cents: 1, cash_cents: 0 });
      }
    },
    purchase: (status: string) =>
      insert("purchases", {
        id: `pur_${key}`,
        buyer_id: buyer.id,
        kind: "cart",
        payment_method: "stripe",
        amount_cents: 100,
        status,
        created_at: 1,
        updated_at: 1,
      }),
    async promotion({ ad = {}, ...more }: { ad?: Values; cancelled_at?: number; end_date?: string } = {}) {
      const id = `adv_${key}`;
      await insert("advertisements", { id, title: "Lamp", placement: "sidebar", created_at: 1, ...ad });
      const paid = { daily_cents: 100, amount_cents: 100, created_at: 1 };
      const days = { placement: "sidebar", start_date: "2020-01-01", end_date: "2099-01-01" };
      await insert("promotions", {
        id: `prm_${key}`,
        owner_id: seller.id,
        item_id: item,
        ad_id: id,
        ...paid,
        ...days,
        ...more,
      });
    },
    report: (kind: string, status: string) =>
      insert("reports", {
        id: `rep_${key}`,
        kind,
        reporter_id: kind === "report" ? buyer.id : null,
        subject_type: "item",
        subject_id: item,
        about_id: seller.id,
        reason: "scam",
        status,
        created_at: 1,
        decided_at: status === "open" ? null : 1,
      }),
    missedCollection: (more: Values = {}) =>
      insert("failed_collections", {
        id: orderId,
        kind: "no_show",
        about_id: buyer.id,
        recorded_by: seller.id,
        created_at: 1,
        ...more,
      }),
    ledger: (account: string, cents: number) =>
      insert("ledger", { txn_id: key, account: `${account}:${seller.id}`, amount_cents: cents, ref: key, at: 1 }),
    credit: () =>
      insert("balance_transactions", {
        id: `blt_${key}`,
        user_id: seller.id,
        amount_cents: 100,
        description: "Given",
        type: "adjustment",
        ref: key,
        created_at: 1,
      }),
    profile: (name: "seller" | "buyer", change: string) =>
      env.DB.prepare(`UPDATE profiles SET ${change} WHERE id = ?`)
        .bind(name === "seller" ? seller.id : buyer.id)
        .run(),
  };
}
type Scene = Awaited<ReturnType<typeof createScene>>;

/** What stops the buyer and what stops the seller. */
interface Stops {
  buyer?: ObstacleKind;
  seller?: ObstacleKind;
}
const both = (kind: ObstacleKind): Stops => ({ buyer: kind, seller: kind });
const NOBODY: Stops = {};

const CONTESTED = { contested_at: 2, contest_reason: "I was there." };

const ROWS: [why: string, Stops, (s: Scene) => Promise<unknown>][] = [
  ...ORDER_STATUSES.map((status): (typeof ROWS)[number] => [
    `an order that is ${status}`,
    status === "disputed"
      ? both("dispute")
      : (UNDER_WAY as readonly string[]).includes(status)
        ? both("order")
        : NOBODY,
    (s) => s.order(status),
  ]),
  ["a purchase that is being placed", { buyer: "order" }, (s) => s.purchase("placing")],
  ["a placed purchase", NOBODY, (s) => s.purchase("placed")],
  ...(["chargeback", "refund", "fraud_warning"] as const).map((kind): (typeof ROWS)[number] => [
    `an open ${kind}`,
    both("dispute"),
    async (s) => {
      await s.payment();
      await s.reversal("open", kind);
    },
  ]),
  ...(["won", "lost"] as const).map((status): (typeof ROWS)[number] => [
    `a chargeback that is ${status}`,
    NOBODY,
    async (s) => {
      await s.payment();
      await s.reversal(status);
    },
  ]),
  ["a trade that waits for an answer", NOBODY, (s) => s.trade("proposed")],
  ["a trade that is being accepted", both("trade"), (s) => s.trade("proposed", { accepting_at: 1 })],
  ["an accepted trade", both("trade"), (s) => s.trade("accepted")],
  ["a completed trade", NOBODY, (s) => s.trade("completed", { closed_at: 1 })],
  ["a swap circle that waits for answers", NOBODY, (s) => s.circle("offered")],
  ["a swap circle that is being accepted", both("trade"), (s) => s.circle("offered", { locking_at: 1 })],
  ["an accepted swap circle", both("trade"), (s) => s.circle("accepted", { accepted_at: 1 })],
  ["a completed swap circle", NOBODY, (s) => s.circle("completed", { accepted_at: 1, closed_at: 1 })],
  ...(["due", "sent", "failed", "succeeded"] as const).map((status): (typeof ROWS)[number] => [
    `a refund to the card that is ${status}`,
    status === "succeeded" ? NOBODY : { buyer: "refund" },
    async (s) => {
      await s.payment();
      await s.refund(status);
    },
  ]),
  [
    "a refund to the card that has not been started",
    { buyer: "refund" },
    (s) => s.order("refunded", { card_state: "refund_due" }),
  ],
  ...(["account_needed", "owed", "sent", "settled"] as const).map((status): (typeof ROWS)[number] => [
    `a refund from seller to buyer that is ${status}`,
    status === "settled" ? NOBODY : both("refund"),
    (s) => s.moneyReturn(status),
  ]),
  ["a refund that the buyer can still claim", { seller: "refund" }, (s) => s.moneyReturn("unclaimed")],
  [
    "a refund that a former member did not claim",
    NOBODY,
    async (s) => {
      await s.moneyReturn("unclaimed");
      await s.profile("buyer", "erased_at = 1");
    },
  ],
  ["a payment without an outcome", { buyer: "payment" }, (s) => s.payment({ settled_at: null })],
  ["a payment with an outcome", NOBODY, (s) => s.payment()],
  ["a payment form that was left", NOBODY, (s) => s.payment({ settled_at: null, status: "open" })],
  ...(["payable", "reversing", "sent", "reversed"] as const).map((status): (typeof ROWS)[number] => [
    `a payout that is ${status}`,
    status === "payable" || status === "reversing" ? { seller: "payout" } : NOBODY,
    async (s) => {
      await s.order("completed", { card_state: "paid" });
      await s.payment();
      await s.transfer(status);
    },
  ]),
  [
    "a collected card order without its payout",
    { seller: "payout" },
    (s) => s.order("completed", { card_state: "paid" }),
  ],
  [
    "a collected card order that was refunded",
    NOBODY,
    async (s) => {
      await s.order("completed", { card_state: "paid", card_intent_id: s.intent_id });
      await s.payment();
      await s.refund("succeeded");
    },
  ],
  [
    "a collected card order that was charged back",
    NOBODY,
    async (s) => {
      await s.payment();
      await s.order("completed", { card_state: "paid", card_intent_id: s.intent_id });
      await s.reversal("lost");
    },
  ],
  ["money owed to the seller", { seller: "payout" }, (s) => s.ledger("seller_payable", -100)],
  ["money that the seller owes", { seller: "payout" }, (s) => s.ledger("seller_payable", 100)],
  ["ad credit", { seller: "balance" }, (s) => s.credit()],
  ["a promotion that runs", { seller: "promotion" }, (s) => s.promotion()],
  ["a promotion that is over", NOBODY, (s) => s.promotion({ end_date: "2020-01-02" })],
  ["a cancelled promotion", NOBODY, (s) => s.promotion({ cancelled_at: 1 })],
  ["a promotion whose ad has ended", NOBODY, (s) => s.promotion({ ad: { ended_at: 1 } })],
  ["a promotion whose ad is off", NOBODY, (s) => s.promotion({ ad: { active: 0 } })],
  ["an open report", { seller: "report" }, (s) => s.report("report", "open")],
  ["a message held for review", { seller: "report" }, (s) => s.report("held_message", "open")],
  ["a listing held for review", NOBODY, (s) => s.report("held_listing", "open")],
  ["a decided report", NOBODY, (s) => s.report("report", "decided")],
  ["a missed collection", NOBODY, (s) => s.missedCollection()],
  ["a missed collection that was contested", both("report"), (s) => s.missedCollection(CONTESTED)],
  [
    "a missed collection that staff have decided",
    NOBODY,
    (s) => s.missedCollection({ ...CONTESTED, outcome: "upheld", decided_at: 3 }),
  ],
  ["a suspension", { seller: "suspension" }, (s) => s.profile("seller", "is_suspended = 1")],
  ["a ban", { seller: "ban" }, (s) => s.profile("seller", "is_banned = 1")],
  ["a staff role", { seller: "staff" }, (s) => s.profile("seller", "role = 'admin'")],
];

async function obstacleOf(id: string): Promise<string[]> {
  const counts = await obstacleCounts(services.db, id, Date.now());
  return OBSTACLES.filter((kind) => counts[kind] > 0);
}

describe("what is in the way of a deletion (A112)", () => {
  it.each(ROWS)("%s: %o", async (_, stops, make) => {
    const scene = await createScene();
    await make(scene);
    expect([await obstacleOf(scene.buyer), await obstacleOf(scene.seller)]).toEqual([
      stops.buyer ? [stops.buyer] : [],
      stops.seller ? [stops.seller] : [],
    ]);
  });
});

/** Returns a person with this obstacle and no other. */
async function stoppedBy(kind: ObstacleKind): Promise<string> {
  for (const [, stops, make] of ROWS) {
    if (stops.buyer !== kind && stops.seller !== kind) continue;
    const scene = await createScene();
    await make(scene);
    return stops.buyer === kind ? scene.buyer : scene.seller;
  }
  throw new Error(`nothing above makes ${kind}`);
}

const isErased = async (id: string) =>
  (await row("SELECT 1 AS gone FROM profiles WHERE id = ? AND erased_at IS NOT NULL", id)) !== null;

/** Lets the time of a deletion come that was asked for before there was an obstacle. */
async function letDeletionFallDue(id: string, requested_by: string): Promise<void> {
  await insert("account_deletions", { account_id: id, requested_by, requested_at: 1, due_at: 1, next_at: 1 });
  await eraseDueAccounts(services);
}

describe.each(OBSTACLES)("an account with this open: %s", (kind) => {
  const staffMay = kind === "suspension" || kind === "ban";

  it(`${staffMay ? "can be deleted by staff alone" : "can be deleted by nobody"}`, async () => {
    const [id, admin] = [await stoppedBy(kind), await createAccount({ role: "admin" })];
    expect(await requestDeletion(services, id)).toMatchObject({ ok: false, code: "wrong_state" });
    expect(await requestDeletion(services, id, admin.id)).toMatchObject({ ok: staffMay });
  });

  it(
    staffMay ? "is erased when due if staff asked, not if the person did" : "is kept when due, whoever asked",
    async () => {
      const [own, staffs, admin] = [
        await stoppedBy(kind),
        await stoppedBy(kind),
        await createAccount({ role: "admin" }),
      ];
      await letDeletionFallDue(own, own);
      await letDeletionFallDue(staffs, admin.id);
      expect([await isErased(own), await isErased(staffs)]).toEqual([false, staffMay]);
    },
  );

  it(`is ${staffMay ? "erased again" : "left"} when a backup brings it back after its erasure`, async () => {
    const id = await stoppedBy(kind);
    await listErased(env.PRIVATE_FILES, id);
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    await later(HOUR_MS - (Date.now() % HOUR_MS), () => repeatErasures(services));
    vi.restoreAllMocks();
    expect(await isErased(id)).toBe(staffMay);
    await env.PRIVATE_FILES.delete(`erased/${id}`);
  });
});
