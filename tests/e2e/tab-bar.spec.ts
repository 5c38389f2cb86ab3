import type { Page } from "@playwright/test";
import { expect, listItem, test } from "./accounts.ts";
import { settled } from "./hydrated.ts";
import { SIZES } from "./scenes/scene.ts";

const tabs = (page: Page) => page.getByRole("navigation", { name: "Tabs" });
const tab = (page: Page, name: string) => tabs(page).getByRole("link", { name, exact: true });

test("the tabs of a visitor lead everywhere, work without script and move nothing", async ({ person }) => {
  const visitor = await person();
  const { page } = visitor;
  await page.setViewportSize(SIZES.phone);
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shift: Reflect.get(window, "shift") + Reflect.get(entry, "value") });
    }).observe({ type: "layout-shift", buffered: true });
  });
  const html = await (await page.request.get("/Home")).text();
  expect(html).toContain("data-tab-bar");
  await page.goto("/Home");
  await expect(tab(page, "Home")).toHaveAttribute("aria-current", "page");
  await settled(page);
  expect(await page.evaluate(() => Reflect.get(window, "shift"))).toBeLessThan(0.01);

  await tab(page, "Search").click();
  await expect(page.getByRole("searchbox", { name: "Search the marketplace" })).toBeFocused();
  await page.goto("/Privacy");
  await tab(page, "Search").click();
  await expect(page).toHaveURL(/\/Marketplace$/);
  await expect(page.getByRole("searchbox", { name: "Search listings" })).toBeFocused();

  for (const [name, way] of [
    ["Inbox", "Messages"],
    ["Me", "Settings"],
    ["Sell", "AddItem"],
  ] as const) {
    await page.goto("/Marketplace");
    await tab(page, name).click();
    await expect(page).toHaveURL(new RegExp(`/SignIn\\?returnUrl=%2F${way}$`));
  }
});

test("the tab bar gives way to the keyboard, the listing form and the Buy bar", async ({ person }) => {
  const [seller, buyer] = [await person("seller"), await person("buyer")];
  const id = await listItem(seller, { title: "Lamp above the tabs", description: "x ".repeat(90) });
  const { page } = buyer;
  await page.setViewportSize(SIZES.phone);
  await page.goto("/Marketplace");
  await expect(tabs(page)).toBeVisible();
  await page.getByRole("searchbox").focus();
  await expect(tabs(page)).toBeVisible();
  // The keyboard takes the lower part of the screen.
  await page.setViewportSize({ width: 390, height: 480 });
  await expect(tabs(page)).toBeHidden();
  await page.setViewportSize(SIZES.phone);
  await expect(tabs(page)).toBeVisible();

  await page.goto(`/ItemDetail/${id}`);
  const bar = page.getByRole("region", { name: "Buy this item" });
  await expect(bar.getByRole("button", { name: "Buy Now" })).toBeVisible();
  await expect(tabs(page)).toBeHidden();
  await page.getByRole("article").first().getByRole("button", { name: "Buy Now" }).scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 200);
  await expect(tabs(page)).toBeVisible();
  await expect(bar).toHaveCount(0);

  await page.goto("/AddItem");
  await expect(page.getByRole("heading", { level: 1, name: "List an item" })).toBeVisible();
  await expect(tabs(page)).toBeHidden();
});

test("the floating button shrinks over a card and never covers a button", async ({ person }) => {
  const { page } = await person("buyer");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/Privacy");
  const button = page.locator("[data-add-button]");
  await expect(button.getByText("List an item")).toBeVisible();
  await page.goto("/Marketplace");
  await expect(button).toBeVisible();
  await expect(button.getByText("List an item")).toHaveCount(0);
  for (let y = 0; y < 2_400; y += 90) {
    // The button follows in the frame after the one that scrolls.
    await page.evaluate((top) => {
      window.scrollTo(0, top);
      return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }, y);
    await expect.poll(() => page.evaluate(covered), `scrolled to ${y}`).toEqual([]);
  }
});

/** Runs in the page. @returns the controls that the floating button covers. */
function covered(): (string | null)[] {
  const add = document.querySelector("[data-add-button]");
  if (!add || getComputedStyle(add).pointerEvents === "none") return [];
  const own = add.getBoundingClientRect();
  return [...document.querySelectorAll("main button, main [role=listitem] a, main li a")]
    .map((control) => ({ control, box: control.getBoundingClientRect() }))
    .filter(({ control, box }) => {
      // A button must not even be touched; a card stays usable below the icon.
      if (control.matches("button")) {
        return box.right > own.left && box.left < own.right && box.bottom > own.top && box.top < own.bottom;
      }
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      return x > own.left && x < own.right && y > own.top && y < own.bottom;
    })
    .map(({ control }) => control.textContent);
}
