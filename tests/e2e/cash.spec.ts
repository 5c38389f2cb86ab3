/** Cash or PayID at pickup (D53), and a missed pickup that is contested (D56). */
import { type Actor, expect, expectAccessible, listItem, post, test } from "./accounts.ts";
import { chooseMethod } from "./checkout.ts";

/** Orders an item with cash through the API, for tests that start with the order. */
async function orderWithCash(buyer: Actor, itemId: string): Promise<string> {
  await post(buyer, "/api/rpc/reserve_item", { item_id: itemId, reservation_type: "buy_now" });
  const sent = { itemId, paymentMethod: "cash", acknowledged: true };
  return (await post<{ order_id: string }>(buyer, "/api/transactions", sent)).order_id;
}

test("a price is agreed, the buyer chooses cash, and the code at the pickup completes the order and allows ratings", async ({
  person,
}) => {
  const [seller, buyer] = [await person("seller"), await person("buyer")];
  const title = `Cash lamp ${Date.now().toString(36)}`;
  const itemId = await listItem(seller, { title, price: 100, collection_address: "17 Hidden Lane" });

  await test.step("offer, counter-offer and acceptance", async () => {
    await buyer.page.goto(`/ItemDetail/${itemId}`);
    await buyer.page.getByRole("button", { name: "Make an offer" }).click();
    const offer = buyer.page.getByRole("dialog", { name: "Make an offer" });
    await offer.getByText("$80", { exact: true }).click();
    await offer.getByRole("button", { name: "Send offer" }).click();
    await expect(buyer.page.getByText("Your offer: $80")).toBeVisible();

    await seller.page.goto("/PriceOffers");
    const row = seller.page.getByRole("listitem").filter({ hasText: title });
    await row.getByRole("button", { name: "Counter" }).click();
    const counter = seller.page.getByRole("dialog", { name: "Make a counter-offer" });
    await counter.getByLabel("Amount").fill("90");
    await counter.getByRole("button", { name: "Send counter-offer" }).click();
    await expect(row.getByText("Your counter-offer: $90")).toBeVisible();

    await buyer.page.goto("/Messages");
    await buyer.page
      .getByRole("link", { name: new RegExp(title) })
      .first()
      .click();
    await buyer.page.getByRole("button", { name: "Accept $90" }).click();
    await buyer.page
      .getByRole("dialog")
      .or(buyer.page.getByRole("alertdialog"))
      .getByRole("button", { name: "Accept $90" })
      .click();
    await expect(buyer.page.getByRole("log").getByText(/The buyer accepted \$90/)).toBeVisible();
  });

  await test.step("the buyer checks out with cash", async () => {
    const { page } = buyer;
    await page.goto(`/ItemDetail/${itemId}`);
    await page.getByRole("button", { name: "Buy Now at $90" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("checkbox", { name: /unless I choose to pay at pickup\.$/ }).check();
    await chooseMethod(dialog, /Cash or PayID at pickup/);
    await dialog.getByRole("button", { name: "Back" }).click();
    await expectAccessible(page, "payment methods with cash");
    await dialog.getByRole("button", { name: "Next" }).click();
    await expect(dialog.getByText("You pay the seller at pickup, not before.")).toBeVisible();
    await dialog.getByRole("button", { name: "Complete Purchase" }).click();
    await expect(dialog.getByText("It's reserved for you")).toBeVisible();
    await dialog.getByRole("link", { name: "View order" }).click();
    await expect(page.getByRole("heading", { name: /Reserved · pick up/ })).toBeVisible();
    await expect(page.getByText(/pay .* \$90 in cash or by PayID/)).toBeVisible();
    await expectAccessible(page, "order with cash, buyer");
  });

  const code = await buyer.page.getByRole("img", { name: /^Pickup code: / }).getAttribute("aria-label");
  await test.step("the seller enters the code once paid", async () => {
    const { page } = seller;
    await page.goto("/MyOrders?tab=selling");
    await page
      .getByRole("link", { name: new RegExp(title) })
      .first()
      .click();
    await expect(page.getByText(/pays you \$90 in cash or by PayID at pickup/)).toBeVisible();
    await expectAccessible(page, "order with cash, seller");
    await page.getByLabel("Enter the code").fill((code ?? "").replace(/\D/g, ""));
    await page.getByRole("button", { name: "Hand over" }).click();
    await expect(page.locator("#main").getByRole("heading", { name: "Handed over" })).toBeVisible();
  });

  await test.step("the buyer rates the seller", async () => {
    const { page } = buyer;
    await page.reload();
    await expect(page.getByRole("heading", { name: "Picked up" })).toBeVisible();
    await page.getByRole("button", { name: /^Rate/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: /5 stars/ }).check({ force: true });
    await dialog.getByRole("button", { name: /^(Send|Submit|Rate)/ }).click();
    await expect(page.getByText(/^You rated/)).toBeVisible();
  });
});

test("a buyer with two open orders at pickup is told why there can be no third", async ({ person }) => {
  const [seller, buyer] = [await person("seller"), await person(2)];
  for (let n = 0; n < 2; n++) await orderWithCash(buyer, await listItem(seller, { title: `Shelf ${n}` }));
  const third = await listItem(seller, { title: "Third shelf" });
  const { page } = buyer;
  await page.goto(`/ItemDetail/${third}`);
  await page.getByRole("button", { name: "Buy Now" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "Next" }).click();
  await expect(dialog.getByText("You can have 2 open orders that you pay at pickup.")).toBeVisible();
  await expect(dialog.getByRole("radio", { name: /Cash/ })).toHaveCount(0);
});

test("a buyer contests a report of a missed pickup, and staff decide that it doesn't count", async ({ person }) => {
  // Both are in the demo data, with the report of yesterday.
  const [buyer, admin] = [await person(4), await person("admin")];
  const { page } = buyer;
  await page.goto("/MyOrders");
  await page
    .getByRole("listitem")
    .filter({ hasText: "Not picked up" })
    .getByRole("link", { name: "View order" })
    .first()
    .click();
  await expect(page.getByText(/says you didn't come to the pickup/)).toBeVisible();
  await expect(page.getByText(/Counts as missed for you/)).toBeVisible();
  await expectAccessible(page, "reported pickup");
  await expect(page).toHaveURL(/\/MyOrders\/ord_/);
  const title = await page.getByRole("heading", { level: 1 }).innerText();
  await page.getByRole("button", { name: "Contest the report" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("I was there at ten and rang the bell twice.");
  await dialog.getByRole("button", { name: "Contest the report" }).click();
  await expect(page.getByText("This report is contested. Our team will decide.")).toBeVisible();
  await expect(page.getByText("Doesn't count while it's contested")).toBeVisible();

  await admin.page.goto("/Baggage");
  await admin.page.getByRole("tab", { name: /^Missed pickups/ }).click();
  await admin.page.getByRole("button", { name: `Dismiss report: ${title}` }).click();
  const decide = admin.page.getByRole("dialog", { name: "Dismiss this report?" });
  await decide.getByLabel("Reason").fill("Both were at different doors of the same house.");
  await decide.getByRole("button", { name: "Dismiss report" }).click();
  await expect(admin.page.getByText("Report dismissed")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Our team decided that the report doesn't count.")).toBeVisible();
});
