import type { OwnItemRow } from "#contract/selling/my-items";
import { expect, expectAccessible, listItem, originOf, test } from "./accounts.ts";

test("a seller changes prices, makes bundles, marks sales made elsewhere and deletes items in My Items", async ({
  person,
}) => {
  const stamp = Date.now().toString(36);
  const titles = ["Lamp", "Chair", "Table", "Shelf"].map((name) => `${name} ${stamp}`);
  const [lamp = "", chair = "", table = "", shelf = ""] = titles;
  const seller = await person(3);
  const buyer = await person("buyer");
  const ids: string[] = [];
  for (const [index, title] of titles.entries()) ids.push(await listItem(seller, { title, price: 20 + 0.99 * index }));
  const { page } = seller;
  // Every menu fits, so Playwright need not scroll: a menu that moves to its other side between press and release loses
  // the click.
  await page.setViewportSize({ width: 1280, height: 1600 });
  const row = (title: string) => page.getByRole("listitem").filter({ hasText: title });
  const menu = async (title: string, entry: string) => {
    await page.getByRole("button", { name: `Actions for ${title}` }).click();
    await page.getByRole("menuitem", { name: entry }).click();
  };
  const expectToast = (text: string) => expect(page.getByRole("heading", { name: text })).toBeVisible();

  await test.step("selects a range by keyboard and takes 10% off at the previewed prices", async () => {
    await page.goto("/MyItems");
    await expect(page.getByText("Total Items")).toBeVisible();
    await expect(row(lamp)).toContainText("$20");
    await page.getByRole("button", { name: "Select", exact: true }).click();
    await page.getByRole("checkbox", { name: `Select ${table}` }).focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Shift+Space");
    await expect(page.getByText("3 items selected")).toBeVisible();
    await page.getByRole("button", { name: "Adjust prices" }).click();
    const dialog = page.getByRole("dialog");
    // 20.99 − 10% = 18.891; 21.98 − 10% = 19.782.
    await expect(dialog.getByRole("listitem").filter({ hasText: chair })).toContainText("$18.89");
    await expect(dialog.getByRole("listitem").filter({ hasText: table })).toContainText("$19.78");
    await dialog.getByRole("button", { name: "Update 3 prices" }).click();
    await expectToast("3 items repriced");
    await expect(row(lamp)).toContainText("$18");
    await expect(row(chair)).toContainText("$18.89");
    await expect(row(table)).toContainText("$19.78");
    await expect(row(shelf)).toContainText("$22.97");
  });

  await test.step("creates, edits and deletes a bundle", async () => {
    await page.getByRole("button", { name: "Create Bundle" }).click();
    const dialog = page.getByRole("dialog");
    for (const title of [lamp, chair]) await dialog.getByRole("checkbox", { name: title }).check();
    await dialog.getByLabel("Title").fill(`Pair ${stamp}`);
    await dialog.getByLabel("Bundle price in AUD").fill("36.89");
    await dialog.getByRole("button", { name: "Create Bundle" }).click();
    await expect(dialog.getByText("Bundle price must be less than the sum of individual item prices.")).toBeVisible();
    await expectAccessible(page, "bundle with a problem");
    await dialog.getByLabel("Bundle price in AUD").fill("30");
    await dialog.getByRole("button", { name: "Create Bundle" }).click();
    await expectToast("Bundle created");
    await expect(row(`Pair ${stamp}`)).toContainText("$30");
    await menu(`Pair ${stamp}`, "Edit");
    await dialog.getByRole("checkbox", { name: table }).check();
    await dialog.getByRole("button", { name: "Save bundle" }).click();
    await expectToast("Bundle saved");
    await expect(row(`Pair ${stamp}`)).toContainText("3 items");
    page.once("dialog", (question) => void question.accept());
    await menu(`Pair ${stamp}`, "Delete");
    await expectToast("Bundle deleted");
    await expect(page.getByText(`Pair ${stamp}`, { exact: true })).toHaveCount(0);
  });

  await test.step("marks an item as sold and undoes it from the notice", async () => {
    await page.getByRole("tab", { name: /^All/ }).click();
    await menu(shelf, "Mark as sold");
    const dialog = page.getByRole("dialog", { name: "Who bought it?" });
    await dialog.getByText("Someone else").click();
    await dialog.getByRole("button", { name: "Mark as sold" }).click();
    await expect(row(shelf).getByText("Sold", { exact: true })).toBeVisible();
    await expect(row(shelf).getByRole("button", { name: /Undo sale/ })).toBeVisible();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expectToast("Sale undone");
    await expect(row(shelf).getByText("Active", { exact: true })).toBeVisible();
  });

  await test.step("sells to the holder of the item and rates them once", async () => {
    const held = await buyer.context.request.post("/api/cart", {
      data: { item_id: ids[3] },
      headers: { Origin: originOf(buyer) },
    });
    expect(held.status(), await held.text()).toBeLessThan(300);
    await page.reload();
    await menu(shelf, "Mark as sold");
    const dialog = page.getByRole("dialog", { name: "Who bought it?" });
    await dialog.getByText("Bella B").click();
    await dialog.getByRole("button", { name: "Mark as sold" }).click();
    await expect(row(shelf).getByText("Sold", { exact: true })).toBeVisible();
    await expect(row(shelf).getByRole("button", { name: "Rate buyer" })).toHaveCount(0);
    const mine = (await (await page.request.get("/api/items/mine")).json()) as { items: OwnItemRow[] };
    const { order_id } = mine.items.find(({ title }) => title === shelf)?.sale ?? {};
    const confirmed = await buyer.context.request.post(`/api/orders/${order_id}/sale-answer`, {
      data: { mine: true },
      headers: { Origin: originOf(buyer) },
    });
    expect(confirmed.status(), await confirmed.text()).toBe(200);
    await page.reload();
    await row(shelf).getByRole("button", { name: "Rate buyer" }).click();
    const rating = page.getByRole("dialog", { name: /^Rate/ });
    await rating.getByRole("button", { name: "Submit Rating" }).click();
    await expect(rating.getByText("Please select a star rating.")).toBeVisible();
    await rating.getByRole("radio", { name: /4/ }).check({ force: true });
    await rating.getByRole("button", { name: "Submit Rating" }).click();
    await expect(row(shelf).getByText("Buyer Rated")).toBeVisible();
  });

  await test.step("deletes two items after both confirmations and skips the sold one", async () => {
    await page.getByRole("button", { name: "Select", exact: true }).click();
    for (const title of [lamp, chair, shelf]) await page.getByRole("checkbox", { name: `Select ${title}` }).check();
    await page.getByRole("region", { name: "Selected items" }).getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("1 reserved or sold item(s) will be skipped.")).toBeVisible();
    await dialog.getByRole("checkbox").check();
    await dialog.getByRole("textbox").fill("DELETE");
    await dialog.getByRole("button", { name: "Delete 2 items" }).click();
    await expectToast("2 items deleted");
    await expect(row(lamp)).toHaveCount(0);
    await expect(row(chair)).toHaveCount(0);
    await expect(row(table)).toHaveCount(1);
  });
});
