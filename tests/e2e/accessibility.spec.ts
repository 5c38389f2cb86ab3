import { expect, expectAccessible, listItem, type Person, test } from "./people.ts";

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

/**
 * Every page at both sizes in both themes: a heading, no sideways scroll, and nothing axe objects to. A page is loaded once and
 * then changed under way, as a turned phone or a theme by the clock changes it. Between the themes only colours differ.
 */
async function inspect({ page }: Person, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).first(), path).toBeVisible();
    for (const [size, colorScheme, rules] of [
      [PHONE, "light", undefined],
      [PHONE, "dark", ["color-contrast"]],
      [DESK, "dark", ["color-contrast"]],
      [DESK, "light", undefined],
    ] as const) {
      const what = `${path} at ${size.width} px, ${colorScheme}`;
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      // Placeholders gone: what is judged is the finished page.
      await expect(page.getByText(/^Loading/), what).toHaveCount(0);
      await expectAccessible(page, what, rules);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `${what}: sideways scroll`).toBeLessThanOrEqual(0);
    }
  }
}

test("pages of a visitor have no accessibility violation", async ({ person }) => {
  test.setTimeout(300_000);
  const seller = await person(7);
  const id = await listItem(seller, { title: "Accessible lamp" });
  const visitor = await person();
  await inspect(visitor, [
    "/Marketplace",
    "/Marketplace?q=nothing+matches+this",
    "/SignIn",
    "/reset-password",
    "/AccountTypeSelection",
    "/BusinessSignup",
    `/ItemDetail/${id}`,
    "/Home",
    "/no-such-page",
    "/Store",
    `/Store/${seller.id}`,
    "/Store/acc_nobody00000000000000",
  ]);
});

test("pages of a member have no accessibility violation", async ({ person }) => {
  test.setTimeout(240_000);
  const seller = await person("seller");
  const id = await listItem(seller, { title: "Accessible chair" });
  await inspect(seller, [
    "/AddItem",
    `/EditItem/${id}`,
    "/MyItems",
    "/MyOrders",
    "/MyPurchases",
    "/PaymentConfirmations",
    "/Settings",
    `/ItemDetail/${id}`,
  ]);
});

test("the way to a seller's account has no accessibility violation", async ({ person }) => {
  test.setTimeout(240_000);
  const member = await person("buyer");
  const steps = ["/Onboarding", "/Onboarding?step=payment", "/Onboarding?step=store"];
  await inspect(member, ["/AccountTypeSelection", ...steps, "/Connect"]);
});

test("the admin's page has no accessibility violation, and is refused to others", async ({ person }) => {
  await inspect(await person("admin"), ["/EmailTest"]);
  const member = await person("buyer");
  await member.page.goto("/EmailTest");
  await expect(member.page.getByText(/Administrators only|for administrators/i).first()).toBeVisible();
  const reply = await member.context.request.get("/api/admin/mail");
  expect(reply.status()).toBe(403);
});

test("menus, filters and dialogs have no accessibility violation while open", async ({ person }) => {
  test.setTimeout(120_000);
  const { page } = await person("admin");
  await page.goto("/Marketplace");
  await page.getByRole("button", { name: "Selling" }).click();
  await expectAccessible(page, "menu open");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /account:/i }).click();
  await expectAccessible(page, "account menu open");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /Filters/ }).click();
  await expect(page.getByRole("slider").first()).toBeVisible();
  await expectAccessible(page, "filters open");
});
