import type { Page } from "@playwright/test";
import { expect, listItem, test } from "./accounts.ts";

/** Holds the app's scripts back until the returned function is called, as on a slow connection. */
async function holdScript(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test("listings are visible before the scripts load, and hydration keeps their elements and a typed search", async ({
  person,
}) => {
  const { page } = await person();
  const release = await holdScript(page);
  await page.goto("/Marketplace", { waitUntil: "commit" });
  const card = page.locator("[data-item]").first();
  await expect(card).toBeVisible();
  await card.evaluate((element) => element.setAttribute("data-kept", ""));
  // Typed before hydration: the text must survive it.
  await page.getByLabel("Search listings").fill("lamp");
  release();
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await expect(page).toHaveURL(/[?&]q=lamp/);
});

test("the server renders the first row of the marketplace; hydration adds the rest", async ({ page, request }) => {
  const text = await (await request.get("/Marketplace", { headers: { Accept: "text/html" } })).text();
  expect(text.match(/data-item=/g)).toHaveLength(7);
  await page.goto("/Marketplace");
  await expect(page.locator("main [data-item]").nth(27)).toBeAttached();
});

test("hydration keeps the elements of a server-rendered page", async ({ person }) => {
  const { page } = await person();
  const release = await holdScript(page);
  await page.goto("/Marketplace", { waitUntil: "commit" });
  const card = page.locator("[data-item]").first();
  await expect(card).toBeVisible();
  const handle = await card.elementHandle();
  release();
  await expect(page.getByRole("contentinfo")).toBeVisible();
  expect(await handle?.evaluate((element) => element.isConnected)).toBe(true);
});

test("the home page is visible before the scripts load, and hydration keeps its elements and a typed search", async ({
  person,
}) => {
  const { page } = await person();
  const release = await holdScript(page);
  await page.goto("/Home", { waitUntil: "commit" });
  const card = page.locator("[data-item]").first();
  await expect(card).toBeVisible();
  const handle = await card.elementHandle();
  const search = page.getByLabel("Search the marketplace");
  await search.fill("lamp");
  release();
  await expect(page.getByRole("contentinfo")).toBeVisible();
  expect(await handle?.evaluate((element) => element.isConnected)).toBe(true);
  await expect(search).toHaveValue("lamp");
  await search.press("Enter");
  await expect(page).toHaveURL("/Marketplace?q=lamp");
});

test("Enter in the search box of the home page searches before hydration", async ({ person }) => {
  const { page } = await person();
  await holdScript(page);
  await page.goto("/Home", { waitUntil: "commit" });
  const search = page.getByLabel("Search the marketplace");
  await search.fill("bed");
  await search.press("Enter");
  await expect(page).toHaveURL("/Marketplace?q=bed");
});

test("a visitor sees Sign In before the scripts load, and the page makes no session request", async ({ person }) => {
  const { page } = await person();
  const calls: string[] = [];
  page.on("request", (request) => calls.push(new URL(request.url()).pathname));
  const release = await holdScript(page);
  await page.goto("/Marketplace", { waitUntil: "commit" });
  const signIn = page.getByRole("banner").getByRole("link", { name: "Sign In" });
  await expect(signIn).toBeVisible();
  const signInElement = await signIn.elementHandle();
  release();
  await expect(page.getByRole("contentinfo")).toBeVisible();
  expect(await signInElement?.evaluate((element) => element.isConnected)).toBe(true);
  expect(calls).not.toContain("/api/auth/session");
});

test("Enter in the search box before hydration searches within the filters of the address", async ({ person }) => {
  const { page } = await person();
  await holdScript(page);
  await page.goto("/Marketplace?tab=furniture&sort=price_asc", { waitUntil: "commit" });
  const search = page.getByLabel("Search listings");
  await search.fill("bed");
  await search.press("Enter");
  await expect(page).toHaveURL("/Marketplace?tab=furniture&sort=price_asc&q=bed");
  await expect(search).toHaveValue("bed");
});

test("every other page shows its frame before its scripts load, and hydration keeps it", async ({ person }) => {
  const { page } = await person("seller");
  for (const path of ["/AddItem", "/Contact", "/MyOrders"]) {
    const release = await holdScript(page);
    await page.goto(path, { waitUntil: "commit" });
    const logo = page.getByRole("banner").getByRole("link").first();
    await expect(logo).toBeVisible();
    const handle = await logo.elementHandle();
    release();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await handle?.evaluate((element) => element.isConnected), path).toBe(true);
    await page.unroute("**/assets/*.js");
  }
});

test("an item page shows its price without JavaScript", async ({ person, browser }) => {
  const seller = await person("seller");
  await listItem(seller, { title: "A lamp for readers in bed", price: 35 });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/Marketplace?q=lamp+readers+bed");
  await page
    .locator("[data-item]")
    .first()
    .getByRole("link", { name: /View Details/ })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("A lamp for readers in bed");
  await expect(page.getByText("$35", { exact: true }).first()).toBeVisible();
  await context.close();
});
