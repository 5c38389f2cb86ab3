/** Notifications: the row, the notification centre, email, web push and quiet hours (decision 0028). */

import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { base64url, importJWK, jwtVerify } from "jose";
import { afterEach, describe, expect, it, vi } from "vitest";
import type {
  CountsReply,
  NotificationKind,
  NotificationPreferences,
  NotificationView,
  PushDevice,
} from "#contract/notifications";
import type { Page } from "#contract/page";
import { dailyEmailAt } from "#domain/notifications/daily-email";
import { batch } from "../../worker/db/client.ts";
import { insertNotification } from "../../worker/db/notifications.ts";
import { presentEmail } from "../../worker/features/admin/emails/present.ts";
import { listEmails } from "../../worker/features/admin/emails/queries.ts";
import { notifySoon } from "../../worker/features/notifications/commands.ts";
import { deliverEmails, deliverNotifications } from "../../worker/features/notifications/delivery-queue.ts";
import { deliverDueEmails } from "../../worker/features/notifications/email/jobs.ts";
import { deliverDueNotifications, removeOldNotifications } from "../../worker/features/notifications/jobs.ts";
import { unwrap } from "../../worker/http/errors.ts";
import type { PushMessage, PushSender } from "../../worker/ports/push.ts";
import { createServices } from "../../worker/services.ts";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { placeOrder, refusal, reply } from "../support/workerd/deals.ts";
import { emailsTo } from "../support/workerd/email.ts";
import { allRows, runSql } from "../support/workerd/sql.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Noon in Sydney, so that the tests do not depend on the time of day. */
let clock = Math.floor(Date.now() / DAY) * DAY + 2 * HOUR;
const services = {
  ...createServices({ ...env, APP_ORIGIN: "https://goodstreet.example" }, () => undefined),
  now: () => clock,
};

let counter = 0;
interface NotificationInput {
  kind?: NotificationKind;
  key?: string;
  link?: string;
  at?: number;
  title?: string;
  mailed?: boolean;
}
async function notify(person: TestAccount, notification: NotificationInput = {}): Promise<string> {
  const id = services.newId("ntf");
  const { kind = "trade", key = `event-${++counter}`, link = `/TradeOffers?id=${counter}`, at = clock } = notification;
  await batch(services.db, [
    insertNotification({
      id,
      user_id: person.id,
      kind,
      dedupe_key: key,
      title: notification.title ?? `News ${counter}`,
      body: "Something has happened.",
      link,
      at,
      ...(notification.mailed !== undefined && { mailed: notification.mailed }),
    }),
  ]);
  return id;
}

const centreOf = async (person: TestAccount, query = "") =>
  reply<Page<NotificationView>>(await person.request("GET", `/api/notifications${query}`), 200);
const countsOf = async (person: TestAccount) =>
  reply<CountsReply>(await person.request("GET", "/api/notifications/counts"), 200);
const preferencesOf = async (person: TestAccount) =>
  reply<NotificationPreferences>(await person.request("GET", "/api/notifications/preferences"), 200);
const prefer = (person: TestAccount, body: unknown) => person.request("PATCH", "/api/notifications/preferences", body);
const emailSubjectsTo = async (person: TestAccount) => (await emailsTo(person.email)).map(({ subject }) => subject);

/** Delivers everything that is due, including rows left by other tests. */
async function deliverAll(sender?: PushSender): Promise<void> {
  while ((await deliverDueNotifications(services, sender ? { sender } : {})) > 0);
}

/** A push subscription with its private key, so that a test can decrypt what the browser receives. */
async function newBrowser() {
  const pair = (await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, [
    "deriveBits",
  ])) as CryptoKeyPair;
  const raw = new Uint8Array((await crypto.subtle.exportKey("raw", pair.publicKey)) as ArrayBuffer);
  const auth = crypto.getRandomValues(new Uint8Array(16));
  const endpoint = `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`;
  const body = { endpoint, keys: { p256dh: base64url.encode(raw), auth: base64url.encode(auth) } };
  return { endpoint, body, raw, auth, privateKey: pair.privateKey };
}
type Browser = Awaited<ReturnType<typeof newBrowser>>;

async function subscribed(person: TestAccount, browser?: Browser): Promise<{ browser: Browser; device: PushDevice }> {
  const own = browser ?? (await newBrowser());
  const made = await person.request("POST", "/api/notifications/push", own.body, {
    "User-Agent": "Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile",
  });
  return { browser: own, device: await reply<PushDevice>(made, 201) };
}

