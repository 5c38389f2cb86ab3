/** Opens every page as each kind of viewer and expects its screen and title, or the redirect. */
import { demoId } from "../../scripts/demo/rows.ts";
import type { ItemListReply } from "../../worker/contract/items/marketplace.ts";
import { PAGES } from "../../worker/domain/site/pages.ts";
import { type Account, type Actor, drawnDraw, expect, get, originOf, signUp, test } from "./accounts.ts";

type Audience = "everybody" | "accounts" | "staff";
/** Path, who may see it, the page's title. Words in braces stand for ids of the demo. */
type Row = readonly [path: string, audience: Audience, title: RegExp];

const ROUTES: readonly Row[] = [
  ["/", "everybody", /^Goodstreet$/],
  ["/Marketplace", "everybody", /^Marketplace/],
  ["/Home", "everybody", /Good things/],
  ["/Contact", "everybody", /^Contact Us/],
  ["/Privacy", "everybody", /^Privacy Policy/],
  ["/Terms", "everybody", /^Terms of Service/],
  ["/HowWeDecide", "everybody", /^How we decide/],
  ["/Announcements", "everybody", /^Announcements/],
  ["/Donations", "everybody", /^Donations/],
  ["/AccountTypeSelection", "everybody", /^Become a Seller/i],
  ["/BusinessSignup", "everybody", /business/i],
  ["/SignIn", "everybody", /^Sign in/i],
  ["/reset-password", "everybody", /password/i],
  ["/unsubscribe", "everybody", /e-?mails/i],
  ["/ItemDetail/{item}", "everybody", /^.+ – /],
  ["/Store", "everybody", /^Stores/],
  ["/Store/{seller}", "everybody", /^.+ – /],
  ["/storefront/{seller}", "everybody", /^.+ – /],
  ["/MovingSale/{sale}", "everybody", /^.+ – /],
  ["/Giveaway/{draw}", "everybody", /^How this draw was made/],
  ["/StillAvailable", "everybody", /^Still available/],
  ["/MyItems", "accounts", /^My items/i],
  ["/AddItem", "accounts", /^List an item/i],
  ["/EditItem/{item}", "accounts", /^Edit listing/i],
  ["/AddProduct", "accounts", /^Add products/i],
  ["/Onboarding", "accounts", /^Become a seller/i],
  ["/BusinessOnboarding", "accounts", /business/i],
  ["/Connect", "accounts", /^Seller Hub/],
  ["/Statement", "accounts", /^Statement/],
  ["/Requests", "accounts", /^Requests/],
  ["/AddRequest", "accounts", /request/i],
  ["/MyOrders", "accounts", /^My Orders/],
  ["/MyPurchases", "accounts", /^My purchases/i],
  ["/PaymentConfirmations", "accounts", /^Payment confirmations/i],
  ["/stripe-checkout", "accounts", /^Checkout|payment/i],
  ["/crypto-checkout", "accounts", /^Checkout|payment/i],
  ["/bank-checkout", "accounts", /^Checkout|payment/i],
  ["/free-checkout", "accounts", /^Checkout|payment/i],
  ["/Cart", "accounts", /^Cart/],
  ["/WishLists", "accounts", /^Wish Lists/i],
  ["/TradeOffers", "accounts", /^Trade offers/i],
  ["/Negotiations", "accounts", /^Negotiations/],
  ["/PriceOffers", "accounts", /^Offers/],
  ["/MovingSales", "accounts", /^Moving sales/],
  ["/SpecialOffers", "accounts", /^Special Offers/],
  ["/PromoteItem", "accounts", /^Promote Items/],
  ["/Messages", "accounts", /^Messages/],
  ["/Settings", "accounts", /settings/i],
  ["/Users", "staff", /^Users/],
  ["/AuditLog", "staff", /^Audit log/i],
  ["/Advertisements", "staff", /^Advertisements/],
  ["/HomepageEditor", "staff", /^Homepage editor/i],
  ["/AnnouncementEditor", "staff", /^Announcement/],
  ["/themesettings", "staff", /^Theme Settings/],
  ["/AIPromptSettings", "staff", /^AI Prompt Settings/],
  ["/EmailTest", "staff", /mail/i],
  ["/SupportRequests", "staff", /^Support requests/i],
  ["/Moderation", "staff", /^Moderation/],
  ["/Baggage", "staff", /^Baggage/],
  ["/PaymentWizardDemo", "staff", /wizard/i],
  ["/Overview", "staff", /^Overview/],
  ["/Books", "staff", /^Books/],
  ["/integrations", "staff", /^Integrations/],
];

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
