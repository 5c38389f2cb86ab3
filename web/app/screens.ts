import { type ComponentType, lazy } from "react";
import { type PAGES, type Page, pageOf } from "#domain/pages";
import type { INNER } from "./inner-screens.ts";
import * as words from "./words.ts";

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
function inner(title: string, name: keyof typeof INNER, options?: { admin: boolean }): Screen {
  return screen(title, async () => (await import("./inner-screens.ts")).INNER[name](), options);
}

const marketplace = screen(words.marketplace, () => import("./market-page.tsx"), {
  skeleton: "grid",
});
const home = screen(words.home, () => import("../features/home/home-screen.tsx"));
const store = screen(words.store, () => import("../features/store/store-screen.tsx"));
const orders = inner(words.myOrders, "orders");
const becoming = inner(words.becomeSeller, "becoming");
const checkout = inner(words.checkout, "checkout");

/** The screen of every page. A page in `#domain/pages` without a screen does not compile. */
const SCREENS: Record<PagePath, Screen> = {
  "": marketplace,
  marketplace,
  home,
  store: inner(words.stores, "stores"),
  storefront: store,
  signin: inner(words.signIn, "signin"),
  "reset-password": inner(words.chooseNewPassword, "resetPassword"),
  unsubscribe: inner("E-mails", "unsubscribe"),
  itemdetail: screen(words.item, () => import("./item-page.tsx")),
  accounttypeselection: becoming,
  businesssignup: { ...becoming, title: words.sellAsBusiness },
  onboarding: becoming,
  businessonboarding: { ...becoming, title: words.setUpYourBusiness },
  connect: inner(words.sellerHub, "hub"),
  additem: inner(words.addItem, "additem"),
  addproduct: inner(words.addProducts, "addproduct"),
  edititem: inner(words.editItem, "edititem"),
  myitems: inner(words.myItems, "myitems"),
  myorders: orders,
  mypurchases: { ...orders, title: words.myPurchases },
  paymentconfirmations: inner(words.paymentConfirmations, "confirmations"),
  "stripe-checkout": inner(words.checkout, "cardCheckout"),
  "crypto-checkout": checkout,
  "bank-checkout": checkout,
  "free-checkout": checkout,
  cart: inner(words.cart, "cart"),
  wishlists: inner(words.wishLists, "wishlists"),
  promoteitem: inner(words.promoteItems, "promote"),
  tradeoffers: inner(words.tradeOffers, "tradeoffers"),
  requests: inner(words.requests, "requests"),
  addrequest: inner(words.postRequest, "addrequest"),
  announcements: inner(words.announcements, "announcements"),
  donations: inner(words.donations, "donations"),
  contact: inner(words.contactUs, "contact"),
  privacy: inner(words.privacyPolicy, "privacy"),
  terms: inner(words.termsOfService, "terms"),
  specialoffers: inner(words.specialOffers, "specialoffers"),
  messages: inner(words.messages, "messages"),
  settings: inner(words.accountSettings, "settings"),
  advertisements: inner(words.advertisements, "ads", { admin: true }),
  themesettings: inner(words.themeSettings, "theme", { admin: true }),
  aipromptsettings: inner(words.aiPromptSettings, "aiprompts", { admin: true }),
  overview: inner(words.overview, "overview", { admin: true }),
  integrations: inner(words.integrations, "integrations", { admin: true }),
  announcementeditor: inner(words.announcementEditor, "announcementEditor", { admin: true }),
  homepageeditor: inner(words.homepageEditor, "homepageEditor", { admin: true }),
  emailtest: inner("E-mails", "emailtest", { admin: true }),
  supportrequests: inner(words.supportRequests, "support", { admin: true }),
  paymentwizarddemo: inner(words.paymentWizardDemo, "wizardDemo", { admin: true }),
  baggage: inner(words.baggage, "baggage", { admin: true }),
  users: inner(words.users, "people", { admin: true }),
  auditlog: inner(words.auditLog, "auditlog", { admin: true }),
  moderation: inner(words.moderation, "moderation", { admin: true }),
};

const order = inner(words.order, "order");

export interface Destination {
  page: Page | null;
  screen: Screen;
}

/** Pages that show another screen when the address has an id. */
const WITH_ID: Partial<Record<PagePath, Screen>> = {
  myorders: order,
  store,
  users: inner(words.user, "person", { admin: true }),
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
