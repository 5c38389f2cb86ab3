import { expect, expectAccessible, listItem, test } from "./accounts.ts";
import { newHold } from "./countdown.ts";

const SELLER = 16;
const HOLDER = 6;
const FIRST = 11;
const SECOND = 10;

test("a waiting buyer is offered the hold and buys; the next one moves up and leaves the waitlist on the sale", async ({
  person,
}) => {
  const title = `Queued bookshelf ${Date.now()}`;
  const id = await listItem(await person(SELLER), {
    title,
    price: 0,
    collection_date: Date.now() + 5 * 86_400_000,
    collection_address: "9 Quiet Court",
  });
  const [holder, first, second] = [await person(HOLDER), await person(FIRST), await person(SECOND)];
  await holder.page.goto(`/ItemDetail/${id}`);
  await holder.page.getByRole("button", { name: "Claim" }).click();
  await expect(holder.page.getByRole("dialog").getByRole("checkbox")).toBeVisible();

  const join = (who: typeof first) => who.page.getByRole("button", { name: "Join the queue" });
  await first.page.goto(`/ItemDetail/${id}`);
  await join(first).click();
  await expect(first.page.getByText("You're first in the queue")).toBeVisible();
  await expectAccessible(first.page, "in line");
  await second.page.goto(`/ItemDetail/${id}`);
  await expect(second.page.getByText("1 person is waiting.")).toBeVisible();
  await join(second).click();
  await expect(second.page.getByText("You're number 2 in the queue")).toBeVisible();

  const visitor = await person();
  await visitor.page.goto(`/Marketplace?q=${encodeURIComponent(title)}`);
  await expect(visitor.page.getByText("2 in queue").first()).toBeVisible();

  // The first waiting buyer has left the page and gets the offer through a notification.
  await first.page.goto("/MyOrders");
  await holder.page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await holder.page.getByRole("button", { name: "Let it go" }).click();
  await expect(second.page.getByText("You're first in the queue")).toBeVisible();
  await first.page.getByRole("button", { name: /^Notifications, \d+ new/ }).click();
  await first.page.getByRole("link", { name: new RegExp(title) }).click();
  await expect(first.page).toHaveURL(new RegExp(`/ItemDetail/${id}`));
  await expect(first.page.getByText("It's your turn!", { exact: true })).toBeVisible();
  await expect(first.page.getByText(newHold("Held for you for"))).toBeVisible();

  // Closing the checkout does not give up the offered hold.
  await first.page.getByRole("button", { name: "Claim" }).click();
  const dialog = first.page.getByRole("dialog");
  await expect(dialog.getByRole("checkbox")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await first.page.getByRole("button", { name: "Let it go" }).click();
  await expect(first.page.getByText("It's your turn!", { exact: true })).toBeVisible();
  await first.page.getByRole("button", { name: "Claim" }).click();
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "Next" }).click();
  await dialog.getByRole("button", { name: "Complete Purchase" }).click();
  await dialog.getByRole("link", { name: /order/i }).click();
  await expect(first.page).toHaveURL(/\/MyOrders\/ord_/i);

  await expect(second.page.getByText("This item has been sold").first()).toBeVisible();
  await expect(second.page.getByText(/number \d in the queue/)).toHaveCount(0);
});
