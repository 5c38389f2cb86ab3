import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionReply } from "#contract/account/auth";
import type { OwnProfile } from "#contract/account/profiles";
import { MESSAGES } from "#contract/copy";
import type { ConfirmationsReply } from "#contract/orders";
import type { AccountStatusReply } from "#contract/status";
import { SESSION_PATH } from "#domain/site/embedded-replies";
import { app } from "../../worker/app.ts";
import { connect } from "../../worker/db/client.ts";
import { applyStrikes } from "../../worker/features/status/jobs.ts";
import { signAccessToken } from "../../worker/http/access-token.ts";
import { auditInTurn, runAudits } from "../../worker/jobs/run-audits.ts";
import { ACCESS_COOKIE, call, ORIGIN, type TestAccount } from "../support/workerd/accounts.ts";
import { advance, stopClock } from "../support/workerd/clock.ts";
import {
  createBuyer,
  createSeller,
  DAY,
  insertItem,
  itemRow,
  placeOrder,
  refusal,
  reply,
} from "../support/workerd/deals.ts";
import { emailsTo, emailTo } from "../support/workerd/email.ts";
import {
  missPayment,
  profileOf,
  runCron,
  sessionProfile,
  testServices,
  unpaidOrder,
} from "../support/workerd/missed-payments.ts";
import { missConfirmation } from "../support/workerd/rooms.ts";
import { siteFiles } from "../support/workerd/site-files.ts";
import { allRows, firstRow, runSql } from "../support/workerd/sql.ts";

const HOUR = 3_600_000;

beforeEach(() => stopClock());

async function strikesOf(person: TestAccount) {
  const { results } = await allRows<{
    order_id: string;
    counted: number;
    excuse: string | null;
    overturned_at: number | null;
  }>`SELECT
    order_id, counted, excuse, overturned_at FROM strikes WHERE buyer_id = ${person.id} ORDER BY seq`;
  return results;
}

async function profileIn(replied: Promise<Response>): Promise<OwnProfile | null> {
  return (await reply<SessionReply>(await replied, 200)).profile;
}

/** Returns the profile of the session that a page contains. */
async function profileInPage({ id, session_id }: TestAccount): Promise<OwnProfile | null | undefined> {
  const { services } = testServices();
  const headers = { Cookie: `${ACCESS_COOKIE}=${await signAccessToken(services, { id, role: "user", session_id })}` };
  const ctx = createExecutionContext();
  const page = await app.fetch(new Request(`${ORIGIN}/Marketplace`, { headers }), { ...env, ASSETS: siteFiles() }, ctx);
  const [, boot = "{}"] = /<script[^>]*type="application\/json"[^>]*>(.*?)<\/script>/s.exec(await page.text()) ?? [];
  await waitOnExecutionContext(ctx);
  return (JSON.parse(boot) as Record<string, SessionReply>)[SESSION_PATH]?.profile;
}

async function reserve(buyer: TestAccount): Promise<Response> {
  const itemId = await insertItem(await createSeller());
  return buyer.request("POST", "/api/rpc/reserve_item", { item_id: itemId, reservation_type: "buy_now" });
}

