import { TOUR_DELAY_MS } from "../../web/features/site/guided-tour/when-settled.ts";
import { type Actor, expect, expectAccessible, listItem, originOf, test } from "./accounts.ts";
import { hydrated } from "./hydrated.ts";

const FIRST_VISIT = { firstVisit: true };

const tour = ({ page }: Actor) => page.getByRole("dialog", { name: /./ }).filter({ hasText: /Step \d of \d/ });
const stepOf = (someone: Actor, step: number) => tour(someone).filter({ hasText: `Step ${step} of ` });
const remembered = ({ page }: Actor, name: string) =>
  page.evaluate((key) => localStorage.getItem(key), `goodstreet-tour-${name}`);

async function profileOf({ context }: Actor) {
  const reply = await context.request.get("/api/profile");
  expect(reply.status()).toBe(200);
  const profile = (await reply.json()) as { walkthroughs: Record<string, Record<string, unknown> | null> };
  return profile.walkthroughs;
}

/** A new account: a demo account may have finished its tours in an earlier run. */
async function newcomer(someone: Actor): Promise<Actor> {
  const email = `tour-${Date.now()}-${Math.floor(performance.now() * 1000)}@example.com`;
  const reply = await someone.context.request.post("/api/auth/sign-up", {
    data: { email, password: "a-long-password-1", full_name: "Nova Newcomer" },
    headers: { Origin: originOf(someone) },
  });
  expect(reply.status(), await reply.text()).toBeLessThan(300);
  return someone;
}

/** Goes through all steps by keyboard and checks the accessibility of each. Returns their titles. */
async function walk(someone: Actor, what: string): Promise<string[]> {
  const titles: string[] = [];
  for (let step = 1; step <= 6; step++) {
    await expect(stepOf(someone, step)).toBeVisible();
    const button = tour(someone).getByRole("button", { name: /^(Next|Finish)$/ });
    // The tour takes no focus when it appears, and keeps it once the user is in it.
    if (step === 1) await button.focus();
    await expect(button).toBeFocused();
    titles.push((await tour(someone).getByRole("heading").textContent()) ?? "");
    // Only the tour is checked here; other tests check the page below.
    await expectAccessible(someone.page, `${what}, step ${step}`, { within: "[data-tour-step]" });
    await expect(someone.page.locator("[data-tour-shown]")).toBeInViewport();
    const box = await tour(someone).boundingBox();
    const { width, height } = someone.page.viewportSize() ?? { width: 0, height: 0 };
    expect(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height, what).toBe(
      true,
    );
    const last = (await button.textContent()) === "Finish";
    await someone.page.keyboard.press("Enter");
    if (last) break;
  }
  await expect(tour(someone)).toHaveCount(0);
  return titles;
}

for (const size of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`on the first visit at ${size.width} px a visitor finishes both tours once and never sees them again`, async ({
    person,
  }) => {
    test.setTimeout(150_000);
    const visitor = await person(undefined, FIRST_VISIT);
    const { page } = visitor;
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: size.width < 500 ? "dark" : "light" });
    await page.goto("/Marketplace");
    const titles = await walk(visitor, "marketplace tour");
    expect(titles).toHaveLength(6);
    expect(titles.slice(0, 2)).toEqual(["Your menu", "From person to person"]);
    expect(await remembered(visitor, "marketplace")).toBe("completed");
    expect(await remembered(visitor, "item_detail")).toBeNull();

    await page
      .getByRole("link", { name: /View Details/ })
      .first()
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await walk(visitor, "item tour");
    expect(await remembered(visitor, "item_detail")).toBe("completed");

    await page.clock.install();
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await hydrated(page);
    await page.clock.runFor(1_500);
    await expect(tour(visitor)).toHaveCount(0);
  });
}

test("the tour opens no sooner than half a second after the content", async ({ person }) => {
  const visitor = await person(undefined, FIRST_VISIT);
  // Its timers fire at exactly their time by its own clock.
  await visitor.page.clock.install();
  await visitor.context.addInitScript(() => {
    const times = window as unknown as { contentAt?: number; tourAt?: number };
    new MutationObserver(() => {
      if (document.querySelector("[data-tour-page]")) times.contentAt ??= performance.now();
      if (document.querySelector("[data-tour-step]")) times.tourAt ??= performance.now();
    }).observe(document, { childList: true, subtree: true, attributes: true });
  });
  await visitor.page.goto("/Marketplace");
  await expect(stepOf(visitor, 1)).toBeVisible();
  const waited = await visitor.page.evaluate(() => {
    const { contentAt = 0, tourAt = 0 } = window as unknown as { contentAt?: number; tourAt?: number };
    return tourAt - contentAt;
  });
  expect(waited).toBeGreaterThanOrEqual(TOUR_DELAY_MS);
});

