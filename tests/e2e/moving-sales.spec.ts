/** A moving sale: the seller puts items on one page and shares it; a buyer puts several of them in the cart. */
import { expect, expectAccessible, listItem, test } from "./accounts.ts";

test("a seller starts a moving sale and shares it, and a buyer puts its items in the cart", async ({ person }) => {
  const [seller, buyer] = [await person("seller"), await person("buyer")];
  const stamp = Date.now().toString(36);
  const titles = [`Moving lamp ${stamp}`, `Moving chair ${stamp}`];
  for (const title of titles) await listItem(seller, { title });
  const name = `Moving out ${stamp}`;

  const { page } = seller;
  await page.goto("/MovingSales?edit=new");
  await expect(page.getByText("These times replace the pickup times of every item in the sale")).toBeVisible();
  await page.getByRole("button", { name: "Start sale" }).click();
  await expect(page.getByText("Enter a title of 3 to 80 characters.")).toBeVisible();
  await expect(page.getByText("Choose at least 2 items.")).toBeVisible();
  await page.getByLabel("Title").fill(name);
  for (const title of titles) await page.getByRole("checkbox", { name: new RegExp(title) }).check();
  await expectAccessible(page, "form of a moving sale");
  await page.getByRole("button", { name: "Start sale" }).click();
  const dialog = page.getByRole("dialog", { name: "Share your sale" });
  await expect(dialog.getByRole("img", { name: `QR code for ${name}` })).toBeVisible();
  await expectAccessible(page, "sharing a moving sale");
  const address = (await dialog.getByText(/\/MovingSale\/msl_/).textContent()) ?? "";

  const sale = buyer.page;
  await sale.goto(new URL(address).pathname);
  await expect(sale.getByRole("heading", { name, level: 1 })).toBeVisible();
  await expect(sale.getByRole("heading", { name: "2 items", level: 2 })).toBeVisible();
  await expectAccessible(sale, "moving sale");
  for (const title of titles) {
    const row = sale.getByRole("listitem").filter({ has: sale.getByRole("heading", { name: title }) });
    await row.getByRole("button", { name: "Add to Cart" }).click();
    await expect(row.getByRole("link", { name: "View Cart" })).toBeVisible();
    await expect(row.getByText("Held for you")).toBeVisible();
  }
  await sale.getByRole("link", { name: "View Cart" }).first().click();
  for (const title of titles) await expect(sale.getByText(title).first()).toBeVisible();

  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page.reload();
  const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
  await expect(card.getByText("0 for sale, 2 on hold")).toBeVisible();
  await card.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "End sale" }).click();
  await page.getByRole("button", { name: "End sale" }).click();
  await expect(card.getByText("Ended")).toBeVisible();
});