describe("the first missed payment", () => {
  it("frees the item, suspends the buyer for 24 hours, and refuses purchases until then", async () => {
    const buyer = await createBuyer();
    const { itemId, orderId } = await unpaidOrder(buyer, "Green canoe");
    advance(3 * DAY + 1);
    await runCron();
    const counted = Date.now();
    expect(await itemRow(itemId)).toMatchObject({ status: "active", order_id: null });
    expect(await profileOf(buyer)).toMatchObject({
      is_suspended: 1,
      suspension_end_date: counted + DAY,
      is_banned: 0,
      count: 1,
    });
    expect(await strikesOf(buyer)).toEqual([{ order_id: orderId, counted: 1, excuse: null, overturned_at: null }]);
    const mail = await emailTo(buyer.email, "suspended for 24 hours");
    expect(mail.text).toContain("Green canoe");

    const refused = await refusal(await reserve(buyer), 403);
    expect(refused).toMatchObject({ code: "suspended", details: { until: counted + DAY } });
    vi.setSystemTime(counted + DAY - 1);
    expect((await reserve(buyer)).status).toBe(403);
    vi.setSystemTime(counted + DAY);
    expect((await reserve(buyer)).status).toBe(200);
  });

  it("is shown with its order to the buyer only", async () => {
    const buyer = await createBuyer();
    const orderId = await missPayment(buyer, "Tin robot");
    const own = await reply<AccountStatusReply>(await buyer.request("GET", "/api/standing"), 200);
    expect(own).toMatchObject({
      standing: "suspended",
      reason: MESSAGES.suspensionReason,
      may_appeal: true,
      appeal: null,
      strikes: [{ order_id: orderId, item_title: "Tin robot", amount: 45.5, counted: true, note: null }],
    });
    const other = await reply<AccountStatusReply>(await (await createBuyer()).request("GET", "/api/standing"), 200);
    expect(other).toMatchObject({ standing: "good", strikes: [], may_appeal: false });
  });

  it.each([
    ["a session load", (buyer: TestAccount) => sessionProfile(buyer)],
    [
      "a sign-in",
      async ({ email, password }: TestAccount) => profileIn(call("POST", "/api/auth/sign-in", { email, password })),
    ],
    ["a page", profileInPage],
  ])("is in the reply of %s, without the cron job (D33)", async (_name, load) => {
    const buyer = await createBuyer();
    const { itemId } = await unpaidOrder(buyer);
    advance(3 * DAY + 1);
    expect(await load(buyer)).toMatchObject({
      is_suspended: true,
      incomplete_transaction_count: 1,
      last_incomplete_transaction_date: expect.any(Number),
    });
    expect(await itemRow(itemId)).toMatchObject({ status: "active", order_id: null });
  });

  it("counts once in concurrent runs, and once for two orders missed together", async () => {
    const buyer = await createBuyer();
    const orders = [await unpaidOrder(buyer), await unpaidOrder(buyer)];
    advance(3 * DAY + 1);
    await Promise.all(orders.map(({ itemId }) => env.ITEM_ROOM.getByName(itemId).settle()));
    const runs = Array.from({ length: 6 }, () => testServices());
    await Promise.all(runs.map(({ services }, index) => applyStrikes(services, index % 2 ? buyer.id : null)));
    await Promise.all(runs.map(({ finish }) => finish()));
    expect((await strikesOf(buyer)).map((strike) => strike.counted)).toEqual([1, 0]);
    expect((await profileOf(buyer)).count).toBe(1);
    expect((await emailsTo(buyer.email)).filter((mail) => mail.subject.includes("suspended"))).toHaveLength(1);
  });
});

describe("a suspension", () => {
  it("ends at the next session load, and by check_and_lift_suspension", async () => {
    const [one, two] = [await createBuyer(), await createBuyer()];
    await missPayment(one);
    await missPayment(two);
    advance(2 * DAY);
    expect((await sessionProfile(one)).is_suspended).toBe(false);
    expect(await profileOf(one)).toMatchObject({ is_suspended: 0, suspension_end_date: null, count: 1 });
    const lifted = await two.request("POST", "/api/rpc/check_and_lift_suspension", { user_id: two.id });
    expect(await reply(lifted, 200)).toMatchObject({ lifted: true, is_suspended: false });
    await runCron();
    expect(await profileOf(one)).toMatchObject({ is_suspended: 0, is_banned: 0, count: 1 });
  });

  it("excuses missed payments of orders that were open during it", async () => {
    const buyer = await createBuyer();
    await unpaidOrder(buyer);
    advance(2 * DAY);
    const second = await unpaidOrder(buyer);
    advance(DAY + 1);
    await runCron();
    expect((await profileOf(buyer)).is_suspended).toBe(1);
    // Two days later, long after the suspension, which took one of the order's three days.
    advance(2 * DAY);
    await runCron();
    expect(await itemRow(second.itemId)).toMatchObject({ status: "active" });
    expect(await strikesOf(buyer)).toMatchObject([
      { counted: 1, excuse: null },
      { order_id: second.orderId, counted: 0, excuse: "suspended" },
    ]);
    expect(await profileOf(buyer)).toMatchObject({ is_banned: 0, count: 1 });
  });
});

