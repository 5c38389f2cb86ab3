/** Announcements, donations and the Contact page (D49, decision 0030). */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { AnnouncementsReply, AnnouncementView, StaffAnnouncement } from "#contract/community/announcements";
import type { Donation, DonationsReply, OwnDonationsReply } from "#contract/community/donations";
import type { ItemDetail } from "#contract/items";
import type { CountsReply } from "#contract/notifications";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { advance } from "../support/workerd/clock.ts";
import { refusal, reply } from "../support/workerd/deals.ts";
import { createItem } from "../support/workerd/listings.ts";
import { allRows, firstRow, runSql } from "../support/workerd/sql.ts";

const admin = () => createAccount({ role: "admin" });

async function publish(staff: TestAccount, body: Record<string, unknown> = {}): Promise<StaffAnnouncement> {
  return reply<StaffAnnouncement>(
    await staff.request("POST", "/api/admin/announcements", {
      title: "A day at the tip shop",
      source: "We **open** on Saturday.",
      published_at: Date.now(),
      ...body,
    }),
    201,
  );
}

const listed = async (reader?: TestAccount) =>
  (
    await reply<AnnouncementsReply>(
      reader
        ? await reader.request("GET", "/api/announcements?limit=50")
        : await call("GET", "/api/announcements?limit=50"),
      200,
    )
  ).items;
const unread = async (reader: TestAccount) =>
  (await reply<CountsReply>(await reader.request("GET", "/api/notifications/counts"), 200)).announcements;

describe("announcements", () => {
  it("are public from their publication time until their end, and drafts are visible to staff only", async () => {
    const staff = await admin();
    const now = Date.now();
    const shown = await publish(staff);
    const draft = await publish(staff, { published_at: null });
    const ahead = await publish(staff, { published_at: now + 60_000, ends_at: now + 120_000 });
    const ids = async () => (await listed()).map((item) => item.id);
    expect(await ids()).toEqual([shown.id]);
    await refusal(await call("GET", `/api/announcements/${draft.id}`), 404);
    await refusal(await call("GET", `/api/announcements/${ahead.id}`), 404);
    advance(61_000);
    expect(await ids()).toEqual([ahead.id, shown.id]);
    advance(61_000);
    expect(await ids()).toEqual([shown.id]);
    await refusal(await call("GET", `/api/announcements/${ahead.id}`), 404);
  });

  it("are rendered from their source on every read without unsafe HTML, and never from the stored HTML (A76)", async () => {
    const staff = await admin();
    const source = 'Hi <img src=x onerror="steal()"> [go](javascript:steal()) **there**';
    const { id, html } = await publish(staff, { source });
    expect(html).toBe("<p>Hi  go <strong>there</strong></p>");
    await runSql`UPDATE announcements SET html = '<script>steal()</script>' WHERE id = ${id}`;
    const view = await reply<AnnouncementView>(await call("GET", `/api/announcements/${id}`), 200);
    expect(view.html).toBe(html);
    expect((await listed())[0]?.excerpt).toBe("Hi go there.");
    const preview = await staff.request("POST", "/api/admin/announcements/preview", { source });
    expect(await reply(preview, 200)).toEqual({ html });
  });

  it("are shortened in the list after a whole word, with an ellipsis", async () => {
    const staff = await admin();
    await publish(staff, { source: `${"nine more ".repeat(21)}here, whatever follows.` });
    const text = (await listed())[0]?.excerpt;
    expect(text?.endsWith("more here…"), text).toBe(true);
  });

  it("are unread until the reader opens the list, unless they were published before the reader joined", async () => {
    const staff = await admin();
    await publish(staff, { published_at: Date.now() - 1_000 });
    const reader = await createAccount();
    expect(await unread(reader)).toBe(0);
    advance(1_000);
    const news = await publish(staff);
    expect(await unread(reader)).toBe(1);
    expect((await listed(reader)).filter((item) => item.unread).map((item) => item.id)).toEqual([news.id]);
    expect((await listed()).some((item) => item.unread)).toBe(false);
    advance(1_000);
    await reply(await reader.request("POST", "/api/announcements/seen"), 200);
    expect(await unread(reader)).toBe(0);
  });

  it("are created, changed and deleted by staff only, each with an entry in the audit log", async () => {
    const [staff, person] = [await admin(), await createAccount()];
    await refusal(await person.request("POST", "/api/admin/announcements", { title: "Mine", source: "x" }), 403);
    await refusal(await person.request("GET", "/api/admin/announcements"), 403);
    const { id } = await publish(staff);
    await refusal(await person.request("PATCH", `/api/admin/announcements/${id}`, { title: "Mine now" }), 403);
    await refusal(await person.request("DELETE", `/api/admin/announcements/${id}`), 403);
    const path = `/api/admin/announcements/${id}`;
    const changed = await reply<StaffAnnouncement>(await staff.request("PATCH", path, { source: "# Later" }), 200);
    expect(changed).toMatchObject({ title: "A day at the tip shop", html: "<h2>Later</h2>" });
    await refusal(await staff.request("PATCH", path, { ends_at: Date.now() - 60_000 }), 422);
    for (const ends_at of [Date.now() + 60_000, null]) {
      expect(await reply<StaffAnnouncement>(await staff.request("PATCH", path, { ends_at }), 200)).toMatchObject({
        ends_at,
      });
    }
    await reply(await staff.request("DELETE", path), 200);
    await refusal(await staff.request("DELETE", path), 404);
    await refusal(await call("GET", `/api/announcements/${id}`), 404);
    const { results } = await allRows`SELECT action FROM audit_log WHERE subject = ${id} ORDER BY id`;
    expect(results.map((row) => row.action)).toEqual([
      "announcement_created",
      ...Array.from({ length: 3 }, () => "announcement_changed"),
      "announcement_deleted",
    ]);
  });

  it("are created once when a request is repeated with its idempotency key", async () => {
    const staff = await admin();
    const body = { title: "Only once", source: "Once." };
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const ids = await Promise.all(
      [1, 2].map(async () => {
        const made = await staff.request("POST", "/api/admin/announcements", body, headers);
        return (await reply<StaffAnnouncement>(made, 201)).id;
      }),
    );
    expect(new Set(ids).size).toBe(1);
  });
});

