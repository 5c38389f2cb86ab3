/** Refund of a bank transfer by the seller after staff decided a dispute for the buyer. */
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { BaggageEntry } from "#contract/admin/baggage";
import type { OrderView } from "#contract/orders";
import type { Page } from "#contract/page";
import { withoutOrderSecrets } from "../../worker/features/orders/present.ts";
import { createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { advance, stopClock } from "../support/workerd/clock.ts";
import { createBuyer, DAY, placeOrder, readOrder, refusal, reply } from "../support/workerd/deals.ts";
import { emailTo } from "../support/workerd/email.ts";
import { runCron } from "../support/workerd/missed-payments.ts";

const NOTE = "The photos show another lamp than the one that was handed over.";
const ACCOUNT = { account_name: "Billie Canary", bsb: "062-111", account_number: "55512345" };
const SECRET = /55512345|062-111|Billie Canary/;

let staff: TestAccount;
beforeAll(async () => {
  staff = await createAccount({ role: "admin", full_name: "Ada Min" });
}, 60_000);
beforeEach(() => stopClock());

/** Creates an order paid by bank transfer whose dispute staff decided for the buyer. */
async function decidedForBuyer() {
  const deal = await placeOrder();
  const id = deal.order.order_id;
  const confirmation = await env.DB.prepare("SELECT id FROM payment_confirmations WHERE order_id = ?").bind(id).first();
  const body = { confirmation_id: confirmation?.id };
  await reply(await deal.seller.request("POST", "/api/rpc/confirm_payment_received", body), 200);
  await reply(await deal.buyer.request("POST", `/api/orders/${id}/dispute`, { reason: "It is broken in two." }), 200);
  await reply(await staff.request("POST", `/api/admin/orders/${id}/resolve`, { outcome: "refund", note: NOTE }), 200);
  const say = (who: TestAccount, what: unknown) => who.request("POST", `/api/orders/${id}/money-back`, what);
  return { ...deal, id, say };
}

const listed = async (id: string) => {
  const page = await reply<Page<BaggageEntry>>(await staff.request("GET", "/api/admin/baggage/money_back"), 200);
  return page.items.find((entry) => entry.id === id);
};

describe("POST /api/orders/:id/money-back", () => {
  it("leads from the buyer's account through the seller's transfer to the buyer's confirmation", async () => {
    const { buyer, seller, id, say } = await decidedForBuyer();
    expect(await readOrder(buyer, id)).toMatchObject({
      status: "refunded",
      money_back: { status: "account_needed", account: null, due_at: Date.now() + 7 * DAY, may: ["give_account"] },
    });
    expect((await emailTo(buyer.email, "Order cancelled by our team")).text).toContain("which account to send it to");
    expect(await readOrder(seller, id)).toMatchObject({ money_back: { may: [] }, item_off_sale: true });
    expect((await readOrder(buyer, id)).item_off_sale).toBeUndefined();
    expect((await emailTo(seller.email, "Order cancelled by our team")).text).toContain("Your item isn't for sale now");

    const named = await reply<OrderView>(await say(buyer, { action: "give_account", account: ACCOUNT }), 200);
    expect(named.money_back).toMatchObject({ status: "owed", account: ACCOUNT });
    expect((await readOrder(seller, id)).money_back).toMatchObject({ account: ACCOUNT, may: ["sent"] });
    expect((await listed(id))?.detail).toContain("The seller has to send it. To Billie Canary, BSB 062-111");

    await reply(await say(seller, { action: "sent" }), 200);
    expect((await readOrder(buyer, id)).money_back).toMatchObject({ status: "sent", may: ["arrived", "not_yet"] });
    await reply(await say(buyer, { action: "not_yet" }), 200);
    expect((await readOrder(seller, id)).money_back).toMatchObject({ status: "owed", may: ["sent"] });
    await reply(await say(seller, { action: "sent" }), 200);
    const settled = await reply<OrderView>(await say(buyer, { action: "arrived" }), 200);
    expect(settled.money_back).toMatchObject({ status: "settled", account: null, may: [] });
    expect((await readOrder(seller, id)).money_back?.account).toBeNull();
    expect(await listed(id)).toBeUndefined();
  });

  it("shows the account only to buyer, seller and staff", async () => {
    const { buyer, seller, id, say } = await decidedForBuyer();
    const stranger = await createBuyer();
    await reply(await say(buyer, { action: "give_account", account: ACCOUNT }), 200);
    expect((await refusal(await say(stranger, { action: "sent" }), 404)).code).toBe("not_found");
    for (const path of [`/api/orders/${id}`, "/api/orders?role=seller", "/api/admin/baggage/money_back"]) {
      expect(await (await stranger.request("GET", path)).text(), path).not.toMatch(SECRET);
    }
    expect(withoutOrderSecrets(await readOrder(seller, id)).money_back).toMatchObject({
      status: "owed",
      account: null,
    });
    const news = await env.DB.prepare("SELECT title, body FROM notifications WHERE user_id = ?").bind(seller.id).all();
    expect(JSON.stringify(news.results)).toContain("Send the refund");
    expect(JSON.stringify(news.results)).not.toMatch(SECRET);
  });

  it("accepts only the steps of the caller's side, and only a valid account", async () => {
    const { buyer, seller, say } = await decidedForBuyer();
    expect((await refusal(await say(seller, { action: "give_account", account: ACCOUNT }), 409)).code).toBe(
      "wrong_state",
    );
    expect((await refusal(await say(seller, { action: "sent" }), 409)).code).toBe("wrong_state");
    const wrong = { action: "give_account", account: { ...ACCOUNT, bsb: "12" } };
    expect((await refusal(await say(buyer, wrong), 422)).code).toBe("invalid");
    await reply(await say(buyer, { action: "give_account", account: ACCOUNT }), 200);
    const both = await Promise.all([say(seller, { action: "sent" }), say(seller, { action: "sent" })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("reminds the side that has to act, and lists overdue refunds for staff", async () => {
    const { buyer, seller, id, say } = await decidedForBuyer();
    advance(5 * DAY);
    await runCron();
    await emailTo(buyer.email, "Reminder: refund");
    await reply(await say(buyer, { action: "give_account", account: ACCOUNT }), 200);
    advance(5 * DAY);
    await runCron();
    await emailTo(seller.email, "Reminder: refund");
    advance(2 * DAY + 1);
    await runCron();
    expect((await listed(id))?.detail).toContain("(overdue)");
  });

  it("closes the refund after seven days without an account, and reopens it when the buyer names one", async () => {
    const { buyer, id, say } = await decidedForBuyer();
    advance(5 * DAY);
    await runCron();
    advance(2 * DAY);
    await runCron();
    expect((await readOrder(buyer, id)).money_back).toMatchObject({ status: "unclaimed", may: ["give_account"] });
    expect(await listed(id)).toBeUndefined();
    const named = await reply<OrderView>(await say(buyer, { action: "give_account", account: ACCOUNT }), 200);
    expect(named.money_back).toMatchObject({ status: "owed" });
  });

  it("settles the refund when the buyer does not answer for seven days", async () => {
    const { buyer, seller, id, say } = await decidedForBuyer();
    await reply(await say(buyer, { action: "give_account", account: ACCOUNT }), 200);
    await reply(await say(seller, { action: "sent" }), 200);
    advance(5 * DAY);
    await runCron();
    advance(2 * DAY);
    await runCron();
    expect((await readOrder(buyer, id)).money_back).toMatchObject({ status: "settled" });
  });

  it("can be settled by staff with a note in the audit log", async () => {
    const { buyer, id } = await decidedForBuyer();
    const settle = (note: string) =>
      staff.request("POST", `/api/admin/baggage/money_back/${id}`, { action: "by_hand", note });
    expect((await settle("")).status).toBe(422);
    await reply(await settle("The bank statement shows the transfer of Monday."), 200);
    expect((await settle("Once more, please.")).status).toBe(409);
    expect((await readOrder(buyer, id)).money_back).toMatchObject({ status: "settled" });
    const audit = await env.DB.prepare("SELECT action FROM audit_log WHERE subject = ? ORDER BY id").bind(id).all();
    expect(audit.results).toEqual([{ action: "order_decided" }, { action: "money_return_settled" }]);
  });
});
