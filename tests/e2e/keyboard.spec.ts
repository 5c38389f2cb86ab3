/** Two people list, buy and hand over with the keyboard alone. The focus must be visible at every stop. */
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { type Actor, expect, send, signUp, test } from "./accounts.ts";

const PICTURE = join(import.meta.dirname, "../../scripts/demo/pictures/violin-1.webp");

/**
 * Returns what has the focus, and whether an outline shows it: on the element, on a part of it, or on its container.
 */
async function focusOf(page: Page): Promise<{ what: string; shown: boolean }> {
  return page.evaluate(() => {
    const outlined = (element: Element, pseudo?: string) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element, pseudo);
      return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
    };
    const element = document.activeElement;
    if (!element || element === document.body) return { what: "nothing", shown: false };
    const box = element.getBoundingClientRect();
    const near = [
      element,
      ...element.children,
      element.nextElementSibling,
      element.parentElement,
      element.closest("label, li, article"),
    ];
    const outline = near.some((one) => one && (outlined(one) || outlined(one, "::after") || outlined(one, "::before")));
    // Browsers mark the focused part of a date input themselves.
    const parts = element.matches("input[type^=date]");
    const onScreen = box.bottom > 0 && box.top < innerHeight;
    const name =
      element.getAttribute("aria-label") ??
      (element as HTMLInputElement).labels?.[0]?.textContent ??
      element.textContent;
    return {
      what: `${element.tagName.toLowerCase()} ${name?.trim().slice(0, 40)}`,
      shown: (outline || parts) && onScreen,
    };
  });
}

/**
 * Presses Tab until the control has the focus, and checks that the focus is visible at each stop. Fails after `within`
 * presses.
 */
