import { expect, listItem, test } from "./accounts.ts";

test("a free item is claimed without a payment step and shows the address within 24 hours of collection", async ({
  person,
}) => {
  const title = `Free bookshelf ${Date.now()}`;
  const giver = await person(0);
  const taker = await person("buyer");
  const id = await listItem(giver, {
    title,
    price: 0,
    collection_date: Date.now() + 20 * 3_600_000,
    collection_address: "9 Quiet Court",
  });

  const { page } = taker;
  await page.goto(`/ItemDetail/${id}`);
  await expect(page.getByText("Free", { exact: true }).first()).toBeVisible();
  await page.getByRole("button", { name: "Claim" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "Next" }).click();
  await expect(dialog.getByRole("radio")).toHaveCount(0);
  await expect(dialog.getByText("It's free. Complete the purchase and it's yours.")).toBeVisible();
  await dialog.getByRole("button", { name: "Complete Purchase" }).click();
  await expect(dialog.getByText("It's yours")).toBeVisible();
  await expect(page.getByText("Payment Initiated")).toHaveCount(0);
  await dialog.getByRole("link", { name: /order/i }).click();
  await expect(page).toHaveURL(/\/MyOrders\/ord_/i);
  await expect(page.getByText("9 Quiet Court")).toBeVisible();

  const late = await person(1);
  await late.page.goto(`/ItemDetail/${id}`);
  await expect(late.page.getByText("This item has been sold")).toBeVisible();
  await expect(late.page.getByRole("button", { name: "Claim" })).toHaveCount(0);
});
