import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MESSAGES } from "#contract/copy";
import type { Page } from "#contract/page";
import type { AccountStatusReply, AdminAppeal, AppealView } from "#contract/status";
import { createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { advance, stopClock } from "../support/workerd/clock.ts";
import { createBuyer, createSeller, DAY, insertItem, refusal, reply } from "../support/workerd/deals.ts";
import { emailTo } from "../support/workerd/email.ts";
import { missPayment, profileOf, runCron, unpaidOrder } from "../support/workerd/missed-payments.ts";
import { allRows, firstRow, runSql } from "../support/workerd/sql.ts";

let admin: TestAccount;
beforeAll(async () => {
  admin = await createAccount({ role: "admin" });
});
beforeEach(() => stopClock());

const WORDS = "I paid on the day, please see my statement.";
const file = (person: TestAccount, message = WORDS, key: string = crypto.randomUUID()) =>
  person.request("POST", "/api/standing/appeals", { message }, { "Idempotency-Key": key });
const decide = (staff: TestAccount, id: string, body: Record<string, unknown>) =>
  staff.request("POST", `/api/admin/appeals/${id}/decision`, body);
const statusOf = async (person: TestAccount) =>
  reply<AccountStatusReply>(await person.request("GET", "/api/standing"), 200);

/** Creates a buyer who is banned for two missed payments. */
async function bannedBuyer() {
  const buyer = await createBuyer();
  const first = await missPayment(buyer, "First thing");
  advance(2 * DAY);
  const second = await missPayment(buyer, "Second thing");
  expect((await profileOf(buyer)).is_banned).toBe(1);
  return { buyer, first, second };
}

describe("POST /api/standing/appeals", () => {
  it("stores the appeal of a banned user and emails it to support", async () => {
    const { buyer } = await bannedBuyer();
    const appeal = await reply<AppealView>(await file(buyer), 201);
    expect(appeal).toMatchObject({ kind: "ban", status: "open", message: WORDS, answer: null });
    const mail = await emailTo(env.SUPPORT_EMAIL, "Appeal against a ban");
    expect(mail.text).toContain(WORDS);
    expect(await statusOf(buyer)).toMatchObject({ standing: "banned", may_appeal: false, appeal: { id: appeal.id } });
  });

  it("accepts one open appeal per user, and returns the same one for a repeated idempotency key", async () => {
    const { buyer } = await bannedBuyer();
    const key = crypto.randomUUID();
    const replies = await Promise.all([file(buyer), file(buyer), file(buyer)]);
    expect(replies.map((response) => response.status).sort()).toEqual([201, 409, 409]);
    const other = await createBuyer();
    await missPayment(other);
    const [one, two] = [await reply<AppealView>(await file(other, WORDS, key), 201), await file(other, WORDS, key)];
    expect(await reply<AppealView>(two, 201)).toEqual(one);
  });

  it("refuses an appeal without a strike, suspension or ban, and one that is too short", async () => {
    expect(await refusal(await file(await createBuyer()), 409)).toMatchObject({
      code: "wrong_state",
      message: MESSAGES.nothingToAppeal,
    });
    const { buyer } = await bannedBuyer();
    expect((await refusal(await file(buyer, "  no  "), 422)).code).toBe("invalid");
  });
});

describe("admin appeals queue", () => {
  it("shows staff the appeals with their evidence, oldest first, and refuses users", async () => {
    const { buyer, first, second } = await bannedBuyer();
    const appeal = await reply<AppealView>(await file(buyer), 201);
    expect((await buyer.request("GET", "/api/admin/appeals")).status).toBe(403);
    expect((await (await createBuyer()).request("GET", "/api/admin/appeals")).status).toBe(403);
    const page = await reply<Page<AdminAppeal>>(await admin.request("GET", "/api/admin/appeals"), 200);
    const seen = page.items.find((entry) => entry.id === appeal.id);
    expect(seen).toMatchObject({
      user: { id: buyer.id, email: buyer.email },
      standing: "banned",
      incomplete_transaction_count: 2,
      strikes: [
        { order_id: first, counted: true },
        { order_id: second, counted: true },
      ],
    });
    const dates = page.items.map((entry) => entry.created_at);
    expect(dates).toEqual(dates.toSorted((a, b) => a - b));
  });

  it("clears the record when a ban is overturned, and emails the user", async () => {
    const { buyer } = await bannedBuyer();
    const { id } = await reply<AppealView>(await file(buyer), 201);
    const done = await reply<AdminAppeal>(
      await decide(admin, id, { outcome: "overturned", answer: "The seller gave wrong bank details." }),
      200,
    );
    expect(done).toMatchObject({ status: "overturned", standing: "good", incomplete_transaction_count: 0 });
    expect(await profileOf(buyer)).toMatchObject({ is_banned: 0, ban_reason: null, is_suspended: 0, count: 0 });
    const { itemId } = await unpaidOrder(buyer);
    expect(itemId).toBeTruthy();
    expect((await emailTo(buyer.email, "successful")).text).toContain("The seller gave wrong bank details.");
    const entry = await firstRow<{ actor_id: string; details: string }>`SELECT actor_id, details
      FROM audit_log WHERE subject = ${buyer.id} AND action = ${"appeal_overturned"}`;
    expect(entry?.actor_id).toBe(admin.id);
    expect(entry?.details).toContain(id);
  });

  it("keeps the other strike when only one of two is overturned", async () => {
    const { buyer, first } = await bannedBuyer();
    const { id } = await reply<AppealView>(await file(buyer), 201);
    await reply(
      await decide(admin, id, { outcome: "overturned", answer: "This one was ours.", order_ids: [first] }),
      200,
    );
    expect(await profileOf(buyer)).toMatchObject({ is_banned: 0, is_suspended: 1, count: 1 });
    advance(2 * DAY);
    await missPayment(buyer, "Third thing");
    expect(await profileOf(buyer)).toMatchObject({ is_banned: 1, count: 2 });
    const strikes = (await statusOf(buyer)).strikes;
    expect(strikes.map((strike) => strike.counted)).toEqual([false, true, true]);
    expect(strikes[0]?.note).toBe("Removed. It no longer counts.");
  });

  it("keeps the ban when the appeal is turned down, and lets the user appeal again", async () => {
    const { buyer } = await bannedBuyer();
    const { id } = await reply<AppealView>(await file(buyer), 201);
    await reply(await decide(admin, id, { outcome: "upheld", answer: "Both sellers waited in vain." }), 200);
    expect(await profileOf(buyer)).toMatchObject({ is_banned: 1, count: 2 });
    expect(await statusOf(buyer)).toMatchObject({
      may_appeal: true,
      appeal: { status: "upheld", answer: "Both sellers waited in vain." },
    });
    const mail = await emailTo(buyer.email, "Your appeal wasn't successful");
    expect(mail.text).toContain("This is about your ban for missed payments: “First thing”, “Second thing”.");
    expect(mail.text).toContain("If you have anything new to add, sign in and choose Appeal");
    const notification = await env.DB.prepare("SELECT body FROM notifications WHERE user_id = ? AND dedupe_key = ?")
      .bind(buyer.id, `appeal-decided:${id}`)
      .first<{ body: string }>();
    expect(notification?.body).toBe(
      "Both sellers waited in vain. If you have anything new to add, you can appeal again.",
    );
    expect((await file(buyer)).status).toBe(201);
  });

  it("leaves appeals of staff to a super admin", async () => {
    const colleague = await createAccount({ role: "admin", is_banned: true, ban_reason: "Sold counterfeits." });
    const { id } = await reply<AppealView>(await file(colleague), 201);
    const answer = { outcome: "overturned", answer: "It was the real thing." };
    expect(await refusal(await decide(admin, id, answer), 403)).toMatchObject({ code: "forbidden" });
    expect((await profileOf(colleague)).is_banned).toBe(1);
    const superAdmin = await createAccount({ role: "super_admin" });
    await reply(await decide(superAdmin, id, answer), 200);
    expect((await profileOf(colleague)).is_banned).toBe(0);
  });

  it("refuses staff a decision about a payment missed for their own item", async () => {
    const buyer = await createBuyer();
    const { orderId, seller } = await unpaidOrder(buyer);
    advance(3 * DAY + 1);
    await runCron();
    const { id } = await reply<AppealView>(await file(buyer), 201);
    await runSql`UPDATE profiles SET role = 'admin' WHERE id = ${seller.id}`;
    const upheld = await decide(seller, id, { outcome: "upheld", answer: "I waited in vain." });
    expect(await refusal(upheld, 403)).toMatchObject({ message: MESSAGES.ownCase });
    const lifted = { measure: "lift_suspension", order_ids: [orderId], note: "A mistake of ours." };
    const lift = await seller.request("POST", `/api/admin/users/${buyer.id}/measures`, lifted);
    expect(await refusal(lift, 403)).toMatchObject({ message: MESSAGES.ownCase });
    await reply(await decide(admin, id, { outcome: "upheld", answer: "The seller waited in vain." }), 200);
  });

  it("overturns a ban that staff imposed by hand, too", async () => {
    const buyer = await createBuyer({ is_banned: true, ban_reason: "Sold counterfeits." });
    const { id } = await reply<AppealView>(await file(buyer), 201);
    await reply(await decide(admin, id, { outcome: "overturned", answer: "It was the real thing." }), 200);
    expect(await profileOf(buyer)).toMatchObject({ is_banned: 0, ban_reason: null });
  });

  it("accepts one of two concurrent decisions, and records only that one", async () => {
    const { buyer } = await bannedBuyer();
    const { id } = await reply<AppealView>(await file(buyer), 201);
    const replies = await Promise.all([
      decide(admin, id, { outcome: "overturned", answer: "Our mistake." }),
      decide(admin, id, { outcome: "upheld", answer: "No excuse." }),
    ]);
    expect(replies.map((response) => response.status).sort()).toEqual([200, 409]);
    const { results } = await allRows`SELECT action
      FROM audit_log WHERE subject = ${buyer.id} AND action IN ('appeal_upheld', 'appeal_overturned')`;
    expect(results).toHaveLength(1);
    const { is_banned } = await profileOf(buyer);
    expect(is_banned).toBe(results[0]?.action === "appeal_upheld" ? 1 : 0);
  });

  it("refuses strikes of another user, an appeal of one's own, and banned staff", async () => {
    const { buyer } = await bannedBuyer();
    const { id } = await reply<AppealView>(await file(buyer), 201);
    const foreign = await missPayment(await createBuyer());
    const body = { outcome: "overturned", answer: "Fine by me.", order_ids: [foreign] };
    expect((await refusal(await decide(admin, id, body), 422)).code).toBe("invalid");
    const bannedAdmin = await createAccount({ role: "admin", is_banned: true });
    const plain = { outcome: "overturned", answer: "Fine by me." };
    expect((await decide(bannedAdmin, id, plain)).status).toBe(403);
    expect((await decide(buyer, id, plain)).status).toBe(403);
    expect((await profileOf(buyer)).is_banned).toBe(1);
    // Staff cannot decide their own appeal, even one from before their appointment.
    await runSql`UPDATE profiles SET role = 'admin', is_banned = 0, is_suspended = 0 WHERE id = ${buyer.id}`;
    expect((await refusal(await decide(buyer, id, plain), 403)).code).toBe("forbidden");
  });

  it("cannot change or delete entries of the audit log", async () => {
    await expect(runSql`DELETE FROM audit_log`).rejects.toThrow(/append-only/);
    await expect(runSql`UPDATE audit_log SET actor_id = 'x'`).rejects.toThrow(/append-only/);
  });
});

describe("POST /api/support-requests", () => {
  const ask = (person: TestAccount, body: Record<string, unknown>, key: string = crypto.randomUUID()) =>
    person.request("POST", "/api/support-requests", body, { "Idempotency-Key": key });
  const plain = { issue_description: "The button does nothing.", user_email: "Me@Example.com" };

  it("takes the item's name from the caller's order, and emails the request to support", async () => {
    const buyer = await createBuyer();
    const { orderId, seller } = await unpaidOrder(buyer, "Striped deck chair");
    for (const party of [buyer, seller]) {
      const done = await ask(party, { ...plain, order_id: orderId, item_name: "Something else" });
      expect(await reply(done, 201)).toMatchObject({ order_id: orderId, item_name: "Striped deck chair" });
    }
    const row = await firstRow`SELECT * FROM support_requests WHERE user_id = ${buyer.id}`;
    expect(row).toMatchObject({ order_id: orderId, issue_description: plain.issue_description, status: "open" });
    expect(row?.user_email).toBe("me@example.com");
    const free = await ask(seller, { ...plain, item_name: "A chair\n I saw" });
    expect(await reply(free, 201)).toMatchObject({ order_id: null, item_name: "A chair I saw" });
    const mail = await emailTo(env.SUPPORT_EMAIL, "Striped deck chair");
    expect(mail.text).toContain(plain.issue_description);
  });

  it("answers 404 for another user's order (A01, A108)", async () => {
    const { orderId } = await unpaidOrder(await createBuyer());
    expect((await refusal(await ask(await createBuyer(), { ...plain, order_id: orderId }), 404)).code).toBe(
      "not_found",
    );
  });

  it("accepts the request of a banned user (A16)", async () => {
    const { buyer } = await bannedBuyer();
    expect((await ask(buyer, plain)).status).toBe(201);
  });

  it("names every missing field with the specified message", async () => {
    const person = await createBuyer();
    const empty = await refusal(await ask(person, { issue_description: "  ", user_email: "" }), 422);
    expect(empty.details?.fields).toEqual([
      { field: "issue_description", message: "Please describe the technical issue you're experiencing." },
      { field: "user_email", message: "Please provide your email address." },
    ]);
  });

  it("stores one request per idempotency key, and limits how many a user may send", async () => {
    const person = await createSeller();
    await insertItem(person);
    const key = crypto.randomUUID();
    const first = await reply<{ id: string }>(await ask(person, plain, key), 201);
    expect(await reply<{ id: string }>(await ask(person, plain, key), 201)).toEqual(first);
    for (let sent = 2; sent < 5; sent++) await ask(person, plain);
    expect((await refusal(await ask(person, plain), 429)).code).toBe("too_many_requests");
    const count = await firstRow<{ n: number }>`SELECT count(*) AS n
      FROM support_requests WHERE user_id = ${person.id}`;
    expect(count?.n).toBe(4);
  });

  it("refuses visitors", async () => {
    const stranger = await createBuyer();
    await runSql`DELETE FROM sessions WHERE account_id = ${stranger.id}`;
    expect((await ask(stranger, plain)).status).toBe(401);
  });
});
