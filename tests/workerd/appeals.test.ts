import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { MESSAGES } from "#contract/messages";
import type { Page } from "#contract/page";
import type { AdminAppeal, AppealView, StandingReply } from "#contract/standing";
import { createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { createBuyer, createSeller, DAY, insertItem, refusal, reply } from "../support/workerd/deals.ts";
import { mailTo } from "../support/workerd/mail.ts";
import { later, missPayment, profileOf, runCron, unpaidOrder } from "../support/workerd/missed.ts";

let admin: TestAccount;
beforeAll(async () => {
  admin = await createAccount({ role: "admin" });
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => vi.useRealTimers());

const WORDS = "I paid on the day, please see my statement.";
const file = (person: TestAccount, message = WORDS, key: string = crypto.randomUUID()) =>
  person.request("POST", "/api/standing/appeals", { message }, { "Idempotency-Key": key });
const decide = (staff: TestAccount, id: string, body: Record<string, unknown>) =>
  staff.request("POST", `/api/admin/appeals/${id}/decision`, body);
const standingOf = async (person: TestAccount) =>
  reply<StandingReply>(await person.request("GET", "/api/standing"), 200);

/** Banned by two missed payments. */
async function bannedBuyer() {
  const buyer = await createBuyer();
  const first = await missPayment(buyer, "First thing");
  later(2 * DAY);
  const second = await missPayment(buyer, "Second thing");
  expect((await profileOf(buyer)).is_banned).toBe(1);
  return { buyer, first, second };
}

describe("an appeal", () => {
  it("of a banned person is kept once, told to support, and shown back to them", async () => {
    const { buyer } = await bannedBuyer();
    const appeal = await reply<AppealView>(await file(buyer), 201);
    expect(appeal).toMatchObject({ kind: "ban", status: "open", message: WORDS, answer: null });
    const mail = await mailTo(env.SUPPORT_EMAIL, "Appeal against a ban");
    expect(mail.text).toContain(WORDS);
    expect(await standingOf(buyer)).toMatchObject({ standing: "banned", may_appeal: false, appeal: { id: appeal.id } });
  });

  it("is one at a time, even when several arrive together, and a repeat under its key is the same one", async () => {
    const { buyer } = await bannedBuyer();
    const key = crypto.randomUUID();
    const replies = await Promise.all([file(buyer), file(buyer), file(buyer)]);
    expect(replies.map((response) => response.status).sort()).toEqual([201, 409, 409]);
    const other = await createBuyer();
    await missPayment(other);
    const [one, two] = [await reply<AppealView>(await file(other, WORDS, key), 201), await file(other, WORDS, key)];
    expect(await reply<AppealView>(two, 201)).toEqual(one);
  });

  it("against nothing is refused, and so is one without words", async () => {
    expect(await refusal(await file(await createBuyer()), 409)).toMatchObject({
      code: "wrong_state",
      message: MESSAGES.nothingToAppeal,
    });
    const { buyer } = await bannedBuyer();
    expect((await refusal(await file(buyer, "  no  "), 422)).code).toBe("invalid");
  });
});

describe("staff", () => {
  it("alone see appeals, with the evidence, oldest first", async () => {
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

  it("overturn a ban whole: clean record, trade at once, a letter, and the audit log", async () => {
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
    expect((await mailTo(buyer.email, "successful")).text).toContain("The seller gave wrong bank details.");
    const entry = await env.DB.prepare("SELECT actor_id, details FROM audit_log WHERE subject = ? AND action = ?")
      .bind(buyer.id, "appeal_overturned")
      .first<{ actor_id: string; details: string }>();
    expect(entry?.actor_id).toBe(admin.id);
    expect(entry?.details).toContain(id);
  });

  it("overturn one of two: the other still counts, so a later one is the second again", async () => {
    const { buyer, first } = await bannedBuyer();
    const { id } = await reply<AppealView>(await file(buyer), 201);
    await reply(
      await decide(admin, id, { outcome: "overturned", answer: "This one was ours.", order_ids: [first] }),
      200,
    );
    expect(await profileOf(buyer)).toMatchObject({ is_banned: 0, is_suspended: 1, count: 1 });
    later(2 * DAY);
    await missPayment(buyer, "Third thing");
    expect(await profileOf(buyer)).toMatchObject({ is_banned: 1, count: 2 });
    const strikes = (await standingOf(buyer)).strikes;
    expect(strikes.map((strike) => strike.counted)).toEqual([false, true, true]);
    expect(strikes[0]?.note).toBe("Taken back: it no longer counts.");
  });

  it("uphold: nothing changes but the answer, and the person may write again", async () => {
    const { buyer } = await bannedBuyer();
    const { id } = await reply<AppealView>(await file(buyer), 201);
    await reply(await decide(admin, id, { outcome: "upheld", answer: "Both sellers waited in vain." }), 200);
    expect(await profileOf(buyer)).toMatchObject({ is_banned: 1, count: 2 });
    expect(await standingOf(buyer)).toMatchObject({
      may_appeal: true,
      appeal: { status: "upheld", answer: "Both sellers waited in vain." },
    });
    const mail = await mailTo(buyer.email, "Your appeal was not successful");
    expect(mail.text).toContain("This is about your ban for missed payments: “First thing”, “Second thing”.");
    expect(mail.text).toContain("If you have something new to tell us, sign in and choose Appeal");
    const notification = await env.DB.prepare("SELECT body FROM notifications WHERE user_id = ? AND dedupe_key = ?")
      .bind(buyer.id, `appeal-decided:${id}`)
      .first<{ body: string }>();
    expect(notification?.body).toBe(
      "Both sellers waited in vain. If you have something new to tell us, you can appeal again.",
    );
    expect((await file(buyer)).status).toBe(201);
  });

  it("leave appeals of staff to a super admin", async () => {
    const colleague = await createAccount({ role: "admin", is_banned: true, ban_reason: "Sold counterfeits." });
    const { id } = await reply<AppealView>(await file(colleague), 201);
    const answer = { outcome: "overturned", answer: "It was the real thing." };
    expect(await refusal(await decide(admin, id, answer), 403)).toMatchObject({ code: "forbidden" });
    expect((await profileOf(colleague)).is_banned).toBe(1);
    const superAdmin = await createAccount({ role: "super_admin" });
    await reply(await decide(superAdmin, id, answer), 200);
    expect((await profileOf(colleague)).is_banned).toBe(0);
  });

  it("never decide about payments that were missed for their own items, in an appeal or from the person's page", async () => {
    const buyer = await createBuyer();
    const { orderId, seller } = await unpaidOrder(buyer);
    later(3 * DAY + 1);
    await runCron();
    const { id } = await reply<AppealView>(await file(buyer), 201);
    await env.DB.prepare("UPDATE profiles SET role = 'admin' WHERE id = ?").bind(seller.id).run();
    const upheld = await decide(seller, id, { outcome: "upheld", answer: "I waited in vain." });
    expect(await refusal(upheld, 403)).toMatchObject({ message: MESSAGES.ownCase });
    const lifted = { measure: "lift_suspension", order_ids: [orderId], note: "A mistake of ours." };
    const lift = await seller.request("POST", `/api/admin/users/${buyer.id}/measures`, lifted);
    expect(await refusal(lift, 403)).toMatchObject({ message: MESSAGES.ownCase });
    await reply(await decide(admin, id, { outcome: "upheld", answer: "The seller waited in vain." }), 200);
  });

  it("lift what somebody imposed by hand, too", async () => {
    const buyer = await createBuyer({ is_banned: true, ban_reason: "Sold counterfeits." });
    const { id } = await reply<AppealView>(await file(buyer), 201);
    await reply(await decide(admin, id, { outcome: "overturned", answer: "It was the real thing." }), 200);
    expect(await profileOf(buyer)).toMatchObject({ is_banned: 0, ban_reason: null });
  });

  it("decide once: of two at the same moment one is refused and leaves no trace", async () => {
    const { buyer } = await bannedBuyer();
    const { id } = await reply<AppealView>(await file(buyer), 201);
    const replies = await Promise.all([
      decide(admin, id, { outcome: "overturned", answer: "Our mistake." }),
      decide(admin, id, { outcome: "upheld", answer: "No excuse." }),
    ]);
    expect(replies.map((response) => response.status).sort()).toEqual([200, 409]);
    const { results } = await env.DB.prepare(
      "SELECT action FROM audit_log WHERE subject = ? AND action IN ('appeal_upheld', 'appeal_overturned')",
    )
      .bind(buyer.id)
      .all();
    expect(results).toHaveLength(1);
    const { is_banned } = await profileOf(buyer);
    expect(is_banned).toBe(results[0]?.action === "appeal_upheld" ? 1 : 0);
  });

  it("cannot take back what is not on the record, nor decide their own, nor without a clean standing", async () => {
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
    // Appointed while their own appeal was open: somebody else decides it.
    await env.DB.prepare("UPDATE profiles SET role = 'admin', is_banned = 0, is_suspended = 0 WHERE id = ?")
      .bind(buyer.id)
      .run();
    expect((await refusal(await decide(buyer, id, plain), 403)).code).toBe("forbidden");
  });

  it("cannot change or remove the audit log", async () => {
    await expect(env.DB.prepare("DELETE FROM audit_log").run()).rejects.toThrow(/append-only/);
    await expect(env.DB.prepare("UPDATE audit_log SET actor_id = 'x'").run()).rejects.toThrow(/append-only/);
  });
});

describe("a support request", () => {
  const ask = (person: TestAccount, body: Record<string, unknown>, key: string = crypto.randomUUID()) =>
    person.request("POST", "/api/support-requests", body, { "Idempotency-Key": key });
  const plain = { issue_description: "The button does nothing.", user_email: "Me@Example.com" };

  it("about one's own order carries its item's name, whatever the browser says, and reaches the support address", async () => {
    const buyer = await createBuyer();
    const { orderId, seller } = await unpaidOrder(buyer, "Striped deck chair");
    for (const party of [buyer, seller]) {
      const done = await ask(party, { ...plain, order_id: orderId, item_name: "Something else" });
      expect(await reply(done, 201)).toMatchObject({ order_id: orderId, item_name: "Striped deck chair" });
    }
    const row = await env.DB.prepare("SELECT * FROM support_requests WHERE user_id = ?").bind(buyer.id).first();
    expect(row).toMatchObject({ order_id: orderId, issue_description: plain.issue_description, status: "open" });
    expect(row?.user_email).toBe("me@example.com");
    const mail = await mailTo(env.SUPPORT_EMAIL, "Striped deck chair");
    expect(mail.text).toContain(plain.issue_description);
  });

  it("about somebody else's order is not found", async () => {
    const { orderId } = await unpaidOrder(await createBuyer());
    expect((await refusal(await ask(await createBuyer(), { ...plain, order_id: orderId }), 404)).code).toBe(
      "not_found",
    );
  });

  it("is open to the banned and the suspended", async () => {
    const { buyer } = await bannedBuyer();
    expect((await ask(buyer, plain)).status).toBe(201);
  });

  it("says at the field what is missing, in the specified words", async () => {
    const person = await createBuyer();
    const empty = await refusal(await ask(person, { issue_description: "  ", user_email: "" }), 422);
    expect(empty.details?.fields).toEqual([
      { field: "issue_description", message: "Please describe the technical issue you're experiencing." },
      { field: "user_email", message: "Please provide your email address." },
    ]);
  });

  it("is kept once under its key, and refused when too many come", async () => {
    const person = await createSeller();
    await insertItem(person);
    const key = crypto.randomUUID();
    const first = await reply<{ id: string }>(await ask(person, plain, key), 201);
    expect(await reply<{ id: string }>(await ask(person, plain, key), 201)).toEqual(first);
    for (let sent = 2; sent < 5; sent++) await ask(person, plain);
    expect((await refusal(await ask(person, plain), 429)).code).toBe("too_many_requests");
    const count = await env.DB.prepare("SELECT count(*) AS n FROM support_requests WHERE user_id = ?")
      .bind(person.id)
      .first<{ n: number }>();
    expect(count?.n).toBe(4);
  });

  it("by a visitor is refused", async () => {
    const stranger = await createBuyer();
    await env.DB.prepare("DELETE FROM sessions WHERE account_id = ?").bind(stranger.id).run();
    expect((await ask(stranger, plain)).status).toBe(401);
  });
});
