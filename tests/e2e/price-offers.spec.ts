/** Price offers between a buyer and the seller (D52). */
import { type Actor, expect, expectAccessible, listItem, test } from "./accounts.ts";
import { buyByTransfer } from "./checkout.ts";

const panel = ({ page }: Actor) => page.getByRole("region", { name: "Your offer" });

test("a buyer offers, the seller counters, the buyer accepts and buys at that price", async ({ person }) => {
  const [seller, buyer] = [await person("seller"), await person("buyer")];
  const title = `Offer lamp ${Date.now().toString(36)}`;
  const itemId = await listItem(seller, { title, price: 100, collection_address: "17 Hidden Lane" });

  await test.step("the buyer makes an offer", async () => {
    const { page } = buyer;
    await page.goto(`/ItemDetail/${itemId}`);
    await page.getByRole("button", { name: "Make an offer" }).click();
    const dialog = page.getByRole("dialog", { name: "Make an offer" });
    await dialog.getByRole("button", { name: "Send offer" }).click();
    await expect(dialog.getByText("Enter an amount in dollars.")).toBeVisible();
    await dialog.getByLabel("Amount").fill("12");
    await dialog.getByRole("button", { name: "Send offer" }).click();
    await expect(dialog.getByText("Enter an amount from $25 to $99.99.")).toBeVisible();
    await dialog.getByText("$80", { exact: true }).click();
    await dialog.getByLabel("Note to the seller").fill("Could pick it up tonight.");
    await expectAccessible(page, "offer dialog");
    await dialog.getByRole("button", { name: "Send offer" }).click();
    await expect(panel(buyer).getByText("Your offer: $80")).toBeVisible();
  });

  await test.step("the seller makes a counter-offer", async () => {
    const { page } = seller;
    await page.goto("/PriceOffers");
    const row = page.getByRole("listitem").filter({ hasText: title });
    await expect(row.getByText("80% of the price")).toBeVisible();
    await expect(row.getByText("“Could pick it up tonight.”")).toBeVisible();
    await expectAccessible(page, "offers");
    await row.getByRole("button", { name: "Counter" }).click();
    const dialog = page.getByRole("dialog", { name: "Make a counter-offer" });
    await dialog.getByLabel("Amount").fill("90");
    await dialog.getByRole("button", { name: "Send counter-offer" }).click();
    await expect(row.getByText("Your counter-offer: $90")).toBeVisible();
  });

  await test.step("the buyer accepts it in the thread", async () => {
    const { page } = buyer;
    await page.goto("/Messages");
    await page
      .getByRole("link", { name: new RegExp(title) })
      .first()
      .click();
    await expect(page.getByRole("log").getByText("Counter-offer from the seller: $90")).toBeVisible();
    await page.getByRole("button", { name: "Accept $90" }).click();
    await page
      .getByRole("dialog")
      .or(page.getByRole("alertdialog"))
      .getByRole("button", { name: "Accept $90" })
      .click();
    await expect(
      page.getByRole("log").getByText("The buyer accepted $90. The item is held for the buyer."),
    ).toBeVisible();
  });

  await test.step("nobody else can buy it", async () => {
    const visitor = await person();
    await visitor.page.goto(`/ItemDetail/${itemId}`);
    await expect(visitor.page.getByText(/Available in 23 h/)).toBeVisible();
    await expect(visitor.page.getByRole("button", { name: "Buy Now" })).toHaveCount(0);
  });

  await test.step("the buyer checks out at the agreed price", async () => {
    const { page } = buyer;
    await page.goto(`/ItemDetail/${itemId}`);
    await expect(panel(buyer).getByText("Agreed at $90")).toBeVisible();
    await expectAccessible(page, "agreed price");
    await page.getByRole("button", { name: "Buy Now at $90" }).first().click();
    const dialog = page.getByRole("dialog");
    await buyByTransfer(dialog);
    await expect(dialog.getByText("$90").first()).toBeVisible();
    await dialog.getByRole("button", { name: "Complete Purchase" }).click();
    await expect(dialog.getByRole("button", { name: "I've sent the transfer" })).toBeVisible();
  });
});
