import type { Page } from "@playwright/test";
import { type Actor, expect, expectAccessible, listItem, originOf, test } from "./accounts.ts";

const SELLER = 12;
const BUYER = 13;

const log = (page: Page) => page.getByRole("log", { name: /^Conversation with/ });
const box = (page: Page) => page.getByRole("textbox", { name: /^Message to/ });
const notice = (page: Page) => page.getByText(/^You're offline\. Saved \d/);

/** Takes the network of a page away and restores it. */
async function networkOf({ page, context }: Actor): Promise<{ lose: () => Promise<void>; find: () => Promise<void> }> {
  const protocol = await context.newCDPSession(page);
  await protocol.send("Network.enable");
  const emulate = (offline: boolean) =>
    protocol.send("Network.emulateNetworkConditions", {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  let lost = false;
  // Some Chromiums (150) report a page loaded offline as online until the setting is repeated.
  page.on("domcontentloaded", () => void (lost && emulate(true).catch(() => undefined)));
  return {
    lose: async () => {
      lost = true;
      await context.setOffline(true);
    },
    find: async () => {
      lost = false;
      await context.setOffline(false);
      await emulate(false);
    },
  };
}

/** Creates a paid order through the API. */
async function takeForFree(buyer: Actor, itemId: string): Promise<string> {
  const post = (path: string, data: object) =>
    buyer.context.request.post(path, { data, headers: { Origin: originOf(buyer) } });
  const held = await post("/api/rpc/reserve_item", { item_id: itemId, reservation_type: "buy_now" });
  expect(held.status(), await held.text()).toBe(200);
  const order = { itemId, paymentMethod: "free", paymentStatus: "pending", amount: 0, acknowledged: true };
  const placed = await post("/api/transactions", order);
  expect(placed.status(), await placed.text()).toBe(201);
  return ((await placed.json()) as { order_id: string }).order_id;
}

/** Returns everything this browser stores for the site as one text: Cache Storage, IndexedDB and local storage. */
async function stored(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const found: unknown[] = [{ ...localStorage }];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const reply = await cache.match(request);
        const text = /html|json/.test(reply?.headers.get("Content-Type") ?? "") ? await reply?.text() : "";
        found.push([name, request.url, text]);
      }
    }
    const read = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await read(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        found.push(name, store, await read(database.transaction(store).objectStore(store).getAll()));
      }
      database.close();
    }
    return JSON.stringify(found);
  });
}

/** Waits until the service worker controls the page and these texts are stored. */
async function settled(page: Page, ...words: string[]): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  for (const word of words) await expect.poll(() => stored(page)).toContain(word);
}

