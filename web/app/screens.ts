import { type ComponentType, lazy } from "react";
import { type PAGES, type Page, pageOf } from "#domain/site/pages";
import type { LAZY_SCREENS } from "./lazy-screens.ts";

type PagePath = (typeof PAGES)[number]["path"];
type Load = () => Promise<{ default: ComponentType }>;

export interface Screen {
  /** Document title until the screen sets its own. */
  title: string;
  load: Load;
  /** Lazy component; replaced by the loaded one when the code was loaded before rendering. */
  Component: ComponentType;
  skeleton: "page" | "grid";
  /** Only for admin and super_admin (D10). The server checks every call itself. */
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

/** A screen that is rarely the first page of a visit; its import is in another chunk. */
function lazyScreen(title: string, name: keyof typeof LAZY_SCREENS, options?: { admin: boolean }): Screen {
  return screen(title, async () => (await import("./lazy-screens.ts")).LAZY_SCREENS[name](), options);
}

const marketplace = screen("Marketplace", () => import("../features/items/marketplace/marketplace-screen.tsx"), {
  skeleton: "grid",
});
const home = screen("Home", () => import("../features/site/homepage/home-screen.tsx"));
const store = screen("Store", () => import("../features/stores/store-screen.tsx"));
const orders = lazyScreen("My Orders", "orders");
const becoming = lazyScreen("Become a seller", "becoming");
const checkout = lazyScreen("Checkout", "checkout");

/** The screen of every page. A page in `#domain/site/pages` without a screen does not compile. */
const SCREENS: Record<PagePath, Screen> = {
  "": marketplace,
  marketplace,
  home,
  store: lazyScreen("Stores", "stores"),
  storefront: store,
  signin: lazyScreen("Sign in", "signin"),
  "reset-password": lazyScreen("Choose a new password", "resetPassword"),
  unsubscribe: lazyScreen("Emails", "unsubscribe"),
  itemdetail: screen("Item", () => import("../features/items/item-page/item-detail-screen.tsx")),
  accounttypeselection: becoming,
  businesssignup: { ...becoming, title: "Sell as a business" },
  onboarding: becoming,
  businessonboarding: { ...becoming, title: "Set up your business" },
  connect: lazyScreen("Seller Hub", "hub"),
  additem: lazyScreen("List an item", "additem"),
  addproduct: lazyScreen("Add products", "addproduct"),
  edititem: lazyScreen("Edit listing", "edititem"),
  myitems: lazyScreen("My items", "myitems"),
  myorders: orders,
  mypurchases: { ...orders, title: "My purchases" },
  paymentconfirmations: lazyScreen("Payment confirmations", "confirmations"),
  "stripe-checkout": lazyScreen("Checkout", "cardCheckout"),
  "crypto-checkout": checkout,
  "bank-checkout": checkout,
  "free-checkout": checkout,
  cart: lazyScreen("Cart", "cart"),
  wishlists: lazyScreen("Wish Lists", "wishlists"),
  promoteitem: lazyScreen("Promote Items", "promote"),
  tradeoffers: lazyScreen("Trade offers", "tradeoffers"),
  requests: lazyScreen("Requests", "requests"),
  addrequest: lazyScreen("Post a request", "addrequest"),
  announcements: lazyScreen("Announcements", "announcements"),
  donations: lazyScreen("Donations", "donations"),
  contact: lazyScreen("Contact Us", "contact"),
  privacy: lazyScreen("Privacy Policy", "privacy"),
  terms: lazyScreen("Terms of Service", "terms"),
  specialoffers: lazyScreen("Special Offers", "specialoffers"),
  messages: lazyScreen("Messages", "messages"),
  settings: lazyScreen("Account settings", "settings"),
  advertisements: lazyScreen("Advertisements", "ads", { admin: true }),
  themesettings: lazyScreen("Theme Settings", "theme", { admin: true }),
  aipromptsettings: lazyScreen("AI Prompt Settings", "aiprompts", { admin: true }),
  overview: lazyScreen("Overview", "overview", { admin: true }),
  integrations: lazyScreen("Integrations", "integrations", { admin: true }),
  announcementeditor: lazyScreen("Announcement Editor", "announcementEditor", { admin: true }),
  homepageeditor: lazyScreen("Homepage Editor", "homepageEditor", { admin: true }),
  emailtest: lazyScreen("Emails", "emailtest", { admin: true }),
  supportrequests: lazyScreen("Support requests", "support", { admin: true }),
  paymentwizarddemo: lazyScreen("Payment wizard demo", "wizardDemo", { admin: true }),
  baggage: lazyScreen("Baggage", "baggage", { admin: true }),
  users: lazyScreen("Users", "people", { admin: true }),
  auditlog: lazyScreen("Audit log", "auditlog", { admin: true }),
  moderation: lazyScreen("Moderation", "moderation", { admin: true }),
};

const order = lazyScreen("Order", "order");

export interface Destination {
  page: Page | null;
  screen: Screen;
}

/** Pages that show another screen when the address has an id. */
const WITH_ID: Partial<Record<PagePath, Screen>> = {
  myorders: order,
  store,
  users: lazyScreen("User", "person", { admin: true }),
};

/** Returns the page and screen of a path. Unknown paths show Home (D15). */
export function destinationOf(pathname: string): Destination {
  const page = pageOf(pathname);
  if (!page) return { page: null, screen: home };
  const withId = /^\/+[^/]+\/[^/]+/.test(pathname);
  const path = page.path as PagePath;
  return { page, screen: (withId ? WITH_ID[path] : undefined) ?? SCREENS[path] };
}

/** Loads a screen's code early; the navigation itself reports errors. */
export function prefetchScreen(pathname: string): void {
  destinationOf(pathname)
    .screen.load()
    .catch(() => {});
}
