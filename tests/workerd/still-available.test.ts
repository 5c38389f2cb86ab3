/** Old listings: the question to the seller, the answer by a link without a session, the pause, and relisting (D59). */
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import type { ItemListReply } from "#contract/items/marketplace";
import type { RelistReply, StillAvailableView } from "#contract/selling/still-available";
import { STALE_ANSWER_MS, STALE_MS } from "#domain/selling/still-available";
import { mailedLink } from "../../worker/features/notifications/answer-links.ts";
import { dailyEmails } from "../../worker/features/notifications/daily-email.ts";
import { deliverDueNotifications } from "../../worker/features/notifications/jobs.ts";
import { askAboutStaleListings } from "../../worker/features/selling/still-available/jobs.ts";
import { createServices } from "../../worker/services.ts";
import { call, cookieHeader, cookiesOf, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { advance, stopClock } from "../support/workerd/clock.ts";
import { createBuyer, createSeller, DAY, hold, insertItem, itemRow, refusal, reply } from "../support/workerd/deals.ts";
import { notificationsOf } from "../support/workerd/notifications.ts";

const LISTED = Date.UTC(2026, 0, 5);

beforeEach(() => stopClock(LISTED));

const job = () => askAboutStaleListings(createServices(env, () => undefined));
const noticesOf = (who: TestAccount) => notificationsOf(who, "listing");
const tokenOf = async (seller: TestAccount) => {
  const stored = (await noticesOf(seller)).at(-1)?.link ?? "";
  const link = await mailedLink(
    createServices(env, () => undefined),
    stored,
  );
  return new URL(link, "http://localhost").searchParams.get("token") ?? "";
};
const path = (token: string) => `/api/still-available?token=${encodeURIComponent(token)}`;
const answer = (token: string, word: string) => call("POST", path(token), { answer: word });
const statusOf = async (id: string) => (await itemRow(id))?.status;

/** Signs the seller in again: sessions don't outlive the 30 days. @returns the headers. */
async function signedIn({ email, password }: TestAccount): Promise<Record<string, string>> {
  return { Cookie: cookieHeader(cookiesOf(await call("POST", "/api/auth/sign-in", { email, password }))) };
}

async function asked() {
  const seller = await createSeller();
  const item = await insertItem(seller);
  advance(STALE_MS);
  await job();
  return { seller, item, token: await tokenOf(seller) };
}

describe("the question", () => {
  it("is asked once, 30 days after the last edit", async () => {
    const seller = await createSeller();
    await insertItem(seller);
    advance(STALE_MS - 1);
    await job();
    expect(await noticesOf(seller)).toEqual([]);
    advance(1);
    await job();
    await job();
    expect(await noticesOf(seller)).toMatchObject([{ title: "Is it still for sale? Brass reading lamp" }]);
  });

  it("pauses the listing after 14 days without an answer, and one press brings it back", async () => {
    const { seller, item } = await asked();
    advance(STALE_ANSWER_MS);
    await job();
    expect(await statusOf(item)).toBe("inactive");
    expect(await noticesOf(seller)).toMatchObject([{}, { title: "Paused: Brass reading lamp" }]);
    const token = await tokenOf(seller);
    expect(await reply<StillAvailableView>(await call("GET", path(token)), 200)).toMatchObject({ status: "inactive" });
    await reply(await answer(token, "yes"), 200);
    expect(await statusOf(item)).toBe("active");
  });

  it("does not pause an item that a buyer holds", async () => {
    const { item } = await asked();
    advance(STALE_ANSWER_MS - 60_000);
    await hold(await createBuyer(), item);
    advance(60_000);
    await job();
    expect(await statusOf(item)).toBe("active");
  });
});

describe("a listing that its seller edits while the job is at another one", () => {
  /** Two listings of one seller. The job comes to the first one first. */
  async function two() {
    const seller = await createSeller();
    const first = await insertItem(seller, { created_at: LISTED - 1, updated_at: LISTED - 1 });
    const second = await insertItem(seller);
    advance(STALE_MS);
    /** Runs the job, and edits the second listing when this column of the first one changes. */
    const jobWhileEdited = async (column: "asked_at" | "status") => {
      await env.DB.prepare(
        `CREATE TRIGGER edited_meanwhile AFTER UPDATE OF ${column} ON items WHEN new.id = '${first}'
         BEGIN UPDATE items SET updated_at = ${Date.now()} WHERE id = '${second}'; END`,
      ).run();
      await job();
      await env.DB.prepare("DROP TRIGGER edited_meanwhile").run();
    };
    return { seller, first, second, jobWhileEdited };
  }

  it("is not asked about", async () => {
    const { seller, jobWhileEdited } = await two();
    await jobWhileEdited("asked_at");
    expect(await noticesOf(seller)).toHaveLength(1);
  });

  it("is not paused", async () => {
    const { first, second, jobWhileEdited } = await two();
    await job();
    advance(STALE_ANSWER_MS);
    await jobWhileEdited("status");
    expect([await statusOf(first), await statusOf(second)]).toEqual(["inactive", "active"]);
  });
});

describe("the answer", () => {
  it("yes keeps the listing for another 30 days", async () => {
    const { seller, item, token } = await asked();
    expect(await reply<StillAvailableView>(await answer(token, "yes"), 200)).toMatchObject({
      item_id: item,
      status: "active",
    });
    advance(STALE_ANSWER_MS);
    await job();
    expect(await statusOf(item)).toBe("active");
    expect(await noticesOf(seller)).toHaveLength(1);
  });

  it("sold marks it as sold, and repeating that changes nothing", async () => {
    const { item, token } = await asked();
    await reply(await answer(token, "sold"), 200);
    expect(await reply<StillAvailableView>(await answer(token, "sold"), 200)).toMatchObject({ status: "sold" });
    expect(await statusOf(item)).toBe("sold");
  });

  it("remove deletes it", async () => {
    const { item, token } = await asked();
    expect(await reply<StillAvailableView>(await answer(token, "remove"), 200)).toMatchObject({ status: "deleted" });
    expect((await call("GET", `/api/items/${item}`)).status).toBe(410);
  });

  it("yes does not put the listing of a suspended or banned seller back on sale, which sold and remove don't need", async () => {
    for (const [column, code] of [
      ["is_suspended", "suspended"],
      ["is_banned", "banned"],
    ] as const) {
      const { seller, item } = await asked();
      advance(STALE_ANSWER_MS);
      await job();
      const token = await tokenOf(seller);
      await env.DB.prepare(`UPDATE profiles SET ${column} = 1 WHERE id = ?`).bind(seller.id).run();
      expect(await refusal(await answer(token, "yes"), 403)).toMatchObject({ code });
      expect(await statusOf(item)).toBe("inactive");
      await reply(await answer(token, "remove"), 200);
    }
  });

  it("is refused with a changed token, one of another listing, or while a buyer holds the item", async () => {
    const { item, token } = await asked();
    const [head, , signature] = token.split(".");
    const forged = `${head}.${btoa(JSON.stringify({ sub: "itm_other", asked: 1, aud: "still-available" }))}.${signature}`;
    expect(await refusal(await answer(forged, "remove"), 404)).toMatchObject({ code: "not_found" });
    await hold(await createBuyer(), item);
    expect((await answer(token, "remove")).status).toBe(409);
    expect(await statusOf(item)).toBe("active");
  });
});

describe("the link in the app", () => {
  const page = (item: string) => `/api/still-available?item=${item}`;

  it("has no token, so that staff who read the notification can't answer", async () => {
    const { seller, item } = await asked();
    advance(STALE_ANSWER_MS);
    await job();
    expect((await noticesOf(seller)).map(({ link }) => link)).toEqual(Array(2).fill(`/StillAvailable?item=${item}`));
    const staff = await createAccount({ role: "admin" });
    const begun = await staff.request("POST", `/api/admin/users/${seller.id}/view`, { note: "They can't find it." });
    const browser = { Cookie: cookieHeader(cookiesOf(begun)) };
    const seen = await call("GET", "/api/notifications", undefined, browser);
    expect(seen.status).toBe(200);
    expect(await seen.text()).not.toContain("token=");
    for (const response of [
      await call("GET", page(item), undefined, browser),
      await call("POST", page(item), { answer: "remove" }, browser),
    ]) {
      expect(await refusal(response, 403)).toMatchObject({ code: "viewing_only" });
    }
    expect(await statusOf(item)).toBe("inactive");
  });

  it("works for the signed-in seller alone", async () => {
    const { seller, item } = await asked();
    expect((await call("POST", page(item), { answer: "remove" })).status).toBe(401);
    const other = await createSeller();
    expect((await other.request("GET", page(item))).status).toBe(404);
    expect((await other.request("POST", page(item), { answer: "remove" })).status).toBe(404);
    const browser = await signedIn(seller);
    const seen = await reply(await call("GET", page(item), undefined, browser), 200);
    expect(seen).toMatchObject({ item_id: item });
    expect(await reply(await call("POST", page(item), { answer: "sold" }, browser), 200)).toMatchObject({
      status: "sold",
    });
  });

  it("is given a token in the email", async () => {
    const { seller, item } = await asked();
    const services = createServices(env, () => undefined);
    await deliverDueNotifications(services);
    const row = await env.DB.prepare("SELECT id FROM mail_outbox WHERE daily_for = ?").bind(seller.id).first("id");
    const mail = (await dailyEmails(services, [String(row)])).get(String(row));
    const token = /\/StillAvailable\?token=([\w.-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
    expect(await reply(await answer(token, "yes"), 200)).toMatchObject({ item_id: item, status: "active" });
  });
});

it("an answer by a link is in the audit log, one with a session isn't", async () => {
  const { seller, item, token } = await asked();
  const entries = async () => {
    const log = env.DB.prepare("SELECT actor_id, action, details FROM audit_log WHERE subject = ?").bind(item);
    return (await log.all()).results;
  };
  const browser = await signedIn(seller);
  await reply(await call("POST", `/api/still-available?item=${item}`, { answer: "yes" }, browser), 200);
  await reply(await call("GET", path(token)), 200);
  expect(await entries()).toEqual([]);
  await reply(await answer(token, "sold"), 200);
  const details = JSON.stringify({ kind: "still_available" });
  expect(await entries()).toEqual([{ actor_id: seller.id, action: "link_used", details }]);
});

describe("relisting", () => {
  const relist = (seller: TestAccount, id: string) => seller.request("POST", `/api/items/${id}/relist`);
  const newest = async (seller: TestAccount) =>
    (await reply<ItemListReply>(await call("GET", `/api/items?limit=100&sort=date_desc`), 200)).items
      .filter((card) => card.seller_id === seller.id)
      .map(({ id }) => id);

  it("returns a listing to the top of the newest, at most once a week", async () => {
    const seller = await createSeller();
    const old = await insertItem(seller);
    advance(2 * DAY);
    const recent = await insertItem(seller);
    expect(await reply<RelistReply>(await relist(seller, old), 200)).toMatchObject({ moved_up: false });
    expect(await newest(seller)).toEqual([recent, old]);
    advance(5 * DAY);
    expect(await reply<RelistReply>(await relist(seller, old), 200)).toMatchObject({
      moved_up: true,
      next_at: Date.now() + 7 * DAY,
    });
    expect(await newest(seller)).toEqual([old, recent]);
    advance(6 * DAY);
    expect(await reply<RelistReply>(await relist(seller, old), 200)).toMatchObject({ moved_up: false });
  });

  it("puts an inactive listing back on sale, and refuses a sold one", async () => {
    const seller = await createSeller();
    const [inactive, sold] = [
      await insertItem(seller, { status: "inactive" }),
      await insertItem(seller, { status: "sold" }),
    ];
    expect(await reply<RelistReply>(await relist(seller, inactive), 200)).toMatchObject({ status: "active" });
    expect(await refusal(await relist(seller, sold), 409)).toMatchObject({ code: "wrong_state" });
    expect((await relist(await createSeller(), inactive)).status).toBe(404);
  });
});
