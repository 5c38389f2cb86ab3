import { exports } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import type { ErrorBody } from "#contract/errors";
import type { PayoutLinkReply, PayoutsReply, SellerHub } from "#contract/selling/hub";
import { call, createAccount, ORIGIN, type TestAccount } from "../support/workerd/accounts.ts";
import { pollUntil } from "../support/workerd/clock.ts";
import {
  acknowledge,
  createBuyer,
  createSeller,
  DAY,
  hold,
  insertItem,
  reply,
  transact,
} from "../support/workerd/deals.ts";
import { emailsTo, emailTo } from "../support/workerd/email.ts";
import {
  cardOrder,
  emulator,
  enterCard,
  intentFor,
  orderReaches,
  payOut,
  servicesWithSettled,
} from "../support/workerd/payments.ts";
import { firstRow, runSql } from "../support/workerd/sql.ts";

const hubOf = async (seller: TestAccount) => reply<SellerHub>(await seller.request("GET", "/api/seller-hub"), 200);

async function paidCardOrder(seller: TestAccount) {
  const deal = await cardOrder({}, { seller });
  await enterCard(await intentFor(deal.buyer, deal.order.order_id));
  await orderReaches(deal.order.order_id, "payment_confirmed");
  return deal;
}

describe("GET /api/seller-hub", () => {
  it("is empty for a new seller, and refused to visitors", async () => {
    expect((await call("GET", "/api/seller-hub")).status).toBe(401);
    const seller = await createSeller();
    expect(await hubOf(seller)).toMatchObject({
      balance: 0,
      proceeds: { held: 0, ready: 0, sent: 0 },
      payouts: "none",
      to_do: { confirm_payment: 0, hand_over: 0, settle_dispute: 0 },
      orders: [],
      waiting: { offers: 0, questions: 0, circles: 0, trades: 0, stale: 0 },
      waiting_for_buyer: 0,
    });
  });

  it("counts what else waits for the seller", async () => {
    const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
    const [lamp] = await Promise.all([
      insertItem(seller, { price_cents: 10_000 }),
      insertItem(seller, { asked_at: Date.now() }),
    ]);
    const offer = { amount: 80, list_price: 100 };
    await reply(await buyer.request("POST", `/api/items/${lamp}/price-offer`, offer), 201);
    expect((await hubOf(seller)).waiting).toEqual({ offers: 1, questions: 0, circles: 0, trades: 0, stale: 1 });
  });

  it("follows card money from the buyer's payment to the payout", async () => {
    const seller = await createSeller();
    const deal = await paidCardOrder(seller);
    expect(await hubOf(seller)).toMatchObject({
      proceeds: { held: 45.5, ready: 0, sent: 0 },
      to_do: { hand_over: 1 },
      orders: [{ id: deal.order.order_id, title: "Brass reading lamp", amount: 45.5, action: "hand_over" }],
    });

    await reply(await deal.buyer.request("POST", `/api/orders/${deal.order.order_id}/collected`), 200);
    const services = servicesWithSettled();
    await payOut(services);
    expect(await hubOf(seller)).toMatchObject({ proceeds: { held: 0, ready: 45.5, sent: 0 }, orders: [] });
    const payouts = await reply<PayoutsReply>(await seller.request("GET", "/api/seller-hub/payouts"), 200);
    expect(payouts.items).toMatchObject([
      { order_id: deal.order.order_id, title: "Brass reading lamp", amount: 45.5, status: "ready", sent_at: null },
    ]);

    await beginPayouts(seller, "complete");
    await pollUntil(
      () => hubOf(seller),
      (hub) => hub.payouts === "active",
    );
    await payOut(services);
    expect(await hubOf(seller)).toMatchObject({ payouts: "active", proceeds: { held: 0, ready: 0, sent: 45.5 } });
  });

  it("lists the seller's tasks most urgent first, and counts orders that wait for buyers", async () => {
    const seller = await createSeller();
    const [late, soon] = [await createBuyer(), await createBuyer()];
    const [first, second] = [await insertItem(seller), await insertItem(seller, { title: "Second lamp" })];
    for (const [buyer, item] of [
      [late, first],
      [soon, second],
    ] as const) {
      await hold(buyer, item);
      await acknowledge(buyer, item);
      await reply(await transact(buyer, { itemId: item, paymentMethod: "bank_transfer" }), 201);
    }
    const hub = await hubOf(seller);
    const total = Object.values(hub.to_do).reduce((sum, count) => sum + count, 0) + hub.waiting_for_buyer;
    expect(total).toBe(2);
    expect(hub.orders.map((order) => order.due_at)).toEqual(
      hub.orders.map((order) => order.due_at).sort((a, b) => a - b),
    );
    expect(await hubOf(late)).toMatchObject({ orders: [], waiting_for_buyer: 0 });
  });

  it("pages through the seller's own payouts only", async () => {
    const [seller, other] = [await createSeller(), await createSeller()];
    for (const owner of [seller, seller, other]) {
      const deal = await paidCardOrder(owner);
      await reply(await deal.buyer.request("POST", `/api/orders/${deal.order.order_id}/collected`), 200);
    }
    await payOut(servicesWithSettled());
    const page = (query: string) => seller.request("GET", `/api/seller-hub/payouts?${query}`);
    const first = await reply<PayoutsReply>(await page("limit=1"), 200);
    expect(first.items).toHaveLength(1);
    const second = await reply<PayoutsReply>(await page(`limit=1&cursor=${first.next_cursor}`), 200);
    expect(second.items).toHaveLength(1);
    expect(second.items[0]?.order_id).not.toBe(first.items[0]?.order_id);
    expect(second.next_cursor).toBeNull();
    const foreign = await other.request("GET", `/api/seller-hub/payouts?limit=1&cursor=${first.next_cursor}`);
    expect(foreign.status).toBe(422);
  });
});

