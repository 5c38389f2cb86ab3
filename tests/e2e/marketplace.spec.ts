import type { Page } from "@playwright/test";
import { type Actor, expect, expectAccessible, listItem, send, test } from "./accounts.ts";
import { observed } from "./hydrated.ts";
import { sidewaysOverflow } from "./scenes/scene.ts";

const cards = (page: Page) => page.locator("[data-item]");
/** The rows of the list itself, without the sections between them. */
const listed = (page: Page) => page.locator("[role=tabpanel] > div > ul > [data-item]");

async function open({ page }: Actor, address = "/Marketplace"): Promise<Page> {
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("Loading listings…")).toHaveCount(0);
  return page;
}

test("thirteen tabs work by arrow keys, each with its title and address, also after Back and a reload", async ({
  person,
}) => {
  const page = await open(await person());
  const tabs = page.getByRole("tab");
  await expect(tabs).toHaveCount(13);
  const titles = [
    ["trending", "Trending Now"],
    ["bundles", "Bundle Deals"],
    ["electronics", "Electronics"],
    ["clothing", "Clothing"],
    ["furniture", "Furniture"],
    ["books", "Books"],
    ["toys", "Toys & Games"],
    ["sports", "Sports & Outdoors"],
    ["home", "Home & Garden"],
    ["rare", "Collectibles"],
    ["other", "Other"],
    ["sold", "Recently Sold"],
  ] as const;
  const title = page.locator("[role=tabpanel] h2").first();
  await expect(title).toHaveText("Browse all available items");
  await tabs.first().focus();
  for (const [tab, text] of titles) {
    await page.keyboard.press("ArrowRight");
    await expect(title).toHaveText(text);
    await expect(page).toHaveURL(new RegExp(`[?&]tab=${tab}$`));
    await expect(page.getByRole("tab", { selected: true })).toBeFocused();
  }
  await page.goBack();
  await expect(title).toHaveText("Other");
  await page.reload();
  await expect(title).toHaveText("Other");
});

test("filters live in the address: a reload, a shared link and Back restore them", async ({ person }) => {
  const visitor = await person();
  const page = await open(visitor);
  await page.getByRole("searchbox", { name: "Search listings" }).fill("lamp");
  await expect(page).toHaveURL(/\?q=lamp$/);
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("price_asc");
  await page.getByRole("button", { name: /Filters/ }).click();
  const panel = page.getByRole("dialog", { name: "Filters" });
  await panel.getByText("Good", { exact: true }).click();
  await panel.getByText("Like new", { exact: true }).click();
  const counted = page.waitForResponse(/\/api\/items\/count\?.*max_price=500/);
  await panel.getByRole("textbox", { name: "To" }).fill("500");
  const { count } = (await (await counted).json()) as { count: number };
  await panel.getByRole("button", { name: count === 1 ? "Show 1 item" : `Show ${count} items` }).click();
  await expect(panel).toHaveCount(0);
  await expect(page).toHaveURL(/condition=like_new%2Cgood/);
  await expect(listed(page)).toHaveCount(count);
  const shared = page.url();
  for (const part of ["q=lamp", "sort=price_asc", "max_price=500"]) expect(shared).toContain(part);

  const other = await person();
  await other.page.goto(shared);
  await expect(other.page.getByRole("searchbox")).toHaveValue("lamp");
  await expect(other.page.getByRole("combobox", { name: "Sort by" })).toHaveValue("price_asc");
  await expect(other.page.getByRole("list", { name: "Active filters" })).toContainText("Good");
  await expect(other.page.getByRole("list", { name: "Active filters" })).toContainText("Like new");
  await expect(other.page.getByRole("list", { name: "Active filters" })).toContainText("Up to $500");

  await page.goBack();
  await expect(page).not.toHaveURL(/condition/);
  await expect(page.getByRole("searchbox")).toHaveValue("lamp");
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Sort by" })).toHaveValue("price_asc");
});

test("a radius filter suggests places, excludes items further away and names an unknown place", async ({ person }) => {
  const page = await open(await person());
  await page.getByRole("button", { name: /Filters/ }).click();
  const panel = page.getByRole("dialog", { name: "Filters" });
  const show = panel.getByRole("button", { name: /^Show/ });
  await panel.getByLabel("Location").fill("nowhere at all");
  await panel.getByLabel("Distance").selectOption("10");
  await show.click();
  await expect(panel.getByText("We don't know that suburb or postcode.")).toBeVisible();
  await expect(panel.getByLabel("Location")).toBeFocused();
  await expectAccessible(page, "filters with an unknown place");
  await panel.getByLabel("Location").fill("brunswic");
  await show.click();
  await expect(page).toHaveURL(/near=Brunswick\+VIC\+3056&within_km=10/);
  await expect(page.getByRole("button", { name: /Within 10 km of Brunswick VIC 3056/ })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: "Within 10 km of Brunswick VIC 3056" })).toBeVisible();
  expect(await listed(page).count()).toBeGreaterThan(3);
});

