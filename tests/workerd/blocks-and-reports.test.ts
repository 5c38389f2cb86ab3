/** Blocks, reports, and decisions of staff on reports and held messages (decision 0027, D10, D34, A01, A85). */
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MESSAGES } from "#contract/copy";
import type { MessagesReply, MessageView, ThreadView } from "#contract/messages";
import type { Page } from "#contract/page";
import type { AdminReport, AdminReportDetail, BlockState, BlockView, ReportReceipt } from "#contract/safety";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { insertItem, placeOrder, refusal, reply } from "../support/workerd/deals.ts";
import { createItem } from "../support/workerd/listings.ts";
import { notificationsOf, notificationTitlesOf } from "../support/workerd/notifications.ts";
import { runSql } from "../support/workerd/sql.ts";

let staff: TestAccount;
let seller: TestAccount;
let buyer: TestAccount;

beforeAll(async () => {
  staff = await createAccount({ role: "admin" });
});
beforeEach(async () => {
  seller = await createAccount({ full_name: "Sally Seller" });
  buyer = await createAccount({ full_name: "Bob Buyer" });
});

const rows = async <T>(sql: string, ...params: unknown[]) =>
  (
    await env.DB.prepare(sql)
      .bind(...params)
      .all<T>()
  ).results;
const report = (who: TestAccount, type: string, id: string, rest: Record<string, unknown> = {}, key?: string) =>
  who.request(
    "POST",
    "/api/reports",
    { subject_type: type, subject_id: id, reason: "scam", ...rest },
    key === undefined ? {} : { "Idempotency-Key": key },
  );
const filed = async (who: TestAccount, type: string, id: string, rest: Record<string, unknown> = {}) =>
  reply<ReportReceipt>(await report(who, type, id, rest), 201);
const decide = (id: string, decision: Record<string, unknown>, by = staff) =>
  by.request("POST", `/api/admin/reports/${id}/decision`, decision);
async function conversation(from: TestAccount, to: TestAccount): Promise<string> {
  const opened = await from.request("POST", "/api/conversations", { user_id: to.id });
  expect([200, 201]).toContain(opened.status);
  return (await opened.json<ThreadView>()).id;
}
async function write(from: TestAccount, conversationId: string, text: string): Promise<MessageView> {
  const body = { client_id: crypto.randomUUID(), text };
  return reply<MessageView>(await from.request("POST", `/api/conversations/${conversationId}/messages`, body), 201);
}
const read = async (who: TestAccount, conversationId: string) =>
  (await reply<MessagesReply>(await who.request("GET", `/api/conversations/${conversationId}/messages`), 200)).items;
const heldReport = async (messageId: string) =>
  (await rows<{ id: string }>("SELECT id FROM reports WHERE subject_id = ? AND kind = 'held_message'", messageId))[0]
    ?.id ?? "";

