/** Staff undo an order paid by bank transfer: the seller sends the refund, the buyer confirms it. */
import { expect, expectAccessible, listItem, post, test } from "./accounts.ts";

test("a refund by bank transfer goes from the decision of staff to the buyer's confirmation", async ({ person }) => {
  const [seller, buyer, staff] = [await person(7), await person(8), await person("admin")];
  const title = `Mantel radio ${Date.now().toString(36)}`;

  const itemId = await listItem(seller, { title, price: 60, collection_date: Date.now() + 3 * 86_400_000 });
  await post(buyer, "/api/rpc/reserve_item", { item_id: itemId, reservation_type: "buy_now" });
  const terms = { paymentMethod: "bank_transfer", paymentStatus: "pending", amount: 60, acknowledged: true };
  const { order_id, reference_number } = await post(buyer, "/api/transactions", { itemId, ...terms });
  await post(buyer, `/api/orders/${order_id}/evidence`, { referenceNumber: reference_number });
  const waiting = await seller.context.request.get("/api/payment-confirmations?status=pending");
  const { items } = (await waiting.json()) as { items: { id: string; item: { title: string } }[] };
  const confirmation = items.find(({ item }) => item.title === title);
  await post(seller, "/api/rpc/confirm_payment_received", { confirmation_id: confirmation?.id, seller_id: seller.id });
  await post(buyer, `/api/orders/${order_id}/dispute`, {
    reason: "It does not play, and the seller says it never did.",
  });

  await test.step("staff decide for the buyer", async () => {
    const { page } = staff;
    await page.goto("/PaymentConfirmations");
    await page.getByRole("tab", { name: /^Disputed/ }).click();
    await page.getByRole("article").filter({ hasText: title }).getByRole("button", { name: "Review" }).click();
    const dialog = page.getByRole("dialog", { name: title });
    await dialog.getByRole("radio").last().check();
    await dialog.getByLabel("Reason").fill("It was sold as working.");
    await dialog.getByRole("button", { name: "Save decision" }).click();
    await expect(page.getByText("Decision saved", { exact: true }).first()).toBeVisible();
  });

  await test.step("the buyer enters an account for the refund", async () => {
    const { page } = buyer;
    await page.goto(`/MyOrders/${order_id}`);
    await expect(page.getByRole("heading", { name: "Refund due" })).toBeVisible();
    await page.getByLabel("Account name").fill("Billie Buyer");
    await page.getByLabel("BSB").fill("062-111");
    await page.getByLabel("Account number").fill("98765432");
    await expectAccessible(page, "naming an account");
    await page.getByRole("button", { name: "Send the refund here" }).click();
    await expect(page.getByText("Account saved")).toBeVisible();
  });

  await test.step("staff see which seller owes it", async () => {
    const { page } = staff;
    await page.goto("/Baggage");
    await page.getByRole("tab", { name: /^Owed by sellers/ }).click();
    await expect(page.getByText(title).first()).toBeVisible();
  });

  await test.step("the seller sends it and the buyer confirms it", async () => {
    await seller.page.goto(`/MyOrders/${order_id}`);
    await expect(seller.page.getByText("98765432")).toBeVisible();
    await expectAccessible(seller.page, "sending the refund");
    await seller.page.getByRole("button", { name: "I've sent it" }).click();
    await expect(seller.page.getByText("Refund marked as sent")).toBeVisible();
    await buyer.page.goto(`/MyOrders/${order_id}`);
    await expect(buyer.page.getByRole("button", { name: "It arrived" })).toBeVisible();
    await expectAccessible(buyer.page, "confirming the refund");
    await buyer.page.getByRole("button", { name: "It arrived" }).click();
    await expect(buyer.page.getByText("Refund received")).toBeVisible();
    // The buyer's account is hidden again once the refund has arrived.
    await seller.page.reload();
    await expect(seller.page.getByRole("heading", { level: 2 }).first()).toBeVisible();
    await expect(seller.page.getByText("98765432")).toHaveCount(0);
  });
});
