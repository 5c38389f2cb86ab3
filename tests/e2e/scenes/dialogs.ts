/** Scenes of dialogs, sheets and menus over a page. */
import type { Page } from "@playwright/test";
import { send } from "../accounts.ts";
import { chooseMethod } from "../checkout.ts";
import type { Role, SceneData } from "./accounts.ts";
import { expect, type Scene, type Size } from "./scene.ts";

const dialog = (page: Page) => page.getByRole("dialog").or(page.getByRole("alertdialog")).last();
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();
const shown = (page: Page) => expect(dialog(page).getByRole("heading").first()).toBeVisible();

/** A scene that presses the buttons with these names in order and waits for a dialog. */
function opened(name: string, role: Role, path: Scene["path"], ...names: (string | RegExp)[]): Scene {
  const act = async (page: Page) => {
    for (const button of names) await press(page, button);
    await shown(page);
  };
  return { name, kind: "dialog", role, path, act };
}

function scene(
  name: string,
  role: Role,
  path: Scene["path"],
  act: (page: Page, size: Size) => Promise<void>,
  only?: Size,
): Scene {
  return { name, kind: "dialog", role, path, act, ...(only ? { only } : {}) };
}

const item = ({ ids }: SceneData) => `/ItemDetail/${ids.item}`;
const lamp = ({ ids }: SceneData) => `/ItemDetail/${ids.lamp}`;
const order = (which: "atTheDoor" | "unpaid" | "disputed" | "completed") => (cast: SceneData) =>
  `/MyOrders/${cast.ids[which]}`;
const market = () => "/Marketplace";
const next = (page: Page) => dialog(page).getByRole("button", { name: "Next" }).click();

/** The bank details are no real ones, because a buyer sees only a few a day, and a scene may be visited several times. */
const DETAILS = {
  method: "bank_transfer",
  bank_details: { account_name: "Sam Rivers", bsb: "062-000", account_number: "12345678" },
  available_from: null,
  reference_number: "GS12345678",
  amount: 60,
  server_now: 0,
};

/** A checkout resumes where the buyer left it. Releasing the hold first makes it start from the beginning. */
const checkout = (name: keyof SceneData["ids"]["toBuy"], act: (page: Page) => Promise<void>): Scene => ({
  ...scene(`checkout-${name}`, "buyer", ({ ids }) => `/ItemDetail/${ids.toBuy[name]}`, act),
  before: async (page, { people, ids }) => {
    await send(people.buyer, "DELETE", `/api/items/${ids.toBuy[name]}/reservation`);
    await page.route("**/checkout/payment-details", (route) =>
      route.fulfill({ json: { ...DETAILS, server_now: Date.now() } }),
    );
  },
});

async function collecting(page: Page): Promise<void> {
  await press(page, "Buy Now");
  await dialog(page).getByRole("checkbox").check();
}

/** Shows the choice of the method, which is passed over when it is that of the last purchase. */
async function choosing(page: Page): Promise<void> {
  await paying(page, /Bank transfer/);
  await dialog(page).getByRole("button", { name: "Back" }).click();
  await expect(dialog(page).getByRole("radio").first()).toBeVisible();
}

async function paying(page: Page, method: RegExp): Promise<void> {
  await collecting(page);
  await chooseMethod(dialog(page), method);
}

async function confirming(page: Page): Promise<void> {
  await paying(page, /Bank transfer/);
  await next(page);
  await expect(dialog(page).getByRole("button", { name: "Complete Purchase" })).toBeVisible();
}

/** Opens a menu and presses one of its entries. */
async function fromMenu(page: Page, menu: RegExp, entry: string | RegExp): Promise<void> {
  await press(page, menu);
  await page.getByRole("menuitem", { name: entry }).click();
}