describe("a block", () => {
  it("can be read, listed and removed by its owner only, and repeating either request changes nothing", async () => {
    const state = async (who: TestAccount, other: string) =>
      reply<BlockState>(await who.request("GET", `/api/blocks/${other}`), 200);
    expect((await state(buyer, seller.id)).blocked_by_you).toBe(false);
    for (let time = 0; time < 2; time++) {
      const made = await reply<BlockState>(await buyer.request("POST", "/api/blocks", { user_id: seller.id }), 201);
      expect(made).toEqual({ user_id: seller.id, blocked_by_you: true });
    }
    expect((await state(seller, buyer.id)).blocked_by_you).toBe(false);
    expect((await reply<Page<BlockView>>(await seller.request("GET", "/api/blocks"), 200)).items).toEqual([]);
    const list = await reply<Page<BlockView>>(await buyer.request("GET", "/api/blocks"), 200);
    expect(list.items).toEqual([{ user_id: seller.id, display_name: "Sally S.", at: expect.any(Number) }]);
    for (let time = 0; time < 2; time++) {
      const lifted = await reply<BlockState>(await buyer.request("DELETE", `/api/blocks/${seller.id}`), 200);
      expect(lifted.blocked_by_you).toBe(false);
    }
    expect(await rows("SELECT * FROM blocks WHERE blocker_id = ?", buyer.id)).toEqual([]);
  });

  it("stops messages in both directions without naming who blocked whom (A85)", async () => {
    const id = await conversation(buyer, seller);
    await write(buyer, id, "Is it still for sale?");
    await buyer.request("POST", "/api/blocks", { user_id: seller.id });
    for (const who of [buyer, seller]) {
      const sent = await who.request("POST", `/api/conversations/${id}/messages`, {
        client_id: crypto.randomUUID(),
        text: "Hello?",
      });
      expect(await refusal(sent, 403)).toMatchObject({ code: "blocked", message: MESSAGES.blocked });
    }
    await buyer.request("DELETE", `/api/blocks/${seller.id}`);
    expect((await write(seller, id, "Yes, it is.")).text).toBe("Yes, it is.");
  });

  it("is refused for oneself and for unknown users, but not for a suspended account", async () => {
    expect(await refusal(await buyer.request("POST", "/api/blocks", { user_id: buyer.id }), 422)).toMatchObject({
      message: MESSAGES.blockSelf,
    });
    const nobody = await buyer.request("POST", "/api/blocks", { user_id: "acc_00000000000000000000" });
    expect(await refusal(nobody, 404)).toMatchObject({ code: "not_found" });
    expect(await refusal(await call("POST", "/api/blocks", { user_id: seller.id }), 401)).toMatchObject({
      code: "not_authenticated",
    });
    const suspended = await createAccount({ is_suspended: true, suspension_end_date: Date.now() + 60_000 });
    expect((await suspended.request("POST", "/api/blocks", { user_id: seller.id })).status).toBe(201);
  });

  it("list pages through many entries", async () => {
    const others = await Promise.all(Array.from({ length: 52 }, () => createAccount()));
    await env.DB.batch(
      others.map((other, index) =>
        env.DB.prepare("INSERT INTO blocks (blocker_id, blocked_id, at) VALUES (?, ?, ?)").bind(
          buyer.id,
          other.id,
          1_700_000_000_000 + Math.floor(index / 3),
        ),
      ),
    );
    const first = await reply<Page<BlockView>>(await buyer.request("GET", "/api/blocks"), 200);
    const second = await reply<Page<BlockView>>(
      await buyer.request("GET", `/api/blocks?cursor=${first.next_cursor}`),
      200,
    );
    const seen = [...first.items, ...second.items].map((block) => block.user_id);
    expect(new Set(seen)).toEqual(new Set(others.map((other) => other.id)));
    expect(seen).toHaveLength(52);
    const foreign = await seller.request("GET", `/api/blocks?cursor=${first.next_cursor}`);
    expect(await refusal(foreign, 422)).toMatchObject({ code: "invalid" });
  });
});

