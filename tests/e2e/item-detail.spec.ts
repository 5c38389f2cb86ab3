import { type Actor, expect, listItem, originOf, test } from "./accounts.ts";
import { newHold } from "./countdown.ts";
import { settled } from "./hydrated.ts";

/** A change in one browser must reach the others within this time. */
const LIVE = { timeout: 1_000 };
/** The five-second poll, plus time for the reply. */
const POLLED = { timeout: 8_000 };

/** The facts of the item itself: the cards below have their own prices, holds and offers. */
const facts = ({ page }: Pick<Actor, "page">) => page.getByRole("article").first();
/** The button of the page; on phones a bar at the bottom may have another one. */
const buyNow = (viewer: Pick<Actor, "page">) => facts(viewer).getByRole("button", { name: /^(Buy Now|Claim)$/ });

async function hold(holder: Actor, id: string): Promise<void> {
  const reply = await holder.context.request.post("/api/rpc/reserve_item", {
    data: { item_id: id, reservation_type: "buy_now" },
    headers: { Origin: originOf(holder) },
  });
  expect(reply.status(), await reply.text()).toBe(200);
}

async function release(holder: Actor, id: string): Promise<void> {
  const reply = await holder.context.request.delete(`/api/items/${id}/reservation`, {
    headers: { Origin: originOf(holder) },
  });
  expect(reply.status(), await reply.text()).toBe(200);
}

test("two browsers on one item see viewers, interest, hold and sale within a second", async ({ person }) => {
  test.setTimeout(120_000);
  const seller = await person(8);
  const id = await listItem(seller, { title: `Shared lamp ${Date.now()}`, price: 0 });
  const watcher = await person();
  await watcher.page.goto(`/ItemDetail/${id}`);
  await expect(buyNow(watcher)).toBeVisible();
  // A viewer is not counted for themselves, and the seller is never counted (D44).
  await seller.page.goto(`/ItemDetail/${id}`);
  await expect(seller.page.getByText("1 other person is looking now")).toBeVisible();
  await expect(watcher.page.getByText(/looking now/)).toHaveCount(0);

  const taker = await person(9);
  await taker.page.goto(`/ItemDetail/${id}`);
  await expect(taker.page.getByText("1 other person is looking now")).toBeVisible();
  await expect(watcher.page.getByText("1 other person is looking now")).toBeVisible(LIVE);
  const third = await person();
  await third.page.goto(`/ItemDetail/${id}`);
  await expect(third.page.getByText("2 others are looking now")).toBeVisible();
  await expect(watcher.page.getByText("2 others are looking now")).toBeVisible(LIVE);
  await third.page.goto("/Privacy");
  await expect(watcher.page.getByText("1 other person is looking now")).toBeVisible(LIVE);

  await buyNow(taker).click();
  const dialog = taker.page.getByRole("dialog");
  await expect(dialog.getByRole("checkbox")).toBeVisible();
  await expect(watcher.page.getByText("This item is currently reserved")).toBeVisible(LIVE);
  await expect(facts(watcher).getByText(newHold("Available in"))).toBeVisible(LIVE);
  await expect(buyNow(watcher)).toHaveCount(0);

  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "Next" }).click();
  const bought = taker.page.waitForResponse(
    (reply) => reply.url().endsWith("/api/transactions") && reply.request().method() === "POST",
  );
  await dialog.getByRole("button", { name: "Complete Purchase" }).click();
  expect((await bought).status()).toBe(201);
  await expect(watcher.page.getByText("This item has been sold")).toBeVisible(LIVE);
  const toast = watcher.page.getByRole("region", { name: "Notifications" });
  await expect(toast.getByText("Item Sold")).toBeVisible();
  await expect(toast.getByText("This item was just sold to another buyer.")).toBeVisible();
  // Seller and buyer get no toast about their own sale.
  await expect(seller.page.getByText("This item has been sold")).toBeVisible();
  for (const { page } of [seller, taker]) await expect(page.getByText("Item Sold")).toHaveCount(0);
});

