import { type Actor, expect, expectAccessible, listItem, test } from "./accounts.ts";
import { chooseMethod, enterCard as enterInCheckout } from "./checkout.ts";

const SELLER = 20;
const BUYER = 21;
const CARDS = {
  good: "4242424242424242",
  declined: "4000000000000002",
  poor: "4000000000009995",
  asking: "4000002760003184",
};

/** Opens an item and goes through the checkout to the step of the card. */
async function toCardStep(buyer: Actor, itemId: string): Promise<void> {
  const { page } = buyer;
  await page.goto(`/ItemDetail/${itemId}`);
  await page.getByRole("article").first().getByRole("button", { name: "Buy Now" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox").check();
  await chooseMethod(dialog, /Card/);
  await expect(dialog.getByLabel("Card number")).toBeVisible();
}

/** Fills in the card form. */
async function enterCard({ page }: Actor, number: string): Promise<void> {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry").fill("1234");
  await page.getByLabel("CVC").fill("123");
}

async function payWith({ page }: Actor, number: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await enterInCheckout(dialog, number);
  await dialog.getByRole("button", { name: "Complete Purchase" }).click();
}

test("a card payment shows Processing, then Completed once the server knows, and both sides see the paid order", async ({
  person,
}) => {
  const seller = await person(SELLER);
  const buyer = await person(BUYER);
  const title = `Record player ${Date.now()}`;
  const itemId = await listItem(seller, { title, price: 85.5 });
  const { page } = buyer;
  await toCardStep(buyer, itemId);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Test payments.")).toBeVisible();

  const next = dialog.getByRole("button", { name: "Next" });
  await next.click();
  await expect(dialog.getByText("Enter the card number.")).toBeVisible();
  await dialog.getByLabel("Card number").fill("4111 1111 1111 1111");
  await next.click();
  await expect(dialog.getByText(/Only the test card numbers below work/)).toBeVisible();

  await payWith(buyer, CARDS.good);
  await expect(dialog.getByText("Completed")).toBeVisible();
  await expect(page.getByText("Payment Successful!")).toBeVisible();
  await expectAccessible(page, "paid by card");
  await dialog.getByRole("link", { name: "View order" }).click();
  await expect(page).toHaveURL(/\/MyOrders\/ord_/i);
  await expect(page.getByText("Card", { exact: true }).first()).toBeVisible();

  const sales = await seller.context.request.get("/api/orders?role=seller");
  const { items } = (await sales.json()) as { items: { item_id: string; status: string; amount: number }[] };
  expect(items.find((order) => order.item_id === itemId)).toMatchObject({ status: "payment_confirmed", amount: 85.5 });
});

test("a declined card and a card without funds leave the order payable with another card", async ({ person }) => {
  const seller = await person(SELLER);
  const buyer = await person(22);
  const itemId = await listItem(seller, { title: `Desk fan ${Date.now()}`, price: 30 });
  const { page } = buyer;
  await page.setViewportSize({ width: 390, height: 844 });
  await toCardStep(buyer, itemId);
  await payWith(buyer, CARDS.declined);
  const dialog = page.getByRole("dialog");
  // The reason stands once, at the form, with the button to try again on screen.
  await expect(dialog.getByText("Card Declined", { exact: true })).toBeInViewport();
  await expect(page.getByText("Card Declined", { exact: true })).toHaveCount(1);
  await expect(dialog.getByRole("button", { name: "Next" })).toBeInViewport({ ratio: 1 });
  await expect(
    dialog.getByText("Your card was declined. Please try a different card or contact your bank."),
  ).toBeVisible();
  await expectAccessible(page, "declined card");

  await payWith(buyer, CARDS.poor);
  await expect(dialog.getByText("Your card has insufficient funds. Please try a different card.")).toBeVisible();

  await payWith(buyer, CARDS.good);
  await expect(dialog.getByText("Completed")).toBeVisible();
});

test("3-D Secure returns to the order, which is paid", { tag: "@golden" }, async ({ person }) => {
  const seller = await person(SELLER);
  const buyer = await person(23);
  const itemId = await listItem(seller, { title: `Camp stove ${Date.now()}`, price: 48 });
  const { page } = buyer;
  await toCardStep(buyer, itemId);
  await payWith(buyer, CARDS.asking);
  await expect(page.getByRole("heading", { name: "3-D Secure test" })).toBeVisible();

  await test.step("after a failed check the order can still be paid", async () => {
    await page.getByRole("button", { name: "Fail" }).click();
    await expect(page).toHaveURL(/\/stripe-checkout\?/);
    await expect(page.getByText("Payment Failed").first()).toBeVisible();
    await enterCard(buyer, CARDS.asking);
    await page.getByRole("button", { name: "Pay $48" }).click();
  });

  await page.getByRole("button", { name: "Complete" }).click();
  await expect(page).toHaveURL(/\/MyOrders\/ord_/i, { timeout: 20_000 });
  await expect(page.getByText("Payment Successful!")).toBeVisible();
  const orders = await buyer.context.request.get("/api/orders?role=buyer");
  const { items } = (await orders.json()) as { items: { item_id: string; status: string }[] };
  expect(items.find((order) => order.item_id === itemId)?.status).toBe("payment_confirmed");
});

test("a seller tops up $20 and sees it in the header", async ({ person }) => {
  const { page } = await person(SELLER);
  await page.goto("/MyItems");
  const balance = page.getByRole("button", { name: /^Ad credit .* add funds$/ });
  const before = Number(/\$([\d.,]+)/.exec((await balance.textContent()) ?? "")?.[1]?.replace(",", ""));
  await balance.click();
  const dialog = page.getByRole("dialog", { name: "Add funds" });
  const amount = dialog.getByLabel("Amount in AUD");
  await amount.fill("4.99");
  await dialog.getByRole("button", { name: "Continue to payment" }).click();
  await expect(dialog.getByText("Minimum amount is $5.00")).toBeVisible();
  await expectAccessible(page, "top-up amount");
  await amount.fill("20");
  await dialog.getByRole("button", { name: "Continue to payment" }).click();
  await dialog.getByRole("button", { name: /4242 4242 4242 4242/ }).click();
  await expectAccessible(page, "top-up card");
  await dialog.getByRole("button", { name: "Pay $20" }).click();
  await expect(page.getByText("$20 has been added to your balance.")).toBeVisible({ timeout: 20_000 });
  await expect(dialog).toHaveCount(0);
  await expect(balance).toHaveText(`$${before + 20}`);
});

test("a top-up with a lost reply is charged once, and the user checks again instead of paying again", async ({
  person,
}) => {
  const { page } = await person(SELLER);
  await page.goto("/MyItems");
  const balance = page.getByRole("button", { name: /^Ad credit .* add funds$/ });
  const before = Number(/\$([\d.,]+)/.exec((await balance.textContent()) ?? "")?.[1]?.replace(",", ""));
  await balance.click();
  const dialog = page.getByRole("dialog", { name: "Add funds" });
  await dialog.getByRole("button", { name: "$50", exact: true }).click();
  await dialog.getByRole("button", { name: "Continue to payment" }).click();
  await dialog.getByRole("button", { name: /4242 4242 4242 4242/ }).click();

  let confirmed = 0;
  await page.route("**/confirm", async (route) => {
    confirmed += 1;
    await route.fetch();
    await route.abort("internetdisconnected");
  });
  const questions = /\/api\/(payments\/intents|balance\/topups)\//;
  await page.route(questions, (route) => route.abort("internetdisconnected"));
  await dialog.getByRole("button", { name: "Pay $50" }).click();
  await expect(dialog.getByText("We don't know yet if your card was charged")).toBeVisible();
  await expect(dialog.getByRole("button", { name: /^Pay/ })).toHaveCount(0);
  await expectAccessible(page, "a payment nobody knows of");

  await dialog.getByRole("button", { name: "Check again" }).click();
  await expect(dialog.getByText("Still no answer.")).toBeVisible();
  // The dialog also asks by itself, as soon as the server can be reached again.
  await page.unroute(questions);
  await expect(page.getByText("$50 has been added to your balance.")).toBeVisible({ timeout: 20_000 });
  await expect(balance).toHaveText(`$${before + 50}`);
  expect(confirmed).toBe(1);
});

test("on a phone the balance is in the menu, and 3-D Secure returns to the page where it started", async ({
  person,
}) => {
  const seller = await person(SELLER);
  const { page } = seller;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/MyItems");
  await page.getByRole("button", { name: /^Me\b/ }).click();
  await page.getByRole("button", { name: /Ad credit .* Add funds/ }).click();
  const dialog = page.getByRole("dialog", { name: "Add funds" });
  await dialog.getByRole("button", { name: "$10", exact: true }).click();
  await dialog.getByRole("button", { name: "Continue to payment" }).click();
  await enterCard(seller, CARDS.asking);
  await dialog.getByRole("button", { name: "Pay $10" }).click();
  await page.getByRole("button", { name: "Complete" }).click();
  await expect(page.getByText("$10 has been added to your balance.")).toBeVisible({ timeout: 20_000 });
  await expect(page).toHaveURL(/\/MyItems/i);
});