const nearDialog = (page: Page) => page.getByRole("dialog", { name: "Your suburb" });
const distances = (page: Page) =>
  listed(page).evaluateAll((all) =>
    all.map((card) => {
      const text = [...card.querySelectorAll("p")].map((line) => line.textContent).join(" ");
      if (text.includes("Under 1 km away")) return 0;
      return Number(/([\d,]+) km away/.exec(text)?.[1]?.replace(",", "") ?? Number.NaN);
    }),
  );

test("near me: a typed suburb is remembered, lists the nearest first and the rest under its own heading", async ({
  person,
}) => {
  const visitor = await person();
  const page = await open(visitor);
  await page.getByRole("button", { name: "Set your suburb" }).click();
  await nearDialog(page).getByLabel("Suburb or postcode").fill("newtow");
  await expectAccessible(page, "your suburb");
  await nearDialog(page).getByRole("button", { name: "Save" }).click();
  await expect(nearDialog(page)).toHaveCount(0);
  const heading = page.getByRole("heading", { level: 2, name: "Near Newtown", exact: true });
  await expect(heading).toBeVisible();
  await expect(page.getByText(/^\d+ items$/)).toBeVisible();
  await expect(listed(page).first()).toContainText(/km away · /);
  const further = page.getByRole("heading", { level: 2, name: "Further away" });
  await expect(async () => {
    await page.mouse.wheel(0, 2_000);
    await expect(further).toBeAttached({ timeout: 500 });
  }).toPass();
  const [nearer, rest] = await listed(page).evaluateAll((all) => {
    const heading = [...document.querySelectorAll("h2")].find((one) => one.textContent === "Further away");
    const isAfter = (card: Element) =>
      heading !== undefined && (heading.compareDocumentPosition(card) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    return [all.filter((card) => !isAfter(card)).length, all.filter(isAfter).length];
  });
  expect(nearer).toBeGreaterThan(0);
  expect(rest).toBeGreaterThan(0);
  const km = await distances(page);
  // A seller without a place has no distance.
  for (const one of km.slice(0, nearer)) expect(one).toBeLessThanOrEqual(25);
  for (const one of km.slice(nearer)) expect(Number.isNaN(one) || one >= 25, String(one)).toBe(true);

  await page.evaluate(() => window.scrollTo(0, 0));
  await page.getByRole("combobox", { name: "Sort by" }).selectOption({ label: "Nearest first" });
  await expect(page).toHaveURL(/sort=nearest/);
  // The list of before is shown until the sorted one arrives.
  await expect(async () => {
    const sorted = await distances(page);
    expect(sorted).toEqual(sorted.toSorted((a, b) => a - b));
  }).toPass();

  // The Worker renders the remembered place: it is there without a script.
  const html = await (await page.request.get("/Marketplace")).text();
  expect(html).toContain(">Near Newtown</h2>");
  await page.goto("/Home");
  await expect(page.getByRole("button", { name: "Near Newtown" })).toBeVisible();
  await expect(page.getByText(/km away · /).first()).toBeVisible();
});

test("near me: the browser's location is asked for on a click, and only its suburb is sent", async ({ person }) => {
  const visitor = await person();
  await visitor.context.grantPermissions(["geolocation"]);
  await visitor.context.setGeolocation({ latitude: -33.897123, longitude: 151.178456 });
  const sent: string[] = [];
  visitor.page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  const page = await open(visitor);
  await page.getByRole("button", { name: "Set your suburb" }).click();
  expect(sent.some((request) => request.includes(".txt"))).toBe(false);
  await nearDialog(page).getByRole("button", { name: "Use my location" }).click();
  await expect(nearDialog(page).getByLabel("Suburb or postcode")).toHaveValue("Newtown NSW 2042");
  await nearDialog(page).getByText("5 km", { exact: true }).click();
  await nearDialog(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: /^Near Newtown/ })).toContainText("5 km");
  expect(sent.some((request) => request.includes("Newtown NSW 2042"))).toBe(true);
  for (const request of sent) expect(request).not.toMatch(/33\.897|151\.178/);

  // A radius is a hard limit. The list loads after the button has changed.
  await expect.poll(async () => Math.max(...(await distances(page)))).toBeLessThanOrEqual(5);
  await page.getByRole("button", { name: /^Near Newtown/ }).click();
  await nearDialog(page).getByRole("button", { name: "Forget my suburb" }).click();
  await expect(page.getByRole("button", { name: "Set your suburb" })).toBeVisible();
  await expect(page.getByText(/km away/)).toHaveCount(0);
});

