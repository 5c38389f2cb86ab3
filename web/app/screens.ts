import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { type PAGES, type Page, pageOf } from "#domain/pages";

type PagePath = (typeof PAGES)[number]["path"];
type Load = () => Promise<{ default: ComponentType }>;

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
const orders = screen("My Orders", () => import("../features/orders/orders-screen.tsx"));
const becoming = screen("Become a seller", () => import("../features/settings/seller-screens.tsx"));
const checkout = () => import("../features/checkout/checkout-screen.tsx");

/** The screen of every page. A page added to `#domain/pages` without one does not compile. */
const SCREENS: Record<PagePath, Screen> = {
  "": marketplace,
  marketplace,
  home,
  store: screen("Stores", () => import("../features/store/stores-screen.tsx")),
  storefront: store,
  signin: screen("Sign in", () => import("../features/auth/sign-in-screen.tsx")),
  "reset-password": screen("Choose a new password", () => import("../features/auth/reset-password-screen.tsx")),
  itemdetail: screen("Item", () => import("./item-page.tsx")),
  accounttypeselection: becoming,
  businesssignup: { ...becoming, title: "Sell as a business" },
  onboarding: becoming,
  businessonboarding: { ...becoming, title: "Set up your business" },
  connect: screen("Seller Hub", () => import("../features/sell/hub-screen.tsx")),
  additem: screen("Add item", () => import("../features/sell/add-item-screen.tsx")),
  addproduct: screen("Add products", () => import("../features/sell/add-product-screen.tsx")),
  edititem: screen("Edit item", () => import("../features/sell/edit-item-screen.tsx")),
  myitems: screen("My items", () => import("../features/sell/my-items-screen.tsx")),
  myorders: orders,
  mypurchases: { ...orders, title: "My purchases" },
  paymentconfirmations: screen(
    "Payment confirmations",
    () => import("../features/confirmations/confirmations-screen.tsx"),
  ),
  "stripe-checkout": screen("Checkout", () => import("./card-checkout-page.tsx")),
  "crypto-checkout": screen("Checkout", checkout),
  "bank-checkout": screen("Checkout", checkout),
  "free-checkout": screen("Checkout", checkout),
  cart: screen("Cart", () => import("../features/cart/cart-screen.tsx")),
  promoteitem: screen("Promote Items", () => import("./promote-page.tsx")),
  specialoffers: screen("Special Offers", () => import("../features/special-offers/special-offers-screen.tsx")),
  settings: screen("Account settings", () => import("../features/settings/settings-screen.tsx")),
  aipromptsettings: screen("AI Prompt Settings", () => import("../features/knowzee/ai-settings-screen.tsx"), {
    admin: true,
  }),
  emailtest: screen("E-mails", () => import("../features/admin/email-test-screen.tsx"), { admin: true }),
};

const order = screen("Order", () => import("../features/orders/order-screen.tsx"));

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