for (const size of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`Buy Now does not move at ${size.width} px, from the first paint to an item in the cart`, async ({ person }) => {
    const seller = await person(8);
    const id = await listItem(seller, {
      title: `Steady lamp ${Date.now()}`,
      price: 80,
      negotiation_enabled: true,
      minimum_price: 60,
    });
    const buyer = await person(9);
    const { page } = buyer;
    await page.setViewportSize(size);
    // The server-rendered page, while its scripts are held back.
    let release = () => {};
    const scripts = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/assets\/.*\.js/, async (route) => {
      await scripts;
      await route.continue();
    });
    await page.goto(`/ItemDetail/${id}`, { waitUntil: "commit" });
    const top = () =>
      buyNow(buyer).evaluate((button) => Math.round(button.getBoundingClientRect().top + window.scrollY));
    await expect(buyNow(buyer)).toBeVisible();
    await expect(page.getByText("Open to offers")).toBeVisible();
    // Wait for the style sheet, which is not held back.
    await page.waitForFunction(() => getComputedStyle(document.body).fontFamily.includes("Figtree"));
    await page.evaluate(() => document.fonts.ready);
    const before = await top();
    release();
    await expect(page.getByRole("button", { name: "Make an offer" })).toBeVisible();
    await settled(page);
    expect(await top()).toBe(before);

    await page.getByRole("button", { name: "Add to Cart" }).click();
    await expect(facts(buyer).getByText("Held for you", { exact: true })).toBeVisible();
    expect(await top()).toBe(before);
  });
}

test("without the socket the page polls for holds and sales, and it reconnects automatically", async ({ person }) => {
  test.setTimeout(120_000);
  const seller = await person(10);
  const holder = await person(11);
  const watcher = await person();
  const id = await listItem(seller, { title: `Polled lamp ${Date.now()}` });
  let cut = () => {};
  let broken = false;
  let tell = () => {};
  const firstMessage = new Promise<void>((resolve) => {
    tell = resolve;
  });
  await watcher.page.routeWebSocket(/\/live/, (socket) => {
    if (broken) return void socket.close();
    const server = socket.connectToServer();
    server.onMessage((message) => {
      socket.send(message);
      tell();
    });
    cut = () => {
      broken = true;
      void server.close();
      void socket.close();
    };
  });
  await watcher.page.goto(`/ItemDetail/${id}`);
  await expect(buyNow(watcher)).toBeVisible();
  // The page is visible before the socket is connected; the first message brings what happened in between.
  await firstMessage;
  await hold(holder, id);
  await expect(watcher.page.getByText("This item is currently reserved")).toBeVisible(LIVE);
  cut();
  await release(holder, id);
  await expect(buyNow(watcher)).toBeVisible(POLLED);
  await hold(holder, id);
  await expect(facts(watcher).getByText(newHold("Available in"))).toBeVisible(POLLED);
  // The next connection succeeds, and live updates resume.
  const back = watcher.page.waitForEvent("websocket", { timeout: 40_000 });
  broken = false;
  await back;
  await release(holder, id);
  await expect(buyNow(watcher)).toBeVisible(POLLED);
});