function recording(outcome: "sent" | "later" | "gone" = "sent") {
  const sent: { endpoint: string; message: PushMessage }[] = [];
  const sender: PushSender = {
    send: async ({ endpoint }, message) => {
      sent.push({ endpoint, message });
      return outcome;
    },
  };
  return { sent, sender, to: ({ endpoint }: Browser) => sent.filter((one) => one.endpoint === endpoint) };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a notification row", () => {
  it("exists once per event key, although it is written concurrently and again after reading", async () => {
    const person = await createAccount();
    await Promise.all([notify(person, { key: "one" }), notify(person, { key: "one" }), notify(person, { key: "one" })]);
    expect((await centreOf(person)).items).toHaveLength(1);
    await person.request("POST", "/api/notifications/read", { up_to: clock });
    await notify(person, { key: "one" });
    expect(await countsOf(person)).toMatchObject({ notifications: 0 });
    await deliverAll();
    expect(await emailSubjectsTo(person)).toEqual([]);
  });

  it("is written in the batch of its cause, and not at all when that batch fails", async () => {
    const person = await createAccount();
    const broken = sql`INSERT INTO accounts (id, email, created_at) VALUES (${person.id}, ${"other@example.com"}, 1)`;
    const row = { id: services.newId("ntf"), user_id: person.id, kind: "trade", dedupe_key: "x", at: clock } as const;
    const notification = insertNotification({ ...row, title: "t", body: "b", link: "/" });
    await expect(batch(services.db, [notification, broken])).rejects.toThrow();
    expect((await centreOf(person)).items).toEqual([]);
  });

  it("is dropped for a user without a profile, without failing the batch", async () => {
    const nobody = { id: services.newId("acc") } as TestAccount;
    await createAccount();
    await expect(notify(nobody)).resolves.toBeDefined();
  });

  it("accepts only links within the site, and shortens a long title to one line", async () => {
    const person = await createAccount();
    await expect(notify(person, { link: "https://evil.example/" })).rejects.toThrow(/constraint/i);
    await expect(notify(person, { link: "//evil.example/" })).rejects.toThrow(/constraint/i);
    await notify(person, { title: `Line\r\nbreak ${"x".repeat(300)}` });
    const [line] = (await centreOf(person)).items;
    expect(line?.title).toMatch(/^Line break x+…$/);
    expect(line?.title).toHaveLength(120);
  });

  it("is written once per user and event", async () => {
    const person = await createAccount();
    const row = { user_id: person.id, kind: "rating", dedupe_key: "same", title: "t", body: "b", link: "/" } as const;
    for (let i = 0; i < 2; i++) {
      await batch(services.db, [insertNotification({ ...row, id: services.newId("ntf"), at: clock })]);
    }
    expect((await centreOf(person)).items).toMatchObject([{ kind: "rating", title: "t", body: "b", read: false }]);
  });
});

