import { expect, listItem, test } from "./accounts.ts";

test("a visitor searches from Home and opens a category", async ({ person }) => {
  const { page } = await person();
  await page.goto("/home");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(/Good things.* – Goodstreet/);
  await page.getByRole("searchbox", { name: "Search the marketplace" }).fill("guitar");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/Marketplace\?q=guitar$/);
  await expect(page.getByRole("searchbox")).toHaveValue("guitar");
  await page.goBack();
  await page.getByRole("link", { name: /^Furniture/ }).click();
  await expect(page).toHaveURL(/\/Marketplace\?category=furniture$/);
  await expect(page.getByRole("tab", { name: "Furniture" })).toHaveAttribute("aria-selected", "true");
});

test("the floating add button is on every page except Home and the page for unknown addresses", async ({ person }) => {
  const { page } = await person("buyer");
  const add = page.locator("a[href='/additem']");
  for (const [path, count] of [
    ["/Store", 1],
    ["/Home", 0],
    ["/Marketplace", 1],
    ["/no-such-page", 0],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await expect(page.getByRole("button", { name: /account:/i })).toBeVisible();
    await expect(add, path).toHaveCount(count);
  }
});

test("an unknown address answers 404 and shows Home with a notice", async ({ person }) => {
  const { page } = await person();
  const reply = await page.goto("/no-such-page");
  expect(reply?.status()).toBe(404);
  await expect(page.getByText("We can't find that page")).toBeVisible();
  await expect(page.getByRole("main").getByRole("searchbox", { name: "Search the marketplace" })).toBeVisible();
  await expect(page).toHaveTitle("Page not found – Goodstreet");
});

test("a user goes from the menu through the stores to a seller, an item and back", async ({ person }) => {
  const seller = await person(9);
  const title = `Store test vase ${Date.now()}`;
  await listItem(seller, { title, price: 12 });
  const { page } = await person("buyer");
  await page.goto("/Marketplace");
  await page.getByRole("button", { name: "Marketplace", exact: true }).click();
  await page.getByRole("link", { name: "Storefront" }).first().click();
  await expect(page).toHaveURL(/\/Store$/);
  const tiles = page.getByRole("listitem").filter({ hasText: "for sale" });
  await expect(tiles.first()).toBeVisible();
  await page.goto(`/storefront/${seller.id}`);
  const name = await page.getByRole("heading", { level: 1 }).innerText();
  await expect(page).toHaveTitle(new RegExp(name.split("\n")[0] ?? name));
  await expect(page.getByText(/Member since/)).toBeVisible();
  const listing = page.getByRole("link", { name: new RegExp(`View Details.*${title}`) });
  await listing.click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await page.goBack();
  await expect(listing).toBeVisible();
});

test("an unknown seller answers 404 and links to all stores", async ({ person }) => {
  const { page } = await person();
  for (const path of ["/Store/acc_nobody00000000000000", "/storefront/not%20an%20id"]) {
    const reply = await page.goto(path);
    expect(reply?.status(), path).toBe(404);
    await expect(page.getByText("We can't find this seller")).toBeVisible();
    await page.getByRole("link", { name: "See all stores" }).click();
    await expect(page).toHaveURL(/\/Store$/);
  }
});

test("an ad visible for a second counts one impression, and opening it counts one click (A100)", async ({ person }) => {
  const { page } = await person();
  const events: string[] = [];
  page.on("response", (reply) => {
    const kind = /\/api\/ads\/[^/]+\/(impression|click)$/.exec(reply.url())?.[1];
    if (kind) events.push(`${kind} ${reply.status()}`);
  });
  await page.goto("/Home");
  const ad = page.getByRole("article").filter({ hasText: "Sponsored" }).first();
  await expect(ad).toBeVisible();
  await ad.scrollIntoViewIfNeeded();
  await expect.poll(() => events, { timeout: 15_000 }).toEqual(["impression 200"]);
  await ad.getByRole("button", { name: /See more/ }).click();
  const dialog = page.getByRole("dialog", { name: "Sponsored Content" });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole("link")).toHaveAttribute("rel", "sponsored noopener");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(ad.getByRole("button", { name: /See more/ })).toBeFocused();
  await ad.getByRole("button", { name: /See more/ }).click();
  await expect.poll(() => events.slice(1), { timeout: 15_000 }).toEqual(["click 200"]);
  // The server has counted this visitor already and does not count again.
  const home = (await (await page.request.get("/api/homepage")).json()) as { ads: { top_banner: { id: string } } };
  for (const kind of ["impression", "click"]) {
    const again = await page.request.post(`/api/ads/${home.ads.top_banner.id}/${kind}`, {
      headers: { Origin: new URL(page.url()).origin },
    });
    expect(await again.json(), kind).toEqual({ counted: false });
  }
});
