import { expect, listItem, originOf, test } from "./accounts.ts";
import { newHold } from "./countdown.ts";

test("a hold with its countdown and its release reach another browser over its socket", {
  tag: "@golden",
}, async ({ person }) => {
  const seller = await person(2);
  const holder = await person(3);
  const watcher = await person("buyer");
  const id = await listItem(seller, { title: `Watched lamp ${Date.now()}` });
  await holder.page.goto(`/ItemDetail/${id}`);
  await watcher.page.goto(`/ItemDetail/${id}`);
  await expect(watcher.page.getByRole("button", { name: "Buy Now" })).toBeVisible();
  await expect(watcher.page.getByText("1 other person is looking now")).toBeVisible();
  // Without its socket the page would ask from time to time.
  await watcher.page.route(`**/api/items/${id}*`, (route) => route.abort());

  await holder.page.getByRole("button", { name: "Buy Now" }).click();
  await expect(holder.page.getByRole("dialog").getByRole("checkbox")).toBeVisible();
  await expect(watcher.page.getByText("This item is currently reserved")).toBeVisible();
  // The item's own countdown; cards further down may be held too.
  const countdown = watcher.page
    .getByRole("article")
    .first()
    .getByText(/Available in/);
  await expect(countdown).toHaveText(newHold("Available in"));
  await expect(watcher.page.getByRole("button", { name: "Buy Now" })).toHaveCount(0);
  const first = await countdown.textContent();
  await expect(countdown).not.toHaveText(first ?? "");

  await holder.page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await holder.page.getByRole("button", { name: "Let it go" }).click();
  await expect(holder.page.getByRole("dialog")).toHaveCount(0);
  await expect(watcher.page.getByRole("button", { name: "Buy Now" })).toBeVisible();
});

test("the grid shows another buyer's hold as a countdown, and a second buyer is refused (A29)", async ({ person }) => {
  const title = `Contested lamp ${Date.now()}`;
  const seller = await person(4);
  const holder = await person(5);
  const other = await person(6);
  const id = await listItem(seller, { title });
  // The socket stays silent, so that the page still offers the button when it is too late.
  await other.page.routeWebSocket(/\/live/, () => undefined);
  await other.page.goto(`/ItemDetail/${id}`);
  await expect(other.page.getByRole("button", { name: "Buy Now" })).toBeVisible();
  const reply = await holder.context.request.post("/api/rpc/reserve_item", {
    data: { item_id: id, reservation_type: "buy_now" },
    headers: { Origin: originOf(other) },
  });
  expect(reply.status()).toBe(200);
  await other.page.getByRole("button", { name: "Buy Now" }).click();
  const toast = other.page.getByRole("region", { name: "Notifications" });
  await expect(toast.getByText("Item Not Available")).toBeVisible();
  await expect(toast.getByText("This item is currently being processed by another user.")).toBeVisible();
  await expect(other.page.getByRole("dialog", { name: /Buy|Checkout/ })).toHaveCount(0);

  const visitor = await person();
  await visitor.page.goto(`/Marketplace?q=${encodeURIComponent(title)}`);
  await expect(visitor.page.getByText(newHold("Available in")).first()).toBeVisible();

  const refused = await other.context.request.post("/api/rpc/reserve_item", {
    data: { item_id: id, reservation_type: "cart" },
    headers: { Origin: originOf(other) },
  });
  expect(refused.status()).toBe(409);
  expect(await refused.json()).toMatchObject({
    error: { message: "This item is currently reserved by another user. Please try again in a few minutes." },
  });
});