describe("the notification centre", () => {
  it("lists the viewer's own notifications page by page, newest first, without gaps or repeats", async () => {
    const [person, other] = [await createAccount(), await createAccount()];
    await notify(other);
    for (let i = 0; i < 45; i++) await notify(person, { at: clock - (i % 7) * 1000, link: `/TradeOffers?id=p${i}` });
    const seen: NotificationView[] = [];
    let query = "";
    for (let page = 0; page < 5; page++) {
      const { items, next_cursor } = await centreOf(person, query);
      seen.push(...items);
      if (next_cursor === null) break;
      query = `?cursor=${next_cursor}`;
    }
    expect(seen).toHaveLength(45);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(45);
    expect(seen.map(({ at }) => at)).toEqual(seen.map(({ at }) => at).toSorted((a, b) => b - a));
    const foreign = await other.request("GET", `/api/notifications?cursor=${(await centreOf(person)).next_cursor}`);
    await refusal(foreign, 422);
  });

  it("groups unread notifications of one kind and link, and starts a new group after reading", async () => {
    const person = await createAccount();
    const link = "/Messages/cnv_1";
    for (let i = 1; i <= 3; i++) await notify(person, { kind: "message", link, at: clock + i, title: `Message ${i}` });
    await notify(person, { at: clock });
    expect(await countsOf(person)).toMatchObject({ notifications: 2 });
    expect((await centreOf(person)).items).toMatchObject([{ title: "Message 3", count: 3 }, { count: 1 }]);
    await reply(await person.request("POST", "/api/notifications/read", { link }), 200);
    expect(await countsOf(person)).toMatchObject({ notifications: 1 });
    await notify(person, { kind: "message", link, at: clock + 9, title: "Message 4" });
    const { items } = await centreOf(person);
    expect(items[0]).toMatchObject({ title: "Message 4", count: 1, read: false });
    expect(items.filter(({ read }) => read)).toHaveLength(3);
  });

  it("marks as read up to the given time, and leaves later notifications unread", async () => {
    const [person, other] = [await createAccount(), await createAccount()];
    await notify(person, { at: clock - 10 });
    await notify(person, { at: clock + 10, link: "/TradeOffers?id=later" });
    await notify(other, { at: clock - 10 });
    const counts = await reply<CountsReply>(
      await person.request("POST", "/api/notifications/read", { up_to: clock }),
      200,
    );
    expect(counts.notifications).toBe(1);
    expect((await centreOf(person)).items.map(({ read }) => read)).toEqual([false, true]);
    expect(await countsOf(other)).toMatchObject({ notifications: 1 });
  });

  it("requires a session, and refuses an external link or a missing or invalid time", async () => {
    await refusal(await call("GET", "/api/notifications"), 401);
    await refusal(await call("GET", "/api/notifications/counts"), 401);
    await refusal(await call("POST", "/api/notifications/read", { up_to: 1 }), 401);
    const person = await createAccount();
    await refusal(await person.request("POST", "/api/notifications/read", { link: "//evil.example" }), 422);
    await refusal(await person.request("POST", "/api/notifications/read", { up_to: "now" }), 422);
    await refusal(await person.request("POST", "/api/notifications/read", {}), 422);
  });

  it("is open to a suspended user", async () => {
    const person = await createAccount({ is_suspended: true, suspension_end_date: clock + DAY });
    await notify(person);
    expect((await centreOf(person)).items).toHaveLength(1);
    await reply(await person.request("POST", "/api/notifications/read", { up_to: clock }), 200);
  });

  it("keeps notifications for 90 days", async () => {
    const person = await createAccount();
    await notify(person, { at: clock - 91 * DAY, link: "/TradeOffers?id=old" });
    await notify(person, { at: clock - 89 * DAY, link: "/TradeOffers?id=young" });
    await removeOldNotifications(services);
    expect((await centreOf(person)).items).toMatchObject([{ link: "/TradeOffers?id=young" }]);
  });
});