/** Requests the onboarding link and answers the provider's page. */
async function beginPayouts(seller: TestAccount, outcome: "complete" | "later"): Promise<Response> {
  const { url } = await reply<PayoutLinkReply>(await seller.request("POST", "/api/seller-hub/payout-account"), 200);
  return exports.default.fetch(new URL(`${url}?outcome=${outcome}`, ORIGIN).href, { redirect: "manual" });
}

const accountRow = (sellerId: string) =>
  firstRow<{ provider_account_id: string; status: string }>`SELECT provider_account_id, status
    FROM payout_accounts WHERE seller_id = ${sellerId}`;

describe("the seller's payout account", () => {
  it("is created once for concurrent requests, and returns the seller to the hub", async () => {
    const seller = await createSeller();
    const presses = await Promise.all([
      seller.request("POST", "/api/seller-hub/payout-account"),
      seller.request("POST", "/api/seller-hub/payout-account"),
    ]);
    for (const press of presses) expect(press.status).toBe(200);
    const account = (await accountRow(seller.id))?.provider_account_id;
    const back = await beginPayouts(seller, "later");
    expect(back.headers.get("Location")).toBe(`${ORIGIN}/Connect?payouts=done`);
    expect((await accountRow(seller.id))?.provider_account_id).toBe(account);
    expect(await hubOf(seller)).toMatchObject({ payouts: "unfinished" });
    expect(await emailsTo(seller.email)).toEqual([]);
  });

  it("becomes active when the provider confirms it, with one email to the seller", async () => {
    const seller = await createSeller();
    await emulator().planFaults({ hold: true });
    await beginPayouts(seller, "complete");
    expect(await hubOf(seller)).toMatchObject({ payouts: "unfinished" });
    const asked = await reply(await seller.request("POST", "/api/seller-hub/payout-account/refresh"), 200);
    expect(asked).toEqual({ payouts: "active" });
    await emulator().planFaults({ hold: false });
    await emailTo(seller.email, "Payouts for card sales are set up");
    await beginPayouts(seller, "complete");
    await reply(await seller.request("POST", "/api/seller-hub/payout-account/refresh"), 200);
    expect(await emailsTo(seller.email)).toHaveLength(1);
  });

  it("needs a recent sign-in to be created (A66)", async () => {
    const seller = await createSeller();
    await runSql`UPDATE sessions SET created_at = created_at - 3600000 WHERE id = ${seller.session_id}`;
    const response = await seller.request("POST", "/api/seller-hub/payout-account");
    expect(response.status).toBe(403);
    expect(((await response.json()) as ErrorBody).error.code).toBe("confirmation_required");
    expect(await accountRow(seller.id)).toBeNull();
  });

  it("has an onboarding link that expires, after which the provider asks for a new one", async () => {
    const seller = await createSeller();
    const { url } = await reply<PayoutLinkReply>(await seller.request("POST", "/api/seller-hub/payout-account"), 200);
    const page = await exports.default.fetch(new URL(url, ORIGIN).href);
    expect(await page.text()).toContain("Payouts test");
    await expect(exports.default.fetch(`${ORIGIN}/emulator/stripe/onboarding/alk_nobody`)).resolves.toMatchObject({
      status: 404,
    });
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(Date.now() + DAY);
    const late = await exports.default.fetch(new URL(`${url}?outcome=complete`, ORIGIN).href, { redirect: "manual" });
    expect(late.headers.get("Location")).toBe(`${ORIGIN}/Connect?payouts=again`);
    vi.useRealTimers();
    expect(await hubOf(seller)).toMatchObject({ payouts: "unfinished" });
  });

  it("is not created while the provider cannot be reached", async () => {
    const seller = await createAccount();
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    await emulator().planFaults({ failures: 3 });
    const response = await seller.request("POST", "/api/seller-hub/payout-account");
    await emulator().planFaults({ failures: 0 });
    vi.restoreAllMocks();
    expect(response.status).toBe(503);
    expect(((await response.json()) as ErrorBody).error.message).toContain("cannot be reached right now");
    expect(await accountRow(seller.id)).toBeNull();
  });
});
