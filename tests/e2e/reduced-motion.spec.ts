/**
 * Under reduced motion, dialogs, menus, slides and scrolling change at once. accessibility.spec.ts checks pages as they
 * open.
 */
import type { Page } from "@playwright/test";
import { type Actor, expect, test } from "./accounts.ts";
import { recordedMotion, watchMotion } from "./motion.ts";
import { waitUntilSettled } from "./scenes/scene.ts";

const still = async (page: Page, what: string) => expect.soft(await recordedMotion(page), what).toEqual([]);
const market = (page: Page) => waitUntilSettled(page, "marketplace");
/** An item with photos: items of other tests have none. */
const pictured = (page: Page) => page.locator("[data-item]:has(img)").getByRole("link").first();

async function calm(somebody: Actor, reducedMotion: "reduce" | "no-preference" = "reduce"): Promise<Page> {
  await watchMotion(somebody.context);
  await somebody.page.emulateMedia({ reducedMotion });
  return somebody.page;
}

async function lookAtOne(page: Page): Promise<void> {
  await pictured(page).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading").first()).toBeVisible();
  // A dialog that is closed before its first frame has nothing to animate.
  await expect(dialog).toHaveCSS("opacity", "1");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
}

test("dialogs, menus, a sheet and scrolling do not animate", async ({ person }) => {
  const page = await calm(await person("buyer"));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/Marketplace");
  await market(page);
  await lookAtOne(page);
  await still(page, "a dialog, opened and closed");
  await page.getByRole("button", { name: "Selling" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /account:/i }).click();
  await still(page, "menus");
  await page.keyboard.press("Escape");

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: /^Me\b/ }).click();
  await page.keyboard.press("Escape");
  await still(page, "the menu of a phone");
  await page.getByRole("button", { name: /^Filters/ }).click();
  await expect(page.getByRole("dialog", { name: "Filters" })).toBeVisible();
  await page.keyboard.press("Escape");
  await still(page, "a sheet");

  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.evaluate(() => document.querySelector("h1")?.scrollIntoView());
  const { now, later } = await page.evaluate(async () => {
    const now = window.scrollY;
    for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);
    return { now, later: window.scrollY };
  });
  expect(later, "scrolled at once").toBe(now);
  await still(page, "scrolling");
});

test("photos, their viewer and a toast do not animate", async ({ person }) => {
  const page = await calm(await person());
  await page.goto("/Marketplace");
  await market(page);
  await page.goto((await pictured(page).getAttribute("href")) ?? "");
  await waitUntilSettled(page, "item");
  await page.getByRole("button", { name: /^View photo 1/ }).click();
  await expect(page.locator(".yarl__portal_open")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Escape");
  await expect(page.locator(".yarl__portal")).toHaveCount(0);
  await still(page, "photos and their viewer");

  // Without an account, the wish list button leads to the sign-in and shows a toast.
  await page
    .getByRole("button", { name: /^Save / })
    .first()
    .click();
  const toast = page
    .getByRole("dialog")
    .or(page.getByRole("alertdialog"))
    .filter({ hasText: /[Ss]ign in/ });
  await expect(toast).toBeVisible();
  await toast.getByRole("button", { name: "Dismiss" }).click();
  await expect(toast).toHaveCount(0);
  await still(page, "a toast");
});

test("the recorder sees motion without the reduced-motion setting", async ({ person }) => {
  const page = await calm(await person(), "no-preference");
  await page.goto("/Marketplace");
  await market(page);
  await lookAtOne(page);
  expect((await recordedMotion(page)).join("\n")).toMatch(/^transition of \w+ for \d+ ms on div/m);
  await page.evaluate(() => window.scrollTo({ top: 500, behavior: "smooth" }));
  expect(await recordedMotion(page)).toContain("scrollTo(): smooth");
});