describe("the notification email", () => {
  it("is sent once although two deliveries run at the same time, and contains an unsubscribe link", async () => {
    const person = await createAccount();
    await notify(person, { title: "Your trade was accepted", link: "/TradeOffers?id=trd_1" });
    await Promise.all([deliverDueNotifications(services), deliverDueNotifications(services)]);
    await deliverAll();
    const mails = await emailsTo(person.email);
    expect(mails.map(({ subject }) => subject)).toEqual(["Your trade was accepted"]);
    expect(mails[0]?.text).toContain("https://goodstreet.example/TradeOffers?id=trd_1");
    expect(mails[0]?.text).toContain("emails about trades are on");
    expect(mails[0]?.text).toContain("https://goodstreet.example/Unsubscribe?token=");
  });

  it("is skipped when the cause has sent its own email", async () => {
    const person = await createAccount();
    await notify(person, { kind: "order", mailed: true });
    await deliverAll();
    expect(await emailSubjectsTo(person)).toEqual([]);
  });

  it("is skipped for a kind that is turned off and for an unverified address", async () => {
    const person = await createAccount();
    await reply(await prefer(person, { choices: [{ kind: "trade", email: false }] }), 200);
    const unconfirmed = await createAccount({ email_verified: false });
    await notify(person);
    await notify(unconfirmed);
    await deliverAll();
    expect(await emailSubjectsTo(person)).toEqual([]);
    expect(await emailSubjectsTo(unconfirmed)).toEqual([]);
  });

  it("waits ten minutes for messages, is sent once per thread, and is cancelled by reading", async () => {
    const person = await createAccount();
    const link = "/Messages/cnv_2";
    await notify(person, { kind: "message", link, title: "First" });
    await notify(person, { kind: "message", link, title: "Second", at: clock + 1 });
    clock += 1000;
    await deliverAll();
    expect(await emailSubjectsTo(person)).toHaveLength(1);
    const [waiting] = (await allRows`SELECT next_at FROM mail_outbox WHERE to_address = ${person.email}`).results;
    expect(Number(waiting?.next_at)).toBeGreaterThanOrEqual(clock + 9 * MINUTE);
    await reply(await person.request("POST", "/api/notifications/read", { link }), 200);
    expect(await emailSubjectsTo(person)).toEqual([]);
    await notify(person, { kind: "message", link, title: "Third" });
    await deliverAll();
    expect(await emailSubjectsTo(person)).toEqual(["Third"]);
  });

  it("keeps no words of a private email once it is sent or given up, and shows staff none (D98)", async () => {
    const person = await createAccount();
    await notify(person, { kind: "message", title: "My mother is in hospital" });
    await notify(person, { kind: "order", title: "Paid" });
    await deliverAll();
    const deployed = { ...services, env: { ...services.env, APP_ENV: "production" as const } };
    const stored = () => listEmails(services.db, { status: undefined }, undefined);
    const shown = async () => {
      const { rows } = unwrap(await stored());
      return rows.filter(({ to_address }) => to_address === person.email).map((row) => presentEmail(row, false));
    };
    const secret = expect.objectContaining({ private: true, subject: "Messages", text: "", html: "" });
    expect(await shown()).toEqual(expect.arrayContaining([secret, expect.objectContaining({ subject: "Paid" })]));
    await runSql`UPDATE mail_outbox SET next_at = 0 WHERE to_address = ${person.email}`;
    const received: string[] = [];
    const transport = {
      deliver: async ({ subject }: { subject: string }) => {
        received.push(subject);
        return "sent" as const;
      },
    };
    await deliverDueEmails(deployed, transport);
    expect(received).toContain("My mother is in hospital");
    expect((await emailsTo(person.email)).map(({ subject, text }) => [subject, text !== ""]).toSorted()).toEqual([
      ["", false],
      ["Paid", true],
    ]);
    expect(await shown()).toEqual(expect.arrayContaining([secret]));
  });

  it("waits for the end of the quiet hours, while the notification centre does not", async () => {
    const person = await createAccount();
    // Noon in Sydney is 02:00 UTC.
    await reply(await prefer(person, { quiet: { from: 60, to: 180 }, zone: "UTC" }), 200);
    await notify(person);
    await deliverAll();
    expect(await countsOf(person)).toMatchObject({ notifications: 1 });
    expect(await emailSubjectsTo(person)).toEqual([]);
    clock += 59 * MINUTE;
    await deliverAll();
    expect(await emailSubjectsTo(person)).toEqual([]);
    clock += 2 * MINUTE;
    await deliverAll();
    expect(await emailSubjectsTo(person)).toHaveLength(1);
  });

  it("is given up after five attempts for a recipient whose delivery fails, without delaying others", async () => {
    const [broken, person] = [await createAccount(), await createAccount()];
    await notify(broken, { at: clock - 10 });
    await runSql`INSERT INTO notification_preferences (user_id, quiet_from, quiet_to, zone, updated_at)
      VALUES (${broken.id}, 1, 2, 'Middle/Earth', 1)`;
    const complaints = vi.spyOn(console, "error").mockImplementation(() => {});
    await notify(person);
    await deliverAll();
    expect(await emailSubjectsTo(person)).toHaveLength(1);
    for (let i = 0; i < 8; i++) {
      clock += HOUR;
      await deliverAll();
    }
    expect(complaints).toHaveBeenCalledTimes(5);
    complaints.mockRestore();
  });

  it("is sent by the cron job when nothing else has sent it", async () => {
    const person = await createAccount();
    await notify(person);
    expect(await deliverNotifications(services)).toBeGreaterThan(0);
    expect(await emailSubjectsTo(person)).toHaveLength(1);
  });

  it("is sent right after the response", async () => {
    const person = await createAccount();
    await deliverAll();
    await deliverEmails({ ...services, now: () => clock + DAY });
    await notify(person);
    const work: Promise<unknown>[] = [];
    notifySoon({ ...services, defer: (promise) => work.push(promise) }, [person.id]);
    await Promise.all(work);
    expect(await emailsTo(person.email)).toMatchObject([{ status: "kept" }]);
  });
});