test("below the facts: more from the seller, recommendations, the store and the notify button", async ({ person }) => {
  const seller = await person(12);
  const title = `Row lamp ${Date.now()}`;
  const id = await listItem(seller, { title, price: 60 });
  await listItem(seller, { title: `${title} sibling`, price: 65 });
  const { page } = await person();
  await page.goto(`/ItemDetail/${id}`);
  const more = page.getByRole("region", { name: "More from this Seller" });
  await expect(more.getByRole("heading", { name: `${title} sibling` })).toBeVisible();
  await expect(more.getByRole("heading", { name: title, exact: true })).toHaveCount(0);
  const count = await more.getByRole("link", { name: /View Details/ }).count();
  expect(count).toBeLessThanOrEqual(6);
  for (const name of ["Similar items", "Similar price"]) {
    await expect(page.getByRole("region", { name })).toBeVisible();
  }

  await page.getByRole("button", { name: "Notify Me When Similar Items Are Listed" }).click();
  await expect(page.getByRole("region", { name: "Notifications" }).getByText("Coming Soon")).toBeVisible();

  await more.getByRole("link", { name: new RegExp(`${title} sibling`) }).click();
  await expect(page.getByRole("heading", { level: 1, name: `${title} sibling` })).toBeVisible();
  // Coming from another item does not count as coming from the list, so the link leads to the marketplace.
  await page.getByRole("link", { name: "Back to Marketplace" }).click();
  await expect(page).toHaveURL(/\/Marketplace$/);

  await page.goto(`/ItemDetail/${id}`);
  await page.getByRole("region", { name: "Seller", exact: true }).getByRole("link").click();
  await expect(page).toHaveURL(/\/Store\/acc_/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("on a phone the rows snap card by card and follow the keyboard", async ({ person }) => {
  const { page } = await person();
  await page.setViewportSize({ width: 390, height: 844 });
  const reply = await page.request.get("/api/items?limit=1");
  const { items } = (await reply.json()) as { items: { id: string }[] };
  await page.goto(`/ItemDetail/${items[0]?.id}`);
  const row = page
    .getByRole("region", { name: "Trending now" })
    .or(page.getByRole("region", { name: "Similar items" }))
    // A row of a few cards does not scroll.
    .filter({ has: page.locator("li:nth-child(5)") })
    .first();
  await row.scrollIntoViewIfNeeded();
  const list = row.getByRole("list");
  // The styles of content below the first screen load later.
  await expect
    .poll(() =>
      list.evaluate((element) => [element.scrollWidth > element.clientWidth, getComputedStyle(element).scrollSnapType]),
    )
    .toEqual([true, expect.stringContaining("x")]);
  const links = row.getByRole("link", { name: /View Details/ });
  // The wish list button of a card comes after its link.
  await expect(row.getByRole("button", { name: /^Save to wish list/ })).toHaveCount(await links.count());
  await links.first().focus();
  const steps = ((await links.count()) - 1) * 2;
  for (let step = 0; step < steps; step++) await page.keyboard.press("Tab");
  await expect(links.last()).toBeFocused();
  await expect(links.last()).toBeInViewport({ ratio: 0.9 });
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(sideways).toBeLessThanOrEqual(0);
});

test("a special offer shows its discount, and the checkout deducts it", async ({ person }) => {
  const buyer = await person("buyer");
  const reply = await buyer.page.request.get("/api/items?limit=100");
  type Listed = { id: string; price: number; offer_label: string | null; status: string };
  const { items } = (await reply.json()) as { items: Listed[] };
  // An offer on one item; offers on several items apply in the cart.
  const item = items.find((one) => /^[\d.]+% off at/.test(one.offer_label ?? "") && one.status === "active");
  expect(item, "the demo data has an offer").toBeTruthy();
  await buyer.page.goto(`/ItemDetail/${item?.id}`);
  const offers = buyer.page.getByRole("region", { name: "Special offers" });
  await expect(offers.getByText(item?.offer_label ?? "")).toBeVisible();
  const percent = Number(/^([\d.]+)%/.exec(item?.offer_label ?? "")?.[1]);
  const charged = Math.round((item?.price ?? 0) * (100 - percent)) / 100;
  await hold(buyer, item?.id ?? "");
  const view = await buyer.context.request.get(`/api/items/${item?.id}/checkout`);
  expect(await view.text()).toContain(`"amount":${charged}`);
  await release(buyer, item?.id ?? "");
});

test('the page shows "Open to offers" or that Knowzee is not available, and never the minimum price', async ({
  person,
}) => {
  const seller = await person(13);
  const open = await listItem(seller, {
    title: "Bargain lamp",
    price: 90,
    negotiation_enabled: true,
    minimum_price: 71.37,
  });
  const fixed = await listItem(seller, { title: "Fixed lamp", price: 90 });
  const { page } = await person();
  const seen: Promise<string>[] = [];
  page.on("response", (reply) => {
    if (reply.url().includes(open) && reply.ok()) seen.push(reply.text().catch(() => ""));
  });
  await page.goto(`/ItemDetail/${open}`);
  await expect(facts({ page }).getByText("Open to offers")).toBeVisible();
  // As an amount in dollars or cents, not as part of an id.
  for (const text of await Promise.all(seen)) expect(text).not.toMatch(/(?<![\w-])71\.?37(?![\w-])/);
  await page.goto(`/ItemDetail/${fixed}`);
  await expect(facts({ page }).getByText("Knowzee not available for this item")).toBeVisible();
});

test("photos open full screen by keyboard, and closing returns the focus", async ({ person }) => {
  const { page } = await person();
  const reply = await page.request.get("/api/items?limit=100");
  const { items } = (await reply.json()) as { items: { id: string; image: unknown }[] };
  let several = "";
  for (const { id } of items) {
    const detail = (await (await page.request.get(`/api/items/${id}`)).json()) as { photos: unknown[] };
    if (detail.photos.length > 1) several = id;
    if (several) break;
  }
  expect(several).not.toBe("");
  await page.goto(`/ItemDetail/${several}`);
  const first = page.getByRole("button", { name: /View photo 1 of \d+ full screen/ });
  await first.focus();
  await page.keyboard.press("ArrowRight");
  const second = page.getByRole("button", { name: /View photo 2 of \d+ full screen/ });
  await expect(second).toBeFocused();
  await page.keyboard.press("Enter");
  const viewer = page.locator(".yarl__portal_open");
  await expect(viewer).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(viewer).toHaveCount(0);
  await expect(second).toBeFocused();
  await page.getByRole("button", { name: "Show photo 1" }).click();
  await expect(first).toBeVisible();
});

test("a deleted item answers 404 or 410 and leads to the marketplace", async ({ person }) => {
  const seller = await person(14);
  const id = await listItem(seller, { title: "Short-lived lamp" });
  const { page } = await person();
  const connected = page.waitForEvent("websocket").then((socket) => socket.waitForEvent("framereceived"));
  await page.goto(`/ItemDetail/${id}`);
  await expect(buyNow({ page })).toBeVisible();
  await connected;
  const gone = await seller.context.request.delete(`/api/items/${id}`, { headers: { Origin: originOf(seller) } });
  expect(gone.status()).toBe(200);
  await expect(page).toHaveURL(/\/Marketplace$/);
  await expect(page.getByText("This listing is no longer available")).toBeVisible();

  const reply = await page.goto(`/ItemDetail/${id}`);
  expect([404, 410]).toContain(reply?.status());
  await expect(page).toHaveURL(/\/Marketplace$/);
});

test("the owner sees Edit Item in place of the buy controls", async ({ person }) => {
  const seller = await person(15);
  const id = await listItem(seller, { title: "Own lamp" });
  await seller.page.goto(`/ItemDetail/${id}`);
  await expect(seller.page.getByRole("link", { name: "Edit Item" })).toBeVisible();
  await expect(buyNow(seller)).toHaveCount(0);
});

test("zoomed to 200 %, the toast about a new hold covers no button of the checkout", async ({ person }) => {
  const [seller, buyer] = [await person("seller"), await person("buyer")];
  const id = await listItem(seller, { title: "Lamp on a zoomed screen" });
  await buyer.page.setViewportSize({ width: 720, height: 450 });
  await buyer.page.goto(`/ItemDetail/${id}`);
  await buyNow(buyer).click();
  await expect(buyer.page.locator(".toast").getByText("Item Reserved")).toBeVisible();
  const checkout = buyer.page.getByRole("dialog", { name: /^Buy/ });
  for (const name of ["Next", "Close"]) {
    // Playwright does not press an element that another one covers.
    await checkout.getByRole("button", { name }).click({ trial: true });
  }
});
