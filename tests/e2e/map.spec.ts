import type { Page } from "@playwright/test";
import config from "../../playwright.config.ts";
import { expect, expectAccessible, test } from "./accounts.ts";
import { sidewaysOverflow } from "./scenes/scene.ts";

const { launchOptions } = config.use ?? {};
const args = launchOptions?.args?.filter((arg) => arg !== "--disable-gpu") ?? [];
/** WebGL in software. */
test.use({
  launchOptions: {
    ...launchOptions,
    args: [...args, "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
  },
});

const listed = (page: Page) => page.locator(".map-list [data-item]");
const markers = (page: Page) => page.getByRole("list", { name: "Suburbs on the map" });
const shown = (page: Page) => page.getByText(/^(No|[\d,]+) items? in this area$/);
const numberIn = (text: string | null) => Number(/[\d,]+/.exec(text ?? "")?.[0].replace(",", "") ?? 0);

/** The sum of the numbers on all markers. */
async function itemsOnMarkers(page: Page): Promise<number> {
  const texts = await markers(page).locator("button > span:first-child").allTextContents();
  return texts.map(numberIn).reduce((sum, count) => sum + count, 0);
}

/** Opens the map from the list and waits until MapLibre has drawn it. */
async function openMap(page: Page): Promise<void> {
  await page.goto("/Marketplace");
  await page.getByRole("button", { name: "Map", exact: true }).click();
  await expect(page).toHaveURL(/[?&]view=map$/);
  await expect(markers(page).getByRole("button").first()).toBeVisible();
}

/** The names of all markers, which change when the map has zoomed. */
const names = async (page: Page) => (await markers(page).locator(".sr-only").allTextContents()).join("; ");

/** Zooms in by clusters until the suburb has a marker of its own, and presses it. */
async function chooseSuburb(page: Page): Promise<string> {
  for (let step = 0; step < 6; step++) {
    const single = markers(page).getByRole("button", { name: /^\D+, \d+ items?,/ });
    if ((await single.count()) > 0) {
      const name = (await single.first().locator(".sr-only").textContent()) ?? "";
      await single.first().click();
      return name;
    }
    const before = await names(page);
    await markers(page)
      .getByRole("button", { name: /zoom in$/ })
      .first()
      .click();
    await expect.poll(() => names(page)).not.toBe(before);
  }
  throw new Error("no suburb of its own after six steps");
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`the map at ${width} px counts every item, lists those of a pressed suburb, and Back returns`, async ({
    person,
  }) => {
    const { page } = await person();
    await page.setViewportSize({ width, height });
    const requested: string[] = [];
    page.on("request", (request) => requested.push(request.url()));
    await openMap(page);
    expect(await itemsOnMarkers(page)).toBe(numberIn(await shown(page).textContent()));
    await expectAccessible(page, `map at ${width} px`);

    const name = await chooseSuburb(page);
    const [, suburb = "", count = ""] = /^(.+?), (\d+) items?,/.exec(name) ?? [];
    await expect(page).toHaveURL(/[?&]at=-\d/);
    await expect(page.getByRole("heading", { level: 2, name: suburb })).toBeFocused();
    await expect(listed(page)).toHaveCount(Math.min(24, Number(count)));
    for (const card of await listed(page).all()) await expect(card).toContainText(suburb);
    expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0);
    await expectAccessible(page, `map with a suburb at ${width} px`);

    await page.goBack();
    await expect(page.getByRole("heading", { level: 2, name: "All suburbs" })).toBeVisible();
    await page.goForward();
    await page.reload();
    await expect(page.getByRole("heading", { level: 2, name: suburb })).toBeVisible();
    await page.getByRole("button", { name: "Show all suburbs" }).click();
    await expect(page).not.toHaveURL(/at=/);
    await page.getByRole("button", { name: "List", exact: true }).click();
    await expect(page).toHaveURL(/\/Marketplace$/);
    await expect(page.locator(".map-view")).toHaveCount(0);
    // The embedded map needs nothing from any other site.
    expect(requested.filter((url) => !url.startsWith(new URL(page.url()).origin) && !url.startsWith("data:"))).toEqual(
      [],
    );
  });
}

test("a filter changes list and map together", async ({ person }) => {
  const { page } = await person();
  await openMap(page);
  const everything = await itemsOnMarkers(page);
  await page.getByRole("tab", { name: "Books" }).click();
  await expect(page).toHaveURL(/view=map/);
  await expect.poll(() => itemsOnMarkers(page)).toBeLessThan(everything);
  await expect(listed(page)).toHaveCount(await itemsOnMarkers(page));
});

test("markers work from the keyboard, and a card under the pointer lights its marker", async ({ person }) => {
  const { page } = await person();
  await openMap(page);
  await listed(page).first().hover();
  await expect(page.locator(".map-marker[data-lit]")).toHaveCount(1);
  const before = await names(page);
  await markers(page)
    .getByRole("button", { name: /zoom in$/ })
    .first()
    .focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => names(page)).not.toBe(before);
});

test("without the map's code the list still works, and Retry loads it", async ({ person }) => {
  const { page, context } = await person();
  await context.route("**/assets/maplibre-*", (route) => route.fulfill({ status: 404 }));
  await page.goto("/Marketplace?view=map");
  const alert = page.getByRole("alert").filter({ hasText: "The map didn't load" });
  await expect(alert).toBeVisible();
  await expect(listed(page).first()).toBeVisible();
  await expectAccessible(page, "map that did not load");
  await context.unroute("**/assets/maplibre-*");
  await alert.getByRole("button", { name: "Retry" }).click();
  await expect(markers(page).getByRole("button").first()).toBeVisible();
});

test("a place that the visitor has set is where the map starts", async ({ person }) => {
  const { page, context } = await person();
  await context.request.put("/api/places/near", {
    data: { place: "Newtown NSW 2042", within_km: null },
    headers: { Origin: new URL((await context.request.get("/")).url()).origin },
  });
  await page.goto("/Marketplace?view=map");
  await expect(markers(page).getByRole("button", { name: /Newtown/ })).toBeVisible();
  await expect(markers(page).getByRole("button", { name: /Brunswick/ })).toHaveCount(0);
});