describe("the daily email", () => {
  /** The clock stands at noon in Sydney or later; the next daily email is sent at eight in the morning. */
  const tomorrow = () => dailyEmailAt(clock, "Australia/Sydney", null).at;
  async function deliver(): Promise<void> {
    await deliverAll();
    while ((await deliverDueEmails(services)) > 0);
  }
  const sentTo = async (person: TestAccount) =>
    (await emailsTo(person.email)).filter(({ status }) => status !== "queued");
  const subjectsTo = async (person: TestAccount) => (await sentTo(person)).map(({ subject }) => subject);

  it("gathers what is not urgent until eight in the morning, without what has been read", async () => {
    const person = await createAccount();
    await notify(person, { kind: "price_drop", link: "/ItemDetail/itm_1", title: "Desk is cheaper" });
    await notify(person, { kind: "rating", link: "/Store/acc_1", title: "Kim rated you" });
    await notify(person, { kind: "saved_search", link: "/Marketplace?q=lamp", title: "New lamps" });
    await notify(person, { kind: "offer", title: "An offer of $40" });
    await deliver();
    expect(await subjectsTo(person)).toEqual(["An offer of $40"]);
    await reply(await person.request("POST", "/api/notifications/read", { link: "/Store/acc_1" }), 200);
    clock = tomorrow() - 10 * MINUTE;
    await notify(person, { kind: "price_drop", link: "/ItemDetail/itm_1", title: "Desk is cheaper still" });
    await deliver();
    expect(await subjectsTo(person)).toHaveLength(1);
    clock = tomorrow();
    await Promise.all([deliverDueEmails(services), deliverDueEmails(services)]);
    await deliver();
    expect((await subjectsTo(person)).toSorted()).toEqual(["An offer of $40", "Desk is cheaper still, and 1 more"]);
    const daily = (await sentTo(person)).find(({ subject }) => subject.startsWith("Desk"));
    expect(daily?.text).toContain("https://goodstreet.example/ItemDetail/itm_1");
    expect(daily?.text).toContain("New lamps");
    expect(daily?.text).not.toContain("Kim rated you");
    expect(daily?.text).not.toContain("Desk is cheaper\n");
    // The next change of the same unread item is not mailed again, other news is.
    await notify(person, { kind: "price_drop", link: "/ItemDetail/itm_1", title: "Desk is almost free" });
    await deliver();
    clock = tomorrow();
    await deliver();
    expect(await subjectsTo(person)).toHaveLength(2);
    await notify(person, { kind: "rating", link: "/Store/acc_1", title: "Lee rated you" });
    await deliver();
    clock = tomorrow();
    await deliver();
    expect(await subjectsTo(person)).toContain("Lee rated you");
  });

  it("is not sent when everything in it has been read or turned off, nor to an unverified address", async () => {
    const people = [await createAccount(), await createAccount(), await createAccount({ email_verified: false })];
    for (const person of people) await notify(person, { kind: "price_drop", link: "/ItemDetail/itm_2" });
    await deliver();
    const [reader, chooser] = people as [TestAccount, TestAccount, TestAccount];
    await reply(await reader.request("POST", "/api/notifications/read", { link: "/ItemDetail/itm_2" }), 200);
    await reply(await prefer(chooser, { choices: [{ kind: "price_drop", email: false }] }), 200);
    clock = tomorrow();
    await deliver();
    for (const person of people) expect(await subjectsTo(person)).toEqual([]);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM mail_outbox WHERE status = 'queued'").first("n")).toBe(0);
  });

  it("tells each of several people about the same page", async () => {
    const people = [await createAccount(), await createAccount()];
    for (const person of people)
      await notify(person, { kind: "price_drop", link: "/ItemDetail/itm_3", title: "Cheaper" });
    await deliver();
    clock = tomorrow();
    await deliver();
    for (const person of people) expect(await subjectsTo(person)).toEqual(["Cheaper"]);
  });

  it("goes to the address that the person has when it is sent", async () => {
    const person = await createAccount();
    await notify(person, { kind: "price_drop", title: "Desk is cheaper" });
    await deliverAll();
    await env.DB.prepare("UPDATE accounts SET email = ? WHERE id = ?").bind(`new-${person.email}`, person.id).run();
    clock = tomorrow();
    await deliver();
    expect(await sentTo(person)).toEqual([]);
    expect((await emailsTo(`new-${person.email}`)).map(({ subject }) => subject)).toEqual(["Desk is cheaper"]);
  });

  it("has one link that stops all of it", async () => {
    const person = await createAccount();
    await notify(person, { kind: "price_drop" });
    await deliver();
    clock = tomorrow();
    await deliver();
    const [mail] = await sentTo(person);
    const token = /Unsubscribe\?token=(\S+)/.exec(mail?.text ?? "")?.[1] ?? "";
    const path = `/api/notifications/unsubscribe?token=${token}`;
    expect(await reply(await call("GET", path), 200)).toEqual({ kind: "daily", email: true });
    expect(await reply(await call("POST", path), 200)).toEqual({ kind: "daily", email: false });
    const { choices } = await preferencesOf(person);
    expect(choices.filter(({ email_daily, kind }) => email_daily || kind === "request_match")).not.toContainEqual(
      expect.objectContaining({ email: true }),
    );
    expect(choices.find(({ kind }) => kind === "offer")?.email).toBe(true);
  });
});

