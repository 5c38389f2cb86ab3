import { randomBytes } from "node:crypto";
import { expect, expectAccessible, listItem, test } from "./accounts.ts";
import { chooseMethod } from "./checkout.ts";

const SELLER = 17;
const BUYER = 19;

test("a crypto payment: coin, locked amount with QR code, transaction hash and the seller's confirmation", async ({
  person,
}) => {
  const seller = await person(SELLER);
  const buyer = await person(BUYER);
  const title = `Film camera ${Date.now()}`;
  const itemId = await listItem(seller, { title, price: 120 });
  const hash = randomBytes(32).toString("hex");
  const { page } = buyer;
  const dialog = page.getByRole("dialog");
  const next = dialog.getByRole("button", { name: "Next" });
  const complete = dialog.getByRole("button", { name: "Complete Purchase" });

  await test.step("the buyer must choose one of the coins the seller has a wallet for", async () => {
    await page.goto(`/ItemDetail/${itemId}`);
    await page.getByRole("button", { name: "Buy Now" }).click();
    await dialog.getByRole("checkbox").check();
    await chooseMethod(dialog, /Crypto/);
    await expect(dialog.getByText("Step 3 of 5:")).toBeAttached();
    await next.click();
    await expect(page.getByText("Cryptocurrency Required").first()).toBeVisible();
    await expect(dialog.getByRole("group", { name: "Choose a cryptocurrency" }).getByRole("radio")).toHaveCount(5);
    await dialog.getByRole("radio", { name: /Bitcoin/ }).check();
    await expectAccessible(page, "choice of coin");
    await next.click();
  });

  const amount =
    await test.step("the amount is locked, shown with eight decimals and encoded in the QR code", async () => {
      const qr = dialog.getByRole("img", { name: /QR/ });
      await expect(qr).toBeVisible();
      expect(await qr.boundingBox()).toMatchObject({ width: 200, height: 200 });
      await expect(dialog.getByText("Send only BTC on the Bitcoin network")).toBeVisible();
      await expect(dialog.getByText("This amount is locked while the item is held for you.")).toBeVisible();
      const shown = (await dialog.getByText(/^\d+\.\d{8}$/).textContent()) ?? "";
      expect(Number(shown)).toBeGreaterThan(0);
      await expectAccessible(page, "wallet and hash");
      return shown;
    });

  await test.step("copies the displayed amount and shows a tick for two seconds", async () => {
    await buyer.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await dialog.getByRole("button", { name: /Copy amount/i }).click();
    await expect(dialog.getByText("Copied").first()).toBeAttached();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(amount);
  });

  await test.step("the order needs a hash, and an invalid hash is refused at its field", async () => {
    await expect(next).toBeDisabled();
    await expect(dialog.getByText("Transaction Hash Required.")).toBeVisible();
    const field = dialog.getByLabel("Transaction hash");
    await field.fill("my wallet says done");
    await next.click();
    await expect(dialog.getByText(/That is not a transaction hash/)).toBeVisible();
    await field.fill(hash);
    await next.click();
    await expect(dialog.getByText("Crypto (Bitcoin)")).toBeVisible();
    await expectAccessible(page, "crypto, confirmation");
    await complete.click();
    await expect(page.locator(".toast").getByText("Payment Initiated")).toBeVisible();
    await expect(dialog.getByText("Pending")).toBeVisible();
    await expectAccessible(page, "crypto, reported");
    await dialog.getByRole("link", { name: "View order" }).click();
    await expect(page).toHaveURL(/\/MyOrders\/ord_/i);
  });

  await test.step("the order links to the chain explorer and waits for the seller", async () => {
    await expect(page.getByRole("link", { name: /Look up the payment/ })).toHaveAttribute("href", new RegExp(hash));
    await expect(page.getByText("to check for your payment").first()).toBeVisible();
    await expectAccessible(page, "crypto order");
  });

  await test.step("the same hash cannot pay a second order", async () => {
    const another = await listItem(seller, { title: `Second ${title}`, price: 15 });
    await page.goto(`/ItemDetail/${another}`);
    await page.getByRole("button", { name: "Buy Now" }).click();
    await dialog.getByRole("checkbox").check();
    // The method of the last purchase is passed over.
    await next.click();
    await dialog.getByRole("radio", { name: /Bitcoin/ }).check();
    await next.click();
    await dialog.getByLabel("Transaction hash").fill(hash.toUpperCase());
    await next.click();
    await complete.click();
    await expect(dialog.getByText(/That transaction has already been used for another order\./)).toBeVisible();
    const orders = await buyer.context.request.get("/api/orders?role=buyer");
    const { items } = (await orders.json()) as { items: { item_id: string; status: string }[] };
    const statusOf = (id: string) => items.find((order) => order.item_id === id)?.status;
    expect(statusOf(itemId)).toBe("payment_pending_seller_confirmation");
    expect(statusOf(another)).toBeUndefined();
  });

  await test.step("the seller sees hash and amount and confirms, and the buyer gets a code", async () => {
    await seller.page.goto("/PaymentConfirmations");
    const card = seller.page.getByRole("listitem").filter({ hasText: title });
    await expect(card.getByText(hash)).toBeVisible();
    await card.getByRole("button", { name: "Payment received" }).click();
    await seller.page
      .getByRole("alertdialog")
      .or(seller.page.getByRole("dialog"))
      .getByRole("button", { name: "Payment received" })
      .click();
    await expect(seller.page.getByText("Payment confirmed").first()).toBeVisible();
    await page.goto("/MyOrders");
    await page.getByRole("link", { name: title, exact: true }).click();
    await expect(page.getByRole("img", { name: /^Pickup code/ })).toBeVisible();
  });
});