const donations = async (query = "") =>
  (await reply<DonationsReply>(await call("GET", `/api/donations${query}`), 200)).items;

describe("donations", () => {
  it("list available free items page by page, newest first, with the cause if they have one", async () => {
    const giver = await createAccount();
    await createItem(giver, { price: 5 });
    const [chair, table] = [await createItem(giver, { price: 0 }), await createItem(giver, { price: 0 })];
    const cause = { kind: "charity", name: "Vinnies Brunswick", abn: "51 824 753 556" };
    expect(await reply(await giver.request("PUT", `/api/donations/${chair.id}/cause`, cause), 200)).toMatchObject({
      cause,
    });
    expect((await donations()).map(({ item, cause: given }) => [item.id, given?.name ?? null])).toEqual([
      [table.id, null],
      [chair.id, "Vinnies Brunswick"],
    ]);
    expect((await donations("?for=cause")).map(({ item }) => item.id)).toEqual([chair.id]);
    const one = await reply<DonationsReply>(await call("GET", "/api/donations?limit=1"), 200);
    const two = await reply<DonationsReply>(await call("GET", `/api/donations?limit=1&cursor=${one.next_cursor}`), 200);
    expect([one, two].map((page) => page.items[0]?.item.id)).toEqual([table.id, chair.id]);
    await refusal(await call("GET", `/api/donations?for=cause&cursor=${one.next_cursor}`), 422);
    // The item reply contains the cause, so that the item page needs no second request.
    expect((await reply<ItemDetail>(await call("GET", `/api/items/${chair.id}`), 200)).cause).toEqual(cause);
    expect((await reply<ItemDetail>(await call("GET", `/api/items/${table.id}`), 200)).cause).toBeNull();
    const own = await reply<OwnDonationsReply>(await giver.request("GET", "/api/donations/mine"), 200);
    expect(own.items).toHaveLength(2);
  });

  it("accept a cause from the item's owner only, and only while the item is free", async () => {
    const [giver, other] = [await createAccount(), await createAccount()];
    const free = await createItem(giver, { price: 0 });
    const priced = await createItem(giver, { price: 10 });
    const cause = { kind: "cause", name: "Flood relief in Lismore" };
    await refusal(await other.request("PUT", `/api/donations/${free.id}/cause`, cause), 403);
    expect((await refusal(await giver.request("PUT", `/api/donations/${priced.id}/cause`, cause), 409)).code).toBe(
      "item_not_free",
    );
    await refusal(await other.request("PUT", `/api/donations/${priced.id}/cause`, cause), 404);
    await reply(await giver.request("PUT", `/api/donations/${free.id}/cause`, cause), 200);
    // An item with a price is no longer a donation.
    const edited = await giver.request("PATCH", `/api/items/${free.id}`, { price: 20, version: free.version });
    await reply(edited, 200);
    expect((await donations("?for=cause&limit=48")).map(({ item }) => item.id)).not.toContain(free.id);
    await refusal(await call("GET", `/api/donations/${free.id}`), 404);
    expect((await reply<ItemDetail>(await call("GET", `/api/items/${free.id}`), 200)).cause).toBeNull();
  });

  it("require a valid ABN for a registered charity, and none for another cause", async () => {
    const giver = await createAccount();
    const { id } = await createItem(giver, { price: 0 });
    const put = (body: Record<string, unknown>) => giver.request("PUT", `/api/donations/${id}/cause`, body);
    await refusal(await put({ kind: "charity", name: "Vinnies" }), 422);
    await refusal(await put({ kind: "charity", name: "Vinnies", abn: "51 824 753 557" }), 422);
    await refusal(await put({ kind: "cause", name: "x" }), 422);
    await refusal(await put({ kind: "cause", name: "Flood relief", abn: "51 824 753 556" }), 422);
    await reply(await put({ kind: "charity", name: "Vinnies", abn: "51824753556" }), 200);
    await reply(await put({ kind: "cause", name: "Flood relief" }), 200);
    expect((await reply<Donation>(await call("GET", `/api/donations/${id}`), 200)).cause).toEqual({
      kind: "cause",
      name: "Flood relief",
      abn: null,
    });
    await reply(await giver.request("DELETE", `/api/donations/${id}/cause`), 200);
    expect((await reply<Donation>(await call("GET", `/api/donations/${id}`), 200)).cause).toBeNull();
  });
});