describe("POST /api/reports", () => {
  it("stores the text at the time of the report, and its author", async () => {
    const notes = { negotiation_notes: "In a hurry.", public_notes: "Cash only." };
    const item = await createItem(seller, { title: "Walnut desk", description: "Pay me outside.", ...notes });
    const receipt = await filed(buyer, "item", item.id, { reason: "off_platform", details: "  Wants cash.  " });
    await runSql`UPDATE items SET description = 'All fine.' WHERE id = ${item.id}`;
    const detail = await reply<AdminReportDetail>(await staff.request("GET", `/api/admin/reports/${receipt.id}`), 200);
    expect(detail).toMatchObject({
      kind: "report",
      subject_type: "item",
      link: `/ItemDetail/${item.id}`,
      reason: "off_platform",
      details: "Wants cash.",
      excerpt: "Walnut desk\nPay me outside.\nCash only.",
      reporter: { id: buyer.id, email: buyer.email, standing: "good" },
      about: { id: seller.id, standing: "good" },
      open_about_them: 1,
      status: "open",
      outcome: null,
      context: [],
    });
  });

  it("accepts one open report per user and subject, and returns it again for the same idempotency key", async () => {
    const item = await createItem(seller, {});
    const key = crypto.randomUUID();
    const first = await reply<ReportReceipt>(await report(buyer, "item", item.id, {}, key), 201);
    expect((await reply<ReportReceipt>(await report(buyer, "item", item.id, {}, key), 201)).id).toBe(first.id);
    await runSql`DELETE FROM idempotency_keys WHERE account_id = ${buyer.id}`;
    expect((await reply<ReportReceipt>(await report(buyer, "item", item.id, {}, key), 201)).id).toBe(first.id);
    const others = await Promise.all([report(buyer, "item", item.id), report(buyer, "item", item.id)]);
    for (const other of others) {
      expect(await refusal(other, 409)).toMatchObject({ code: "already_used", message: MESSAGES.alreadyReported });
    }
    const third = await createAccount();
    expect((await report(third, "item", item.id)).status).toBe(201);
  });

  it("refuses a report without a valid reason, about oneself, or about something the reporter cannot see", async () => {
    const item = await createItem(seller, {});
    expect(await refusal(await report(buyer, "item", item.id, { reason: "bad" }), 422)).toMatchObject({
      message: MESSAGES.reportReason,
    });
    expect(await refusal(await report(buyer, "item", item.id, { reason: "other" }), 422)).toMatchObject({
      message: MESSAGES.reportDetails,
    });
    expect(await refusal(await report(seller, "item", item.id), 409)).toMatchObject({ message: MESSAGES.reportOwn });
    expect(await refusal(await report(buyer, "user", buyer.id), 409)).toMatchObject({ message: MESSAGES.reportOwn });
    const id = await conversation(buyer, seller);
    const message = await write(buyer, id, "Is it still for sale?");
    const stranger = await createAccount();
    for (const [type, subject] of [
      ["message", message.id],
      ["conversation", id],
      ["item", "itm_00000000000000000000"],
      ["review", "rat_00000000000000000000"],
      ["request", "req_00000000000000000000"],
      ["user", "acc_00000000000000000000"],
    ] as const) {
      expect(await refusal(await report(stranger, type, subject), 404), type).toMatchObject({ code: "not_found" });
    }
    expect(
      (await call("POST", "/api/reports", { subject_type: "item", subject_id: item.id, reason: "scam" })).status,
    ).toBe(401);
  });

  it("accepts every kind of subject, and shows staff the messages before a reported one", async () => {
    const id = await conversation(buyer, seller);
    await write(seller, id, "It was my grandmother's.");
    const rude = await write(seller, id, "You are a fool.");
    await write(buyer, id, "Excuse me?");
    const { order, ...deal } = await placeOrder();
    await runSql`UPDATE transactions SET status = 'completed' WHERE order_id = ${order.order_id}`;
    await runSql`INSERT INTO ratings (id, transaction_id, rated_user_id, rated_by_user_id, rating, comment, role,
      created_at, visible_from, published_at) SELECT 'rat_safety0000000000000', id, seller_id, buyer_id, 1,
      'Awful person.', 'buyer_rating_seller', 1, 1, 1 FROM transactions WHERE order_id = ${order.order_id}`;
    await runSql`INSERT INTO requests (id, user_id, title, description, created_at, updated_at)
      VALUES ('req_safety0000000000000', ${seller.id}, 'Wanted: stolen bikes', '', 1, 1)`;
    await filed(buyer, "user", seller.id, { reason: "harassment" });
    await filed(buyer, "conversation", id, { reason: "harassment" });
    await filed(buyer, "review", "rat_safety0000000000000", { reason: "offensive" });
    await filed(buyer, "request", "req_safety0000000000000", { reason: "prohibited" });
    const receipt = await filed(buyer, "message", rude.id, { reason: "harassment" });
    const detail = await reply<AdminReportDetail>(await staff.request("GET", `/api/admin/reports/${receipt.id}`), 200);
    expect(detail.excerpt).toBe("You are a fool.");
    expect(detail.context.map(({ from, text }) => [from, text])).toEqual([
      ["about", "It was my grandmother's."],
      ["about", "You are a fool."],
    ]);
    expect(detail.open_about_them).toBe(4);
    const links = await rows<{ subject_type: string; about_id: string; excerpt: string }>(
      "SELECT subject_type, about_id, excerpt FROM reports WHERE reporter_id = ? ORDER BY subject_type",
      buyer.id,
    );
    expect(links).toEqual([
      { subject_type: "conversation", about_id: seller.id, excerpt: "You are a fool.\nIt was my grandmother's." },
      { subject_type: "message", about_id: seller.id, excerpt: "You are a fool." },
      { subject_type: "request", about_id: seller.id, excerpt: "Wanted: stolen bikes\n" },
      { subject_type: "review", about_id: deal.buyer.id, excerpt: "Awful person." },
      { subject_type: "user", about_id: seller.id, excerpt: "Sally Seller" },
    ]);
  });
});

