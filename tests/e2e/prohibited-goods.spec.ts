import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, get, test } from "./accounts.ts";

const SELLER = 7;
const PHOTO = join(import.meta.dirname, "../../scripts/demo/pictures/bicycle-1.webp");

async function fillForm(page: Page, title: string): Promise<void> {
  await page.goto("/AddItem");
  await page.getByLabel("Choose photos").setInputFiles(PHOTO);
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Category").selectOption("collectibles");
  await page.getByLabel("Condition").selectOption("good");
  await page.getByLabel("Price in AUD").fill("40");
  await page.getByLabel("Description").fill("From my grandfather's shed.");
}

test("a blocked title says why while it is typed, and is published once it is changed", async ({ person }) => {
  const { page } = await person(SELLER);
  await fillForm(page, "Old air rifle");
  await expect(page.getByText("You can't list guns, gun parts or ammunition here")).toBeVisible();
  await expect(page.getByRole("link", { name: /Firearms Act 1996/ })).toHaveAttribute("target", "_blank");
  await expectAccessible(page, "the form with a blocked title");
  await page.getByRole("button", { name: "Publish listing" }).click();
  await expect(page.getByLabel("Title")).toHaveAttribute("aria-invalid", "true");
  // Nothing typed is lost.
  await expect(page.getByLabel("Description")).toHaveValue("From my grandfather's shed.");

  await page.getByLabel("Title").fill("Old tool box");
  await expect(page.getByText("You can't list guns, gun parts or ammunition here")).toBeHidden();
  await page.getByRole("button", { name: "Publish listing" }).click();
  await expect(page).toHaveURL(/\/ItemDetail\/itm_/);
  await expect(page.getByRole("heading", { level: 1, name: "Old tool box" })).toBeVisible();
});

test("a listing that needs a review is on sale once staff approve it", async ({ person }) => {
  const seller = await person(SELLER);
  const staff = await person("admin");
  const visitor = await person();
  const title = `Samurai sword ${Date.now()}`;
  await fillForm(seller.page, title);
  await expect(seller.page.getByText("We check swords, machetes and crossbows before they go on sale")).toBeVisible();
  await seller.page.getByRole("button", { name: "Send for review" }).click();
  await expect(seller.page).toHaveURL(/\/ItemDetail\/itm_/);
  await expect(seller.page.getByText("We're reviewing this listing. Only you can see it.")).toBeVisible();
  const id = seller.page.url().split("/").at(-1) ?? "";
  expect((await visitor.context.request.get(`/api/items/${id}`)).status()).toBe(404);

  await staff.page.goto("/Moderation?queue=listings");
  const card = staff.page.getByRole("article").filter({ hasText: title });
  await card.getByRole("button", { name: "Review" }).click();
  const dialog = staff.page.getByRole("dialog");
  await expect(dialog.getByText("From my grandfather's shed.")).toBeVisible();
  await expectAccessible(staff.page, "the review of a listing");
  await dialog.getByText("Approve the listing").click();
  await dialog.getByRole("button", { name: "Save decision" }).click();
  await expect(staff.page.getByText("Decision saved")).toBeVisible();

  await visitor.page.goto(`/ItemDetail/${id}`);
  await expect(visitor.page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  const notifications = await get<{ items: { title: string }[] }>(seller, "/api/notifications");
  expect(notifications.items.some(({ title: told }) => told.includes("approved") && told.includes(title))).toBe(true);
});