const WAYS_OUT: [string, (someone: Actor) => Promise<void>][] = [
  ["Escape", ({ page }) => page.keyboard.press("Escape")],
  ["the close button", (someone) => tour(someone).getByRole("button", { name: "Close the tour" }).click()],
  ["a press on the page", ({ page }) => page.mouse.click(1_400, 860)],
];
for (const [name, leave] of WAYS_OUT) {
  test(`${name} skips the tour`, async ({ person }) => {
    const visitor = await person(undefined, FIRST_VISIT);
    await visitor.page.setViewportSize({ width: 1440, height: 900 });
    await visitor.page.goto("/Marketplace");
    await expect(tour(visitor).getByRole("button", { name: "Next" })).toBeVisible();
    await leave(visitor);
    await expect(tour(visitor)).toHaveCount(0);
    expect(await remembered(visitor, "marketplace")).toBe("skipped");
    await expect(visitor.page.locator("[data-tour-step], [data-tour-shown]")).toHaveCount(0);
    // The page is usable again.
    await visitor.page.getByRole("searchbox").click();
    await expect(visitor.page.getByRole("searchbox")).toBeFocused();
  });
}

test("the outcome is stored in the account: another browser of the same user shows no tour", async ({ person }) => {
  test.setTimeout(120_000);
  const newUser = await newcomer(await person(undefined, FIRST_VISIT));
  expect(await profileOf(newUser)).toEqual({ marketplace: null, item_detail: null });
  await newUser.page.goto("/Marketplace");
  await expect(stepOf(newUser, 1)).toBeVisible();
  const saved = newUser.page.waitForResponse(
    (reply) => reply.url().endsWith("/api/profile") && reply.request().method() === "PATCH",
  );
  await newUser.page.keyboard.press("Escape");
  expect((await saved).status()).toBe(200);
  expect(await profileOf(newUser)).toEqual({
    marketplace: { completed: false, completed_at: null, skipped: true, skipped_at: expect.any(Number) },
    item_detail: null,
  });

  const elsewhere = await person(undefined, FIRST_VISIT);
  await elsewhere.context.addCookies(await newUser.context.cookies());
  await elsewhere.page.clock.install();
  await elsewhere.page.goto("/Marketplace");
  await expect(elsewhere.page.getByRole("button", { name: /account:/i })).toBeVisible();
  await elsewhere.page.clock.runFor(1_500);
  await expect(tour(elsewhere)).toHaveCount(0);
  expect(await remembered(elsewhere, "marketplace")).toBeNull();
});

test("a finished tour is stored in the account as completed", async ({ person }) => {
  test.setTimeout(120_000);
  const seller = await person(16);
  const id = await listItem(seller, { title: "Toured lamp" });
  const newUser = await newcomer(await person(undefined, FIRST_VISIT));
  await newUser.page.goto(`/ItemDetail/${id}`);
  const saved = newUser.page.waitForResponse(
    (reply) => reply.url().endsWith("/api/profile") && reply.request().method() === "PATCH",
  );
  for (let step = 1; step <= 6; step++) {
    await expect(stepOf(newUser, step)).toBeVisible();
    const button = tour(newUser).getByRole("button", { name: /^(Next|Finish)$/ });
    const last = (await button.textContent()) === "Finish";
    await button.click();
    if (last) break;
  }
  expect((await saved).status()).toBe(200);
  expect((await profileOf(newUser)).item_detail).toMatchObject({ completed: true, skipped: false });
});

test("a press on Sign In works while the tour is open", async ({ person }) => {
  const visitor = await person(undefined, FIRST_VISIT);
  await visitor.page.goto("/Marketplace");
  await expect(tour(visitor)).toBeVisible();
  await visitor.page.getByRole("link", { name: "Sign In" }).click();
  await expect(visitor.page).toHaveURL(/\/SignIn/);
  await expect(tour(visitor)).toHaveCount(0);
  expect(await remembered(visitor, "marketplace")).toBe("skipped");
});

test("the page scrolls and takes keyboard input while the tour is open", async ({ person }) => {
  const visitor = await person(undefined, FIRST_VISIT);
  const { page } = visitor;
  await page.goto("/Marketplace");
  await expect(tour(visitor).getByRole("button", { name: "Next" })).toBeVisible();
  await page.mouse.move(700, 700);
  await page.mouse.wheel(0, 300);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  await expect(tour(visitor)).toBeVisible();
  await page.getByRole("searchbox").focus();
  await page.keyboard.type("bike");
  await expect(page.getByRole("searchbox")).toHaveValue("bike");
});

test("nothing animates under reduced motion", async ({ person }) => {
  const visitor = await person(undefined, FIRST_VISIT);
  const { page } = visitor;
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/Marketplace");
  await expect(tour(visitor).getByRole("button", { name: "Next" })).toBeVisible();
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test("Back closes an open tour without recording an outcome", async ({ person }) => {
  const visitor = await person(undefined, FIRST_VISIT);
  const { page } = visitor;
  await page.goto("/Marketplace");
  await expect(stepOf(visitor, 1)).toBeVisible();
  await page.keyboard.press("Escape");
  await page
    .getByRole("link", { name: /View Details/ })
    .first()
    .click();
  await expect(stepOf(visitor, 1)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/Marketplace/);
  await expect(page.locator("[data-tour-step], [data-tour-shown]")).toHaveCount(0);
  expect(await remembered(visitor, "item_detail")).toBeNull();
});
