/** Copies of a person's data, the deletion of an account, and what an erasure leaves behind (D61, A135–A137). */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { strFromU8, unzipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import type { SessionReply } from "#contract/account/auth";
import type { OwnDataReply } from "#contract/account/own-data";
import type { PublicProfile } from "#contract/account/profiles";
import type { HolidayReply } from "#contract/selling/holiday";
import { DELETION_GRACE_MS, EXPORT_TTL_MS } from "#domain/account/deletion";
import { FORMER_MEMBER } from "#domain/account/display-name";
import { exportQueries, PERSONAL_DATA } from "#domain/account/personal-data/declaration";
import { CONFIRMED_FOR_MS } from "#domain/account/recent-authentication";
import { DAY_MS } from "#domain/deadlines";
import type { ItemRoom } from "../../durable/item-room/item-room.ts";
import { connect } from "../../worker/db/client.ts";
import { removeOldEmailTexts } from "../../worker/features/notifications/email/jobs.ts";
import { removeOldNotifications } from "../../worker/features/notifications/jobs.ts";
import { eraseStored } from "../../worker/features/own-data/erase-stored.ts";
import {
  eraseDueAccounts,
  makeExports,
  removeExpiredExports,
  repeatErasures,
} from "../../worker/features/own-data/jobs.ts";
import { runAudits } from "../../worker/jobs/run-audits.ts";
import { createServices, type Services } from "../../worker/services.ts";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { later } from "../support/workerd/clock.ts";
import { createBuyer, createSeller, hold, insertItem, placeOrder, refusal, reply } from "../support/workerd/deals.ts";
import { createFullPerson, type FullPerson } from "../support/workerd/person-with-everything.ts";
import { roomOf, row } from "../support/workerd/rooms.ts";
import { lastProved } from "../support/workerd/second-factor.ts";
import { allRows, runSql } from "../support/workerd/sql.ts";

const services: Services = createServices(env, () => undefined);

const read = async (who: TestAccount) => reply<OwnDataReply>(await who.request("GET", "/api/account/data"), 200);

async function exported(who: TestAccount): Promise<{ id: string; files: Record<string, Uint8Array> }> {
  await reply(await who.request("POST", "/api/account/data/export"), 202);
  await makeExports(services);
  const { export: made } = await read(who);
  expect(made).toMatchObject({ status: "ready" });
  const id = made?.id ?? "";
  const file = await who.request("GET", `/api/account/data/exports/${id}/file`);
  expect(file.status).toBe(200);
  expect(file.headers.get("content-type")).toBe("application/zip");
  expect(file.headers.get("cache-control")).toBe("private, no-store");
  return { id, files: unzipSync(new Uint8Array(await file.arrayBuffer())) };
}

/** Returns every stored value of the database as text, with its place; blobs byte by byte. */
async function everything(): Promise<{ at: string; text: string }[]> {
  const { results: tables } = await allRows<{ name: string }>`SELECT name
    FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'`;
  const found: { at: string; text: string }[] = [];
  for (const { name } of tables) {
    if (/^listing_split/.test(name)) continue;
    const { results } = await env.DB.prepare(`SELECT * FROM "${name}"`).all<Record<string, unknown>>();
    for (const values of results) {
      for (const [column, value] of Object.entries(values)) {
        const text = Array.isArray(value) ? String.fromCharCode(...(value as number[])) : String(value ?? "");
        found.push({ at: `${name}.${column}`, text: text.toLowerCase() });
      }
    }
  }
  return found;
}

/** Returns the places where each of these texts is found, such as `messages.text: canarymessagetext`. */
async function placesOf(texts: readonly string[]): Promise<string[]> {
  const all = await everything();
  const places = texts.flatMap((text) =>
    all.filter((value) => value.text.includes(text)).map(({ at }) => `${at}: ${text}`),
  );
  return [...new Set(places)].sort();
}

/**
 * Whether it is in an email or a notification to another person: a listing's title, the pickup address, or what the person
 * sent to them.
 */
function isNotice(place: string): boolean {
  return /^(mail_outbox|notifications)\.(subject|text|html|title|body): canary(soldtitle|opentitle|itemaddress|messagetext|ratinggiven|reportdetails)$/.test(
    place,
  );
}

/** Returns what the audits say about left-overs of erased accounts. */
async function leftOvers(now: number) {
  return (await runAudits(connect(env.DB), now)).filter(({ audit }) => audit.startsWith("something personal"));
}

async function roomText(itemId: string): Promise<string> {
  return runInDurableObject(roomOf(itemId), (_: ItemRoom, { storage }) => JSON.stringify([...storage.kv.list()]));
}

let full: FullPerson;
beforeAll(async () => {
  full = await createFullPerson();
});

describe("a copy of one's data", () => {
  it("is a ZIP of what the database has about the person, table by table, with photos", async () => {
    const { files } = await exported(full.person);
    for (const query of exportQueries()) {
      const { results } = await env.DB.prepare(query.sql).bind(full.person.id, 0, 1_000).all<Record<string, unknown>>();
      const file = files[`json/${query.name}.json`];
      const rows = file ? (JSON.parse(strFromU8(file)) as Record<string, unknown>[]) : [];
      // What the request itself changes: the export's row, its email and its notification.
      if (["data_exports", "emails", "notifications"].includes(query.name)) continue;
      expect(rows, query.name).toEqual(results.map(({ export_row: _, ...rest }) => rest));
      const lines = files[`csv/${query.name}.csv`];
      if (rows.length > 0) expect(strFromU8(lines ?? new Uint8Array())).toContain(query.columns.join(","));
    }
    const photos = Object.keys(files).filter((name) => name.startsWith("photos/"));
    expect(photos).toHaveLength(3);
    const text = Object.entries(files)
      .filter(([name]) => !name.startsWith("photos/"))
      .map(([, bytes]) => strFromU8(bytes))
      .join("\n")
      .toLowerCase();
    // Everything about the person is in it, except what the declaration withholds.
    const withheld = [
      "tokenhash",
      "changehash",
      "stophash",
      "codehash",
      "codesalt",
      "textednumber",
      "textmessage",
      "endpoint",
      "pushkey",
      "pushauth",
      "idempotent",
      "handover",
      ...["credentialid", "publickey", "appsecret", "recoverycode", "challengehash", "challengebinding"],
      // As the texts of all emails.
      "earliermail",
    ];
    const missing = full.canaries.filter((canary) => !text.includes(canary));
    expect(missing.sort()).toEqual(withheld.map((name) => `canary${name}`).sort());
    expect(text).not.toContain("scrypt");
  });

  it("can be downloaded by its owner alone, for a day, and then its file is gone (A135)", async () => {
    const [owner, other] = [await createAccount(), await createAccount()];
    const { id } = await exported(owner);
    const path = `/api/account/data/exports/${id}/file`;
    expect((await other.request("GET", path)).status).toBe(404);
    expect((await call("GET", path)).status).toBe(401);
    expect((await env.PRIVATE_FILES.list({ prefix: `exports/${owner.id}/` })).objects).toHaveLength(1);
    // Nor from a device that was left signed in: the copy waits for a confirmation like the request for it.
    const check = `/api/account/data/exports/${id}`;
    expect((await other.request("GET", check)).status).toBe(404);
    expect((await owner.request("GET", check)).status).toBe(200);
    await lastProved(owner, CONFIRMED_FOR_MS);
    for (const refused of [await owner.request("GET", path), await owner.request("GET", check)]) {
      expect(await refusal(refused, 403)).toMatchObject({
        code: "confirmation_required",
        details: { confirm_with: ["password"] },
      });
    }
    await reply(await owner.request("POST", "/api/auth/confirm", { password: owner.password }), 200);
    expect((await owner.request("GET", path)).status).toBe(200);
    await later(EXPORT_TTL_MS + 1, async () => {
      await removeExpiredExports(services);
      expect(await row("SELECT status, file_key FROM data_exports WHERE id = ?", id)).toEqual({
        status: "expired",
        file_key: null,
      });
    });
    expect((await owner.request("GET", path)).status).toBe(404);
    expect((await env.PRIVATE_FILES.list({ prefix: `exports/${owner.id}/` })).objects).toHaveLength(0);
  });

  it("asks for the password again, and makes no second copy while one is being made (A135)", async () => {
    const owner = await createAccount();
    await runSql`UPDATE sessions SET created_at = ${Date.now() - CONFIRMED_FOR_MS} WHERE account_id = ${owner.id}`;
    expect(await refusal(await owner.request("POST", "/api/account/data/export"), 403)).toMatchObject({
      code: "confirmation_required",
    });
    await reply(await owner.request("POST", "/api/auth/confirm", { password: owner.password }), 200);
    await runSql`INSERT INTO data_exports (id, account_id, requested_by, requested_at, next_at)
      VALUES ('exp_under_way', ${owner.id}, ${owner.id}, 1, 9e15)`;
    expect(await reply<OwnDataReply>(await owner.request("POST", "/api/account/data/export"), 202)).toMatchObject({
      export: { id: "exp_under_way", status: "queued" },
    });
    expect(await row("SELECT count(*) AS n FROM data_exports WHERE account_id = ?", owner.id)).toEqual({ n: 1 });
  });
});

describe("deleting an account", () => {
  it("is refused while something is open, and says what (A136)", async () => {
    const { seller, buyer } = await placeOrder();
    for (const who of [seller, buyer]) {
      expect((await read(who)).obstacles).toEqual([{ kind: "order", count: 1 }]);
      expect(await refusal(await who.request("POST", "/api/account/deletion"), 409)).toMatchObject({
        code: "wrong_state",
        message: "The account can't be deleted yet. Still open: open orders.",
      });
    }
  });

  it("is refused for ad credit, a running suspension and staff (A136)", async () => {
    const rich = await createSeller();
    await runSql`INSERT INTO balance_transactions (id, user_id, amount_cents, description, type, ref, created_at)
      VALUES ('blt_rich', ${rich.id}, 1250, 'Given', 'adjustment', 'blt_rich', 1)`;
    const suspended = await createAccount({ is_suspended: true, suspension_end_date: Date.now() + DAY_MS });
    const staff = await createAccount({ role: "admin" });
    expect((await read(rich)).obstacles).toEqual([{ kind: "balance", count: 1250 }]);
    expect((await read(suspended)).obstacles).toEqual([{ kind: "suspension", count: 1 }]);
    expect((await read(staff)).obstacles).toEqual([{ kind: "staff", count: 1 }]);
    for (const who of [rich, suspended, staff]) {
      expect((await who.request("POST", "/api/account/deletion")).status).toBe(409);
    }
  });

  it("hides the listings for 14 days, and lists them again when the person keeps the account", async () => {
    const seller = await createSeller();
    const item = await insertItem(seller);
    const { deletion } = await reply<OwnDataReply>(await seller.request("POST", "/api/account/deletion"), 200);
    expect((deletion?.due_at ?? 0) - (deletion?.requested_at ?? 0)).toBe(DELETION_GRACE_MS);
    const session = await reply<SessionReply>(await seller.request("GET", "/api/auth/session"), 200);
    expect(session.deletion_due_at).toBe(deletion?.due_at);
    const buyer = await createBuyer();
    const reserve = () =>
      buyer.request("POST", "/api/rpc/reserve_item", { item_id: item, reservation_type: "buy_now" });
    expect((await reserve()).status).toBe(409);
    await eraseDueAccounts(services);
    expect(await row("SELECT erased_at FROM profiles WHERE id = ?", seller.id)).toEqual({ erased_at: null });

    expect(await reply<OwnDataReply>(await seller.request("DELETE", "/api/account/deletion"), 200)).toMatchObject({
      deletion: null,
    });
    await reply(await reserve(), 200);
    await later(DELETION_GRACE_MS + 1, () => eraseDueAccounts(services));
    expect(await row("SELECT erased_at FROM profiles WHERE id = ?", seller.id)).toEqual({ erased_at: null });
  });

  it("leaves the seller's own holiday as it is when they keep the account", async () => {
    const seller = await createSeller();
    const item = await insertItem(seller);
    const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
    const setHoliday = async (back_on: string | null) =>
      reply<HolidayReply>(await seller.request("PUT", "/api/selling/holiday", { back_on }), 200);
    const hidden = () =>
      row<{ away_until: number | null; seller_away: number }>(
        "SELECT p.away_until, i.seller_away FROM items i JOIN profiles p ON p.id = i.seller_id WHERE i.id = ?",
        item,
      );
    const { away_until: before } = await setHoliday(day(30));
    await reply(await seller.request("POST", "/api/account/deletion"), 200);
    await reply(await seller.request("DELETE", "/api/account/deletion"), 200);
    expect(await hidden()).toEqual({ away_until: before, seller_away: 1 });

    await setHoliday(null);
    await reply(await seller.request("POST", "/api/account/deletion"), 200);
    const pending = await hidden();
    // Neither end nor start of a holiday shows the items of an account that is about to go.
    for (const back_on of [day(40), null, day(5)]) {
      expect(await setHoliday(back_on)).toEqual({ away_until: pending?.away_until });
      expect(await hidden()).toEqual(pending);
    }
    await reply(await seller.request("DELETE", "/api/account/deletion"), 200);
    const kept = await hidden();
    expect(kept?.seller_away).toBe(1);
    expect(kept?.away_until).toBeLessThan(Date.now() + 6 * DAY_MS);
  });

  it("waits a day at a time while something has been opened since, and tells the person once (A136)", async () => {
    const seller = await createSeller();
    const item = await insertItem(seller);
    const buyer = await createBuyer();
    await hold(buyer, item);
    await reply(await seller.request("POST", "/api/account/deletion"), 200);
    await runSql`INSERT INTO balance_transactions (id, user_id, amount_cents, description, type, ref, created_at)
      VALUES ('blt_late', ${seller.id}, 100, 'Given', 'adjustment', 'blt_late', 1)`;
    for (const days of [0, 1, 2]) {
      await later(DELETION_GRACE_MS + days * DAY_MS + 1, () => eraseDueAccounts(services));
    }
    expect(await row("SELECT erased_at FROM profiles WHERE id = ?", seller.id)).toEqual({ erased_at: null });
    expect(
      await row("SELECT count(*) AS n FROM mail_outbox WHERE to_address = ? AND subject LIKE '%yet'", seller.email),
    ).toEqual({ n: 1 });
    await reply(await seller.request("DELETE", "/api/account/deletion"), 200);
  });

  it("is started by staff for a request by email, with an entry in the audit log (A135)", async () => {
    const [person, admin] = [await createAccount(), await createAccount({ role: "admin" })];
    const path = `/api/admin/users/${person.id}/own-data`;
    const note = "Asked by email, answered from the same address.";
    for (const request of ["export", "delete", "keep"]) {
      await reply(await admin.request("POST", path, { request, note }), 200);
    }
    const { results } = await allRows`SELECT actor_id, action FROM audit_log WHERE subject = ${person.id} ORDER BY id`;
    expect(results).toEqual([
      { actor_id: admin.id, action: "data_export_started" },
      { actor_id: admin.id, action: "account_deletion_started" },
      { actor_id: admin.id, action: "account_deletion_stopped" },
    ]);
    // A copy that staff have started is still for its owner alone.
    await makeExports(services);
    const { export: made } = await read(person);
    const file = `/api/account/data/exports/${made?.id}/file`;
    expect((await admin.request("GET", file)).status).toBe(404);
    expect((await person.request("GET", file)).status).toBe(200);
  });
});

describe("an erased account", () => {
  it("had something in every part of the declaration before", async () => {
    const empty: string[] = [];
    for (const [table, { rows = [] }] of Object.entries(PERSONAL_DATA)) {
      for (const { of, erase } of rows) {
        if (erase === undefined || of.includes("account-erased") || of.includes("o.erased_at")) continue;
        const found = await env.DB.prepare(`SELECT 1 FROM ${table} WHERE ${of} LIMIT 1`).bind(full.person.id).first();
        if (!found) empty.push(`${table} WHERE ${of}`);
      }
    }
    expect(empty).toEqual([]);
    expect(full.canaries.length).toBeGreaterThan(40);
    expect((await placesOf(full.canaries)).length).toBeGreaterThan(full.canaries.length);
  });

  it("leaves nothing in tables, buckets and rooms but the documented remainder (A137)", async () => {
    const { person, photoKeys, itemIds } = full;
    await exported(person);
    const copies = () => env.PRIVATE_FILES.list({ prefix: `exports/${person.id}/` });
    expect((await copies()).objects.length).toBeGreaterThan(0);
    await reply(await person.request("POST", "/api/account/deletion"), 200);
    await later(DELETION_GRACE_MS + 1, () => eraseDueAccounts(services));
    const remainder = [
      "appeals.message: canaryappeal",
      "messages.text: canarymessagetext",
      "orders.dispute: canarydispute",
      "orders.item_title: canarysoldtitle",
      "payout_accounts.provider_account_id: canarystripeaccount",
      "ratings.comment: canaryratinggiven",
      "reports.details: canaryreportdetails",
    ];
    // The last email says that the account is gone; it goes with the second run a day later.
    const left = await placesOf(full.canaries);
    expect(left.filter((place) => !remainder.includes(place) && !isNotice(place))).toEqual([
      "mail_outbox.to_address: canaryemail",
    ]);
    await later(DELETION_GRACE_MS + DAY_MS + 60_000, () => eraseDueAccounts(services));
    expect((await placesOf(full.canaries)).filter((place) => !isNotice(place))).toEqual(remainder);
    // Emails and notifications to other people, with what was public or sent to them, go after 30 and 90 days.
    await later(91 * DAY_MS, async () => {
      await removeOldEmailTexts(services);
      await removeOldNotifications(services);
    });
    expect(await placesOf(full.canaries)).toEqual(remainder);
    expect(await row("SELECT next_at FROM account_deletions WHERE account_id = ?", person.id)).toEqual({
      next_at: null,
    });

    for (const key of photoKeys) expect(await env.IMAGES.head(key), key).toBeNull();
    expect((await copies()).objects).toEqual([]);
    const rooms = (await Promise.all(itemIds.map(roomText))).join("\n").toLowerCase();
    expect(full.canaries.filter((canary) => rooms.includes(canary))).toEqual([]);
    expect(await runAudits(connect(env.DB), Date.now())).toEqual([]);
  });

  it("is signed out everywhere, cannot sign in, and its address is free again", async () => {
    const { person } = full;
    expect((await person.request("PATCH", "/api/profile", { city: "Hobart" })).status).toBe(401);
    const signIn = { email: person.email, password: person.password };
    expect((await call("POST", "/api/auth/sign-in", signIn)).status).toBe(401);
    const again = { ...signIn, full_name: "Robin Again" };
    expect((await call("POST", "/api/auth/sign-up", again)).status).toBe(201);
  });

  it("is a former member to others, who keep their orders and messages and cannot write to it", async () => {
    const { person, other, threadId } = full;
    expect((await call("GET", `/api/profiles/${person.id}`)).status).toBe(404);
    const sales = await reply<{ items: { counterparty: PublicProfile }[] }>(
      await other.request("GET", "/api/orders?role=buyer"),
      200,
    );
    expect(sales.items[0]?.counterparty.display_name).toBe(FORMER_MEMBER);
    const messages = await reply<{ items: { text: string }[] }>(
      await other.request("GET", `/api/conversations/${threadId}/messages`),
      200,
    );
    expect(messages.items.map(({ text }) => text)).toEqual(expect.arrayContaining(["Hello canarymessagetext"]));
    const sent = { client_id: crypto.randomUUID(), text: "Are you there?" };
    expect(
      await refusal(await other.request("POST", `/api/conversations/${threadId}/messages`, sent), 403),
    ).toMatchObject({ code: "blocked" });
  });

  it("gets no notification, email or session, whatever is still under way (A137)", async () => {
    const { id } = full.person;
    await env.DB.batch([
      env.DB.prepare(
        "INSERT INTO notifications (id, user_id, kind, dedupe_key, title, link, at) VALUES ('ntf_late', ?, 'order', 'late', 'Late', '/', 1)",
      ).bind(id),
      env.DB.prepare(
        "INSERT INTO mail_outbox (id, dedupe_key, to_address, subject, text, html, next_at, created_at) VALUES ('mail_late', 'late', 'erased:' || ?, 's', 't', 'h', 1, 1)",
      ).bind(id),
    ]);
    expect(await row("SELECT count(*) AS n FROM notifications WHERE user_id = ?", id)).toEqual({ n: 0 });
    expect(await row("SELECT count(*) AS n FROM mail_outbox WHERE id = 'mail_late'")).toEqual({ n: 0 });
    const session = env.DB.prepare(
      "INSERT INTO sessions (id, token_hash, account_id, created_at, seen_at, expires_at) VALUES ('ses_late', 'x', ?, 1, 1, 9e15)",
    ).bind(id);
    await expect(session.run()).rejects.toThrow("the account was deleted");
  });

  it("is found by the audit when something personal comes back", async () => {
    await runSql`UPDATE profiles SET phone = '0400 000 000' WHERE id = ${full.person.id}`;
    const now = Date.now() + DELETION_GRACE_MS + DAY_MS;
    expect(await leftOvers(now)).toEqual([
      { audit: "something personal is left of an erased account: account (D61)", ids: [full.person.id] },
    ]);
    await eraseStored(services.db, env, full.person.id, now);
    expect(await leftOvers(now)).toEqual([]);
  });

  it("is erased again after its rows have come back from a backup (A137)", async () => {
    const { id } = full.person;
    await env.DB.batch([
      env.DB.prepare("UPDATE profiles SET erased_at = NULL, full_name = 'Back Again' WHERE id = ?").bind(id),
      env.DB.prepare("UPDATE accounts SET email = 'back@example.com' WHERE id = ?").bind(id),
      env.DB.prepare("UPDATE account_deletions SET erased_at = NULL, next_at = 9e15 WHERE account_id = ?").bind(id),
    ]);
    const hour = Math.ceil(Date.now() / 3_600_000) * 3_600_000;
    await later(hour - Date.now(), () => repeatErasures(services));
    expect(await row("SELECT full_name, email FROM profiles WHERE id = ?", id)).toEqual({
      full_name: FORMER_MEMBER,
      email: `erased:${id}`,
    });
  });
});