test("near me: an empty radius offers the next wider one with its count", async ({ person }) => {
  const seller = await person(3);
  const title = `Left-handed theremin ${Date.now()}`;
  await listItem(seller, { title, price: 35, suburb: "Parramatta", city: "Sydney", postcode: "2150" });
  const visitor = await person();
  await send(visitor, "PUT", "/api/places/near", { place: "Newtown NSW 2042", within_km: 5 });
  const page = await open(visitor, `/Marketplace?q=${encodeURIComponent(title)}`);
  await expect(page.getByText("Nothing within 5 km of Newtown")).toBeVisible();
  await expectAccessible(page, "an empty radius");
  await page.getByRole("button", { name: "Show 1 within 25 km" }).click();
  await expect(page.getByRole("link", { name: title, exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Near Newtown/ })).toContainText("25 km");
});

test("a mistyped search shows results for the corrected words and says so", async ({ person }) => {
  const page = await open(await person(), "/Marketplace?q=bycicle");
  await expect(page.getByText(/Showing results for/)).toBeVisible();
  expect(await listed(page).count()).toBeGreaterThan(0);
});

test("ads appear after the seventh card and after the row, and each counts once", async ({ person }) => {
  const visitor = await person();
  const events: string[] = [];
  let asked = 0;
  // The browser does not report the replies of keepalive requests, so they are read on their way.
  await visitor.page.route(/\/api\/ads\/\w+\/(impression|click)$/, async (route) => {
    const [, id, kind] = /\/api\/ads\/(\w+)\/(\w+)$/.exec(route.request().url()) ?? [];
    asked++;
    const reply = await route.fetch({ headers: await route.request().allHeaders() });
    events.push(`${kind} ${id} ${await reply.text()}`);
    await route.fulfill({ response: reply });
  });
  await visitor.page.setViewportSize({ width: 1440, height: 900 });
  await visitor.page.clock.install();
  const page = await open(visitor);
  const block = page.locator("[role=tabpanel] > div > ul > li:nth-child(8)");
  await expect(block.getByText("Sponsored", { exact: true })).toBeVisible();
  await expect(
    page.locator("[role=tabpanel] > div > ul > li:nth-child(9)").getByText("Sponsored", { exact: true }),
  ).toBeVisible();
  const eighth = await block.boundingBox();
  const seventh = await listed(page).nth(6).boundingBox();
  expect(eighth?.y, "the block fills the row").toBeCloseTo(seventh?.y ?? 0, -1);

  await block.scrollIntoViewIfNeeded();
  await expect.poll(() => events.filter((event) => event.startsWith("impression")).length).toBeGreaterThan(0);
  await block.getByRole("button", { name: /See more/ }).click();
  const dialog = page.getByRole("dialog", { name: "Sponsored Content" });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole("link")).toHaveAttribute("rel", "sponsored noopener");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await block.getByRole("button", { name: /See more/ }).click();
  await page.keyboard.press("Escape");
  // Scrolls down past the same ads in later rows: each has been counted already.
  for (let step = 0; step < 6; step++) {
    await page.mouse.wheel(0, 900);
    await observed(page);
    await page.clock.runFor(1_000);
  }
  await expect.poll(() => events.length).toBe(asked);
  expect(events.filter((event) => event.includes('{"counted":true}')).length, events.join()).toBeGreaterThan(1);
  const reported = events.map((event) => event.split(" ").slice(0, 2).join(" "));
  expect(new Set(reported).size, reported.join()).toBe(reported.length);
  expect(reported.filter((event) => event.startsWith("click"))).toHaveLength(1);

  // After a reload the visitor may report the ad again, but it is not counted again.
  events.length = 0;
  await open(visitor);
  await block.scrollIntoViewIfNeeded();
  await expect.poll(() => events.length).toBeGreaterThan(0);
  for (const event of events) expect(event).toContain('{"counted":false}');
});

