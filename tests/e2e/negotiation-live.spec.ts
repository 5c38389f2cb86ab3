/** A negotiation over the item's socket, with the seller's answer in it (D64). */
import type { WebSocketRoute } from "@playwright/test";
import { expect, expectAccessible, listItem, test } from "./accounts.ts";
import { buyByTransfer } from "./checkout.ts";

test("a buyer negotiates over the socket, loses it, hears the seller's answer and buys", { tag: "@golden" }, async ({
  person,
}) => {
  const [seller, buyer] = [await person("seller"), await person(20)];
  const title = `Walnut sideboard ${Date.now().toString(36)}`;
  const itemId = await listItem(seller, { title, price: 200, negotiation_enabled: true, minimum_price: 120 });
  const { page, context } = buyer;
  let socket: WebSocketRoute | null = null;
  let messagesLost = false;
  let connected = false;
  await page.routeWebSocket(/\/api\/items\/[^/]+\/live/, (route) => {
    const server = route.connectToServer();
    server.onMessage((frame) => {
      connected = true;
      route.send(frame);
    });
    route.onMessage((frame) => {
      if (!messagesLost) server.send(frame);
    });
    socket = route;
  });
  const log = page.getByRole("log", { name: "Conversation with Knowzee" });
  const message = page.getByRole("textbox", { name: "Message to Knowzee" });
  const typing = log.getByText("Knowzee is typing…");
  let posted = 0;
  page.on("request", (request) => {
    if (request.url().includes("agent-negotiate")) posted++;
  });

  await test.step("the buyer asks over the socket, with no request of its own", async () => {
    await page.goto(`/ItemDetail/${itemId}`);
    await page.getByRole("button", { name: "Make an offer" }).click();
    await expect(log.getByText(/The seller can read this chat/)).toBeVisible();
    // Before that, a message goes over HTTP.
    await expect.poll(() => connected).toBe(true);
    await message.fill("Does the veneer peel anywhere?");
    await page.keyboard.press("Enter");
    await expect(typing).toBeVisible();
    await expect(log.getByRole("button", { name: "Ask the seller" })).toBeVisible();
    expect(posted).toBe(0);
    await expectAccessible(page, "open question");
    await log.getByRole("button", { name: "Ask the seller" }).click();
    await expect(log.getByText(/We've asked the seller/)).toBeVisible();
  });

  await test.step("the connection is lost while a message is on its way", async () => {
    messagesLost = true;
    await page.getByRole("group", { name: "Suggested offers" }).locator("label").first().click();
    await page.getByRole("button", { name: /^Send offer of/ }).click();
    await expect(log.getByText(/^You: I can offer/)).toBeVisible();
    messagesLost = false;
    await socket?.close();
    await expect(page.getByRole("button", { name: /^Accept \$/ })).toBeVisible({ timeout: 30_000 });
    await expect(log.getByText(/I can offer/)).toHaveCount(1);
  });

  await test.step("the seller reads the negotiation and answers with one press", async () => {
    await seller.page.goto("/Negotiations");
    await expect(seller.page.getByText("“Does the veneer peel anywhere?”").first()).toBeVisible();
    await expectAccessible(seller.page, "negotiations");
    const question = seller.page.getByRole("listitem").filter({ hasText: title }).first();
    await question.getByRole("button", { name: "No", exact: true }).click();
    await expect(seller.page.getByText("Answer sent")).toBeVisible();
    await seller.page
      .getByRole("link", { name: new RegExp(title) })
      .first()
      .click();
    await expect(seller.page.getByText("Knowzee, for you").first()).toBeVisible();
    await expectAccessible(seller.page, "one negotiation");
  });

  await test.step("the answer appears in the buyer's chat, and the buyer pays the agreed price", async () => {
    await expect(log.getByText("The seller", { exact: true })).toBeVisible();
    await expect(log.getByText(/No\.$/)).toBeVisible();
    const accept = page.getByRole("button", { name: /^Accept \$/ });
    const price = (await accept.textContent())?.replace(/[^\d.]/g, "") ?? "";
    await accept.click();
    const dialog = page.getByRole("dialog");
    await buyByTransfer(dialog);
    await expect(dialog.getByText("Your agreed price")).toBeVisible();
    await dialog.getByRole("button", { name: "Complete Purchase" }).click();
    await expect(dialog.getByRole("button", { name: "I've sent the transfer" })).toBeVisible();
    const orders = await context.request.get("/api/orders?role=buyer");
    const { items } = (await orders.json()) as { items: { item_id: string; amount: number }[] };
    expect(items.find(({ item_id }) => item_id === itemId)?.amount).toBe(Number(price));
  });
});
