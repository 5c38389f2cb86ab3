/** Opens every page as each kind of viewer and expects its screen and title, or the redirect. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { demoId } from "../../scripts/demo/rows.ts";
import type { ItemListReply } from "../../worker/contract/items/marketplace.ts";
import { PAGES } from "../../worker/domain/site/pages.ts";
import { parseTable } from "../support/table.ts";
import { type Account, type Actor, drawnDraw, expect, get, originOf, signUp, test } from "./accounts.ts";

type Audience = "everybody" | "accounts" | "staff";
/** Path, who may see it, the page's title. Words in braces stand for ids of the demo. */
type Row = readonly [path: string, audience: Audience, title: RegExp];

const ROUTES = parseTable<"path" | "audience" | "title" | "flags">(
  readFileSync(join(import.meta.dirname, "all-pages.tsv"), "utf8"),
).map(({ path, audience, title, flags }): Row => [path, audience as Audience, new RegExp(title, flags)]);

/** Pages that settle open orders stay available in every account status (A16), and the one that says how we decide. */
const ALWAYS = ["/MyOrders", "/MyPurchases", "/PaymentConfirmations", "/stripe-checkout", "/HowWeDecide"];

/** Returns ids of the demo, by the word that stands for them. */
async function idsOf(viewer: Actor): Promise<Record<string, string>> {
  const [item] = (await get<ItemListReply>(viewer, "/api/items?limit=1")).items;
  return {
    item: item?.id ?? "",
    seller: item?.seller_id ?? "",
    draw: await drawnDraw(viewer),
    sale: demoId("msl", demoId("acc", "seller@demo.local")),
  };
}

/** Navigates like a click on a link, so that the app is not reloaded for each of fifty pages. */
async function follow({ page }: Actor, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state: null }));
  }, path);
}

async function expectScreen({ page }: Actor, path: string, title: RegExp): Promise<void> {
  // Soft, so that one run reports every page that is wrong.
  await expect.soft(page, path).toHaveTitle(title);
  const main = page.getByRole("main");
  // An empty page has a text and a link but no heading; a skeleton has neither.
  const screen = main.getByRole("heading", { level: 1 }).or(main.getByRole("link")).or(main.getByRole("button"));
  await expect.soft(screen.first(), path).toBeVisible();
  await expect.soft(page.getByText("We can't find that page"), path).toHaveCount(0);
  await expect.soft(page.getByText("Something went wrong on this page"), path).toHaveCount(0);
}

/** Returns every route with real ids in place of the placeholders. */
async function rowsWithIds(person: Actor): Promise<Row[]> {
  const ids = await idsOf(person);
  return ROUTES.map(([path, ...rest]) => [path.replace(/\{(\w+)\}/, (_, word) => ids[word] ?? ""), ...rest] as const);
}

test.describe.configure({ timeout: 240_000 });

test("the list contains exactly the pages of the app", () => {
  const names = new Set(ROUTES.map(([path]) => path.split("/")[1]?.toLowerCase() ?? ""));
  expect([...names].sort()).toEqual([...new Set<string>(PAGES.map((page) => page.path))].sort());
});

test("a visitor sees public pages and is sent to sign in for the others, with the way back in the address", async ({
  person,
}) => {
  const visitor = await person();
  const { page } = visitor;
  await page.goto("/");
  for (const [path, audience, title] of await rowsWithIds(visitor)) {
    expect((await page.request.get(path)).status(), path).toBe(200);
    await follow(visitor, `${path}?from=here`);
    if (audience === "everybody") await expectScreen(visitor, path, title);
    else {
      await expect(page, path).toHaveURL((url) => url.pathname === "/SignIn");
      expect(new URL(page.url()).searchParams.get("returnUrl")).toBe(`${path}?from=here`);
    }
  }
  expect((await page.request.get("/no-such-page")).status()).toBe(404);
  await follow(visitor, "/no-such-page");
  await expect(page.getByText("We can't find that page")).toBeVisible();
});

for (const account of ["buyer", "seller", "admin"] as const satisfies Account[]) {
  test(`${account}: every page opens, and staff pages only open for staff`, async ({ person }) => {
    const viewer = await person(account);
    const { page } = viewer;
    await page.goto("/");
    for (const [path, audience, title] of await rowsWithIds(viewer)) {
      // A signed-in user is redirected.
      if (path === "/SignIn") continue;
      await follow(viewer, path);
      if (audience !== "staff" || account === "admin") await expectScreen(viewer, path, title);
      else await expect.soft(page.getByRole("main").getByText("Administrators only."), path).toBeVisible();
    }
  });
}

/** Signs up a new user and lets staff suspend or ban them. */
async function suspendOrBan(viewer: Actor, admin: Actor, measure: Record<string, unknown>): Promise<void> {
  const id = await signUp(viewer, "Otto Out");
  const taken = await admin.context.request.post(`/api/admin/users/${id}/measures`, {
    data: { ...measure, note: "To see what is left of the site." },
    headers: { Origin: originOf(viewer) },
  });
  expect(taken.status(), await taken.text()).toBe(200);
}

for (const [measure, notice] of [
  [{ measure: "suspend", days: 3 }, "Account suspended"],
  [{ measure: "ban" }, "Account banned"],
] as const) {
  test(`${notice}: only the pages for open orders and decisions are available`, async ({ person }) => {
    const viewer = await person();
    await suspendOrBan(viewer, await person("admin"), measure);
    const { page } = viewer;
    await page.goto("/");
    await expect(page.getByText(notice).first()).toBeVisible();
    for (const [path] of await rowsWithIds(viewer)) {
      await follow(viewer, path);
      await expect(page.getByText(notice).first(), path).toBeVisible();
      await expect(page.getByRole("link", { name: "Marketplace", exact: true }), path).toHaveCount(0);
      // These pages show the notice in a bar; other pages show nothing else.
      const whole = page.getByRole("heading", { level: 1, name: notice });
      await expect(whole, path).toHaveCount(ALWAYS.includes(path) ? 0 : 1);
    }
  });
}