describe("POST /api/contact", () => {
  const message = { topic: "idea", message: "More hooks at the tip shop.", email: "Visitor@Example.com", name: "Vi" };
  const mails = async (id: string) =>
    (await env.DB.prepare("SELECT to_address, text FROM mail_outbox WHERE dedupe_key = ?").bind(`support:${id}`).all())
      .results;

  it("emails the support address, and never the address a visitor typed", async () => {
    const sent = await reply<{ id: string }>(await call("POST", "/api/contact", message), 201);
    const [mail] = await mails(sent.id);
    expect(mail?.to_address).toBe(env.SUPPORT_EMAIL);
    expect(String(mail?.text)).toContain("visitor@example.com");
    const { results } = await allRows`SELECT * FROM mail_outbox WHERE to_address = 'visitor@example.com'`;
    expect(results).toEqual([]);
    const row = await firstRow`SELECT user_id, topic, sender_name FROM support_requests WHERE id = ${sent.id}`;
    expect(row).toEqual({ user_id: null, topic: "idea", sender_name: "Vi" });
  });

  it("stores a banned user's message under their account, once per idempotency key", async () => {
    const banned = await createAccount({ is_banned: true });
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const one = await reply<{ id: string }>(await banned.request("POST", "/api/contact", message, headers), 201);
    const two = await reply<{ id: string }>(await banned.request("POST", "/api/contact", message, headers), 201);
    expect(two.id).toBe(one.id);
    expect(await mails(one.id)).toHaveLength(1);
    const row = await firstRow`SELECT user_id FROM support_requests WHERE id = ${one.id}`;
    expect(row).toEqual({ user_id: banned.id });
  });

  it("stores one message of a signed-out visitor who sends it twice with the same idempotency key", async () => {
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const one = await reply<{ id: string }>(await call("POST", "/api/contact", message, headers), 201);
    const two = await reply<{ id: string }>(await call("POST", "/api/contact", message, headers), 201);
    expect(two.id).toBe(one.id);
    expect(await mails(one.id)).toHaveLength(1);
  });

  it("names the missing fields, and refuses a sixth message within the hour", async () => {
    const person = await createAccount();
    const blank = await refusal(
      await person.request("POST", "/api/contact", { ...message, message: " ", email: "" }),
      422,
    );
    expect(blank.details?.fields?.map(({ field }) => field)).toEqual(["message", "email"]);
    for (let count = 0; count < 4; count++) await reply(await person.request("POST", "/api/contact", message), 201);
    await refusal(await person.request("POST", "/api/contact", message), 429);
  });
});
