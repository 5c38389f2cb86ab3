/** Staff read the figures of the marketplace and check the outside services. */
import { expect, expectAccessible, test } from "./accounts.ts";

test("staff see the figures of a chosen range and the open tasks", async ({ person }) => {
  const { page } = await person("admin");
  await page.goto("/Overview");
  await expect(page).toHaveTitle(/Overview/);
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await expect(page.getByRole("img", { name: /^Sales by day/ })).toBeVisible();
  await page.getByRole("tab", { name: "7 days" }).click();
  await expect(page).toHaveURL(/days=7/);
  await expect(page.getByRole("img", { name: /^Sales by day/ }).locator("rect")).toHaveCount(7);
  await expect(page.getByRole("heading", { name: "Conversion funnel" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Pending" })).toBeVisible();
});

test("staff check an outside service and see no secret", async ({ person }) => {
  const { page } = await person("admin");
  await page.goto("/integrations");
  await expect(page.getByRole("heading", { level: 1, name: "Integrations" })).toBeVisible();
  await page.getByRole("button", { name: "Check now Stripe: card payments" }).click();
  await expect(page.getByText("The emulator is working.")).toBeVisible();
  await expectAccessible(page, "integrations");
});

test("/api/health answers without a session", async ({ request }) => {
  const health = await request.get("/api/health");
  expect(health.status()).toBe(200);
  expect(((await health.json()) as { parts: { database: { state: string } } }).parts.database.state).toBe("ok");
});
