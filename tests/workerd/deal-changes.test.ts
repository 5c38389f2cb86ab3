/** A lower price agreed on until the handover, and calling a paid order off together (D82). */
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { PurchaseReply } from "#contract/checkout/purchases";
import type { AnswerChangeInput, OrderView } from "#contract/orders";
import { DEFAULT_SITE_SETTINGS } from "#domain/site/site-settings";
import { createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { createBundle } from "../support/workerd/browse.ts";
import { cashOrder, cashSeller, oldBuyer } from "../support/workerd/cash.ts";
import { advance, pollUntil, stopClock, whenSettled } from "../support/workerd/clock.ts";
import {
  createBuyer,
  DAY,
  insertItem,
  itemRow,
  placeOrder,
  readOrder,
  refusal,
  reply,
} from "../support/workerd/deals.ts";
import { emailTo } from "../support/workerd/email.ts";
import {
  expectProviderTrouble,
  ledgerSums,
  paidCardOrder,
  refundRows,
  runCardJobs,
} from "../support/workerd/payments.ts";
import { firstRow, runSql } from "../support/workerd/sql.ts";
import "../support/workerd/audits.ts";

beforeEach(() => stopClock());
expectProviderTrouble();
afterAll(() => {
  vi.useRealTimers();
});

interface Deal {
  seller: TestAccount;
  buyer: TestAccount;
  itemId: string;
  id: string;
}

/** Orders that wait for their pickup, by the way of paying. */
const PAID = {
  async bank(): Promise<Deal> {
    const { order, ...deal } = await placeOrder();
    const row = await firstRow`SELECT id FROM payment_confirmations WHERE order_id = ${order.order_id}`;
    await reply(
      await deal.seller.request("POST", "/api/rpc/confirm_payment_received", { confirmation_id: row?.id }),
      200,
    );
    return { ...deal, id: order.order_id };
  },
  async cash(): Promise<Deal> {
    const { order, ...deal } = await cashOrder();
    return { ...deal, id: order.order_id };
  },
  async card(): Promise<Deal & { intentId: string }> {
    const { order, ...deal } = await paidCardOrder();
    return { ...deal, id: order.order_id };
  },
};

const ask = (who: TestAccount, id: string, body: object) => who.request("POST", `/api/orders/${id}/changes`, body);
const lower = (who: TestAccount, id: string, price: number | string, reason = "scratch") =>
  ask(who, id, { kind: "price", price, reason });
const answer = (who: TestAccount, id: string, change: string | undefined, say: AnswerChangeInput) =>
  who.request("POST", `/api/orders/${id}/changes/${change}`, say);
const view = async (response: Promise<Response>) => reply<OrderView>(await response, 200);

async function agreed(deal: Deal, price: number): Promise<OrderView> {
  const { change } = await view(lower(deal.buyer, deal.id, price));
  return view(answer(deal.seller, deal.id, change?.id, { answer: "accept" }));
}

async function handOver({ seller, buyer, id }: Deal): Promise<OrderView> {
  const { handover } = await readOrder(buyer, id);
  return view(seller.request("POST", `/api/orders/${id}/handover`, { code: handover?.code }));
}

const refunded = (intentId: string, count = 1) =>
  pollUntil(
    () => refundRows(intentId),
    (rows) => rows.length === count && rows.every(({ status }) => status === "succeeded"),
  );

describe("an agreed lower price (D82, A155)", () => {
  it.each(["bank", "cash", "card"] as const)("replaces the price once the other party taps: %s", async (kind) => {
    const deal = await PAID[kind]();
    const { buyer, seller, id } = deal;
    const before = await readOrder(buyer, id);
    const to = before.amount - 5.5;
    expect(before.abilities).toMatchObject({ propose_price: true, answer_change: false });
    const asked = await view(lower(buyer, id, to));
    expect(asked).toMatchObject({ amount: before.amount, change: { state: "open", by: "buyer", kind: "price", to } });
    expect((await emailTo(seller.email, "Lower price proposed")).text).toContain("instead of");
    expect((await refusal(await answer(buyer, id, asked.change?.id, { answer: "accept" }), 409)).message).toContain(
      "answered or has ended",
    );
    expect((await refusal(await lower(seller, id, to - 1), 409)).message).toContain("waiting for an answer");

    const done = await view(answer(seller, id, asked.change?.id, { answer: "accept" }));
    expect(done).toMatchObject({ amount: to, status: before.status, change: { state: "accepted" } });
    expect(await view(answer(seller, id, asked.change?.id, { answer: "accept" }))).toMatchObject({ amount: to });
    expect((await emailTo(buyer.email, "New price agreed")).text).toContain(
      kind === "cash" ? "Pay the new price at pickup" : "$5.50",
    );
    const sale = await firstRow`SELECT amount_cents FROM transactions WHERE order_id = ${id}`;
    expect(sale).toEqual({ amount_cents: Math.round(to * 100) });
    const { difference } = await readOrder(buyer, id);
    expect(difference).toEqual(
      kind === "bank" ? { change_id: asked.change?.id, amount: 5.5, you: false, them: false } : null,
    );
    const item = await firstRow`SELECT price_cents FROM items WHERE id = ${deal.itemId}`;
    expect(item).toEqual({ price_cents: 4_550 });
    await handOver(deal);
    expect((await refusal(await lower(buyer, id, 1), 409)).code).toBe("wrong_state");
  });

  it("refunds the difference to the card, and pays the seller and the fee by the new price", async () => {
    const staff = await createAccount({ role: "admin" });
    const numbers = { ...DEFAULT_SITE_SETTINGS.numbers, platform_fee_bp: 1_000 };
    await runSql`INSERT INTO site_settings (version, settings, saved_by, saved_at)
      VALUES (1, ${JSON.stringify({ ...DEFAULT_SITE_SETTINGS, numbers })}, ${staff.id}, 0)`;
    advance(6_000);
    const deal = await PAID.card();
    await agreed(deal, 40);
    await refunded(deal.intentId);
    expect((await emailTo(deal.buyer.email, "Refund of $5.50")).text).toContain("on its way to your card");
    expect(await ledgerSums("order_id = ?", deal.id)).toMatchObject({ order_held: -4_000 });
    await agreed(deal, 33.33);
    await refunded(deal.intentId, 2);
    expect((await readOrder(deal.seller, deal.id)).payout).toEqual({ fee: 3.33, amount: 30 });
    await handOver(deal);
    await runCardJobs();
    expect(await ledgerSums("order_id = ?", deal.id)).toMatchObject({
      platform_fees: -333,
      [`seller_payable:${deal.seller.id}`]: -3_000,
    });
    await runSql`DELETE FROM site_settings`;
    advance(6_000);
  });

  it("leaves only the new price to a full refund by the seller, and each cent goes back once", async () => {
    const deal = await PAID.card();
    await agreed(deal, 30);
    expect((await view(deal.seller.request("POST", `/api/orders/${deal.id}/refund`, {}))).status).toBe("refunded");
    await runCardJobs();
    const rows = await refunded(deal.intentId, 2);
    expect(rows.map(({ amount_cents }) => amount_cents).sort()).toEqual([1_550, 3_000]);
    expect(await whenSettled(() => ledgerSums("intent_id = ?", deal.intentId))).toEqual({});
    expect((await readOrder(deal.buyer, deal.id)).card).toEqual({ state: "refunded" });
  });

  it("is agreed to at the door by the buyer's code, when the seller proposed it", async () => {
    const deal = await PAID.card();
    await view(lower(deal.seller, deal.id, 20, "late"));
    expect(await handOver(deal)).toMatchObject({ status: "completed", amount: 20, change: { state: "accepted" } });
    await refunded(deal.intentId);
    const cash = await PAID.cash();
    await view(lower(cash.buyer, cash.id, 20));
    // The seller never agreed to the buyer's price.
    expect(await handOver(cash)).toMatchObject({ status: "completed", amount: 45.5, change: { state: "expired" } });
  });

  it("is owed by the seller of a bank order until both say that it's settled", async () => {
    const deal = await PAID.bank();
    const { difference } = await agreed(deal, 40);
    await handOver(deal);
    const say = (who: TestAccount) => view(answer(who, deal.id, difference?.change_id, { answer: "settled" }));
    expect((await say(deal.seller)).difference).toMatchObject({ you: true, them: false });
    expect((await say(deal.seller)).abilities.settle_difference).toBe(false);
    expect((await say(deal.buyer)).difference).toBeNull();
  });

  it("changes a bundle as a whole, each part by its share", async () => {
    const [seller, buyer] = await Promise.all([cashSeller(), oldBuyer()]);
    const ids = [await insertItem(seller), await insertItem(seller, { price_cents: 2_000 })];
    const bundleId = await createBundle(seller, ids, { bundle_price_cents: 5_000 });
    const bought = { acknowledged: true, kind: "bundle", bundleId, paymentMethod: "cash" };
    const { orders } = await reply<PurchaseReply>(await buyer.request("POST", "/api/purchases", bought), 201);
    const [one, two] = orders.map(({ id }) => id);
    if (!one || !two) throw new Error("two orders");
    expect((await readOrder(buyer, one)).whole).toEqual({ orders: 2, amount: 50 });
    expect((await refusal(await lower(seller, one, 50), 422)).message).toContain("less than $50");
    const { change } = await view(lower(seller, two, 40.01));
    // A code of one part does not answer for the whole.
    await view(answer(buyer, one, change?.id, { answer: "accept" }));
    const amounts = await Promise.all([one, two].map(async (id) => (await readOrder(buyer, id)).amount));
    expect(amounts.reduce((sum, amount) => sum + amount)).toBeCloseTo(40.01, 5);
    await handOver({ seller, buyer, itemId: "", id: one });
    expect((await refusal(await lower(seller, two, 5), 409)).message).toContain("one price");
  });

  it("is refused in plain words", async () => {
    const deal = await PAID.bank();
    const { buyer, seller, id } = deal;
    const stranger = await createBuyer();
    expect((await refusal(await lower(stranger, id, 1), 404)).code).toBe("not_found");
    for (const [price, text] of [
      [45.5, "Enter less than $45.50"],
      [99, "Enter less than $45.50"],
      [0, "at least one cent"],
      [-5, ""],
    ] as const) {
      expect((await refusal(await lower(buyer, id, price), 422)).message, String(price)).toContain(text);
    }
    const first = await view(lower(buyer, id, 40));
    expect(await view(answer(seller, id, first.change?.id, { answer: "decline" }))).toMatchObject({ amount: 45.5 });
    const second = await view(lower(seller, id, 41));
    advance(2 * DAY);
    expect((await refusal(await answer(buyer, id, second.change?.id, { answer: "accept" }), 409)).code).toBe(
      "wrong_state",
    );
    expect((await refusal(await lower(buyer, id, 42), 409)).message).toContain("two tries");

    const unpaid = await placeOrder({ evidence: false });
    expect((await refusal(await lower(unpaid.buyer, unpaid.order.order_id, 1), 409)).code).toBe("wrong_state");
  });

  it("waits while anything else is open for the card (A155)", async () => {
    const disputed = await PAID.card();
    const { change } = await view(lower(disputed.seller, disputed.id, 20));
    await view(
      disputed.buyer.request("POST", `/api/orders/${disputed.id}/dispute`, { reason: "It is broken in two." }),
    );
    expect((await refusal(await answer(disputed.buyer, disputed.id, change?.id, { answer: "accept" }), 409)).code).toBe(
      "wrong_state",
    );
    const due = await PAID.card();
    const asked = await view(lower(due.seller, due.id, 20));
    await runSql`INSERT INTO refunds (id, intent_id, order_id, amount_cents, cause, status, next_at, created_at)
      VALUES ('ref_open', ${due.intentId}, ${due.id}, 1, 'test', 'failed', 0, 0)`;
    expect(
      (await refusal(await answer(due.buyer, due.id, asked.change?.id, { answer: "accept" }), 409)).message,
    ).toContain("still under way");
    await runSql`DELETE FROM refunds WHERE id = 'ref_open'`;
    // Its proceeds fall due three days after the pickup.
    advance(11 * DAY);
    expect((await refusal(await answer(due.buyer, due.id, asked.change?.id, { answer: "accept" }), 409)).code).toBe(
      "wrong_state",
    );
  });
});

describe("calling a paid bank order off together (D82)", () => {
  it.each([
    { asker: "seller", relist: true, status: "active" },
    { asker: "seller", relist: false, status: "inactive" },
    { asker: "buyer", relist: false, status: "inactive" },
  ] as const)("asked by the $asker, the item is $status afterwards", async ({ asker, relist, status }) => {
    const deal = await PAID.bank();
    const [own, other] = asker === "seller" ? [deal.seller, deal.buyer] : [deal.buyer, deal.seller];
    await agreed(deal, 40);
    const { change } = await view(ask(own, deal.id, { kind: "call_off", relist }));
    expect((await emailTo(other.email, "Call it off?")).text).toContain("doesn't count against either of you");
    const done = await view(answer(other, deal.id, change?.id, { answer: "accept", relist }));
    expect(done.status).toBe("refunded");
    // What was still owed of the agreed price goes back too.
    expect((await readOrder(deal.buyer, deal.id)).money_back).toMatchObject({ amount: 45.5, may: ["give_account"] });
    expect(await itemRow(deal.itemId)).toMatchObject({ status });
    const strikes = await firstRow`SELECT count(*) AS n FROM strikes WHERE buyer_id = ${deal.buyer.id}`;
    expect(strikes).toEqual({ n: 0 });
  });

  it("changes nothing without an answer, or with a no", async () => {
    const deal = await PAID.bank();
    const { buyer, seller, id } = deal;
    const { change } = await view(ask(buyer, id, { kind: "call_off" }));
    advance(2 * DAY);
    expect(await readOrder(seller, id)).toMatchObject({ status: "payment_confirmed", change: { state: "expired" } });
    expect((await refusal(await answer(seller, id, change?.id, { answer: "accept" }), 409)).message).toContain("ended");
    const again = await view(ask(seller, id, { kind: "call_off", relist: true }));
    expect((await view(answer(buyer, id, again.change?.id, { answer: "decline" }))).status).toBe("payment_confirmed");
    for (const kind of ["card", "cash"] as const) {
      const other = await PAID[kind]();
      expect((await refusal(await ask(other.buyer, other.id, { kind: "call_off" }), 409)).code, kind).toBe(
        "wrong_state",
      );
    }
  });
});