describe("POST /api/notifications/unsubscribe", () => {
  async function linkFor(person: TestAccount): Promise<string> {
    await notify(person, { kind: "request_match", link: "/ItemDetail/itm_1" });
    await deliverAll();
    const [mail] = await emailsTo(person.email);
    return /token=([\w.-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  }
  const path = (token: string) => `/api/notifications/unsubscribe?token=${token}`;

  it("stops every kind that advertises from a mail program's one-click request, without a session", async () => {
    const person = await createAccount();
    const token = await linkFor(person);
    expect(await reply(await call("GET", path(token)), 200)).toEqual({ kind: "request_match", email: true });
    const form = await call("POST", path(token), undefined, { "Content-Type": "application/x-www-form-urlencoded" });
    expect(await reply(form, 200)).toEqual({ kind: "request_match", email: false });
    const { choices } = await preferencesOf(person);
    const stopped = choices.filter(({ email }) => !email).map(({ kind }) => kind);
    expect(stopped).toEqual(["price_drop", "saved_search", "request_match", "follow", "announcement"]);
    await notify(person, { kind: "request_match", link: "/ItemDetail/itm_2" });
    await deliverAll();
    expect(await emailSubjectsTo(person)).toHaveLength(1);
  });

  it("can be undone on the page, and stop one kind alone", async () => {
    const person = await createAccount();
    const token = await linkFor(person);
    const stopped = async () =>
      (await preferencesOf(person)).choices.filter(({ email }) => !email).map(({ kind }) => kind);
    await call("POST", path(token));
    expect(await reply(await call("POST", path(token), { email: true }), 200)).toMatchObject({ email: true });
    expect(await stopped()).toEqual(["announcement"]);
    await call("POST", path(token), { email: false, only: true });
    expect(await stopped()).toEqual(["request_match", "announcement"]);
  });

  it("is not offered where no link leads back: nothing that advertises is sent then", async () => {
    const person = await createAccount();
    await notify(person, { kind: "request_match", link: "/ItemDetail/itm_1" });
    await notify(person, { kind: "trade", link: "/Messages/1" });
    const nowhere = { ...services, env: { ...services.env, APP_ORIGIN: "" } };
    while ((await deliverDueNotifications(nowhere, {})) > 0);
    expect(await emailsTo(person.email)).toHaveLength(1);
  });

  it("changes nothing on GET, and refuses a forged token or a token for another purpose", async () => {
    const person = await createAccount();
    const token = await linkFor(person);
    await call("GET", path(token));
    expect((await preferencesOf(person)).choices.find(({ kind }) => kind === "request_match")?.email).toBe(true);
    const [head, body, signature] = token.split(".");
    const forged = `${head}.${base64url.encode(JSON.stringify({ kind: "trade", sub: person.id, aud: "unsubscribe" }))}.${signature}`;
    for (const bad of ["x", `${head}.${body}.`, forged, person.access_token]) {
      await refusal(await call("POST", path(bad)), 404);
    }
    await refusal(await call("POST", "/api/notifications/unsubscribe"), 422);
  });
});

describe("notification preferences", () => {
  it("return the defaults until changed, and keep the fields that a change leaves out", async () => {
    const person = await createAccount();
    const before = await preferencesOf(person);
    expect(before).toMatchObject({ quiet: null, zone: "Australia/Sydney", devices: [] });
    expect(before.choices.filter(({ email_fixed }) => email_fixed).map(({ kind }) => kind)).toEqual([
      "order",
      "standing",
    ]);
    await reply(await prefer(person, { quiet: { from: 1320, to: 420 }, zone: "Australia/Perth" }), 200);
    const after = await reply<NotificationPreferences>(
      await prefer(person, {
        choices: [
          { kind: "trade", push: false },
          { kind: "order", email: false },
        ],
      }),
      200,
    );
    expect(after).toMatchObject({ quiet: { from: 1320, to: 420 }, zone: "Australia/Perth" });
    expect(after.choices.filter(({ push }) => !push).map(({ kind }) => kind)).toEqual([
      "trade",
      "follow",
      "announcement",
    ]);
    expect(after.choices.find(({ kind }) => kind === "order")?.email).toBe(true);
    expect(await reply<NotificationPreferences>(await prefer(person, { quiet: null }), 200)).toMatchObject({
      quiet: null,
      zone: "Australia/Perth",
    });
  });

  it("refuse times, zones and kinds that do not exist", async () => {
    const person = await createAccount();
    for (const body of [
      { quiet: { from: 1440, to: 0 } },
      { quiet: { from: 10 } },
      { zone: "Middle/Earth" },
      { choices: [{ kind: "gossip", email: true }] },
      { role: "admin" },
    ]) {
      await refusal(await prefer(person, body), 422);
    }
  });
});

describe("web push", () => {
  it("encrypts the message for the browser and signs the request with a lasting key", async () => {
    const person = await createAccount();
    const { browser, device } = await subscribed(person);
    expect(device.name).toBe("Chrome on Android");
    await notify(person, { title: "Your turn", link: "/ItemDetail/itm_9" });
    const requests: Request[] = [];
    vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
      requests.push(new Request(url, init));
      return new Response(null, { status: 201 });
    });
    await deliverAll();
    const [request] = requests.filter(({ url }) => url === browser.endpoint);
    if (!request) throw new Error("Nothing was sent.");
    const body = new Uint8Array(await request.arrayBuffer());
    expect(JSON.parse(await decrypted(body, browser))).toEqual({
      title: "Your turn",
      body: "Something has happened.",
      link: "/ItemDetail/itm_9",
      tag: "trade:/ItemDetail/itm_9",
    });
    expect(new TextDecoder().decode(body)).not.toContain("Your turn");
    expect(request.headers.get("Content-Encoding")).toBe("aes128gcm");
    const [, token = "", key = ""] = /^vapid t=([^,]+), k=(.+)$/.exec(request.headers.get("Authorization") ?? "") ?? [];
    expect((await preferencesOf(person)).push_key).toBe(key);
    const point = base64url.decode(key);
    const verifier = await importJWK({
      kty: "EC",
      crv: "P-256",
      x: base64url.encode(point.slice(1, 33)),
      y: base64url.encode(point.slice(33)),
      alg: "ES256",
    });
    const { payload } = await jwtVerify(token, verifier, { algorithms: ["ES256"] });
    expect(payload).toMatchObject({ aud: "https://fcm.googleapis.com", sub: expect.stringMatching(/^mailto:/) });
  });

  it("goes once to every browser of the user, and to no other user's", async () => {
    const [person, other] = [await createAccount(), await createAccount()];
    const [phone, laptop, foreign] = [await subscribed(person), await subscribed(person), await subscribed(other)];
    const push = recording();
    await notify(person);
    await deliverAll(push.sender);
    await deliverAll(push.sender);
    expect(push.to(phone.browser)).toHaveLength(1);
    expect(push.to(laptop.browser)).toHaveLength(1);
    expect(push.to(foreign.browser)).toHaveLength(0);
  });

  it("is retried for a busy push service only, and given up after five attempts", async () => {
    const person = await createAccount();
    const { browser } = await subscribed(person);
    const { browser: good } = await subscribed(person);
    const sent: string[] = [];
    const sender: PushSender = {
      send: async ({ endpoint }) => {
        sent.push(endpoint);
        return endpoint === browser.endpoint ? "later" : "sent";
      },
    };
    await notify(person);
    for (let i = 0; i < 8; i++) {
      await deliverAll(sender);
      clock += HOUR;
    }
    expect(sent.filter((endpoint) => endpoint === good.endpoint)).toHaveLength(1);
    expect(sent.filter((endpoint) => endpoint === browser.endpoint)).toHaveLength(5);
  });

  it("ends when the browser has unsubscribed, and when the session is signed out", async () => {
    const person = await createAccount();
    const { browser } = await subscribed(person);
    const gone = recording("gone");
    await notify(person);
    await deliverAll(gone.sender);
    expect(gone.to(browser)).toHaveLength(1);
    expect((await preferencesOf(person)).devices).toEqual([]);

    const second = await subscribed(person);
    await person.request("POST", "/api/auth/sign-out");
    const push = recording();
    await notify(person);
    await deliverAll(push.sender);
    expect(push.to(second.browser)).toHaveLength(0);
    await removeOldNotifications(services);
    const { results } = await allRows`SELECT id FROM push_subscriptions WHERE user_id = ${person.id}`;
    expect(results).toEqual([]);
  });

  it("moves a browser's subscription to the user who signed in there last", async () => {
    const [first, second] = [await createAccount(), await createAccount()];
    const { browser } = await subscribed(first);
    await subscribed(second, browser);
    await subscribed(second, browser);
    expect((await preferencesOf(first)).devices).toEqual([]);
    expect((await preferencesOf(second)).devices).toHaveLength(1);
  });

  it("lets users remove only their own browsers, and keeps at most ten", async () => {
    const [person, other] = [await createAccount(), await createAccount()];
    const { device } = await subscribed(person);
    await refusal(await other.request("DELETE", `/api/notifications/push/${device.id}`), 404);
    await reply(await person.request("DELETE", `/api/notifications/push/${device.id}`), 200);
    await refusal(await person.request("DELETE", `/api/notifications/push/${device.id}`), 404);
    for (let i = 0; i < 12; i++) await subscribed(person);
    expect((await preferencesOf(person)).devices).toHaveLength(10);
  });

  it("refuses endpoints that are not push services, and invalid keys (A94)", async () => {
    const person = await createAccount();
    const { body } = await newBrowser();
    for (const endpoint of [
      "https://169.254.169.254/",
      "http://localhost/",
      "https://fcm.googleapis.com.evil.example/",
    ]) {
      await refusal(await person.request("POST", "/api/notifications/push", { ...body, endpoint }), 422);
    }
    await refusal(
      await person.request("POST", "/api/notifications/push", { ...body, keys: { p256dh: "x", auth: "y" } }),
      422,
    );
  });
});