describe("the second missed payment", () => {
  it("bans the buyer with the standard reason and ends the suspension", async () => {
    const buyer = await createBuyer();
    await missPayment(buyer, "First thing");
    advance(2 * DAY);
    await missPayment(buyer, "Second thing");
    expect(await profileOf(buyer)).toMatchObject({
      is_banned: 1,
      ban_reason: MESSAGES.defaultBanReason,
      is_suspended: 0,
      suspension_end_date: null,
      count: 2,
    });
    expect(await refusal(await reserve(buyer), 403)).toMatchObject({
      code: "banned",
      details: { reason: MESSAGES.defaultBanReason },
    });
    const mail = await emailTo(buyer.email, "banned");
    expect(mail.text).toContain("Second thing");
    const accountStatus = await reply<AccountStatusReply>(await buyer.request("GET", "/api/standing"), 200);
    expect(accountStatus.strikes.map((strike) => strike.item_title)).toEqual(["First thing", "Second thing"]);
  });

  it("is no ban when it happened within 24 hours of the first", async () => {
    const buyer = await createBuyer();
    await unpaidOrder(buyer);
    advance(10 * HOUR);
    await unpaidOrder(buyer);
    advance(3 * DAY + 1);
    await runCron();
    expect(await profileOf(buyer)).toMatchObject({ is_banned: 0, is_suspended: 1, count: 1 });
  });

  it("counts as a first one more than twelve months later", async () => {
    const buyer = await createBuyer();
    await missPayment(buyer);
    // Keeps the session from expiring during the year.
    await runSql`UPDATE sessions SET expires_at = ${Date.now() + 400 * DAY} WHERE account_id = ${buyer.id}`;
    advance(365 * DAY);
    await runCron();
    expect((await profileOf(buyer)).count).toBe(0);
    await missPayment(buyer);
    expect(await profileOf(buyer)).toMatchObject({ is_banned: 0, is_suspended: 1, count: 1 });
  });

  it("of a banned buyer expires the order and frees its item, without another strike (D33)", async () => {
    const buyer = await createBuyer();
    const { itemId, orderId } = await unpaidOrder(buyer);
    await runSql`UPDATE profiles SET is_banned = 1, ban_reason = 'Sold counterfeits.' WHERE id = ${buyer.id}`;
    advance(3 * DAY + 1);
    await runCron();
    expect(await itemRow(itemId)).toMatchObject({ status: "active", order_id: null });
    expect(await strikesOf(buyer)).toMatchObject([{ order_id: orderId, counted: 0, excuse: "banned" }]);
    expect(await profileOf(buyer)).toMatchObject({ ban_reason: "Sold counterfeits.", is_suspended: 0, count: 0 });
  });
});

describe("no strike", () => {
  it.each(["admin", "super_admin"] as const)(
    "for a %s: the order expires with an entry in the audit log (A17)",
    async (role) => {
      const staff = await createBuyer({ role });
      const orderId = await missPayment(staff);
      await missPayment(staff);
      expect(await profileOf(staff)).toMatchObject({ is_suspended: 0, is_banned: 0, count: 0 });
      expect(await strikesOf(staff)).toMatchObject([{ excuse: "staff" }, { excuse: "staff" }]);
      const { results } = await allRows<{ action: string; details: string }>`SELECT action, details
        FROM audit_log WHERE subject = ${staff.id} ORDER BY id`;
      expect(results).toHaveLength(2);
      expect(results[0]?.action).toBe("strike_not_counted");
      expect(results[0]?.details).toContain(orderId);
    },
  );

  it("for a buyer who gave evidence, while the silent seller is restricted until the dispute is settled (D31, A46)", async () => {
    const deal = await placeOrder();
    await missConfirmation(deal.order.order_id);
    await runCron();
    advance(3 * DAY);
    await runCron();
    expect(await profileOf(deal.buyer)).toMatchObject({ is_suspended: 0, count: 0 });
    expect(await strikesOf(deal.buyer)).toEqual([]);
    expect((await profileOf(deal.seller)).account_restricted).toBe(1);
    const own = async () => reply<OwnProfile>(await deal.seller.request("GET", "/api/profile"), 200);
    const since = (await own()).restriction_applied_at ?? 0;
    expect(since).toBeGreaterThan(Date.now() - 3 * DAY - 60_000);
    expect(since).toBeLessThanOrEqual(Date.now());
    const listing = { title: "A plain chair", price: 20, category: "furniture", condition: "good" };
    expect(await refusal(await deal.seller.request("POST", "/api/items", listing), 403)).toMatchObject({
      code: "restricted",
    });
    const waiting = await reply<ConfirmationsReply>(
      await deal.seller.request("GET", "/api/payment-confirmations?status=pending"),
      200,
    );
    const confirmation_id = waiting.items[0]?.id ?? "";
    await reply(await deal.seller.request("POST", "/api/rpc/confirm_payment_received", { confirmation_id }), 200);
    expect(await own()).toMatchObject({ account_restricted: false, restriction_applied_at: null });
    expect((await deal.seller.request("POST", "/api/items", listing)).status).toBe(201);
  });

  it("for a seller whom staff had restricted before: a settled dispute leaves that restriction (D31)", async () => {
    const deal = await placeOrder();
    await runSql`UPDATE profiles SET account_restricted = 1, restriction_reason = 'Asked by the police.',
      restriction_applied_at = 5 WHERE id = ${deal.seller.id}`;
    const restriction = () =>
      firstRow`SELECT account_restricted, restriction_reason, restriction_applied_at
        FROM profiles WHERE id = ${deal.seller.id}`;
    const ofStaff = { account_restricted: 1, restriction_reason: "Asked by the police.", restriction_applied_at: 5 };
    await missConfirmation(deal.order.order_id);
    await runCron();
    expect(await restriction()).toEqual(ofStaff);
    const waiting = await reply<ConfirmationsReply>(
      await deal.seller.request("GET", "/api/payment-confirmations?status=pending"),
      200,
    );
    const confirmation_id = waiting.items[0]?.id ?? "";
    await reply(await deal.seller.request("POST", "/api/rpc/confirm_payment_received", { confirmation_id }), 200);
    expect(await restriction()).toEqual(ofStaff);
  });

  it("for a buyer whose payment arrived late: the strike is removed and the suspension ends", async () => {
    const buyer = await createBuyer();
    const orderId = await missPayment(buyer, "Late lamp");
    expect((await profileOf(buyer)).is_suspended).toBe(1);
    // The room writes this when a late payment revives an order (D20).
    await runSql`UPDATE orders SET marked_incomplete = 0, strike_exempt = 1 WHERE id = ${orderId}`;
    await runCron();
    expect(await profileOf(buyer)).toMatchObject({ is_suspended: 0, suspension_end_date: null, count: 0 });
    expect((await emailTo(buyer.email, "removed from your record")).text).toContain("Late lamp");
    expect((await strikesOf(buyer))[0]?.overturned_at).not.toBeNull();
  });
});