test("offline, items, orders and tickets can be read, a message is sent once back online, and sign-out clears all", {
  tag: "@golden",
}, async ({ person }) => {
  const [seller, buyer] = [await person(SELLER), await person(BUYER)];
  const { page } = buyer;
  const network = await networkOf(buyer);
  const run = Date.now();
  const title = `Garden bench ${run}`;
  const description = `Teak, seats three, a little weathered. Run ${run}.`;
  const minimum = 61;
  const sale = await listItem(seller, {
    title,
    description,
    price: 90,
    negotiation_enabled: true,
    minimum_price: minimum,
  });
  const gift = await listItem(seller, { title: `Gift rug ${run}`, price: 0 });
  const orderId = await takeForFree(buyer, gift);
  const words = `Is it still there? ${run}`;
  const later = `I can come on Saturday ${run}`;
  let path = "";
  let code = "";

  await test.step("online, the buyer opens an item, an order and a thread", async () => {
    await page.goto(`/ItemDetail/${sale}`);
    await page.getByRole("button", { name: "Message seller" }).click();
    await box(page).fill(words);
    await page.keyboard.press("Enter");
    await expect(page.getByText(/· Sent$/)).toBeVisible();
    path = new URL(page.url()).pathname;
    await page.goto("/MyOrders");
    await expect(page.getByRole("link", { name: `Gift rug ${run}` })).toBeVisible();
    await page.goto(`/MyOrders/${orderId}`);
    const ticket = page.getByRole("img", { name: /^Pickup code: (\d ){5}\d$/ });
    code = (await ticket.getAttribute("aria-label")) ?? "";
    await settled(page, description, orderId, words);
  });

  await network.lose();

  await test.step("an item seen before shows when it was saved and cannot be bought", async () => {
    await page.goto(`/ItemDetail/${sale}`);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await expect(page.getByText(description)).toBeVisible();
    await expect(notice(page)).toBeVisible();
    await expect(page.getByRole("button", { name: "Buy Now" })).toBeDisabled();
    await expect(
      page.getByText("You can buy, message the seller and make offers once you're back online."),
    ).toBeVisible();
    await expectAccessible(page, "an item without network");
  });

  await test.step("the orders and the ticket of one can be read", async () => {
    await page.goto("/MyOrders");
    await expect(notice(page)).toBeVisible();
    await page.getByRole("link", { name: `Gift rug ${run}` }).click();
    await expect(page.getByRole("img", { name: code })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("img", { name: code })).toBeVisible();
    await expect(page.getByRole("button", { name: "I've picked it up" })).toBeDisabled();
    await expectAccessible(page, "an order without network");
  });

  await test.step("an item never opened shows why it is missing", async () => {
    await page.goto(`/ItemDetail/${gift}`);
    await expect(page.getByText("This item didn't load")).toBeVisible();
    await expect(page.getByText("We can't reach Goodstreet.", { exact: false }).first()).toBeVisible();
  });

  await test.step("a message can be written, and a draft message survives a reload", async () => {
    await page.goto(path);
    await expect(log(page).getByText(words)).toBeVisible();
    await box(page).fill(later);
    await page.keyboard.press("Enter");
    await expect(page.getByText("We'll send this when you're back online")).toBeVisible();
    await box(page).fill("Could you");
    await page.reload();
    await expect(log(page).getByText(later)).toBeVisible();
    await expect(box(page)).toHaveValue("Could you");
    await expectAccessible(page, "a conversation without network");
  });

  await test.step("back online the message is sent once", async () => {
    await seller.page.goto(path);
    await expect(log(seller.page).getByText(words)).toBeVisible();
    await network.find();
    await expect(log(seller.page).getByText(later)).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText(/· (Sent|Read)$/)).toBeVisible();
    await expect(page.getByText(/You're offline/)).toHaveCount(0);
    await seller.page.reload();
    await expect(log(seller.page).getByText(later)).toHaveCount(1);
  });

  await test.step("the seller's own page stores no minimum price on the device", async () => {
    await seller.page.goto(`/ItemDetail/${sale}`);
    await expect(seller.page.getByRole("heading", { name: title })).toBeVisible();
    await settled(seller.page, description);
    expect(await stored(seller.page)).not.toContain("minimum_price");
  });

  await test.step("after signing out nothing private is stored or shown", async () => {
    await page.goto(`/MyOrders/${orderId}`);
    await settled(page, orderId);
    await page.getByRole("button", { name: /, account: / }).click();
    await page.getByRole("button", { name: "Log Out" }).click();
    await expect(page.getByRole("link", { name: "Sign In" }).first()).toBeVisible();
    for (const left of [orderId, words, description, "Could you", "@demo.local", "/images/"]) {
      await expect.poll(() => stored(page), { message: left }).not.toContain(left);
    }
    await network.lose();
    await page.goto(`/MyOrders/${orderId}`);
    await expect(page.getByText("We can't reach Goodstreet.", { exact: false }).first()).toBeVisible();
    await expect(page.getByText(`Gift rug ${run}`)).toHaveCount(0);
    await page.goto(`/ItemDetail/${sale}`);
    await expect(page.getByText("This item didn't load")).toBeVisible();
  });
});
