import { join } from "node:path";
import { expect, test } from "./accounts.ts";
import { chooseMethod } from "./checkout.ts";

const PICTURE = join(import.meta.dirname, "../../scripts/demo/pictures/guitar-1.webp");

/** Returns the local time in Melbourne some hours from now, in the format of a datetime input. */
function inHours(hours: number): string {
  const text = new Date(Date.now() + hours * 3_600_000).toLocaleString("sv-SE", { timeZone: "Australia/Melbourne" });
  return text.slice(0, 16).replace(" ", "T");
}

test("an item is listed, found, held, paid by bank transfer, confirmed and collected", {
  tag: "@golden",
}, async ({ person }) => {
  const title = `Parlour guitar ${Date.now()}`;
  const seller = await person("seller");
  const buyer = await person("buyer");

  await test.step("the seller lists it with a photo", async () => {
    const { page } = seller;
    await page.goto("/AddItem");
    await page.getByLabel("Choose photos").setInputFiles(PICTURE);
    await page.getByLabel("Title").fill(title);
    await page.getByLabel("Category").selectOption("Collectibles");
    await page.getByLabel("Condition").selectOption("Good");
    await page.getByLabel("Price in AUD").fill("180.50");
    await page.getByLabel("Pickup date and time").fill(inHours(48));
    await page.getByLabel("Pickup address").fill("17 Hidden Lane, Brunswick VIC 3056");
    await page.getByRole("button", { name: "Publish listing" }).click();
    await expect(page).toHaveURL(/\/ItemDetail\/itm_/i);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole("link", { name: "Edit Item" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Buy Now" })).toHaveCount(0);
  });

  await test.step("the buyer finds and opens it", async () => {
    const { page } = buyer;
    await page.goto("/Marketplace");
    await page.getByRole("searchbox").fill(title);
    const card = page.getByRole("listitem").filter({ hasText: title });
    await card.getByText("View Details").click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page.getByText("$180.50").first()).toBeVisible();
    await expect(page.getByText("17 Hidden Lane")).toHaveCount(0);
  });

  await test.step("the buyer holds it and completes the wizard", async () => {
    const { page } = buyer;
    await page.getByRole("button", { name: "Buy Now" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("Address will be revealed 24 hours before collection date")).toBeVisible();
    await dialog.getByRole("button", { name: "Next" }).click();
    await expect(page.getByText("You must acknowledge the collection details to proceed.").first()).toBeVisible();
    await dialog.getByRole("checkbox").check();
    await chooseMethod(dialog, /Bank transfer/);
    await expect(dialog.getByText("062-000")).toBeVisible();
    const reference = (await dialog.getByText(/^GS\d{8}$/).textContent()) ?? "";
    await dialog.getByRole("button", { name: "Next" }).click();
    await expect(dialog.getByText("Pay by", { exact: true })).toBeVisible();
    await dialog.getByRole("button", { name: "Complete Purchase" }).click();
    await expect(dialog.getByText("Pending")).toBeVisible();
    await expect(dialog.getByText(reference, { exact: true })).toBeVisible();
    await expect(page.getByText("Payment Initiated")).toHaveCount(0);
    await dialog.getByRole("button", { name: "I've sent the transfer" }).click();
    await expect(page.locator(".toast").getByText("Payment Initiated")).toBeVisible();
    await expect(dialog.getByText("Pending")).toBeVisible();
    await page.getByRole("dialog").getByRole("link", { name: /order/i }).click();
    await expect(page).toHaveURL(/\/MyOrders\/ord_/i);
    await expect(page.getByText("17 Hidden Lane")).toHaveCount(0);
  });

  await test.step("the seller confirms the payment", async () => {
    const { page } = seller;
    await page.goto("/PaymentConfirmations");
    const card = page.getByRole("listitem").filter({ hasText: title });
    await expect(card.getByText(/@/)).toHaveCount(0);
    await card.getByRole("button", { name: "Payment received" }).click();
    await page
      .getByRole("alertdialog")
      .or(page.getByRole("dialog"))
      .getByRole("button", { name: "Payment received" })
      .click();
    await expect(page.getByText("Payment confirmed").first()).toBeVisible();
  });

  await test.step("the buyer reads when the address appears and collects the item", async () => {
    const { page } = buyer;
    await expect(page.getByText("Address will be revealed 24 hours before collection date")).toBeVisible({
      timeout: 20_000,
    });
    await expect(page.getByText("17 Hidden Lane")).toHaveCount(0);
    await page.getByRole("button", { name: "I've picked it up" }).click();
    const confirm = page.getByRole("dialog", { name: "Do you have the item?" });
    await confirm.getByRole("button", { name: /picked it up/i }).click();
    await expect(page.getByRole("heading", { name: "Picked up" })).toBeVisible();
  });

  await test.step("the item no longer appears in searches", async () => {
    const visitor = await person();
    await visitor.page.goto(`/Marketplace?q=${encodeURIComponent(title)}`);
    await expect(visitor.page.getByText("No items found")).toBeVisible();
  });
});