describe("an event with its own email", () => {
  it("notifies the other party of an order in the notification centre, without a second email", async () => {
    const { buyer, seller } = await placeOrder({ evidence: true });
    const forSeller = (await centreOf(seller)).items;
    expect(forSeller).toMatchObject([{ kind: "order", link: "/PaymentConfirmations" }]);
    expect(forSeller[0]?.title).toMatch(/^Please confirm a payment: /);
    expect((await centreOf(buyer)).items).toEqual([]);
    const sentBefore = await emailSubjectsTo(seller);
    await deliverAll();
    expect(await emailSubjectsTo(seller)).toEqual(sentBefore);
  });
});

/** Decrypts a push message as the browser does (RFC 8291). */
async function decrypted(message: Uint8Array, browser: Browser): Promise<string> {
  const salt = message.slice(0, 16);
  const length = message[20] ?? 0;
  const sender = message.slice(21, 21 + length);
  const theirs = await crypto.subtle.importKey("raw", sender, { name: "ECDH", namedCurve: "P-256" }, false, []);
  const shared = await crypto.subtle.deriveBits(
    { name: "ECDH", public: theirs } as unknown as SubtleCryptoDeriveKeyAlgorithm,
    browser.privateKey,
    256,
  );
  const text = new TextEncoder();
  const derive = async (secret: ArrayBuffer | Uint8Array, saltBytes: Uint8Array, info: Uint8Array, bits: number) => {
    const key = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
    return crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt: saltBytes, info }, key, bits);
  };
  const info = new Uint8Array([...text.encode("WebPush: info\0"), ...browser.raw, ...sender]);
  const input = await derive(shared, browser.auth, info, 256);
  const key = await derive(input, salt, text.encode("Content-Encoding: aes128gcm\0"), 128);
  const iv = await derive(input, salt, text.encode("Content-Encoding: nonce\0"), 96);
  const aes = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"]);
  const plain = new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, aes, message.slice(21 + length)));
  return new TextDecoder().decode(plain.slice(0, plain.lastIndexOf(2)));
}