const BROWSING: Scene[] = [
  scene("filters", "visitor", market, async (page) => {
    await press(page, /^Filters/);
    await expect(page.getByRole("button", { name: /^Show \d/ })).toBeVisible();
  }),
  opened("your-suburb", "visitor", market, "Set your suburb"),
  scene("quick-look", "buyer", market, async (page) => {
    // Another seller's item: the buyer's own items have no Buy Now.
    await page.locator("[data-item]").filter({ hasText: "Two-seater" }).getByRole("link").first().click();
    await shown(page);
  }),
  opened("bundle", "visitor", () => "/Marketplace?tab=bundles", /View bundle/),
  scene("ad", "visitor", market, async (page) => {
    await press(page, /See more/);
    await shown(page);
  }),
  scene("main-menu", "admin", market, (page) => press(page, "Selling"), "desk"),
  scene("account-menu", "buyer", market, (page) => press(page, /account:/i), "desk"),
  scene("phone-menu", "buyer", market, (page) => press(page, /^Me\b/), "phone"),
  scene("notifications", "seller", market, async (page) => {
    await press(page, /^Notifications/);
    await expect(page.getByRole("link", { name: /Preferences|Choose your notifications/ }).last()).toBeVisible();
  }),
  scene(
    "wish-lists-chooser",
    "buyer",
    () => "/WishLists",
    async (page) => {
      await press(page, /^Change list/);
      await shown(page);
    },
  ),
  opened("wish-list-new", "buyer", () => "/WishLists", /^New list/),
  scene(
    "account-create",
    "visitor",
    () => "/SignIn",
    (page) => page.getByRole("tab", { name: "Create account" }).click(),
  ),
  scene(
    "password-forgotten",
    "visitor",
    () => "/SignIn",
    (page) =>
      page
        .getByRole("button", { name: "Forgot password?" })
        .or(page.getByRole("link", { name: "Forgot password?" }))
        .click(),
  ),
];

const ITEM: Scene[] = [
  scene("photo-viewer", "visitor", item, async (page) => {
    await press(page, /^View photo 1/);
    await expect(page.locator(".yarl__portal_open")).toBeVisible();
  }),
  opened("report", "buyer", item, "Report this listing"),
  scene(
    "person-menu",
    "buyer",
    ({ ids }) => `/Store/${ids.seller}`,
    (page) => press(page, /^More about/),
  ),
  scene(
    "block",
    "buyer",
    ({ ids }) => `/Store/${ids.seller}`,
    async (page) => {
      await fromMenu(page, /^More about/, /^Block/);
      await shown(page);
    },
  ),
  opened("trade-proposal", "buyer", lamp, "Propose Trade"),
  scene("knowzee", "buyer", item, async (page) => {
    await press(page, /Make an offer|Continue chat/);
    await expect(page.getByRole("log", { name: "Conversation with Knowzee" })).toBeVisible();
  }),
  scene("knowzee-offer", "buyer", item, async (page) => {
    await press(page, /Make an offer|Continue chat/);
    const accept = page.getByRole("button", { name: /^Accept \$/ });
    const log = page.getByRole("log", { name: "Conversation with Knowzee" });
    await expect(log.getByText(/./).first()).toBeVisible();
    if (!(await accept.isVisible())) {
      await page.getByRole("textbox", { name: "Message to Knowzee" }).fill("Would you take $190?");
      await page.keyboard.press("Enter");
    }
    await expect(accept).toBeVisible();
  }),
  scene(
    "knowzee-ask-seller",
    "buyer",
    ({ ids }) => `/ItemDetail/${ids.sideboard}`,
    async (page) => {
      await press(page, /Make an offer|Continue chat/);
      await expect(page.getByRole("button", { name: "Ask the seller" }).first()).toBeVisible();
    },
  ),
  checkout("collection", collecting),
  checkout("payment", choosing),
  checkout("bank", async (page) => {
    await paying(page, /Bank transfer/);
    await expect(dialog(page).getByText(/^GS\d{8}$/)).toBeVisible();
  }),
  checkout("card", async (page) => {
    await paying(page, /Card/);
    await expect(dialog(page).getByLabel("Card number")).toBeVisible();
  }),
  checkout("confirm", confirming),
];

