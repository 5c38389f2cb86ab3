/** Scenes of empty, loading and failed pages. */
import type { Page } from "@playwright/test";
import { expect, type Scene } from "./scene.ts";

/** Pages of an account, empty for a new user. */
const EMPTY = [
  "/MyItems",
  "/MyOrders",
  "/MyOrders?tab=selling",
  "/MyPurchases",
  "/PaymentConfirmations",
  "/Cart",
  "/WishLists",
  "/WishLists?view=searches",
  "/TradeOffers",
  "/TradeOffers?tab=circles",
  "/SpecialOffers",
  "/MovingSales",
  "/PromoteItem",
  "/Messages",
  "/Connect",
  "/Requests?tab=mine",
  "/AddProduct",
  "/stripe-checkout",
  "/bank-checkout",
];

/** Pages with a held or refused reply: path, and the pattern of their API calls. */
const CALLS = [
  ["/Marketplace?tab=books", "**/api/items?*"],
  ["/Home", "**/api/homepage*"],
  ["/Store", "**/api/stores*"],
  ["/MyItems", "**/api/items/mine*"],
  ["/MyOrders", "**/api/orders*"],
  ["/Cart", "**/api/cart"],
  ["/WishLists", "**/api/wish-lists*"],
  ["/TradeOffers", "**/api/trades*"],
  ["/TradeOffers?tab=circles", "**/api/circles*"],
  ["/Messages", "**/api/conversations*"],
  ["/Requests", "**/api/requests*"],
  ["/Connect", "**/api/seller-hub*"],
  ["/Settings", "**/api/profile"],
] as const;

const named = (path: string) => path.replace(/^\//, "").replace(/\W+/g, "-").toLowerCase();

/** Navigates in the browser, so that the page requests its data instead of using the server's. */
const navigateInApp = async (page: Page, path: string) => {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state: null }));
  }, path);
};

const REFUSAL = {
  error: {
    code: "internal",
    message: "Something went wrong on our side. Please try again.",
    request_id: "req_gallery",
  },
};

export const STATES: readonly Scene[] = [
  ...EMPTY.map((path): Scene => ({ name: `empty-${named(path)}`, kind: "state", role: "newcomer", path: () => path })),
  { name: "empty-search", kind: "state", role: "visitor", path: () => "/Marketplace?q=nothing+matches+this" },
  { name: "no-such-page", kind: "state", role: "visitor", path: () => "/no-such-page" },
  { name: "no-such-store", kind: "state", role: "visitor", path: () => "/Store/acc_nobody00000000000000" },
  { name: "staff-only", kind: "state", role: "buyer", path: () => "/Overview" },
  ...CALLS.map(
    ([path, calls]): Scene => ({
      name: `waiting-${named(path)}`,
      kind: "state",
      role: "buyer",
      waiting: true,
      path: () => "/Privacy",
      before: (page) => page.route(calls, () => new Promise(() => undefined)),
      act: async (page) => {
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await navigateInApp(page, path);
        await expect(page.getByText(/^Loading/).first()).toBeAttached();
      },
    }),
  ),
  ...CALLS.map(
    ([path, calls]): Scene => ({
      name: `failed-${named(path)}`,
      kind: "state",
      role: "buyer",
      path: () => "/Privacy",
      before: (page) => page.route(calls, (route) => route.fulfill({ status: 500, json: REFUSAL })),
      act: async (page) => {
        await navigateInApp(page, path);
        await expect(page.getByRole("button", { name: /Retry|Try again/ }).first()).toBeVisible();
      },
    }),
  ),
];