test("a card's dialog opens by keyboard, returns the focus and leads to the wizard or the item page", async ({
  person,
}) => {
  const seller = await person(3);
  const title = `Quick look chair ${Date.now()}`;
  await listItem(seller, { title, description: "Oak, no wobble.", price: 35 });
  const buyer = await person("buyer");
  const page = await open(buyer, `/Marketplace?q=${encodeURIComponent(title)}`);
  const link = page.getByRole("link", { name: title, exact: true });
  await link.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: title });
  await expect(dialog.getByText("Oak, no wobble.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(link).toBeFocused();

  const [opened] = await Promise.all([buyer.context.waitForEvent("page"), link.click({ modifiers: ["Control"] })]);
  await expect(opened).toHaveURL(/\/ItemDetail\//);
  await opened.close();

  await link.click();
  await dialog.getByRole("button", { name: "Buy Now" }).click();
  const wizard = page.getByRole("dialog").filter({ hasText: /Collection Details/ });
  await expect(wizard).toBeVisible();
  await expect(dialog.getByText("Oak, no wobble.")).toHaveCount(0);
  await wizard.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Let it go" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await link.click();
  await dialog.getByRole("link", { name: "View Details" }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await page.getByRole("link", { name: "Back to Marketplace" }).click();
  await expect(page).toHaveURL(/\/Marketplace\?q=/);
});

test("a visitor who wants to buy is sent to sign in, with the way back to the item", async ({ person }) => {
  const page = await open(await person(), "/Marketplace?tab=books");
  await listed(page).first().getByRole("link").first().click();
  await page.getByRole("button", { name: "Buy Now" }).click();
  await expect(page.getByText("You must be signed in to purchase items").first()).toBeVisible();
  await expect(page).toHaveURL(/\/SignIn\?returnUrl=%2FItemDetail%2Fitm_\w+$/);
});

test("a bundle's dialog shows its items, the saving and the collection date", async ({ person }) => {
  const page = await open(await person(), "/Marketplace?tab=bundles");
  await page
    .getByRole("button", { name: /View bundle/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/^Save \$/)).toBeVisible();
  await expect(dialog.getByText("Pickup", { exact: true })).toBeVisible();
  await dialog.getByRole("link").first().click();
  await expect(page).toHaveURL(/\/ItemDetail\//);
});

test("the list loads more on scrolling, and by keyboard moves the focus to the first new card", async ({ person }) => {
  test.setTimeout(90_000);
  const page = await open(await person());
  await expect(listed(page)).toHaveCount(24);
  const more = page.getByRole("button", { name: "Load more" });
  // Pressed before scrolling: the keyboard reaches the button although it is far below.
  await more.evaluate((button: HTMLElement) => button.focus({ preventScroll: true }));
  await page.keyboard.press("Enter");
  await expect(listed(page)).not.toHaveCount(24);
  const first = listed(page).nth(24);
  await expect(first.getByRole("link").first()).toBeFocused();
  const before = await listed(page).count();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(() => listed(page).count()).toBeGreaterThan(before);
  const ids = await listed(page).evaluateAll((all) => all.map((card) => card.getAttribute("data-item")));
  expect(new Set(ids).size).toBe(ids.length);
});

test("cards fit the screen on every tab and at every width", async ({ person }) => {
  test.setTimeout(120_000);
  const visitor = await person();
  for (const tab of ["", "?tab=trending", "?tab=bundles", "?tab=sold", "?near=3056&within_km=25"]) {
    await visitor.page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    const page = await open(visitor, `/Marketplace${tab}`);
    await expect(tab === "?tab=bundles" ? page.getByText(/\d items · /).first() : cards(page).first()).toBeVisible();
    for (const width of [390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(() => window.scrollTo(0, 1_200));
      const what = `${tab || "all"} at ${width} px`;
      // The scenes cover the other two widths.
      if (width === 820) await expectAccessible(page, what);
      expect(await sidewaysOverflow(page), `${what}: sideways scroll`).toBeLessThanOrEqual(0);
    }
  }
});

test("the return from a cancelled payment shows a notice and cleans the address", async ({ person }) => {
  const page = await open(await person(), "/Marketplace?payment=cancelled&session_id=cs_test_1");
  await expect(page.getByRole("alert")).toContainText("Payment was cancelled. You can try again anytime.");
  await expect(page).toHaveURL(/\/Marketplace$/);
  await expectAccessible(page, "return from payment");
});
