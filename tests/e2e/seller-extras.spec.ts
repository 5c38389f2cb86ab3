/** A special offer on several items, a promoted listing, and ratings of both sides. */
import { expect, expectAccessible, listItem, originOf, post, test } from "./accounts.ts";

test("the editor previews a special offer, and the cart charges the previewed price", async ({ person }) => {
  const seller = await person(9);
  const buyer = await person("buyer");
  const stamp = Date.now().toString(36);
  const titles = ["Desk", "Rug", "Lamp"].map((name) => `${name} ${stamp}`);
  const ids = [];
  for (const [index, title] of titles.entries())
    ids.push(await listItem(seller, { title, price: [30, 20, 10][index] }));

  const page = seller.page;
  await page.goto("/SpecialOffers?edit=new");
  await page.getByText("Buy some, get some free").click();
  for (const title of titles) await page.getByRole("checkbox", { name: title }).check();
  await page.getByLabel("Title").fill(`Clear-out ${stamp}`);
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview).toContainText("Together $50");
  await expectAccessible(page, "offer editor");
  await page.getByRole("button", { name: "Start offer" }).click();
  await expect(page.getByRole("heading", { name: `Clear-out ${stamp}` })).toBeVisible();

  await buyer.page.goto(`/ItemDetail/${ids[0]}`);
  await expect(buyer.page.getByText("Buy 2, get 1 free").first()).toBeVisible();
  for (const item_id of ids) await post(buyer, "/api/cart", { item_id });
  await buyer.page.goto("/Cart");
  const group = buyer.page.getByRole("region", { name: /^From/ }).filter({ hasText: stamp });
  await expect(group.getByText("Buy 2, get 1 free")).toHaveCount(3);
  await expect(group.getByText("$16.67")).toBeVisible();
  await expectAccessible(buyer.page, "cart with an offer");
  for (const id of ids) {
    await buyer.context.request.delete(`/api/cart/${id}`, { headers: { Origin: originOf(buyer) } });
  }
});

test("a listing is promoted with ad credit, and cancelling refunds the unused days", async ({ person }) => {
  const seller = await person(10);
  const title = `Promoted kite ${Date.now().toString(36)}`;
  const item = await listItem(seller, { title, price: 25 });
  const page = seller.page;
  await page.goto(`/PromoteItem?item=${item}`);
  await expect(page.getByRole("radio", { name: title })).toBeChecked();
  await page.getByRole("radio", { name: /Bottom banner/ }).check();
  const balance = page.getByRole("main").getByRole("button", { name: /^Ad credit \$/ });
  await expect(balance).toBeVisible();
  await page.getByRole("button", { name: "Promote for $7" }).click();
  const row = page.getByRole("listitem").filter({ hasText: title }).filter({ hasText: "Bottom banner" });
  await expect(row).toContainText("Running");
  await row.getByRole("button", { name: /^Cancel the promotion/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel promotion" }).click();
  await expect(row).toContainText("$6 refunded");
});

test("both sides of a completed order rate each other, and the ratings are public", async ({ person }) => {
  const seller = await person(11);
  const buyer = await person("buyer");
  const title = `Free pot plant ${Date.now().toString(36)}`;
  const itemId = await listItem(seller, { title, price: 0 });
  await buyer.page.goto(`/ItemDetail/${itemId}`);
  await post(buyer, "/api/rpc/reserve_item", { item_id: itemId, reservation_type: "buy_now" });
  const { order_id: order } = await post(buyer, "/api/transactions", {
    itemId,
    paymentMethod: "free",
    acknowledged: true,
  });
  await post(buyer, `/api/orders/${order}/collected`);

  await buyer.page.goto(`/MyOrders/${order}`);
  await buyer.page.getByRole("button", { name: "Rate seller" }).click();
  const dialog = buyer.page.getByRole("dialog", { name: /^Rate / });
  await dialog.getByRole("button", { name: "Submit Rating" }).click();
  await expect(dialog.getByText("Please select a star rating.")).toBeVisible();
  await expectAccessible(buyer.page, "rating dialog");
  await dialog.getByRole("radio", { name: /^4 stars/ }).check();
  await dialog.getByLabel(/Comment/).fill(`Lovely ${title}`);
  await dialog.getByRole("button", { name: "Submit Rating" }).click();
  await expect(buyer.page.getByText("Seller Rated")).toBeVisible();
  await expect(buyer.page.getByText(/^Hidden until .* rates you too, or until /)).toBeVisible();

  const visitor = await person();
  await visitor.page.goto(`/Store/${seller.id}`);
  await expect(visitor.page.getByRole("heading", { name: "For sale" })).toBeVisible();
  await expect(visitor.page.getByText(`Lovely ${title}`)).toHaveCount(0);

  await seller.page.goto(`/MyOrders/${order}`);
  await expect(seller.page.getByText(/ has rated you$/)).toBeVisible();
  await expectAccessible(seller.page, "order with a hidden rating");
  await seller.page.getByRole("button", { name: "Rate buyer" }).click();
  await seller.page.getByRole("radio", { name: /^5 stars/ }).check();
  await seller.page.getByRole("button", { name: "Submit Rating" }).click();
  await expect(seller.page.getByText("Buyer Rated")).toBeVisible();
  await seller.page.getByRole("button", { name: /^Reply to the rating by / }).click();
  await expectAccessible(seller.page, "reply dialog");
  await seller.page.getByLabel(/Your reply/).fill(`Enjoy the ${title}`);
  await seller.page.getByRole("button", { name: "Post reply" }).click();
  await expect(seller.page.getByText(`Enjoy the ${title}`)).toBeVisible();
  await expect(seller.page.getByRole("dialog")).toHaveCount(0);
  await expectAccessible(seller.page, "rated order");

  await visitor.page.reload();
  await expect(visitor.page.getByText(`Lovely ${title}`)).toBeVisible();
  await expect(visitor.page.getByText(`Enjoy the ${title}`)).toBeVisible();
  await expectAccessible(visitor.page, "store with ratings");
});

test("without ad credit nothing is spent, and the page offers to add funds", async ({ person }) => {
  const seller = await person("seller");
  const item = await listItem(seller, { title: `Unpromoted kite ${Date.now().toString(36)}`, price: 25 });
  const page = seller.page;
  await page.goto(`/PromoteItem?item=${item}`);
  await page.getByLabel("Last day").fill("2099-01-01");
  await page.getByRole("button", { name: /^Promote/ }).click();
  await expect(page.getByText("A promotion can run for up to 30 days.")).toBeVisible();
  await page.getByLabel("Last day").fill(await page.getByLabel("First day").inputValue());
  await expect(page.getByText("You need another")).toBeVisible();
  await page.getByRole("button", { name: "Promote for $2.50" }).click();
  await expect(page.getByText("Not enough ad credit.")).toBeVisible();
  await page.getByRole("button", { name: "Add funds", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Add funds" })).toBeVisible();
});
