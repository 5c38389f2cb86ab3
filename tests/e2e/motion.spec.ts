/** With `prefers-reduced-motion: reduce` nothing moves: what opens, opens at once, and at most fades (§5 of the visual language). */
import type { Page } from "@playwright/test";
import { expect, listItem, type Person, test } from "./people.ts";

/** Writes down every animation and transition of anything but opacity or a colour, looking once a frame. */
async function watch({ context }: Person): Promise<void> {
  await context.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { movedHere: seen });
    const quiet =
      /^(offset|computedOffset|easing|composite|opacity|visibility|.*color.*|fill|stroke|boxShadow|display|overlay|outline.*)$/i;
    const look = () => {
      for (const animation of document.getAnimations()) {
        const { effect } = animation;
        if (!(effect instanceof KeyframeEffect) || effect.getComputedTiming().duration === 0) continue;
        const properties = effect
          .getKeyframes()
          .flatMap((frame) => Object.keys(frame))
          .filter((name) => !quiet.test(name));
        if (properties.length > 0)
          seen.add(`${[...new Set(properties)].join(", ")} of ${effect.target?.outerHTML.slice(0, 120)}`);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

const moved = (page: Page) => page.evaluate(() => [...(window as unknown as { movedHere: Set<string> }).movedHere]);

/** Opens and closes what moves most: sheet, menus, drawer, toast, tabs, viewer. */
async function goRound(page: Page, id: string): Promise<string[]> {
  const found: string[] = [];
  const note = async () => found.push(...(await moved(page)));
  await page.goto("/Marketplace");
  await page.getByRole("button", { name: /^Filters/ }).click();
  await expect(page.getByRole("slider").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("tab", { name: "Bundles" }).click();
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await expect(page.getByRole("dialog", { name: "Notifications" })).toBeVisible();
  await note();
  await page.goto(`/ItemDetail/${id}`);
  await page.getByRole("button", { name: "Notify Me When Similar Items Are Listed" }).click();
  await expect(page.getByText("Coming Soon")).toBeVisible();
  await page.getByRole("button", { name: "Buy Now" }).click();
  await expect(page.getByRole("dialog").getByRole("checkbox")).toBeVisible();
  await note();
  for (const path of ["/Home", "/MyItems", "/MyOrders", "/Messages", "/WishLists", "/Settings"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    await note();
  }
  return found;
}

test("who wants no motion gets none; everybody else does", async ({ person }) => {
  const seller = await person(16);
  const id = await listItem(seller, { title: `Still lamp ${Date.now()}` });
  const still = await person("buyer");
  await watch(still);
  await still.page.setViewportSize({ width: 390, height: 844 });
  await still.page.emulateMedia({ reducedMotion: "reduce" });
  expect(await goRound(still.page, id)).toEqual([]);

  // The watch itself sees what there is to see.
  const moving = await person("buyer");
  await watch(moving);
  await moving.page.setViewportSize({ width: 390, height: 844 });
  await moving.page.emulateMedia({ reducedMotion: "no-preference" });
  await moving.page.goto("/Marketplace");
  await moving.page.getByRole("button", { name: /^Filters/ }).click();
  await expect(moving.page.getByRole("slider").first()).toBeVisible();
  await expect.poll(() => moved(moving.page)).not.toEqual([]);
});
