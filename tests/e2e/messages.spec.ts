import type { Page, WebSocketRoute } from "@playwright/test";
import { type Actor, expect, listItem, test } from "./accounts.ts";

const SELLER = 19;
const BUYER = 20;

const chair = (seller: Actor) => listItem(seller, { title: `Rocking chair ${Date.now()}`, price: 90 });
const log = (page: Page) => page.getByRole("log", { name: /^Conversation with/ });
const box = (page: Page) => page.getByRole("textbox", { name: /^Message to/ });

async function say(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await page.keyboard.press("Enter");
}

/** Opens the thread with the seller from the item page and returns its path. */
async function messageSeller(page: Page, id: string): Promise<string> {
  await page.goto(`/ItemDetail/${id}`);
  await page.getByRole("button", { name: "Message seller" }).click();
  await expect(box(page)).toBeVisible();
  return new URL(page.url()).pathname;
}

test("a question is answered automatically, then buyer and seller write to each other live", async ({ person }) => {
  const seller = await person(SELLER);
  const buyer = await person(BUYER);
  const id = await chair(seller);
  await buyer.page.goto(`/ItemDetail/${id}`);
  await buyer.page.getByRole("button", { name: "Why are you selling?" }).click();
  await expect(buyer.page.getByRole("status").filter({ hasText: "The seller hasn't said" })).toBeVisible();

  await messageSeller(buyer.page, id);
  await seller.page.goto("/MyItems");
  await expect(seller.page.getByRole("heading", { name: "My items" })).toBeVisible();
  const first = `Is the seat cane or wood? ${Date.now()}`;
  await say(buyer.page, first);
  await seller.page.getByRole("link", { name: /^Inbox, \d+ unread/ }).click();
  await expect(seller.page.getByRole("heading", { name: "Messages" })).toBeVisible();
  const row = seller.page.getByRole("link", { name: first });
  await expect(row.getByText("1 unread")).toBeAttached();
  await expect(buyer.page.getByText(/· Sent$/)).toBeVisible();
  await row.click();
  await expect(log(seller.page).getByText(first)).toBeVisible();
  await expect(buyer.page.getByText(/· Read$/)).toBeVisible();
  await expect(row.getByText("1 unread")).toHaveCount(0);

  const wood = `It is wood ${Date.now()}`;
  await box(seller.page).pressSequentially("It is ");
  await expect(buyer.page.getByText(/is typing…$/)).toBeVisible();
  await say(seller.page, wood);
  await expect(log(buyer.page).getByText(wood)).toBeVisible();
  await expect(buyer.page.getByText(/is typing…$/)).toHaveCount(0);
  await expect(seller.page.getByText(/· Read$/)).toBeVisible();

  await buyer.page.setViewportSize({ width: 390, height: 844 });
  await expect(buyer.page.getByRole("link", { name: "All messages" })).toBeVisible();
  await expect(log(buyer.page).getByText(wood)).toBeInViewport();
  await expect(box(buyer.page)).toBeInViewport();
});

test("a lost connection loses no message, doubles none and keeps the order", async ({ person }) => {
  const seller = await person(SELLER);
  const buyer = await person(BUYER);
  const id = await chair(seller);
  const sockets = new Set<WebSocketRoute>();
  await buyer.page.routeWebSocket(/\/api\/live$/, (socket) => {
    socket.connectToServer();
    sockets.add(socket);
  });
  const path = await messageSeller(buyer.page, id);
  // Repeated texts are refused, also across runs.
  const run = Date.now();
  await say(buyer.page, `First ${run}`);
  await seller.page.goto(path);
  await expect(log(seller.page).getByText(`First ${run}`)).toBeVisible();

  await buyer.context.setOffline(true);
  for (const socket of sockets) await socket.close({ code: 1011 });
  const theirs = Array.from({ length: 4 }, (_, index) => `Seller ${index + 1} ${run}`);
  for (const text of theirs) await say(seller.page, text);
  await expect(seller.page.getByText(/· Sent$/)).toBeVisible();
  // The server has stored all four: later messages come after them.
  await expect(log(seller.page).getByText(theirs.at(-1) ?? "")).toBeVisible();
  await expect(log(seller.page).getByText("Sending…")).toHaveCount(0);
  const mine = Array.from({ length: 3 }, (_, index) => `Buyer ${index + 1} ${run}`);
  for (const text of mine) await say(buyer.page, text);
  await expect(log(buyer.page).getByText("We'll send this when you're back online")).toHaveCount(3);
  await expect(log(buyer.page).getByText(theirs[0] ?? "")).toHaveCount(0);

  await buyer.context.setOffline(false);
  const all = (page: Page) => log(page).getByText(new RegExp(`^(First|(Seller|Buyer) \\d) ${run}$`));
  const inOrder = [`First ${run}`, ...theirs, ...mine];
  for (const { page } of [buyer, seller]) await expect(all(page)).toHaveText(inOrder);
  await expect(log(buyer.page).getByText("Sending…")).toHaveCount(0);
  await buyer.page.reload();
  await expect(all(buyer.page)).toHaveText(inOrder);
});

test("a thread is reported and its other side blocked; then neither can write to the other", async ({ person }) => {
  const seller = await person(21);
  const buyer = await person(BUYER);
  const path = await messageSeller(buyer.page, await chair(seller));
  const run = Date.now();
  await say(buyer.page, `Good morning ${run}`);
  await seller.page.goto(path);
  await say(seller.page, `Morning! ${run}`);
  await expect(log(buyer.page).getByText(`Morning! ${run}`)).toBeVisible();
  const choose = async (entry: RegExp) => {
    await buyer.page.getByRole("button", { name: /^More options for your conversation/ }).click();
    await buyer.page.getByRole("menuitem", { name: entry }).click();
  };

  await choose(/^Report this conversation$/);
  const report = buyer.page.getByRole("dialog", { name: "Report a problem" });
  await report.getByText("Spam", { exact: true }).click();
  await report.getByRole("button", { name: "Send report" }).click();
  await expect(buyer.page.getByText("Report sent")).toBeVisible();
  await expect(report).toHaveCount(0);

  await choose(/^Block /);
  await buyer.page.getByRole("dialog").getByRole("button", { name: "Block" }).click();
  await expect(buyer.page.getByText(/ is blocked\. Unblock them to send messages\.$/)).toBeVisible();
  await expect(box(buyer.page)).toHaveCount(0);

  await say(seller.page, `Still there? ${run}`);
  await expect(seller.page.getByText(/^Not sent\. /)).toBeVisible();
  await seller.page.getByRole("button", { name: "Delete" }).click();
  await seller.page.reload();
  await expect(seller.page.getByText(/^You can't message /)).toBeVisible();
  await expect(log(buyer.page).getByText(`Still there? ${run}`)).toHaveCount(0);

  await choose(/^Unblock /);
  await buyer.page.getByRole("dialog").getByRole("button", { name: "Unblock" }).click();
  await say(buyer.page, `Changed my mind ${run}`);
  await expect(log(seller.page).getByText(`Changed my mind ${run}`)).toBeVisible();
});
