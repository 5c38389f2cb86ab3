import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ErrorBody } from "#contract/errors";
import type { OwnItem } from "#contract/items";
import type { ItemListReply } from "#contract/items/marketplace";
import type { Page } from "#contract/page";
import type { ItemListsReply, SavedItemsReply, SavedItemView, WishListsReply, WishListView } from "#contract/wishlists";
import { SAVED_ITEMS_MAX, WISH_LISTS_MAX } from "#domain/wishlists/wish-lists";
import { refreshPopularity } from "../../worker/features/items/jobs.ts";
import { notifyWishers } from "../../worker/features/wishlists/jobs.ts";
import { createServices } from "../../worker/services.ts";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { reply } from "../support/workerd/deals.ts";
import { createItem, putOnSale } from "../support/workerd/listings.ts";
import { notificationsOf } from "../support/workerd/notifications.ts";

let seller: TestAccount;
let buyer: TestAccount;

const services = () => createServices(env, (work) => void work);

beforeAll(async () => {
  seller = await createAccount();
});
beforeEach(async () => {
  buyer = await createAccount();
});

const ok = <T>(response: Response, status = 200) => reply<T>(response, status);
async function refused(response: Response) {
  const { error } = (await response.json()) as ErrorBody;
  return { status: response.status, code: error.code, message: error.message };
}

const lists = async (who = buyer) => (await ok<WishListsReply>(await who.request("GET", "/api/wish-lists"))).items;
const make = async (name: string, who = buyer) =>
  ok<WishListView>(await who.request("POST", "/api/wish-lists", { name }), 201);
const place = (item: { id: string }, list_ids?: string[], who = buyer) =>
  who.request("PUT", `/api/wish-lists/entries/${item.id}`, list_ids === undefined ? {} : { list_ids });
const entries = async (who = buyer) =>
  (await ok<SavedItemsReply>(await who.request("GET", "/api/wish-lists/entries"))).items;
const wishes = async (id: string, query = "") =>
  ok<Page<SavedItemView>>(await buyer.request("GET", `/api/wish-lists/${id}/items${query}`));
const edit = async (item: { id: string }, change: object) =>
  ok<OwnItem>(await seller.request("PATCH", `/api/items/${item.id}`, change));

/** Processes the recorded price changes. Returns the person's notifications, oldest first. */
async function noticesOf(who = buyer) {
  await notifyWishers(services());
  return notificationsOf(who, "price_drop");
}