async function tabTo(page: Page, target: Locator, within = 40, key = "Tab"): Promise<void> {
  await expect(target).toBeVisible();
  const stops: string[] = [];
  for (let presses = 0; presses < within; presses++) {
    await page.keyboard.press(key);
    const { what, shown } = await focusOf(page);
    stops.push(what);
    expect.soft(shown, `the focus can be seen on: ${what}`).toBe(true);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Not reached with ${within} presses: ${target}. Stops: ${stops.join(" → ")}`);
}

const enter = async (page: Page, target: Locator, within?: number) => {
  await tabTo(page, target, within);
  await page.keyboard.press("Enter");
};

const write = async (page: Page, target: Locator, text: string, within?: number) => {
  await tabTo(page, target, within);
  await page.keyboard.type(text);
};

/** Skips the header with the skip link, the first link of every page. */
async function skipToMain(page: Page): Promise<void> {
  await enter(page, page.getByRole("link", { name: /skip to/i }), 2);
}

async function fromMenu(page: Page, menu: string, entry: string): Promise<void> {
  const bar = page.getByRole("banner");
  // Tab forwards on a page that was just opened, backwards from within one.
  const fresh = await page.evaluate(() => document.activeElement === document.body);
  await tabTo(page, bar.getByRole("button", { name: new RegExp(`^${menu}`) }), 20, fresh ? "Tab" : "Shift+Tab");
  await page.keyboard.press("Enter");
  await enter(page, bar.getByRole("link", { name: new RegExp(`^${entry}`) }), 12);
}

async function newcomer(person: Actor, name: string): Promise<void> {
  await signUp(person, name);
  await send(person, "PATCH", "/api/profile", {
    ...{ city: "Melbourne", suburb: "Brunswick", postcode: "3056", state_region: "VIC" },
    collection_address: "4 Quiet Street, Brunswick VIC 3056",
    accepted_payment_methods: ["bank_transfer"],
    bank_details: { account_name: name, bsb: "062-000", account_number: "12345678" },
  });
}

test("a user lists, buys and hands over with the keyboard alone", async ({ person }) => {
  test.setTimeout(240_000);
  const [seller, buyer] = [await person(), await person()];
  await newcomer(seller, "Kay Keys");
  await newcomer(buyer, "Tab Tabler");
  const title = `Violin ${Date.now().toString(36)}`;
  const [shop, home] = [seller.page, buyer.page];

  await test.step("list", async () => {
    await shop.goto("/Marketplace");
    await fromMenu(shop, "Selling", "Add Item");
    await expect(shop.getByRole("heading", { level: 1, name: "List an item" })).toBeVisible();
    const choosing = shop.waitForEvent("filechooser");
    await enter(shop, shop.getByRole("button", { name: "Add photos" }), 4);
    await (await choosing).setFiles(PICTURE);
    await expect(shop.getByRole("img", { name: /photo/i }).first()).toBeVisible();
    await write(shop, shop.getByLabel("Title"), title);
    await write(shop, shop.getByLabel("Category"), "Coll");
    await expect(shop.getByLabel("Category")).toHaveValue("collectibles");
    await write(shop, shop.getByLabel("Condition"), "Goo");
    await write(shop, shop.getByLabel("Price in AUD"), "60");
    await enter(shop, shop.getByRole("button", { name: "Publish listing" }));
    await expect(shop.getByRole("heading", { level: 1, name: title })).toBeVisible();
  });

  await test.step("find the item, open it, close it and open it again", async () => {
    await home.goto("/Marketplace");
    await skipToMain(home);
    await write(home, home.getByRole("searchbox"), title, 30);
    await home.keyboard.press("Enter");
    const card = home.getByRole("link", { name: title, exact: true });
    await enter(home, card, 12);
    const dialog = home.getByRole("dialog", { name: title });
    await expect(dialog).toBeVisible();
    await home.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(card).toBeFocused();
    await home.keyboard.press("Enter");
    await enter(home, dialog.getByRole("button", { name: "Buy Now" }), 12);
  });

  await test.step("buy", async () => {
    const dialog = home.getByRole("dialog");
    const next = dialog.getByRole("button", { name: "Next" });
    await tabTo(home, dialog.getByRole("checkbox"), 10);
    await home.keyboard.press("Space");
    await enter(home, next, 10);
    const choice = dialog.getByRole("heading", { name: "Payment Method" });
    await expect(choice.or(dialog.getByRole("heading", { name: /^(Bank|Card|Crypto|Confirmation)/ }))).toBeVisible();
    // The method of an earlier purchase stands as chosen.
    if (await choice.isVisible()) {
      await tabTo(home, dialog.getByRole("radio", { name: /Bank transfer/ }), 10);
      await home.keyboard.press("Space");
      await enter(home, next, 10);
    }
    await expect(dialog.getByText(/^GS\d{8}$/)).toBeVisible();
    await enter(home, next, 16);
    await enter(home, dialog.getByRole("button", { name: "Complete Purchase" }), 10);
    await enter(home, dialog.getByRole("button", { name: "I've sent the transfer" }), 16);
    await enter(home, dialog.getByRole("link", { name: /order/i }), 10);
    await expect(home).toHaveURL(/\/MyOrders\/ord_/i);
  });

  await test.step("confirm the payment", async () => {
    await fromMenu(shop, "Marketplace", "Payment Confirmations");
    await expect(shop.getByRole("heading", { level: 1, name: "Payment confirmations" })).toBeVisible();
    const received = shop.getByRole("button", { name: "Payment received" }).first();
    await enter(shop, received);
    const question = shop.getByRole("dialog").or(shop.getByRole("alertdialog"));
    await expect(question).toBeVisible();
    await shop.keyboard.press("Escape");
    await expect(question).toHaveCount(0);
    await expect(received).toBeFocused();
    await shop.keyboard.press("Enter");
    await enter(shop, question.getByRole("button", { name: "Payment received" }), 6);
    await expect(shop.getByText("Payment confirmed").first()).toBeVisible();
    await expect(question).toHaveCount(0);
  });

  await test.step("hand over", async () => {
    const picture = home.getByRole("img", { name: /^Pickup code: (\d ){5}\d$/ });
    const code = ((await picture.getAttribute("aria-label", { timeout: 30_000 })) ?? "").replace(/\D/g, "");
    await fromMenu(shop, "Marketplace", "My Orders");
    await expect(shop.getByRole("heading", { level: 1, name: "My orders" })).toBeVisible();
    await tabTo(shop, shop.getByRole("tab", { name: "Buying" }), 4);
    await shop.keyboard.press("ArrowRight");
    await expect(shop.getByRole("tab", { name: "Selling" })).toBeFocused();
    await enter(shop, shop.getByRole("link", { name: title }));
    await write(shop, shop.getByLabel("Enter the code"), code);
    await enter(shop, shop.getByRole("button", { name: "Hand over" }), 4);
    await expect(shop.locator("#main").getByRole("heading", { name: "Handed over" })).toBeVisible();
    await expect(home.getByRole("heading", { name: "Picked up" })).toBeVisible({ timeout: 30_000 });
  });
});