describe("a Worker that stopped before it changed the account status", () => {
  it.each([
    ["counted", "UPDATE profiles SET incomplete_transaction_count = 0, is_suspended = 0 WHERE id = ?", 1],
    ["taken back", "UPDATE strikes SET counted = 0, overturned_at = 1 WHERE buyer_id = ?", 0],
  ])("leaves a strike that it has %s, and the job changes the status", async (_, left, count) => {
    const buyer = await createBuyer();
    await missPayment(buyer);
    await env.DB.prepare(left).bind(buyer.id).run();
    await runCron();
    expect(await profileOf(buyer)).toMatchObject({ count, is_suspended: count });
  });
});

describe("the strikes table", () => {
  it("refuses deleting and rewriting, and allows overturning only", async () => {
    const buyer = await createBuyer();
    const orderId = await missPayment(buyer);
    const attempt = (sql: string) => env.DB.prepare(sql).bind(orderId).run();
    await expect(attempt("DELETE FROM strikes WHERE order_id = ?")).rejects.toThrow(/never removed/);
    await expect(attempt("UPDATE strikes SET at = 0 WHERE order_id = ?")).rejects.toThrow(/never rewritten/);
    await expect(attempt("UPDATE strikes SET excuse = 'staff' WHERE order_id = ?")).rejects.toThrow();
    await expect(
      runSql`INSERT INTO strikes (order_id, buyer_id, seq, event_id, at, applied_at, counted)
        SELECT id, seller_id, 1, id, 0, 0, 1 FROM orders WHERE id = ${orderId}`,
    ).rejects.toThrow();
  });
});

describe("the audits", () => {
  it("find a wrong strike count and an overdue order that was not swept", async () => {
    const buyer = await createBuyer();
    await unpaidOrder(buyer);
    expect(await runAudits(connect(env.DB), Date.now())).toEqual([]);
    await runSql`UPDATE profiles SET incomplete_transaction_count = 1 WHERE id = ${buyer.id}`;
    const found = await runAudits(connect(env.DB), Date.now() + 4 * DAY);
    expect(found.map(({ audit }) => audit)).toEqual([
      "an overdue order was not swept (D33)",
      "a strike count is not the number of strikes",
    ]);
    await runSql`UPDATE profiles SET incomplete_transaction_count = 0 WHERE id = ${buyer.id}`;
  });

  it("each run once an hour, with one of its cron jobs, and log their findings as errors", async () => {
    const person = await createBuyer({ incomplete_transaction_count: 3 });
    const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const hour = Math.ceil(Date.now() / HOUR) * HOUR;
    for (let minutes = 1; minutes < 60; minutes += 5) {
      await auditInTurn({ db: connect(env.DB), now: () => hour + minutes * 60_000 });
    }
    const reported = errors.mock.calls.map(
      ([line]) => JSON.parse(String(line)) as { problem?: string; ids?: string[] },
    );
    errors.mockRestore();
    const found = reported.filter(({ problem, ids }) => problem === "audit" && ids?.includes(person.id));
    // A wrong count that also misses a ban.
    expect(found).toHaveLength(2);
    await runSql`UPDATE profiles SET incomplete_transaction_count = 0 WHERE id = ${person.id}`;
  });
});
