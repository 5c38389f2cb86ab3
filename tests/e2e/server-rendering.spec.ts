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

test("a button pressed before hydration acts once the page is hydrated", async ({ person }) => {
  const { page } = await person();
  const release = await holdScript(page);
  await page.goto("/Marketplace", { waitUntil: "commit" });
  await page.getByRole("button", { name: "Filters" }).click();
  release();
  await expect(page.getByRole("dialog", { name: /filters/i })).toBeVisible();
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

test("a sort order chosen before hydration is applied", async ({ person }) => {
  const { page } = await person();
  const release = await holdScript(page);
  await page.goto("/Marketplace", { waitUntil: "commit" });
  const sort = page.getByLabel("Sort by");
  await sort.selectOption("price_asc");
  // Other clicks before hydration do not undo the choice.
  await page.getByRole("heading", { level: 1 }).click();
  await page.getByRole("tab", { name: "Furniture" }).click();
  release();
  await expect(page).toHaveURL("/Marketplace?tab=furniture&sort=price_asc");
  await expect(sort).toHaveValue("price_asc");
});

for (const file of ["after-paint.js", "assets/index-*.js"]) {
  test(`without ${file} the first press reloads the page`, async ({ person }) => {
    const { page } = await person();
    let broken = true;
    let calls = 0;
    await page.route(`**/${file}`, (route) => {
      calls++;
      // A 404, because an aborted request would log its own console error.
      return broken ? route.fulfill({ status: 404 }) : route.continue();
    });
    await page.goto("/Marketplace", { waitUntil: "commit" });
    await expect.poll(() => calls).toBeGreaterThan(0);
    await page.waitForLoadState("load");
    broken = false;
    const filters = page.getByRole("button", { name: "Filters" });
    await expect(async () => {
      await filters.click();
      await expect(page.getByRole("contentinfo")).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await filters.click();
    await expect(page.getByRole("dialog", { name: /filters/i })).toBeVisible();
  });
}

test("the listing form shows its heading before its scripts load, and the layout does not shift", async ({
  person,
}) => {
  const { page } = await person("seller");
  const release = await holdScript(page);
  await page.goto("/AddItem", { waitUntil: "commit" });
  const heading = page.getByRole("heading", { name: "List an item", level: 1 });
  const photos = page.getByText("Clear photos in daylight sell best.");
  await expect(photos).toBeVisible();
  const places = () => Promise.all([heading, photos].map((part) => part.boundingBox()));
  const before = await places();
  release();
  await expect(page.getByLabel("Title")).toBeVisible();
  await expect(heading).toHaveCount(1);
  expect(await places()).toEqual(before);
});

test("an item page shows its price without JavaScript", async ({ person, browser }) => {
  const seller = await person("seller");
  await listItem(seller, { title: "A lamp for readers without script", price: 35 });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/Marketplace?q=readers+without+script");
  await page
    .locator("[data-item]")
    .first()
    .getByRole("link", { name: /View Details/ })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("A lamp for readers without script");
  await expect(page.getByText("$35", { exact: true }).first()).toBeVisible();
  await context.close();
});