describe("PUT /api/wish-lists/entries/:id", () => {
  it("saves an item to the default list once, and removes it again", async () => {
    const item = await createItem(seller);
    const [first] = await lists();
    expect(first).toMatchObject({ name: "Saved", is_default: true, count: 0 });

    for (let press = 0; press < 2; press++) {
      const placed = await ok<ItemListsReply>(await place(item));
      expect(placed).toEqual({ item_id: item.id, list_ids: [first?.id] });
    }
    expect(await entries()).toEqual([{ id: item.id, list_ids: [first?.id] }]);
    expect((await lists())[0]?.count).toBe(1);

    expect(await ok<ItemListsReply>(await place(item, []))).toEqual({ item_id: item.id, list_ids: [] });
    expect(await entries()).toEqual([]);
  });

  it("refuses the caller's own, unavailable and unknown items", async () => {
    const item = await createItem(seller);
    expect(await refused(await place(item, undefined, seller))).toMatchObject({ status: 403, code: "own_item" });
    expect(await refused(await place({ id: "itm_00000000000000000000" }))).toMatchObject({ status: 404 });
    expect(await refused(await place({ id: "demo-1" }))).toMatchObject({ status: 404 });
    await edit(item, { status: "inactive" });
    expect(await refused(await place(item))).toMatchObject({ status: 404 });
    await seller.request("DELETE", `/api/items/${item.id}`);
    expect(await refused(await place(item))).toMatchObject({ status: 410 });
    expect(await entries()).toEqual([]);
  });

  it("requires a session", async () => {
    const item = await createItem(seller);
    for (const path of ["/api/wish-lists", "/api/wish-lists/entries"]) {
      expect((await call("GET", path)).status).toBe(401);
    }
    expect((await call("PUT", `/api/wish-lists/entries/${item.id}`, {})).status).toBe(401);
  });

  it("allows five hundred saved items", async () => {
    const item = await createItem(seller);
    const filler = Array.from({ length: SAVED_ITEMS_MAX }, (_, index) =>
      env.DB.prepare(
        `INSERT INTO items (id, seller_id, title, price_cents, category, condition, created_at, updated_at, status)
         VALUES (?, ?, 'Filler', 100, 'other', 'good', 1, 1, 'inactive')`,
      ).bind(`itm_full${String(index).padStart(16, "0")}`, seller.id),
    );
    await env.DB.batch(filler);
    const [list] = await lists();
    await ok(await place(item));
    await ok(await place(item, []));
    await env.DB.batch([
      env.DB.prepare(`INSERT INTO wish_list_items SELECT ?, id, 1, 100 FROM items WHERE id LIKE 'itm_full%'`).bind(
        list?.id,
      ),
      env.DB.prepare(`INSERT INTO wish_watches SELECT ?, id, 100, 1 FROM items WHERE id LIKE 'itm_full%'`).bind(
        buyer.id,
      ),
    ]);
    expect(await refused(await place(item))).toMatchObject({ status: 409, message: /You've saved 500 listings\./ });
    expect(await entries()).toHaveLength(SAVED_ITEMS_MAX);
    await ok(await place({ id: "itm_full0000000000000007" }, []));
    await ok(await place(item));
  });
});

describe("wish lists", () => {
  it("can be created, renamed and deleted, and a moved item keeps its date and price", async () => {
    const item = await createItem(seller, { price: 80 });
    await ok(await place(item));
    const [first] = await lists();
    const kitchen = await make("Kitchen");
    expect(kitchen).toMatchObject({ name: "Kitchen", is_default: false, count: 0 });
    const before = (await wishes(first?.id ?? "")).items[0];

    await edit(item, { price: 70 });
    await ok(await place(item, [kitchen.id]));
    expect((await wishes(first?.id ?? "")).items).toEqual([]);
    const [moved] = (await wishes(kitchen.id)).items;
    expect(moved).toMatchObject({
      added_at: before?.added_at,
      price_when_added: 80,
      list_ids: [kitchen.id],
      item: { id: item.id, price: 70 },
    });

    await ok(await place(item, [kitchen.id, first?.id ?? ""]));
    expect((await lists()).map(({ name, count }) => [name, count])).toEqual([
      ["Saved", 1],
      ["Kitchen", 1],
    ]);
    const renamed = await ok<WishListView>(
      await buyer.request("PATCH", `/api/wish-lists/${kitchen.id}`, { name: "New kitchen" }),
    );
    expect(renamed.name).toBe("New kitchen");
    await ok(await buyer.request("DELETE", `/api/wish-lists/${kitchen.id}`));
    expect(await entries()).toEqual([{ id: item.id, list_ids: [first?.id] }]);
  });

  it("have distinct names without regard to case, and the default list cannot be deleted", async () => {
    expect(await refused(await buyer.request("POST", "/api/wish-lists", { name: "saved" }))).toEqual({
      status: 409,
      code: "conflict",
      message: "You already have a list with that name.",
    });
    const desk = await make("Desk");
    expect(await refused(await buyer.request("PATCH", `/api/wish-lists/${desk.id}`, { name: "SAVED" }))).toMatchObject({
      status: 409,
    });
    const [first] = await lists();
    expect(await refused(await buyer.request("DELETE", `/api/wish-lists/${first?.id}`))).toMatchObject({
      status: 409,
      code: "wrong_state",
    });
    await ok(await buyer.request("PATCH", `/api/wish-lists/${first?.id}`, { name: "Maybe" }));
    expect((await lists()).map(({ name, is_default }) => [name, is_default])).toEqual([
      ["Maybe", true],
      ["Desk", false],
    ]);
    expect(await refused(await buyer.request("POST", "/api/wish-lists", { name: " " }))).toMatchObject({
      status: 422,
      message: "Please give the list a name.",
    });
  });

  it("are created once per idempotency key, and at most twenty per user", async () => {
    const send = () =>
      buyer.request("POST", "/api/wish-lists", { name: "Gifts" }, { "Idempotency-Key": "one-and-the-same" });
    const replies = await Promise.all([send(), send(), send()]);
    const ids = await Promise.all(replies.map(async (reply) => (await ok<WishListView>(reply, 201)).id));
    expect(new Set(ids).size).toBe(1);
    for (let index = 2; index < WISH_LISTS_MAX; index++) await make(`List ${index}`);
    expect(await refused(await buyer.request("POST", "/api/wish-lists", { name: "One more" }))).toMatchObject({
      status: 409,
      message: "You have 20 lists. Delete one you no longer need first.",
    });
  });

  it("of another user answer 404 (A01)", async () => {
    const item = await createItem(seller);
    await ok(await place(item));
    const mine = await make("Private");
    const [first] = await lists();
    const nosy = await createAccount();
    for (const id of [mine.id, first?.id ?? ""]) {
      const unknown = await nosy.request("GET", "/api/wish-lists/wsh_00000000000000000000/items");
      const answers = [
        await nosy.request("GET", `/api/wish-lists/${id}/items`),
        await nosy.request("PATCH", `/api/wish-lists/${id}`, { name: "Mine now" }),
        await nosy.request("DELETE", `/api/wish-lists/${id}`),
        await place(item, [id], nosy),
      ];
      const expected = await refused(unknown);
      for (const answer of answers) expect(await refused(answer)).toEqual(expected);
      expect(expected.status).toBe(404);
    }
    expect((await lists()).map(({ name, count }) => [name, count])).toEqual([
      ["Saved", 1],
      ["Private", 0],
    ]);
    expect(await lists(nosy)).toHaveLength(1);
  });

  it("page through their items, last saved first, without deleted ones", async () => {
    const items: OwnItem[] = [];
    for (let index = 0; index < 4; index++) {
      const item = await createItem(seller, { title: `Chair ${index}` });
      items.push(item);
      await ok(await place(item));
    }
    const [list] = await lists();
    await seller.request("DELETE", `/api/items/${items[1]?.id}`);
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: Page<SavedItemView> = await wishes(list?.id ?? "", `?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.items.map(({ item }) => item.title));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(["Chair 3", "Chair 2", "Chair 0"]);
    expect((await lists())[0]?.count).toBe(3);
    const other = await make("Other");
    const page = await wishes(list?.id ?? "", "?limit=1");
    expect((await buyer.request("GET", `/api/wish-lists/${other.id}/items?cursor=${page.next_cursor}`)).status).toBe(
      422,
    );
  });
});

describe("a price drop", () => {
  it("notifies everyone who saved the item, once per drop", async () => {
    const item = await createItem(seller, { title: "Walnut desk", price: 100 });
    await putOnSale(item.id, 7);
    const second = await createAccount();
    const list = await make("Desks");
    const [first] = await lists();
    await ok(await place(item, [first?.id ?? "", list.id]));
    await ok(await place(item, undefined, second));

    await edit(item, { price: 80 });
    const drop = { title: "Price drop: Walnut desk", body: "Now $80, was $100.", link: `/ItemDetail/${item.id}` };
    expect(await noticesOf()).toMatchObject([drop]);
    expect(await noticesOf(second)).toMatchObject([drop]);
    expect(await noticesOf(seller)).toEqual([]);
    expect(await noticesOf()).toHaveLength(1);

    await edit(item, { price: 79.5 });
    expect(await noticesOf()).toMatchObject([drop, { body: "Now $79.50, was $100." }]);
  });

  it("is notified only from a price that the item was on sale at for a week (D95)", async () => {
    const item = await createItem(seller, { price: 380 });
    await ok(await place(item));
    await edit(item, { price: 95 });
    expect(await noticesOf()).toEqual([]);
    await putOnSale(item.id, 7);
    await edit(item, { price: 90 });
    expect(await noticesOf()).toMatchObject([{ body: "Now $90, was $95." }]);
  });

  it("is notified only below the lowest price since saving", async () => {
    const item = await createItem(seller, { price: 100 });
    await putOnSale(item.id, 7);
    await ok(await place(item));
    await edit(item, { price: 150 });
    await edit(item, { price: 100 });
    await edit(item, { price: 120 });
    expect(await noticesOf()).toEqual([]);
    await putOnSale(item.id, 7);
    await edit(item, { price: 99 });
    expect(await noticesOf()).toHaveLength(1);
  });

  it("tells a person only of prices below their own lowest, whatever others saved it at", async () => {
    const item = await createItem(seller, { price: 100 });
    await putOnSale(item.id, 7);
    await ok(await place(item));
    await edit(item, { price: 60 });
    expect(await noticesOf()).toHaveLength(1);
    await edit(item, { price: 90 });
    await putOnSale(item.id, 7);
    const second = await createAccount();
    await ok(await place(item, undefined, second));
    await edit(item, { price: 80 });
    expect(await noticesOf(second)).toMatchObject([{ body: "Now $80, was $90." }]);
    expect(await noticesOf()).toHaveLength(1);
  });

  it("counts from the moment of saving until the item is removed from the list", async () => {
    const item = await createItem(seller, { price: 100 });
    await putOnSale(item.id, 7);
    await edit(item, { price: 60 });
    await ok(await place(item));
    expect(await noticesOf()).toEqual([]);
    await ok(await place(item, []));
    await edit(item, { price: 50 });
    expect(await noticesOf()).toEqual([]);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM wish_events").first("n")).toBe(0);
  });

  it("of an inactive item is notified when it is for sale again", async () => {
    const item = await createItem(seller, { title: "Bike", price: 100 });
    await putOnSale(item.id, 7);
    await ok(await place(item));
    await edit(item, { status: "inactive" });
    await edit(item, { price: 70 });
    expect(await noticesOf()).toEqual([]);
    await edit(item, { status: "active" });
    expect(await noticesOf()).toMatchObject([{ title: "Back on sale: Bike", body: "You can buy it again for $70." }]);
    // An item that is relisted several times a day is notified once a day.
    await edit(item, { status: "inactive" });
    await edit(item, { status: "active" });
    expect(await noticesOf()).toHaveLength(1);
  });

  it("notification mentions no price when a free item is available again", async () => {
    const item = await createItem(seller, { title: "Pot plant", price: 0 });
    await ok(await place(item));
    await edit(item, { status: "inactive" });
    await edit(item, { status: "active" });
    expect(await noticesOf()).toMatchObject([{ title: "Back on sale: Pot plant", body: "It's still free." }]);
  });

  it("is processed in steps by concurrent runs, with one notification per user", async () => {
    const item = await createItem(seller, { price: 100 });
    await putOnSale(item.id, 7);
    const crowd = Array.from({ length: 95 }, (_, index) => `acc_crowd${String(index).padStart(14, "0")}`);
    await env.DB.batch(
      crowd.flatMap((id) => [
        env.DB.prepare("INSERT INTO accounts (id, email, created_at) VALUES (?1, ?1 || '@example.com', 1)").bind(id),
        env.DB.prepare(
          "INSERT INTO profiles (id, email, created_at, updated_at) VALUES (?1, ?1 || '@example.com', 1, 1)",
        ).bind(id),
        env.DB.prepare("INSERT INTO wish_lists VALUES (?, ?, 'Saved', 1)").bind(id.replace("acc", "wsh"), id),
        env.DB.prepare("INSERT INTO wish_list_items VALUES (?, ?, 1, 10000)").bind(id.replace("acc", "wsh"), item.id),
        env.DB.prepare("INSERT INTO wish_watches VALUES (?, ?, 10000, 1)").bind(id, item.id),
      ]),
    );
    await edit(item, { price: 90 });
    await Promise.all([notifyWishers(services()), notifyWishers(services()), notifyWishers(services())]);
    await notifyWishers(services());
    const { results } = await env.DB.prepare(
      "SELECT user_id, count(*) AS n FROM notifications WHERE link = ? GROUP BY user_id",
    )
      .bind(`/ItemDetail/${item.id}`)
      .all<{ user_id: string; n: number }>();
    expect(results.map(({ user_id }) => user_id).sort()).toEqual(crowd);
    expect(results.every(({ n }) => n === 1)).toBe(true);
  });
});

it("popularity counts each user's wish lists once per item (D47)", async () => {
  const shop = await createAccount();
  const [once, often] = [await createItem(shop, { title: "Once" }), await createItem(shop, { title: "Often" })];
  const list = await make("More");
  const [first] = await lists();
  await ok(await place(often, [first?.id ?? "", list.id]));
  await ok(await place(once));
  await refreshPopularity(services());
  const { results } = await env.DB.prepare("SELECT popular_score FROM items WHERE seller_id = ?").bind(shop.id).all();
  expect(results).toEqual([{ popular_score: 5 }, { popular_score: 5 }]);
  const { items } = await ok<ItemListReply>(await call("GET", `/api/items?seller_id=${shop.id}&sort=popular`));
  expect(items).toHaveLength(2);
});
