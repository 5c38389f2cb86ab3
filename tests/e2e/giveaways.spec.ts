/** Giveaways by a draw, or to a person the giver picks (D57). */
import { createHash } from "node:crypto";
import { type Actor, drawnDraw, expect, expectAccessible, get, listItem, send, test } from "./accounts.ts";

interface ItemGiveaway {
  giveaway: { id: string; drawn: boolean } | null;
}

const hash = (text: string) => createHash("sha256").update(text, "ascii").digest("hex");
const panel = ({ page }: Actor) => page.getByRole("region", { name: "Giveaway" });

test("anyone can check a draw of 20 people from what its page publishes", async ({ person }) => {
  const visitor = await person();
  const { page } = visitor;
  await page.goto("/Marketplace");
  await page.goto(`/Giveaway/${await drawnDraw(visitor)}`);
  await expect(page.getByRole("heading", { name: "How this draw was made" })).toBeVisible();
  const value = async (name: string) =>
    (await page
      .locator("dt", { hasText: new RegExp(`^${name}`) })
      .first()
      .locator("xpath=following-sibling::dd[1]/span[1]")
      .textContent()) ?? "";
  const [commitment, draw, item, closes, seed] = [
    await value("Commitment"),
    await value("Draw"),
    await value("Item"),
    await value("Closing time"),
    await value("Seed"),
  ];
  expect(hash(["goodstreet-draw-1", "commitment", draw, item, closes, seed].join("\n"))).toBe(commitment);
  const codes = await page
    .locator("[data-code]")
    .evaluateAll((all) => all.map((one) => one.getAttribute("data-code") ?? ""));
  expect(codes).toHaveLength(20);
  const list = hash([...codes].sort().join("\n"));
  const ticket = (code: string) => hash(["goodstreet-draw-1", "ticket", seed, list, code].join("\n"));
  expect([...codes].sort((a, b) => (ticket(a) < ticket(b) ? -1 : 1))).toEqual(codes);

  await page.getByRole("button", { name: "Check it" }).click();
  await expect(page.getByText("Correct: The seed matches the commitment.")).toBeVisible();
  await expect(page.getByText("Correct: Every code is listed once.")).toBeVisible();
  await expect(page.getByText("Correct: The tickets give this order.")).toBeVisible();
  await expect(page.getByText(`Ticket ${ticket(codes[0] ?? "")}`)).toBeVisible();
  await expectAccessible(page, "draw page");
});

test("people enter a draw and leave it, and the giver ends it", async ({ person }) => {
  const [giver, taker] = [await person("seller"), await person("buyer")];
  const title = `Draw lamp ${Date.now().toString(36)}`;
  const itemId = await listItem(giver, { title, price: 0, giveaway: { mode: "draw", hours: 24 } });

  const { page } = taker;
  await page.goto(`/ItemDetail/${itemId}`);
  await expect(panel(taker).getByText("Nobody has entered yet.", { exact: false })).toBeVisible();
  await expect(page.getByRole("button", { name: "Claim" })).toHaveCount(0);
  await panel(taker).getByRole("button", { name: "Enter the draw" }).click();
  await expect(panel(taker).getByText("You're in the draw")).toBeVisible();
  await expect(panel(taker).getByText("1 person entered.", { exact: false })).toBeVisible();
  await expectAccessible(page, "item in a draw");
  await panel(taker).getByRole("link", { name: "How the draw works" }).click();
  await expect(page.getByRole("heading", { name: "How this draw works" })).toBeVisible();
  await page.goBack();
  await panel(taker).getByRole("button", { name: "Leave the draw" }).click();
  await expect(panel(taker).getByRole("button", { name: "Enter the draw" })).toBeVisible();

  await giver.page.goto(`/ItemDetail/${itemId}`);
  await panel(giver).getByRole("button", { name: "End the draw" }).click();
  await giver.page.getByRole("dialog").getByRole("button", { name: "End the draw" }).click();
  await expect(giver.page.getByText("First come, first served")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Claim" })).toBeVisible();
});

test("a giver picks a person, who confirms", async ({ person }) => {
  const [giver, other, taker] = [await person("seller"), await person(2), await person("buyer")];
  const title = `Pick lamp ${Date.now().toString(36)}`;
  const itemId = await listItem(giver, { title, price: 0, giveaway: { mode: "pick" } });
  const { giveaway } = await get<ItemGiveaway>(other, `/api/items/${itemId}/giveaway`);
  await send(other, "PUT", `/api/items/${itemId}/giveaway/entry`, {
    giveaway_id: giveaway?.id,
    note: "For our hallway.",
  });

  await test.step("a person asks for it", async () => {
    const { page } = taker;
    await page.goto(`/ItemDetail/${itemId}`);
    await panel(taker).getByLabel("Why would you like it?").fill("Email me at someone@example.com");
    await panel(taker).getByRole("button", { name: "Ask for it" }).click();
    await expect(panel(taker).getByText("Notes can't contain contact details", { exact: false })).toBeVisible();
    await panel(taker).getByLabel("Why would you like it?").fill("I study at night and my lamp broke.");
    await panel(taker).getByRole("button", { name: "Ask for it" }).click();
    await expect(panel(taker).getByText("You've asked for it")).toBeVisible();
  });

  await test.step("the giver picks them", async () => {
    const { page } = giver;
    await page.goto(`/ItemDetail/${itemId}`);
    const row = panel(giver).getByRole("listitem").filter({ hasText: "I study at night" });
    await expect(panel(giver).getByRole("listitem")).toHaveCount(2);
    await expectAccessible(page, "requests of a giveaway");
    await row.getByRole("button", { name: /^Pick/ }).click();
    await expect(
      panel(giver).getByText("Waiting for the person you picked to confirm", { exact: false }),
    ).toBeVisible();
    await expect(row.getByText("Has 24 hours to confirm")).toBeVisible();
  });

  await test.step("they confirm, and nobody else can take it", async () => {
    await other.page.goto(`/ItemDetail/${itemId}`);
    await expect(panel(other).getByText("You've asked for it")).toBeVisible();
    await expect(other.page.getByRole("button", { name: "Claim" })).toHaveCount(0);
    const { page } = taker;
    await page.reload();
    await expect(panel(taker).getByText("The giver picked you")).toBeVisible();
    await page.getByRole("button", { name: "Confirm", exact: true }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("checkbox").check();
    await dialog.getByRole("button", { name: "Next" }).click();
    await dialog.getByRole("button", { name: "Complete Purchase" }).click();
    await expect(dialog.getByText("It's yours")).toBeVisible();
    await giver.page.reload();
    await expect(panel(giver).getByText("Confirmed.", { exact: false })).toBeVisible();
  });
});
