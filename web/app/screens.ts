import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { type PAGES, type Page, pageOf } from "#domain/pages";
import type { INNER } from "./inner-screens.ts";

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

/** A screen hardly anybody sees first: where its code is, says another chunk. */
function inner(title: string, name: keyof typeof INNER, options?: { admin: boolean }): Screen {
  return screen(title, async () => (await import("./inner-screens.ts")).INNER[name](), options);
}

const marketplace = screen("Marketplace", () => import("./market-page.tsx"), {
  skeleton: "grid",
});
const home = screen("Home", () => import("../features/home/home-screen.tsx"));
const store = screen("Store", () => import("../features/store/store-screen.tsx"));
const orders = inner("My Orders", "orders");
const becoming = inner("Become a seller", "becoming");
const checkout = inner("Checkout", "checkout");

/** The screen of every page. A page added to `#domain/pages` without one does not compile. */
const SCREENS: Record<PagePath, Screen> = {
  "": marketplace,
  marketplace,
  home,
  store: inner("Stores", "stores"),
  storefront: store,
  signin: inner("Sign in", "signin"),
  "reset-password": inner("Choose a new password", "resetPassword"),
  unsubscribe: inner("E-mails", "unsubscribe"),
  itemdetail: screen("Item", () => import("./item-page.tsx")),
  accounttypeselection: becoming,
  businesssignup: { ...becoming, title: "Sell as a business" },
  onboarding: becoming,
  businessonboarding: { ...becoming, title: "Set up your business" },
  connect: inner("Seller Hub", "hub"),
  additem: inner("Add item", "additem"),
  addproduct: inner("Add products", "addproduct"),
  edititem: inner("Edit item", "edititem"),
  myitems: inner("My items", "myitems"),
  myorders: orders,
  mypurchases: { ...orders, title: "My purchases" },
  paymentconfirmations: inner("Payment confirmations", "confirmations"),
  "stripe-checkout": inner("Checkout", "cardCheckout"),
  "crypto-checkout": checkout,
  "bank-checkout": checkout,
  "free-checkout": checkout,
  cart: inner("Cart", "cart"),
  wishlists: inner("Wish Lists", "wishlists"),
  promoteitem: inner("Promote Items", "promote"),
  tradeoffers: inner("Trade offers", "tradeoffers"),
  requests: inner("Requests", "requests"),
  addrequest: inner("Post a request", "addrequest"),
  announcements: inner("Announcements", "announcements"),
  donations: inner("Donations", "donations"),
  contact: inner("Contact Us", "contact"),
  privacy: inner("Privacy Policy", "privacy"),
  terms: inner("Terms of Service", "terms"),
  specialoffers: inner("Special Offers", "specialoffers"),
  messages: inner("Messages", "messages"),
  settings: inner("Account settings", "settings"),
  advertisements: inner("Advertisements", "ads", { admin: true }),
  themesettings: inner("Theme Settings", "theme", { admin: true }),
  aipromptsettings: inner("AI Prompt Settings", "aiprompts", { admin: true }),
  overview: inner("Overview", "overview", { admin: true }),
  integrations: inner("Integrations", "integrations", { admin: true }),
  announcementeditor: inner("Announcement Editor", "announcementEditor", { admin: true }),
  homepageeditor: inner("Homepage Editor", "homepageEditor", { admin: true }),
  emailtest: inner("E-mails", "emailtest", { admin: true }),
  supportrequests: inner("Support requests", "support", { admin: true }),
  paymentwizarddemo: inner("Payment wizard demo", "wizardDemo", { admin: true }),
  baggage: inner("Baggage", "baggage", { admin: true }),
  users: inner("Users", "people", { admin: true }),
  auditlog: inner("Audit log", "auditlog", { admin: true }),
  moderation: inner("Moderation", "moderation", { admin: true }),
};

const order = inner("Order", "order");

export interface Destination {
  page: Page | null;
  screen: Screen;
}

/** Pages that show something else when an id follows. */
const WITH_ID: Partial<Record<PagePath, Screen>> = {
  myorders: order,
  store,
  users: inner("User", "person", { admin: true }),
};

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
