import type { Page } from "@playwright/test";
import { expect, listItem, test } from "./accounts.ts";

const PHONE = { width: 390, height: 844 };

/** Press Back as the browser does, without waiting for a page load. */
const back = (page: Page) => page.evaluate(() => window.history.back());

test("Back closes the checkout and keeps the hold, and the next Back leaves the page", async ({ person }) => {
  const [seller, buyer] = [await person("seller"), await person("buyer")];
  const id = await listItem(seller, { title: "Lamp behind a dialog" });
  const { page } = buyer;
  await page.setViewportSize(PHONE);
  await page.goto("/Marketplace");
  await page.goto(`/ItemDetail/${id}`);
  await page.getByRole("article").first().getByRole("button", { name: "Buy Now" }).click();
  const checkout = page.getByRole("dialog", { name: /^Buy/ });
  await expect(checkout.getByRole("checkbox")).toBeVisible();
  // The history entry is added after the dialog.
  await expect.poll(() => page.evaluate(() => window.history.state.overlays)).toBe(1);

  await back(page);
  await expect(checkout).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/ItemDetail/${id}$`));
  await expect(page.getByRole("status").getByText("Held for you")).toBeVisible();
  const { status, reserved_by_you } = (await (await page.request.get(`/api/items/${id}`)).json()) as Record<
    string,
    unknown
  >;
  expect({ status, reserved_by_you }).toEqual({ status: "reserved", reserved_by_you: true });

  // The same hold continues; closing with the button releases it.
  await page.getByRole("article").first().getByRole("button", { name: "Buy Now" }).click();
  await expect(checkout.getByText("Held for you for 9:")).toBeVisible();
  await checkout.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Let it go" }).click();
  await expect(checkout).toHaveCount(0);
  await expect(page.getByText("Held for you", { exact: true })).toHaveCount(0);
  await back(page);
  await expect(page).toHaveURL(/\/Marketplace$/);
});

test("Back closes the photo viewer", async ({ person }) => {
  const { page } = await person();
  await page.setViewportSize(PHONE);
  // Demo listings have photos.
  await page.goto("/Marketplace?q=bicycle");
  await page
    .getByRole("link", { name: /^View Details/ })
    .first()
    .click();
  await page.getByRole("button", { name: /^View photo 1/ }).click();
  const viewer = page.locator(".yarl__portal_open");
  await expect(viewer).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.history.state.overlays)).toBe(1);
  await back(page);
  await expect(viewer).toHaveCount(0);
  await expect(page).toHaveURL(/\/ItemDetail\//);
  await back(page);
  await expect(page).toHaveURL(/\/Marketplace\?q=bicycle$/);
});

test("Back closes the filters, and applied filters are one step of the history", async ({ person }) => {
  const { page } = await person();
  await page.setViewportSize(PHONE);
  await page.goto("/Home");
  await page.goto("/Marketplace");
  await page.getByRole("button", { name: /^Filters/ }).click();
  const filters = page.getByRole("dialog", { name: "Filters" });
  await expect(filters).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.history.state.overlays)).toBe(1);
  await back(page);
  await expect(filters).toHaveCount(0);
  await expect(page).toHaveURL(/\/Marketplace$/);

  await page.getByRole("button", { name: /^Filters/ }).click();
  await filters.getByText("Like new", { exact: true }).click();
  await filters.getByRole("button", { name: /^Show/ }).click();
  await expect(page).toHaveURL(/condition=/);
  await expect(filters).toHaveCount(0);
  await back(page);
  await expect(page).toHaveURL(/\/Marketplace$/);
  await back(page);
  await expect(page).toHaveURL(/\/Home$/);
});

test("Back closes the menu and the notifications, and a link in the menu leads to its page", async ({ person }) => {
  const { page } = await person("buyer");
  await page.setViewportSize(PHONE);
  await page.goto("/Home");
  await page.goto("/WishLists");
  const menu = page.getByRole("dialog", { name: "Menu" });
  await page.getByRole("button", { name: /^Me\b/ }).click();
  await expect(menu).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.history.state.overlays)).toBe(1);
  await back(page);
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL(/\/WishLists$/);

  await page.getByRole("button", { name: /^Notifications/ }).click();
  const notifications = page.getByRole("dialog", { name: "Notifications" });
  await expect(notifications).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.history.state.overlays)).toBe(1);
  await back(page);
  await expect(notifications).toHaveCount(0);

  await page.getByRole("button", { name: /^Me\b/ }).click();
  await menu.getByRole("link", { name: "My Orders" }).click();
  await expect(page).toHaveURL(/\/MyOrders$/);
  await expect(menu).toBeHidden();
  await back(page);
  await expect(page).toHaveURL(/\/WishLists$/);
  await back(page);
  await expect(page).toHaveURL(/\/Home$/);
});