const ORDERS: Scene[] = [
  opened("dispute", "buyer", order("atTheDoor"), "Something's wrong"),
  opened("collected", "buyer", order("atTheDoor"), "I've picked it up"),
  opened("order-cancel", "buyer", order("unpaid"), "Cancel order"),
  opened("support", "buyer", order("unpaid"), "Contact Support"),
  opened("scan", "seller", order("atTheDoor"), "Scan QR code"),
  opened("rating", "buyer", order("completed"), /^Rate seller/),
  opened("trade-accept", "seller", () => "/TradeOffers", /^Accept/),
  opened("trade-withdraw", "buyer", () => "/TradeOffers?tab=outgoing", /^Withdraw/),
  scene(
    "conversation-menu",
    "buyer",
    ({ ids }) => `/Messages/${ids.conversation}`,
    (page) => press(page, /^More options for your conversation/),
  ),
  scene(
    "have-this",
    "seller",
    ({ ids }) => `/Requests/${ids.request}`,
    async (page) => {
      await press(page, "I have this");
      await expect(dialog(page).getByRole("radio").first()).toBeVisible();
    },
  ),
  opened("give-for-a-cause", "seller", () => "/Donations", "Give for a cause"),
  opened("email-change", "buyer", () => "/Settings", "Change address"),
  opened("delete-account", "newcomer", () => "/Settings", "Delete my account"),
];

const SELLING: Scene[] = [
  scene(
    "listing-menu",
    "seller",
    () => "/MyItems",
    (page) => press(page, /^Actions for Two-seater/),
  ),
  scene(
    "mark-sold",
    "seller",
    () => "/MyItems",
    async (page) => {
      await fromMenu(page, /^Actions for Steel-string/, "Mark as sold");
      await shown(page);
    },
  ),
  scene(
    "several-chosen",
    "seller",
    () => "/MyItems",
    async (page) => {
      await choose(page);
      await expect(page.getByRole("region", { name: "Selected items" })).toBeVisible();
    },
  ),
  scene(
    "price-adjust",
    "seller",
    () => "/MyItems",
    async (page) => {
      await choose(page);
      await press(page, "Adjust prices");
      await shown(page);
    },
  ),
  scene(
    "bulk-delete",
    "seller",
    () => "/MyItems",
    async (page) => {
      await choose(page);
      await page.getByRole("region", { name: "Selected items" }).getByRole("button", { name: "Delete" }).click();
      await shown(page);
    },
  ),
  opened("bundle-new", "seller", () => "/MyItems", "Create Bundle"),
  opened("confirm-phone", "seller", () => "/Settings", /^(Confirm a|Change) number$/),
  opened("store-page", "seller", () => "/Connect", "Edit store page"),
  opened("funds", "seller", () => "/PromoteItem", "Add funds"),
  scene(
    "listing-problems",
    "newcomer",
    () => "/AddItem",
    async (page) => {
      await press(page, "Publish listing");
      await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
    },
  ),
  scene(
    "listing-blocked",
    "newcomer",
    () => "/AddItem",
    async (page) => {
      await page.getByLabel("Title").fill("Old air rifle");
      await press(page, "Ask for a review");
      await expect(page.getByLabel("Why is it fine to sell?")).toBeVisible();
    },
  ),
];

async function choose(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Select", exact: true }).click();
  for (const title of [/^Select Steel-string/, /^Select Kitchen chair/])
    await page.getByRole("checkbox", { name: title }).check();
}

const STAFF: Scene[] = [
  opened("listing-decision", "admin", () => "/Moderation?queue=listings", "Review"),
  opened("report-decision", "admin", () => "/Moderation?queue=reports", "Review"),
  opened("payment-decision", "admin", () => "/PaymentConfirmations?queue=disputed", "Review"),
  opened("support-answer", "admin", () => "/SupportRequests", /^Reply (again )?to “/),
  opened("suspend", "admin", ({ ids }) => `/Users/${ids.buyer}`, "Suspend"),
  opened("view-as", "admin", ({ ids }) => `/Users/${ids.buyer}`, "View as this user"),
];

/** Scenes that are a sheet on phones and something else on desktops: resizing closes them. */
const BY_SIZE = new Set(["notifications", "knowzee", "knowzee-offer", "account-menu"]);

export const DIALOGS: readonly Scene[] = [...BROWSING, ...ITEM, ...ORDERS, ...SELLING, ...STAFF].map((one) => ({
  ...one,
  bySize: BY_SIZE.has(one.name),
}));