describe("the report queue", () => {
  it("is refused to users who are not staff, on every request", async () => {
    const item = await createItem(seller, {});
    const { id } = await filed(buyer, "item", item.id);
    for (const who of [buyer, seller]) {
      for (const answer of [
        await who.request("GET", "/api/admin/reports"),
        await who.request("GET", `/api/admin/reports/${id}`),
        await decide(id, { outcome: "dismiss" }, who),
      ]) {
        expect(await refusal(answer, 403)).toMatchObject({ code: "admins_only" });
      }
    }
    expect((await call("GET", "/api/admin/reports")).status).toBe(401);
  });

  it("lists open reports oldest first and decided ones newest first, by kind, page by page", async () => {
    await runSql`UPDATE reports SET status = 'decided', outcome = 'dismissed', decided_at = 1 WHERE status = 'open'`;
    await env.DB.batch(
      Array.from({ length: 23 }, (_, index) =>
        env.DB.prepare(
          `INSERT INTO reports (id, kind, reporter_id, subject_type, subject_id, about_id, reason, created_at)
            VALUES (?, 'report', ?, 'item', ?, ?, 'spam', ?)`,
        ).bind(
          `rep_page00000000000000${String(index).padStart(2, "0")}`,
          buyer.id,
          `itm_page00000000000000${String(index).padStart(2, "0")}`,
          seller.id,
          1_600_000_000_000 + Math.floor(index / 2),
        ),
      ),
    );
    const pageOf = async (query: string) =>
      reply<Page<AdminReport>>(await staff.request("GET", `/api/admin/reports${query}`), 200);
    const first = await pageOf("?kind=report");
    const second = await pageOf(`?kind=report&cursor=${first.next_cursor}`);
    const seen = [...first.items, ...second.items].map(({ id }) => id);
    expect(seen).toEqual([...seen].sort());
    expect(seen).toHaveLength(23);
    expect(second.next_cursor).toBeNull();
    expect((await pageOf("?kind=held_message")).items).toEqual([]);
    const wrong = await staff.request("GET", `/api/admin/reports?status=decided&cursor=${first.next_cursor}`);
    expect(await refusal(wrong, 422)).toMatchObject({ code: "invalid" });
    const decided = (await pageOf("?status=decided")).items.map(({ created_at }) => created_at);
    expect(decided).toEqual([...decided].sort((a, b) => b - a));
    await runSql`UPDATE reports
      SET status = 'decided', outcome = 'dismissed', decided_at = 1 WHERE id LIKE 'rep_page%'`;
  });

  it("is read from its index", async () => {
    const plan = await rows<{ detail: string }>(
      `EXPLAIN QUERY PLAN SELECT r.* FROM reports r WHERE r.status = 'open' AND r.kind = 'report'
        AND (r.created_at, r.id) > (1, 'a') ORDER BY r.created_at, r.id LIMIT 21`,
    );
    expect(plan.map(({ detail }) => detail).join()).toMatch(/USING INDEX reports_queue/);
    expect(plan.map(({ detail }) => detail).join()).not.toMatch(/TEMP B-TREE/);
  });
});

