/** Theme colours and ads: administrators edit them, all visitors see them. */
import { expect, originOf, test } from "./accounts.ts";

test("a colour that an administrator saves reaches another browser within 30 seconds without a reload", async ({
  person,
}) => {
  const [visitor, admin] = [await person(), await person("admin")];
  await visitor.page.goto("/Marketplace");
  const banner = visitor.page.locator('[data-tour="banner"]');
  await expect(banner).toHaveCSS("background-color", "rgb(10, 59, 49)");

  const { page } = admin;
  await page.goto("/themesettings");
  const field = (name: string) => page.getByRole("textbox", { name, exact: true });
  await field("Banner: Background").fill("#ffe8d7");
  // White on this colour is unreadable: the editor refuses to save and offers a corrected colour.
  await page.getByRole("button", { name: "Save theme" }).click();
  await expect(page.getByText("Fix the colours listed above Save theme and try again.").first()).toBeVisible();
  await page.getByRole("button", { name: /^Use #[0-9a-f]{6} for Banner, light$/ }).click();
  await field("Banner: Text").fill("#3b1d0a");
  await expect(page.getByRole("region", { name: "Preview, light" }).locator('[data-tour="banner"]')).toHaveCSS(
    "background-color",
    "rgb(255, 232, 215)",
  );
  await page.getByRole("button", { name: "Save theme" }).click();
  await expect(page.getByText("Theme saved").first()).toBeVisible();

  // The visitor uses the page: a tab that nobody touches does not ask (D66).
  await expect(async () => {
    await visitor.page.mouse.move(Math.random() * 100, 300);
    await expect(banner).toHaveCSS("background-color", "rgb(255, 232, 215)", { timeout: 1_000 });
  }).toPass({ timeout: 31_000 });
  await expect(banner).toHaveCSS("color", "rgb(59, 29, 10)");
  // The next page has the colour from its first paint, from local storage alone.
  await visitor.page.route("**/api/theme", (route) => route.abort());
  await visitor.page.goto("/Home");
  await expect(visitor.page.locator("h1")).toHaveCSS("color", "rgb(59, 29, 10)");
  const cached = await visitor.page.evaluate(() => localStorage.getItem("marketplace-theme"));
  expect(cached).toContain("--color-banner:#ffe8d7");

  await page.getByRole("button", { name: "Reset to defaults" }).click();
  await page.getByRole("button", { name: "Save theme" }).click();
  await expect(page.getByRole("button", { name: "Reset to defaults" })).toBeHidden();
  await expect
    .poll(async () => ((await (await page.request.get("/api/theme")).json()) as { css: string }).css)
    .toBe("");
});

test("an ad is placed, shown, counted and ended", async ({ person }) => {
  const [visitor, admin] = [await person(), await person("admin")];
  const { page } = admin;
  const title = `Bakery ${Date.now()}`;
  await page.goto("/Advertisements");
  await page.getByRole("link", { name: "New advertisement" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill(title);
  await page.getByRole("textbox", { name: /^Link/ }).fill("javascript:alert(1)");
  await page.getByRole("combobox", { name: "Placement" }).selectOption("sidebar");
  await page.getByRole("spinbutton", { name: "Priority" }).fill("100");
  await page.getByRole("button", { name: "Create advertisement" }).click();
  await expect(page.getByText("Enter a web address that starts with https://", { exact: false })).toBeVisible();
  await page.getByRole("textbox", { name: /^Link/ }).fill("https://bakery.example/deal");
  await expect(page.getByRole("region", { name: "Preview" })).toContainText(title);
  await page.getByRole("button", { name: "Create advertisement" }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();

  const stores = await (await page.request.get("/api/stores", { headers: { Origin: originOf(admin) } })).json();
  const { id } = (stores as { items: { id: string }[] }).items[0] ?? { id: "" };
  const counted = visitor.page.waitForResponse(/\/impression$/);
  await visitor.page.goto(`/Store/${id}`);
  const ad = visitor.page.getByRole("article").filter({ hasText: title });
  await ad.scrollIntoViewIfNeeded();
  await counted;
  await ad.getByRole("button", { name: /See more/ }).click();
  await visitor.page.waitForResponse(/\/click$/);
  await expect(visitor.page.getByRole("dialog", { name: "Sponsored Content" })).toContainText("Visit bakery.example");

  await page.reload();
  await expect(page.getByText("1 impression · 1 click · 100%")).toBeVisible();
  await page.getByRole("button", { name: "Switch off" }).click();
  await expect(page.getByRole("button", { name: "Switch on" })).toBeVisible();
  await page.getByRole("button", { name: "End advertisement" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End advertisement" }).click();
  await expect(page.getByRole("link", { name: "Run again" })).toBeVisible();
  await visitor.page.reload();
  await expect(visitor.page.locator("h1")).toBeVisible();
  await expect(visitor.page.getByRole("article").filter({ hasText: title })).toHaveCount(0);
});
