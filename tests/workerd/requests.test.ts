/** Requests ("wanted" posts): who reads and changes them, and how they match listings (D49, decision 0029). */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { RequestDetail, RequestsReply, RequestView } from "#contract/requests";
import { createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { advance, eventually } from "../support/workerd/clock.ts";
import { refusal, reply } from "../support/workerd/deals.ts";
import { createItem } from "../support/workerd/listings.ts";
import { runCron } from "../support/workerd/missed-payments.ts";
import { notificationsOf } from "../support/workerd/notifications.ts";
import { runSql } from "../support/workerd/sql.ts";

/** Returns a word that no other listing contains. */
let numbered = 0;
const unique = () => `zorblat${++numbered}`;

async function post(person: TestAccount, body: Record<string, unknown>, key?: string): Promise<RequestView> {
  const headers: Record<string, string> = key === undefined ? {} : { "Idempotency-Key": key };
  return reply<RequestView>(await person.request("POST", "/api/requests", body, headers), 201);
}

const detail = async (person: TestAccount, id: string) =>
  reply<RequestDetail>(await person.request("GET", `/api/requests/${id}`), 200);

const list = async (person: TestAccount, query = "") =>
  reply<RequestsReply>(await person.request("GET", `/api/requests${query}`), 200);

const notices = (person: TestAccount) => notificationsOf(person, "request_match");

describe("a new listing", () => {
  it("notifies the authors of matching requests once, and no others", async () => {
    const [seeker, other, seller] = [await createAccount(), await createAccount(), await createAccount()];
    const word = unique();
    const wanted = await post(seeker, { title: `Wanted: ${word} bike`, max_price: 80 });
    await post(other, { title: `Wanted: ${word} bike`, max_price: 20 });

    const item = await createItem(seller, { title: `Blue ${word} bicycle`, price: 60 });
    await eventually(async () => expect(await notices(seeker)).toHaveLength(1));
    advance(2 * 60_000);
    await runCron();
    await runCron();

    expect(await notices(seeker)).toEqual([
      {
        kind: "request_match",
        title: `New match for “Wanted: ${word} bike”`,
        body: `Blue ${word} bicycle, $60 in Brunswick`,
        link: `/Requests/${wanted.id}`,
      },
    ]);
    expect(await notices(other)).toEqual([]);
    expect((await detail(seeker, wanted.id)).found.map((found) => [found.item.id, found.offered])).toEqual([
      [item.id, false],
    ]);
    expect((await list(seeker, "?mine=true")).items[0]?.matches).toBe(1);
  });

  it("is matched by the job when the Worker stopped after the response", async () => {
    const [seeker, seller] = [await createAccount(), await createAccount()];
    const word = unique();
    await post(seeker, { title: word });
    await createItem(seller, { title: word });
    await eventually(async () => expect(await notices(seeker)).toHaveLength(1));
    // Restores the state as if the Worker had stopped right after the response.
    await env.DB.batch([
      env.DB.prepare("DELETE FROM request_matches"),
      env.DB.prepare("DELETE FROM notifications"),
      env.DB.prepare("UPDATE matching_progress SET at = ?, item_id = ''").bind(Date.now() - 60 * 60_000),
    ]);
    await runCron();
    expect(await notices(seeker), "too recent: the first attempt may still be running").toEqual([]);
    advance(2 * 60_000);
    await runCron();
    expect(await notices(seeker)).toHaveLength(1);
  });

  it("sends no notification across a block, in either direction", async () => {
    const [seeker, seller] = [await createAccount(), await createAccount()];
    const word = unique();
    await post(seeker, { title: word });
    await runSql`INSERT INTO blocks (blocker_id, blocked_id, at) VALUES (${seller.id}, ${seeker.id}, ${Date.now()})`;
    await createItem(seller, { title: word });
    advance(2 * 60_000);
    await runCron();
    expect(await notices(seeker)).toEqual([]);
  });

  it("notifies the author when its price falls to what the request offers", async () => {
    const [seeker, seller] = [await createAccount(), await createAccount()];
    const word = unique();
    await post(seeker, { title: word, max_price: 50 });
    const item = await createItem(seller, { title: word, price: 70 });
    await reply(await seller.request("PATCH", `/api/items/${item.id}`, { price: 50, version: item.version }), 200);
    await eventually(async () => expect(await notices(seeker)).toHaveLength(1));
  });

  it("notifies an author at most twenty times a day per request", async () => {
    const [seeker, seller] = [await createAccount(), await createAccount()];
    const word = unique();
    const wanted = await post(seeker, { title: word });
    for (let count = 0; count < 22; count++) {
      await createItem(seller, { title: `${word} ${count}` });
      await eventually(async () => expect((await detail(seeker, wanted.id)).found).toHaveLength(count + 1));
    }
    expect(await notices(seeker)).toHaveLength(20);
  });

  it("does not count what was listed before the request", async () => {
    const [seeker, seller] = [await createAccount(), await createAccount()];
    const word = unique();
    for (let count = 0; count < 20; count++) await createItem(seller, { title: `${word} ${count}` });
    const wanted = await post(seeker, { title: word });
    await eventually(async () => expect((await detail(seeker, wanted.id)).found).toHaveLength(20));
    await createItem(seller, { title: `${word} at last` });
    await eventually(async () => expect(await notices(seeker)).toHaveLength(1));
  });
});

describe("POST /api/requests", () => {
  it("matches existing listings by synonyms and word forms, without notifying the author", async () => {
    const [seeker, seller] = [await createAccount(), await createAccount()];
    const word = unique();
    const fitting = await createItem(seller, { title: `Sofas ${word}`, category: "furniture" });
    await createItem(seller, { title: `Sofa ${word}`, category: "books" });
    await createItem(seller, { title: `Lamp ${word}`, category: "furniture" });
    await createItem(seeker, { title: `Sofa ${word}`, category: "furniture" });
    const wanted = await post(seeker, { title: `Couch ${word}`, category: "furniture" });
    expect((await detail(seeker, wanted.id)).found.map((found) => found.item.id)).toEqual([fitting.id]);
    expect(await notices(seeker)).toEqual([]);
  });

  it("creates one request per idempotency key", async () => {
    const seeker = await createAccount();
    const body = { title: `Wanted ${unique()}` };
    const key = crypto.randomUUID();
    const all = await Promise.all([1, 2, 3].map(() => post(seeker, body, key)));
    expect(new Set(all.map((view) => view.id)).size).toBe(1);
    expect((await list(seeker, "?mine=true")).items).toHaveLength(1);
  });

  it("takes its place from the profile, and refuses a distance around an unknown place", async () => {
    const seeker = await createAccount({ suburb: "Brunswick", city: "Melbourne", postcode: "3056" });
    expect(await post(seeker, { title: "Wanted: a thing", within_km: 5 })).toMatchObject({
      suburb: "Brunswick",
      city: "Melbourne",
      within_km: 5,
    });
    const error = await refusal(
      await seeker.request("POST", "/api/requests", { title: "A thing", suburb: "Nowhere at all", within_km: 5 }),
      422,
    );
    expect(error.details?.fields?.[0]?.field).toBe("suburb");
  });

  it("is refused for suspended users and beyond twenty open requests", async () => {
    const suspended = await createAccount({ is_suspended: true, suspension_end_date: Date.now() + 60_000 });
    await refusal(await suspended.request("POST", "/api/requests", { title: "A thing" }), 403);
    const eager = await createAccount();
    await env.DB.batch(
      Array.from({ length: 20 }, (_, count) =>
        env.DB.prepare(
          "INSERT INTO requests (id, user_id, title, created_at, updated_at) VALUES (?, ?, 'x', 1, 1)",
        ).bind(`req_${eager.id.slice(4)}${String(count).padStart(2, "0")}`, eager.id),
      ),
    );
    const error = await refusal(await eager.request("POST", "/api/requests", { title: "One more" }), 409);
    expect(error.message).toContain("20 open requests");
  });
});

describe("GET /api/requests", () => {
  it("is for signed-in users, newest first and page by page, and shows first names only", async () => {
    const [reader, author] = [await createAccount(), await createAccount({ full_name: "Petra Longsurname" })];
    const titles = ["first", "second", "third"].map((name) => `${name} ${unique()}`);
    for (const title of titles) await post(author, { title, category: "toys" });
    const one = await list(reader, "?category=toys&limit=2");
    const two = await list(reader, `?category=toys&limit=2&cursor=${one.next_cursor}`);
    expect([...one.items, ...two.items].map((item) => item.title)).toEqual(titles.toReversed());
    expect(two.next_cursor).toBeNull();
    expect(JSON.stringify(one)).not.toContain("Longsurname");
    expect(JSON.stringify(one)).not.toContain(author.email);
    expect(one.items[0]).toMatchObject({ yours: false, matches: 0 });
    await refusal(await reader.request("GET", `/api/requests?category=books&cursor=${one.next_cursor}`), 422);
    await refusal(await reader.request("GET", "/api/requests", undefined, { Cookie: "" }), 401);
  });

  it("near a place lists only requests within the distance, with their distance", async () => {
    const reader = await createAccount();
    const near = await post(await createAccount({ suburb: "Coburg", city: "Melbourne", postcode: "3058" }), {
      title: unique(),
    });
    const far = await post(await createAccount({ suburb: "Geelong", city: "Geelong", postcode: "3220" }), {
      title: unique(),
    });
    const found = await list(reader, "?near=Brunswick%203056&within_km=10&limit=50");
    const ids = found.items.map((item) => item.id);
    expect(ids).toContain(near.id);
    expect(ids).not.toContain(far.id);
    expect(found.items.every((item) => item.distance_km !== null && item.distance_km <= 10)).toBe(true);
    await refusal(await reader.request("GET", "/api/requests?near=Nowhereville"), 422);
  });

  it("leaves out found and closed requests, which only their author can still read", async () => {
    const [reader, author] = [await createAccount(), await createAccount()];
    const wanted = await post(author, { title: unique() });
    await reply(await author.request("PATCH", `/api/requests/${wanted.id}`, { status: "found" }), 200);
    const deleted = await post(author, { title: unique() });
    await refusal(await reader.request("DELETE", `/api/requests/${deleted.id}`), 403);
    await reply(await author.request("DELETE", `/api/requests/${deleted.id}`), 200);
    await refusal(await reader.request("GET", `/api/requests/${deleted.id}`), 404);
    expect((await detail(author, deleted.id)).status).toBe("closed");
    expect((await list(reader, "?limit=50")).items.map((item) => item.id)).not.toContain(wanted.id);
    await refusal(await reader.request("GET", `/api/requests/${wanted.id}`), 404);
    expect((await detail(author, wanted.id)).status).toBe("found");
    expect((await list(author, "?mine=true")).items.map(({ status }) => status)).toEqual(["closed", "found"]);
  });
});

describe("PATCH /api/requests/:id", () => {
  it("is limited to the author (A02)", async () => {
    const [author, other] = [await createAccount(), await createAccount()];
    const wanted = await post(author, { title: unique() });
    await refusal(await other.request("PATCH", `/api/requests/${wanted.id}`, { title: "Mine now" }), 403);
    await refusal(await other.request("PATCH", "/api/requests/req_00000000000000000000", { title: "x y z" }), 404);
    expect((await detail(author, wanted.id)).title).toBe(wanted.title);
  });

  it("matches again with the new text, and stops matching once the request is closed", async () => {
    const [author, seller] = [await createAccount(), await createAccount()];
    const [before, after] = [unique(), unique()];
    const [old, fresh] = [await createItem(seller, { title: before }), await createItem(seller, { title: after })];
    const wanted = await post(author, { title: before });
    expect((await detail(author, wanted.id)).found[0]?.item.id).toBe(old.id);
    await reply(await author.request("PATCH", `/api/requests/${wanted.id}`, { title: after }), 200);
    expect((await detail(author, wanted.id)).found.map((found) => found.item.id)).toEqual([fresh.id]);
    await reply(await author.request("PATCH", `/api/requests/${wanted.id}`, { status: "closed" }), 200);
    await createItem(seller, { title: `${after} again` });
    advance(2 * 60_000);
    await runCron();
    expect(await notices(author)).toEqual([]);
    // Reopening finds what was listed meanwhile.
    await reply(await author.request("PATCH", `/api/requests/${wanted.id}`, { status: "open" }), 200);
    expect((await detail(author, wanted.id)).found).toHaveLength(2);
  });
});

describe("POST /api/requests/:id/offers", () => {
  it("shows the listing to the author and notifies them once, with a first name only", async () => {
    const author = await createAccount();
    const seller = await createAccount({ full_name: "Hanna Longsurname" });
    const wanted = await post(author, { title: `Anything ${unique()}` });
    const item = await createItem(seller, { title: "Quite another name" });
    const path = `/api/requests/${wanted.id}/offers`;
    await reply(await seller.request("POST", path, { item_id: item.id }), 201);
    await reply(await seller.request("POST", path, { item_id: item.id }), 201);
    const [notice, ...others] = await notices(author);
    expect(others).toEqual([]);
    expect(notice?.title).toContain(`has “${wanted.title}”`);
    expect(JSON.stringify(notice)).not.toContain("Longsurname");
    expect((await detail(author, wanted.id)).found).toMatchObject([{ item: { id: item.id }, offered: true }]);
    expect((await detail(seller, wanted.id)).found).toEqual([]);
  });

  it("is refused for another user's or an inactive item, on the caller's own request, and to a blocked user", async () => {
    const [author, seller] = [await createAccount(), await createAccount()];
    const wanted = await post(author, { title: unique() });
    const path = `/api/requests/${wanted.id}/offers`;
    const item = await createItem(seller, { title: unique() });
    const others = await createItem(await createAccount(), { title: unique() });
    await refusal(await seller.request("POST", path, { item_id: others.id }), 404);
    await refusal(await author.request("POST", path, { item_id: item.id }), 403);
    await runSql`INSERT INTO blocks (blocker_id, blocked_id, at) VALUES (${author.id}, ${seller.id}, ${Date.now()})`;
    expect((await refusal(await seller.request("POST", path, { item_id: item.id }), 403)).code).toBe("blocked");
    await reply(await seller.request("PATCH", `/api/items/${item.id}`, { status: "inactive" }), 200);
    await refusal(await seller.request("POST", path, { item_id: item.id }), 409);
    expect(await notices(author)).toEqual([]);
  });
});
