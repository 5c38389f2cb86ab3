import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { type PAGES, type Page, pageOf } from "#domain/pages";
import type { INNER } from "./inner-screens.ts";

type PagePath = (typeof PAGES)[number]["path"];
type Load = () => Promise<{ default: ComponentType }>;

/** A screen hardly anybody sees first: where its code is, says another chunk. */
function inner(name: keyof typeof INNER): Load {
  return async () => (await import("./inner-screens.ts")).INNER[name]();
}

export interface Screen {
  /** Document title until the screen has a better one. */
  title: string;
  load: Load;
  Component: LazyExoticComponent<ComponentType>;
  /** What stands in while the code is on its way. */
  skeleton: "page" | "grid";
  /** Only for admin and super_admin (D10); the server refuses the calls of anybody else in any case. */
  admin: boolean;
}

function screen(title: string, load: Load, options: { skeleton?: Screen["skeleton"]; admin?: boolean } = {}): Screen {
  return {
    title,
    load,
    Component: lazy(load),
    skeleton: options.skeleton ?? "page",
    admin: options.admin ?? false,
  };
}

const marketplace = screen("Marketplace", () => import("./market-page.tsx"), {
  skeleton: "grid",
});
const home = screen("Home", () => import("../features/home/home-screen.tsx"));
const store = screen("Store", () => import("../features/store/store-screen.tsx"));
const orders = screen("My Orders", inner("orders"));
const becoming = screen("Become a seller", inner("becoming"));
const checkout = inner("checkout");

/** The screen of every page. A page added to `#domain/pages` without one does not compile. */
const SCREENS: Record<PagePath, Screen> = {
  "": marketplace,
  marketplace,
  home,
  store: screen("Stores", inner("stores")),
  storefront: store,
  signin: screen("Sign in", inner("signin")),
  "reset-password": screen("Choose a new password", inner("resetPassword")),
  itemdetail: screen("Item", () => import("./item-page.tsx")),
  accounttypeselection: becoming,
  businesssignup: { ...becoming, title: "Sell as a business" },
  onboarding: becoming,
  businessonboarding: { ...becoming, title: "Set up your business" },
  connect: screen("Seller Hub", inner("hub")),
  additem: screen("Add item", inner("additem")),
  addproduct: screen("Add products", inner("addproduct")),
  edititem: screen("Edit item", inner("edititem")),
  myitems: screen("My items", inner("myitems")),
  myorders: orders,
  mypurchases: { ...orders, title: "My purchases" },
  paymentconfirmations: screen("Payment confirmations", inner("confirmations")),
  "stripe-checkout": screen("Checkout", inner("cardCheckout")),
  "crypto-checkout": screen("Checkout", checkout),
  "bank-checkout": screen("Checkout", checkout),
  "free-checkout": screen("Checkout", checkout),
  cart: screen("Cart", inner("cart")),
  promoteitem: screen("Promote Items", inner("promote")),
  specialoffers: screen("Special Offers", inner("specialoffers")),
  settings: screen("Account settings", inner("settings")),
  emailtest: screen("E-mails", inner("emailtest"), { admin: true }),
};

const order = screen("Order", inner("order"));

export interface Destination {
  page: Page | null;
  screen: Screen;
}

/** Pages that show something else when an id follows. */
const WITH_ID: Partial<Record<PagePath, Screen>> = { myorders: order, store };

/** What a path shows. An unknown one shows Home (§2, D15). */
export function destinationOf(pathname: string): Destination {
  const page = pageOf(pathname);
  if (!page) return { page: null, screen: home };
  const withId = /^\/+[^/]+\/[^/]+/.test(pathname);
  const path = page.path as PagePath;
  return { page, screen: (withId ? WITH_ID[path] : undefined) ?? SCREENS[path] };
}

/** Fetches a screen's code before it is asked for; a failure is left to the navigation itself. */
export function prefetchScreen(pathname: string): void {
  destinationOf(pathname)
    .screen.load()
    .catch(() => {});
}
