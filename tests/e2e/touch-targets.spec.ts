/** Controls on phones are large enough for a thumb, and none covers another (D67). */
import type { Page } from "@playwright/test";
import { expect, listItem, test } from "./accounts.ts";
import { SIZES, waitUntilSettled } from "./scenes/scene.ts";

/**
 * Returns the controls of the page that are smaller than 44 × 44 px or covered by something else. Links within a
 * sentence may be small (WCAG 2.5.8), and a card's link counts with the card it covers.
 */
function troubles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const MIN = 44;
    const CONTROLS = "a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=slider]";

    const nameOf = (element: Element) => {
      const text = element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "";
      return `${element.tagName.toLowerCase()} "${text.slice(0, 40)}"`;
    };
    /** The element that takes the presses: the label of a checkbox or radio button, else the control itself. */
    const targetOf = (control: Element) =>
      (control instanceof HTMLInputElement && /checkbox|radio|file/.test(control.type) && control.labels?.[0]) ||
      control;
    const boxOf = (target: Element) => {
      const after = getComputedStyle(target, "::after");
      const stretched = after.content !== "none" && after.position === "absolute" && after.top === "0px";
      const whole = stretched && getComputedStyle(target).position === "static";
      return ((whole && (target as HTMLElement).offsetParent) || target).getBoundingClientRect();
    };
    const isInSentence = (control: Element) => {
      if (control.tagName !== "A" || getComputedStyle(control).display !== "inline") return false;
      return (control.parentElement?.textContent?.trim().length ?? 0) > (control.textContent?.trim().length ?? 0);
    };
    const isSkipped = (control: Element) =>
      !control.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
      control.closest("[aria-hidden=true], [inert], [data-base-ui-focus-guard]") !== null ||
      (control instanceof HTMLInputElement && control.type === "hidden") ||
      (control.getAttribute("href") === "#main" && control !== document.activeElement) ||
      isInSentence(control);

    const found: string[] = [];
    const root = document.querySelector("dialog:modal, [role=dialog]") ?? document;
    for (const control of root.querySelectorAll(CONTROLS)) {
      if (isSkipped(control)) continue;
      const target = targetOf(control);
      target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const { left, top, width, height } = boxOf(target);
      if (width === 0 || height === 0) continue;
      if (Math.round(width) < MIN || Math.round(height) < MIN) {
        found.push(`${nameOf(control)} is ${Math.round(width)} × ${Math.round(height)} px`);
      }
      const own = target.getBoundingClientRect();
      const [x, y] = [own.left + own.width / 2, own.top + own.height / 2];
      if (x < 0 || x > innerWidth || y < 0 || y > innerHeight || left > innerWidth || top > innerHeight) continue;
      const front = document.elementFromPoint(x, y);
      if (!front || target.contains(front) || front.contains(target) || front.contains(control)) continue;
      const other = front.closest(CONTROLS) ?? (getComputedStyle(front).position === "fixed" ? front : null);
      if (other && other !== control && !other.contains(control)) {
        found.push(`${nameOf(control)} is covered by ${nameOf(other)}`);
      }
    }
    return [...new Set(found)];
  });
}

const VISITOR = ["/Marketplace", "/Home", "/Store", "/SignIn", "/Donations", "/Contact"];
const BUYER = [
  "/Marketplace",
  "/MyOrders",
  "/Cart",
  "/WishLists",
  "/Messages",
  "/Settings",
  "/Requests",
  "/TradeOffers",
];
const SELLER = ["/MyItems", "/Connect", "/AddItem", "/SpecialOffers", "/PaymentConfirmations", "/PromoteItem"];

for (const [role, paths] of [
  [undefined, VISITOR],
  ["buyer", BUYER],
  ["seller", SELLER],
] as const) {
  test(`a ${role ?? "visitor"}'s pages have no small and no covered controls on a phone`, async ({ person }) => {
    const { page } = await person(role);
    await page.setViewportSize(SIZES.phone);
    const all: Record<string, string[]> = {};
    for (const path of paths) {
      await page.goto(path);
      await waitUntilSettled(page, path);
      all[path] = await troubles(page);
    }
    expect(all).toEqual(Object.fromEntries(paths.map((path) => [path, []])));
  });
}

test("item pages, their dialogs and the menu have no small and no covered controls on a phone", async ({ person }) => {
  const [seller, buyer] = [await person("seller"), await person("buyer")];
  const priced = await listItem(seller, { negotiation_enabled: true, minimum_price: 30, tags: ["lamp", "brass"] });
  const free = await listItem(seller, { title: "Lamp for free", price: 0 });
  const { page } = buyer;
  await page.setViewportSize(SIZES.phone);
  for (const path of [`/ItemDetail/${priced}`, `/ItemDetail/${free}`]) {
    await page.goto(path);
    await expect(page.getByRole("button", { name: "Message seller" })).toBeVisible();
    expect(await troubles(page), path).toEqual([]);
  }
  await page.goto(`/ItemDetail/${priced}`);
  await page.getByRole("button", { name: "Make an offer" }).click();
  await expect(page.getByRole("dialog", { name: "Knowzee" })).toBeVisible();
  expect(await troubles(page), "offers").toEqual([]);
  await page.getByRole("button", { name: "Close" }).click();
  // Closing removes the dialog's history entry, which would cancel the navigation.
  await page.waitForFunction(() => !history.state?.overlays);
  await page.goto("/WishLists");
  await page.getByRole("button", { name: /^Me\b/ }).click();
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
  expect(await troubles(page), "menu").toEqual([]);
});
