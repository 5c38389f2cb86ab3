import { type ComponentType, lazy } from "react";
import { type PAGES, type Page, pageOf } from "#domain/site/pages";
import type { LAZY_SCREENS } from "./lazy-screens.ts";
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
function lazyScreen(title: string, name: keyof typeof LAZY_SCREENS, options?: { admin: boolean }): Screen {
  return screen(title, async () => (await import("./lazy-screens.ts")).LAZY_SCREENS[name](), options);
}

const marketplace = screen(words.marketplace, () => import("./market-page.tsx"), {
  skeleton: "grid",
});
const home = screen(words.home, () => import("../features/home/home-screen.tsx"));
const store = screen(words.store, () => import("../features/store/store-screen.tsx"));
const orders = lazyScreen(words.myOrders, "orders");
const becoming = lazyScreen(words.becomeSeller, "becoming");
const checkout = lazyScreen(words.checkout, "checkout");

/** The screen of every page. A page in `#domain/site/pages` without a screen does not compile. */
const SCREENS: Record<PagePath, Screen> = {
  "": marketplace,
  marketplace,
  home,
  store: lazyScreen(words.stores, "stores"),
  storefront: store,
  signin: lazyScreen(words.signIn, "signin"),
  "reset-password": lazyScreen(words.chooseNewPassword, "resetPassword"),
  unsubscribe: lazyScreen("E-mails", "unsubscribe"),
  itemdetail: screen(words.item, () => import("./item-page.tsx")),
  accounttypeselection: becoming,
  businesssignup: { ...becoming, title: words.sellAsBusiness },
  onboarding: becoming,
  businessonboarding: { ...becoming, title: words.setUpYourBusiness },
  connect: lazyScreen(words.sellerHub, "hub"),
  additem: lazyScreen(words.addItem, "additem"),
  addproduct: lazyScreen(words.addProducts, "addproduct"),
  edititem: lazyScreen(words.editItem, "edititem"),
  myitems: lazyScreen(words.myItems, "myitems"),
  myorders: orders,
  mypurchases: { ...orders, title: words.myPurchases },
  paymentconfirmations: lazyScreen(words.paymentConfirmations, "confirmations"),
  "stripe-checkout": lazyScreen(words.checkout, "cardCheckout"),
  "crypto-checkout": checkout,
  "bank-checkout": checkout,
  "free-checkout": checkout,
  cart: lazyScreen(words.cart, "cart"),
  wishlists: lazyScreen(words.wishLists, "wishlists"),
  promoteitem: lazyScreen(words.promoteItems, "promote"),
  tradeoffers: lazyScreen(words.tradeOffers, "tradeoffers"),
  requests: lazyScreen(words.requests, "requests"),
  addrequest: lazyScreen(words.postRequest, "addrequest"),
  announcements: lazyScreen(words.announcements, "announcements"),
  donations: lazyScreen(words.donations, "donations"),
  contact: lazyScreen(words.contactUs, "contact"),
  privacy: lazyScreen(words.privacyPolicy, "privacy"),
  terms: lazyScreen(words.termsOfService, "terms"),
  specialoffers: lazyScreen(words.specialOffers, "specialoffers"),
  messages: lazyScreen(words.messages, "messages"),
  settings: lazyScreen(words.accountSettings, "settings"),
  advertisements: lazyScreen(words.advertisements, "ads", { admin: true }),
  themesettings: lazyScreen(words.themeSettings, "theme", { admin: true }),
  aipromptsettings: lazyScreen(words.aiPromptSettings, "aiprompts", { admin: true }),
  overview: lazyScreen(words.overview, "overview", { admin: true }),
  integrations: lazyScreen(words.integrations, "integrations", { admin: true }),
  announcementeditor: lazyScreen(words.announcementEditor, "announcementEditor", { admin: true }),
  homepageeditor: lazyScreen(words.homepageEditor, "homepageEditor", { admin: true }),
  emailtest: lazyScreen("E-mails", "emailtest", { admin: true }),
  supportrequests: lazyScreen(words.supportRequests, "support", { admin: true }),
  paymentwizarddemo: lazyScreen(words.paymentWizardDemo, "wizardDemo", { admin: true }),
  baggage: lazyScreen(words.baggage, "baggage", { admin: true }),
  users: lazyScreen(words.users, "people", { admin: true }),
  auditlog: lazyScreen(words.auditLog, "auditlog", { admin: true }),
  moderation: lazyScreen(words.moderation, "moderation", { admin: true }),
};

const order = lazyScreen(words.order, "order");

export interface Destination {
  page: Page | null;
  screen: Screen;
}

/** Pages that show another screen when the address has an id. */
const WITH_ID: Partial<Record<PagePath, Screen>> = {
  myorders: order,
  store,
  users: lazyScreen(words.user, "person", { admin: true }),
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