describe("a decision on a report", () => {
  it("that dismisses it leaves the subject unchanged and notifies the reporter", async () => {
    const item = await createItem(seller, { title: "Walnut desk" });
    const { id } = await filed(buyer, "item", item.id);
    const detail = await reply<AdminReportDetail>(await decide(id, { outcome: "dismiss" }), 200);
    expect(detail).toMatchObject({ status: "decided", outcome: "dismissed" });
    expect(await notificationsOf(buyer)).toEqual([
      expect.objectContaining({
        kind: "report",
        title: "Your report about the listing “Walnut desk”",
        body: "We've looked at what you reported. It doesn't break our rules.",
      }),
    ]);
    expect(await notificationsOf(seller)).toEqual([]);
    expect((await call("GET", `/api/items/${item.id}`)).status).toBe(200);
    expect(
      await rows("SELECT actor_id, action, subject FROM audit_log WHERE json_extract(details, '$.report_id') = ?", id),
    ).toEqual([{ actor_id: staff.id, action: "report_dismissed", subject: seller.id }]);
    expect(await refusal(await decide(id, { outcome: "dismiss" }), 409)).toMatchObject({
      message: MESSAGES.reportDecided,
    });
    expect((await report(buyer, "item", item.id)).status).toBe(201);
  });

  it("that removes a listing takes it off sale and notifies every reporter", async () => {
    // From before the rules about goods.
    const item = { id: await insertItem(seller, { title: "Crossbow" }) };
    const another = await createAccount();
    const [first, second] = [await filed(buyer, "item", item.id), await filed(another, "item", item.id)];
    await reply(await decide(first.id, { outcome: "remove", note: "Weapons cannot be sold here." }), 200);
    expect((await call("GET", `/api/items/${item.id}`)).status).toBe(410);
    for (const who of [buyer, another]) {
      expect(await notificationsOf(who)).toEqual([
        expect.objectContaining({
          kind: "report",
          title: "Your report about the listing “Crossbow”",
          body: "We've removed what you reported. Thanks for letting us know.",
        }),
      ]);
    }
    expect(await notificationsOf(seller)).toEqual([
      expect.objectContaining({
        kind: "standing",
        title: "We've removed your listing “Crossbow”.",
        body: "Weapons cannot be sold here.",
      }),
    ]);
    const mails = await rows<{ to_address: string; subject: string; text: string }>(
      "SELECT to_address, subject, text FROM mail_outbox WHERE dedupe_key = ?",
      `report-removed:${first.id}`,
    );
    expect(mails).toEqual([
      expect.objectContaining({ to_address: seller.email, subject: "We've removed your listing “Crossbow”." }),
    ]);
    expect(mails[0]?.text).toContain("Weapons cannot be sold here.");
    expect(mails[0]?.text).not.toContain(buyer.email);
    expect(await rows("SELECT status, outcome FROM reports WHERE id = ?", second.id)).toEqual([
      { status: "decided", outcome: "removed" },
    ]);
  });

  it("that removes a listing is refused while a buyer is paying for it", async () => {
    const { order, buyer: payer } = await placeOrder();
    const { id } = await filed(buyer, "item", order.item_id);
    expect(payer.id).not.toBe(buyer.id);
    const refused = await decide(id, { outcome: "remove", note: "Not allowed here." });
    expect(refused.status).toBe(409);
    expect(await rows("SELECT status FROM reports WHERE id = ?", id)).toEqual([{ status: "open" }]);
  });

  it("can remove a message, a request, or the comment of a rating without its stars", async () => {
    const conversationId = await conversation(buyer, seller);
    const rude = await write(seller, conversationId, "You are a fool.");
    const { id } = await filed(buyer, "message", rude.id, { reason: "harassment" });
    await reply(await decide(id, { outcome: "remove", note: "Please stay polite." }), 200);
    expect((await read(buyer, conversationId)).map(({ text }) => text)).toEqual([]);
    expect((await read(seller, conversationId)).map(({ text, held }) => [text, held])).toEqual([
      ["You are a fool.", "declined"],
    ]);

    await runSql`INSERT INTO requests (id, user_id, title, description, created_at, updated_at)
      VALUES ('req_removed000000000000', ${seller.id}, 'Wanted: stolen bikes', '', 1, 1)`;
    const wanted = await filed(buyer, "request", "req_removed000000000000");
    await reply(await decide(wanted.id, { outcome: "remove", note: "Not allowed here." }), 200);
    expect(await rows("SELECT status FROM requests WHERE id = 'req_removed000000000000'")).toEqual([
      { status: "closed" },
    ]);

    const { order, ...deal } = await placeOrder();
    await runSql`UPDATE transactions SET status = 'completed' WHERE order_id = ${order.order_id}`;
    await runSql`INSERT INTO ratings (id, transaction_id, rated_user_id, rated_by_user_id, rating, comment, role,
      created_at, visible_from, published_at) SELECT 'rat_removed000000000000', id, seller_id, buyer_id, 2,
      'Awful person.', 'buyer_rating_seller', 1, 1, 1 FROM transactions WHERE order_id = ${order.order_id}`;
    const review = await filed(deal.seller, "review", "rat_removed000000000000", { reason: "offensive" });
    await reply(await decide(review.id, { outcome: "remove", note: "Please stay polite." }), 200);
    expect(await rows("SELECT rating, comment FROM ratings WHERE id = 'rat_removed000000000000'")).toEqual([
      { rating: 2, comment: "" },
    ]);
  });

  it("names the message, request or rated item to its author and to the reporter", async () => {
    const conversationId = await conversation(buyer, seller);
    const rude = await write(seller, conversationId, "You are a fool.");
    const message = await filed(buyer, "message", rude.id, { reason: "harassment" });
    await reply(await decide(message.id, { outcome: "remove", note: "Please stay polite." }), 200);

    await runSql`INSERT INTO requests (id, user_id, title, description, created_at, updated_at)
      VALUES ('req_named00000000000000', ${seller.id}, 'Wanted: stolen bikes', '', 1, 1)`;
    const wanted = await filed(buyer, "request", "req_named00000000000000");
    await reply(await decide(wanted.id, { outcome: "act", measure: "warn", note: "Not allowed here." }), 200);

    const { order, ...deal } = await placeOrder({}, { title: "Oak table" });
    await runSql`UPDATE transactions SET status = 'completed' WHERE order_id = ${order.order_id}`;
    await runSql`INSERT INTO ratings (id, transaction_id, rated_user_id, rated_by_user_id, rating, comment, role,
      created_at, visible_from, published_at) SELECT 'rat_named00000000000000', id, seller_id, buyer_id, 2,
      'Awful person.', 'buyer_rating_seller', 1, 1, 1 FROM transactions WHERE order_id = ${order.order_id}`;
    const review = await filed(deal.seller, "review", "rat_named00000000000000", { reason: "offensive" });
    await reply(await decide(review.id, { outcome: "remove", note: "Please stay polite." }), 200);

    expect(await notificationTitlesOf(seller)).toContain("We've removed your message “You are a fool.”.");
    expect(await notificationTitlesOf(deal.buyer)).toContain(
      "We've removed the comment you left with your rating for “Oak table”.",
    );
    expect((await notificationTitlesOf(buyer)).filter((title) => title.startsWith("Your report about"))).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Your report about a message from /),
        "Your report about the request “Wanted: stolen bikes”",
      ]),
    );
    expect(await notificationTitlesOf(deal.seller)).toContainEqual(
      expect.stringMatching(/^Your report about a rating by /),
    );
    const [warning] = await rows<{ text: string }>(
      "SELECT text FROM mail_outbox WHERE dedupe_key = ?",
      `report-acted:${wanted.id}`,
    );
    expect(warning?.text).toContain("This is about your request “Wanted: stolen bikes”.");
  });

  it("can warn, suspend or ban the user, with a reason, an email and an audit log entry", async () => {
    const statusOf = async (id: string) =>
      (
        await rows<{
          is_suspended: number;
          suspension_end_date: number | null;
          is_banned: number;
          ban_reason: string | null;
        }>("SELECT is_suspended, suspension_end_date, is_banned, ban_reason FROM profiles WHERE id = ?", id)
      )[0];
    const about = async (measure: Record<string, unknown>) => {
      const reporter = await createAccount();
      const { id } = await filed(reporter, "user", seller.id);
      return decide(id, { outcome: "act", note: "You asked people to pay outside.", ...measure });
    };
    await reply(await about({ measure: "warn" }), 200);
    expect(await statusOf(seller.id)).toMatchObject({ is_suspended: 0, is_banned: 0 });
    expect(await refusal(await about({ measure: "suspend" }), 422)).toMatchObject({ code: "invalid" });
    const before = Date.now();
    await reply(await about({ measure: "suspend", days: 3 }), 200);
    const after = Date.now();
    expect(await (await seller.request("GET", "/api/standing")).json()).toMatchObject({
      reason: "You asked people to pay outside.",
    });
    const until = (await statusOf(seller.id))?.suspension_end_date ?? 0;
    expect(until).toBeGreaterThanOrEqual(before + 3 * 86_400_000);
    expect(until).toBeLessThanOrEqual(after + 3 * 86_400_000);
    // A shorter suspension does not shorten a longer one.
    await reply(await about({ measure: "suspend", days: 1 }), 200);
    expect((await statusOf(seller.id))?.suspension_end_date).toBe(until);
    // Nor does it end one without an end.
    await runSql`UPDATE profiles SET suspension_end_date = NULL WHERE id = ${seller.id}`;
    await reply(await about({ measure: "suspend", days: 1 }), 200);
    expect(await statusOf(seller.id)).toMatchObject({ is_suspended: 1, suspension_end_date: null });
    const listing = await seller.request("POST", "/api/conversations", { user_id: buyer.id });
    expect(await refusal(listing, 403)).toMatchObject({ code: "suspended" });
    await reply(await about({ measure: "ban" }), 200);
    expect(await statusOf(seller.id)).toEqual({
      is_suspended: 0,
      suspension_end_date: null,
      is_banned: 1,
      ban_reason: "You asked people to pay outside.",
    });
    expect(await refusal(await about({ measure: "suspend", days: 1 }), 409)).toMatchObject({ code: "wrong_state" });
    const subjects = await rows<{ subject: string }>(
      "SELECT subject FROM mail_outbox WHERE to_address = ? AND dedupe_key LIKE 'report-acted:%' ORDER BY created_at, subject",
      seller.email,
    );
    expect(subjects.map(({ subject }) => subject).sort()).toEqual([
      "A warning from Goodstreet",
      "Your account has been banned",
      "Your account is suspended for 3 days",
      "Your account is suspended for a day",
      "Your account is suspended for a day",
    ]);
    expect(
      await rows(
        "SELECT action, json_extract(details, '$.measure') AS measure FROM audit_log WHERE subject = ? ORDER BY id",
        seller.id,
      ),
    ).toEqual(["warn", "suspend", "suspend", "suspend", "ban"].map((measure) => ({ action: "report_acted", measure })));
  });

  it("is refused about oneself or other staff, and with an outcome that does not fit the subject", async () => {
    const colleague = await createAccount({ role: "admin" });
    const own = await filed(buyer, "user", staff.id);
    expect(await refusal(await decide(own.id, { outcome: "dismiss" }), 403)).toMatchObject({ code: "forbidden" });
    const theirs = await filed(buyer, "user", colleague.id);
    expect(
      await refusal(await decide(theirs.id, { outcome: "act", measure: "ban", note: "Just because." }), 403),
    ).toMatchObject({ code: "forbidden" });
    const person = await filed(buyer, "user", seller.id);
    for (const decision of [
      { outcome: "release" },
      { outcome: "remove", note: "Away with it." },
      { outcome: "remove" },
      { outcome: "act", measure: "ban", note: "" },
      // Strikes recognise their own bans by this note, and would lift this one.
      { outcome: "act", measure: "ban", note: MESSAGES.defaultBanReason },
      { outcome: "act", measure: "suspend", days: 0, note: "Long enough." },
      { outcome: "banish" },
    ]) {
      expect((await decide(person.id, decision)).status, JSON.stringify(decision)).toBe(422);
    }
    expect((await decide("rep_00000000000000000000", { outcome: "dismiss" })).status).toBe(404);
  });

  it("is refused to the reporter and to staff whose own messages it is about", async () => {
    const own = await filed(staff, "user", seller.id);
    expect(await refusal(await decide(own.id, { outcome: "dismiss" }), 403)).toMatchObject({
      code: "forbidden",
      message: MESSAGES.ownCase,
    });
    // One decision closes all reports about a person, so this one counts as their own too.
    const theirs = await filed(buyer, "user", seller.id);
    const acted = await decide(theirs.id, { outcome: "act", measure: "ban", note: "Just because." });
    expect(await refusal(acted, 403)).toMatchObject({ message: MESSAGES.ownCase });

    const message = await write(seller, await conversation(seller, staff), "Please forward the OTP you get");
    const held = await decide(await heldReport(message.id), { outcome: "release" });
    expect(await refusal(held, 403)).toMatchObject({ message: MESSAGES.ownCase });
  });

  it("is stored once when several staff decide at the same moment", async () => {
    const { id } = await filed(buyer, "user", seller.id);
    const answers = await Promise.all([
      decide(id, { outcome: "dismiss" }),
      decide(id, { outcome: "act", measure: "warn", note: "Please stay polite." }),
      decide(id, { outcome: "dismiss" }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await rows("SELECT id FROM audit_log WHERE json_extract(details, '$.report_id') = ?", id)).toHaveLength(1);
    expect(await notificationsOf(buyer)).toHaveLength(1);
  });
});

