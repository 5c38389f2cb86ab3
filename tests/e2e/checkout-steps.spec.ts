import { randomBytes } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { type Actor, expect, listItem, send, test } from "./accounts.ts";
import { chooseMethod, enterCard } from "./checkout.ts";

const SELLER = 0;
const WITHOUT_OPEN_TRANSFERS = [2, 4, 6, 8, 16];
const HASH = randomBytes(32).toString("hex");

/** A step of the checkout, the method that leads there, and what leads from the method to it. */
interface Step {
  heading: string;
  method: RegExp | null;
  enter?: (dialog: Locator) => Promise<void>;
}

const BANK: Step = { heading: "Bank Transfer", method: /Bank transfer/ };

const STEPS: Step[] = [
  { heading: "Collection Details", method: null },
  BANK,
  { heading: "Card Details", method: /Card/ },
  {
    heading: "Crypto Payment",
    method: /Crypto/,
    enter: async (dialog) => {
      await dialog.getByRole("radio", { name: /Bitcoin/ }).check();
      await dialog.getByRole("button", { name: "Next" }).click();
      await dialog.getByLabel("Transaction hash").fill(HASH);
    },
  },
  {
    heading: "Confirmation",
    method: /Bank transfer/,
    enter: async (dialog) => dialog.getByRole("button", { name: "Next" }).click(),
  },
];

/** Opens the checkout of an item and goes to a step. */
async function openAt(page: Page, itemId: string, { heading, method, enter }: Step) {
  await page.goto(`/ItemDetail/${itemId}`);
  await page.getByRole("article").first().getByRole("button", { name: "Buy Now" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox").check();
  if (method !== null) await chooseMethod(dialog, method);
  await enter?.(dialog);
  await expect(dialog.getByRole("heading", { name: heading, exact: true })).toBeVisible();
  return dialog;
}

/** Goes on from a step until the checkout has something to say, or the order is placed. */
async function goOn(dialog: Locator, heading: string): Promise<void> {
  if (heading === "Card Details") await enterCard(dialog, "4242424242424242");
  const next = dialog.getByRole("button", { name: "Next" });
  const complete = dialog.getByRole("button", { name: "Complete Purchase" });
  const said = dialog.getByRole("heading", { name: "Your time is up" }).or(isOrdered(dialog));
  if (heading !== "Confirmation" && heading !== "Card Details") await next.click();
  await expect(complete.or(said).first()).toBeVisible();
  if (await said.isVisible()) return;
  await complete.click();
}

const isOrdered = (dialog: Locator) => dialog.getByText(/^(Pending|Completed)$/);

async function ordersOf(buyer: Actor, itemId: string): Promise<number[]> {
  const reply = await buyer.context.request.get("/api/orders?role=buyer&limit=100");
  const { items } = (await reply.json()) as { items: { item_id: string; amount: number }[] };
  return items.filter((order) => order.item_id === itemId).map(({ amount }) => amount);
}

for (const [at, step] of STEPS.entries()) {
  test(`${step.heading}: the hold ends and the price changes; the buyer reads both and goes on`, async ({ person }) => {
    const seller = await person(SELLER);
    const buyer = await person(2 * at + 1);
    const itemId = await listItem(seller, { title: `Ottoman ${Date.now()}`, price: 36 });
    const { page } = buyer;
    await page.setViewportSize({ width: 390, height: 844 });
    const dialog = await openAt(page, itemId, step);
    await send(buyer, "DELETE", `/api/items/${itemId}/reservation`);
    await send(seller, "PATCH", `/api/items/${itemId}`, { price: 30 });
    await goOn(dialog, step.heading);
    if (step.heading === "Crypto Payment") {
      // Coins that were sent count, for the amount that was locked (D76).
      await expect(isOrdered(dialog)).toBeVisible();
      expect(await ordersOf(buyer, itemId)).toEqual([36]);
      return;
    }
    await expect(dialog.getByRole("heading", { name: "Your time is up" })).toBeVisible();
    await expect(dialog.getByText("Everything you entered is still here.")).toBeVisible();
    expect(await ordersOf(buyer, itemId)).toEqual([]);

    await dialog.getByRole("button", { name: "Hold again" }).click();
    await expect(dialog.getByText("Price: $30 (was $36)")).toBeVisible();
    expect(await ordersOf(buyer, itemId)).toEqual([]);
  });

  test(`${step.heading}: the item is bought in another tab, and this one shows the order`, async ({ person }) => {
    const seller = await person(SELLER);
    const buyer = await person(WITHOUT_OPEN_TRANSFERS[at]);
    const itemId = await listItem(seller, { title: `Armchair ${Date.now()}`, price: 37 });
    const dialog = await openAt(buyer.page, itemId, step);
    const second = await openAt(await buyer.context.newPage(), itemId, BANK);
    await goOn(second, BANK.heading);
    await expect(isOrdered(second)).toBeVisible();

    await goOn(dialog, step.heading);
    await expect(isOrdered(dialog)).toBeVisible();
    expect(await ordersOf(buyer, itemId)).toEqual([37]);
  });
}