describe("a message held by the content filter", () => {
  it("waits in the queue with its reasons, and is visible to its author only", async () => {
    const id = await conversation(seller, buyer);
    const message = await write(seller, id, "Send me a steam gift card code and it is yours");
    expect(message.held).toBe("waiting");
    expect(await read(buyer, id)).toEqual([]);
    const entry = await reply<AdminReportDetail>(
      await staff.request("GET", `/api/admin/reports/${await heldReport(message.id)}`),
      200,
    );
    expect(entry).toMatchObject({
      kind: "held_message",
      reason: "shield",
      reporter: null,
      about: { id: seller.id },
      excerpt: "Send me a steam gift card code and it is yours",
    });
    expect(entry.shield_reasons[0]).toBe("gift_card");
    expect(entry.context.at(-1)).toMatchObject({ from: "about", state: "held" });
    expect((await decide(await heldReport(message.id), { outcome: "dismiss" })).status).toBe(422);
  });

  it("is delivered when staff release it, with its caution and one notification", async () => {
    const id = await conversation(seller, buyer);
    const message = await write(seller, id, "My courier will bring cash in an envelope");
    expect(message.held).toBe("waiting");
    await write(buyer, id, "Hello?");
    await reply(await decide(await heldReport(message.id), { outcome: "release" }), 200);
    const seen = await read(buyer, id);
    expect(seen.map(({ text }) => text)).toEqual(["Hello?", "My courier will bring cash in an envelope"]);
    expect(seen[1]?.cautions.length).toBeGreaterThan(0);
    expect(seen[1]?.held).toBeNull();
    const notices = await notificationsOf(buyer, "message");
    expect(notices).toHaveLength(1);
    const [member] = await rows<{ unread: number }>(
      "SELECT unread FROM conversation_members WHERE conversation_id = ? AND user_id = ?",
      id,
      buyer.id,
    );
    expect(member?.unread).toBe(1);
  });

  it("stays visible to its author only when staff decline it or act on the author", async () => {
    const id = await conversation(seller, buyer);
    const first = await write(seller, id, "Please forward the OTP you get");
    const second = await write(seller, id, "What is the verification code you received?");
    await reply(await decide(await heldReport(first.id), { outcome: "remove", note: "Never ask for codes." }), 200);
    await reply(
      await decide(await heldReport(second.id), { outcome: "act", measure: "ban", note: "Asking people for codes." }),
      200,
    );
    expect(await read(buyer, id)).toEqual([]);
    expect((await read(seller, id)).map(({ held }) => held)).toEqual(["declined", "declined"]);
    expect(await notificationsOf(buyer, "message")).toEqual([]);
  });

  it("cannot be released after one of the two has blocked the other", async () => {
    const id = await conversation(seller, buyer);
    const message = await write(seller, id, "Send me a steam gift card code and it is yours");
    await buyer.request("POST", "/api/blocks", { user_id: seller.id });
    expect((await decide(await heldReport(message.id), { outcome: "release" })).status).toBe(409);
    expect(await read(buyer, id)).toEqual([]);
  });
});
