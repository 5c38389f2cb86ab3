import { type ComponentType, lazy } from "react";
import { type PAGES, type Page, pageOf } from "#domain/site/pages";
import { loadTwice } from "../ui/lazy-part.tsx";

type PagePath = (typeof PAGES)[number]["path"];
type Load = () => Promise<{ default: ComponentType }>;

export interface Screen {
  /** Document title until the screen sets its own. */
  title: string;
  load: Load;
  /** Lazy component; replaced by the loaded one when the code was loaded before rendering. */
  Component: ComponentType;
  /** Only for admin and super_admin (D10). The server checks every call itself. */
  admin: boolean;
}

function screen(title: string, load: Load, options: { admin?: boolean } = {}): Screen {
  return {
    title,
    load,
    Component: lazy(() => loadTwice(load)),
    admin: options.admin ?? false,
  };
}

const marketplace = screen("Marketplace", () => import("../features/marketplace/marketplace-screen.tsx"));
const home = screen("Home", () => import("../features/site/homepage/home-screen.tsx"));
const store = screen("Store", () => import("../features/stores/store-screen.tsx"));
const orders = screen("My Orders", () => import("../features/orders/orders-screen.tsx"));
const sellerOnboarding = () => import("../features/account/settings/onboarding-screen.tsx");
const policy = () => import("../features/community/legal/policy-screen.tsx");
const checkout = screen("Checkout", () => import("../features/checkout/checkout-screen.tsx"));

/** The screen of every page. A page in `#domain/site/pages` without a screen does not compile. */
const SCREENS: Record<PagePath, Screen> = {
  "": marketplace,
  marketplace,
  home,
  store: screen("Stores", () => import("../features/stores/stores-screen.tsx")),
  storefront: store,
  signin: screen("Sign in", () => import("../features/account/auth/sign-in-screen.tsx")),
  "reset-password": screen("Choose a new password", () => import("../features/account/auth/reset-password-screen.tsx")),
  unsubscribe: screen("Emails", () => import("../features/notifications/unsubscribe-screen.tsx")),
  stillavailable: screen("Still available?", () => import("../features/selling/my-items/still-available-screen.tsx")),
  itemdetail: screen("Item", () => import("../features/item-page/item-detail-screen.tsx")),
  giveaway: screen("Giveaway draw", () => import("../features/giveaways/draw-screen.tsx")),
  accounttypeselection: screen("Become a seller", () => import("../features/account/settings/account-type-screen.tsx")),
  businesssignup: screen("Sell as a business", () => import("../features/account/settings/business-signup-screen.tsx")),
  onboarding: screen("Become a seller", () =>
    sellerOnboarding().then((pages) => ({ default: pages.OnboardingScreen })),
  ),
  businessonboarding: screen("Set up your business", () =>
    sellerOnboarding().then((pages) => ({ default: pages.BusinessOnboardingScreen })),
  ),
  statement: screen("Statement", () => import("../features/selling/statement/statement-screen.tsx")),
  connect: screen("Seller Hub", () => import("../features/selling/hub/hub-screen.tsx")),
  additem: screen("List an item", () => import("../features/selling/listing-form/add-item-screen.tsx")),
  addproduct: screen("Add products", () => import("../features/selling/import/add-product-screen.tsx")),
  edititem: screen("Edit listing", () => import("../features/selling/listing-form/edit-item-screen.tsx")),
  myitems: screen("My items", () => import("../features/selling/my-items/my-items-screen.tsx")),
  myorders: orders,
  mypurchases: { ...orders, title: "My purchases" },
  paymentconfirmations: screen("Payment confirmations", () => import("./payment-confirmations-screen.tsx")),
  "stripe-checkout": checkout,
  "crypto-checkout": checkout,
  "bank-checkout": checkout,
  "free-checkout": checkout,
  cart: screen("Cart", () => import("../features/checkout/cart/cart-screen.tsx")),
  wishlists: screen("Wish Lists", () => import("../features/saved/wish-lists-screen.tsx")),
  promoteitem: screen("Promote Items", () => import("../features/selling/promotions/promote-screen.tsx")),
  tradeoffers: screen("Trade offers", () => import("../features/trades/trade-offers-screen.tsx")),
  priceoffers: screen("Offers", () => import("../features/offers/price-offers-screen.tsx")),
  negotiations: screen("Negotiations", () => import("../features/negotiation/negotiations-screen.tsx")),
  requests: screen("Requests", () => import("../features/requests/requests-screen.tsx")),
  addrequest: screen("Post a request", () => import("../features/requests/add-request-screen.tsx")),
  announcements: screen("Announcements", () => import("../features/community/announcements/announcements-screen.tsx")),
  donations: screen("Donations", () => import("../features/community/donations/donations-screen.tsx")),
  contact: screen("Contact Us", () => import("../features/community/contact/contact-screen.tsx")),
  privacy: screen("Privacy Policy", policy),
  terms: screen("Terms of Service", policy),
  howwedecide: screen("How we decide", policy),
  accessibility: screen("Accessibility", policy),
  specialoffers: screen("Special Offers", () => import("../features/selling/special-offers/special-offers-screen.tsx")),
  movingsale: screen("Moving sale", () => import("../features/selling/moving-sales/moving-sale-screen.tsx")),
  movingsales: screen("Moving sales", () => import("../features/selling/moving-sales/own-sales-screen.tsx")),
  messages: screen("Messages", () => import("../features/messages/messages-screen.tsx")),
  settings: screen("Account settings", () => import("./settings-screen.tsx")),
  advertisements: screen("Advertisements", () => import("../features/admin/advertisements/advertisements-screen.tsx"), {
    admin: true,
  }),
  themesettings: screen("Theme Settings", () => import("../features/admin/theme/theme-settings-screen.tsx"), {
    admin: true,
  }),
  aipromptsettings: screen("AI Prompt Settings", () => import("../features/negotiation/ai-settings-screen.tsx"), {
    admin: true,
  }),
  overview: screen("Overview", () => import("../features/admin/overview/overview-screen.tsx"), { admin: true }),
  books: screen("Books", () => import("../features/admin/books/books-screen.tsx"), { admin: true }),
  integrations: screen("Integrations", () => import("../features/admin/integrations/integrations-screen.tsx"), {
    admin: true,
  }),
  announcementeditor: screen(
    "Announcement Editor",
    () => import("../features/admin/announcements/announcement-editor-screen.tsx"),
    { admin: true },
  ),
  homepageeditor: screen("Homepage Editor", () => import("../features/admin/homepage/homepage-editor-screen.tsx"), {
    admin: true,
  }),
  emailtest: screen("Emails", () => import("../features/admin/emails/email-screen.tsx"), { admin: true }),
  supportrequests: screen("Support requests", () => import("../features/admin/support/support-screen.tsx"), {
    admin: true,
  }),
  paymentwizarddemo: screen("Payment wizard demo", () => import("../features/checkout/demo-screen.tsx"), {
    admin: true,
  }),
  baggage: screen("Baggage", () => import("../features/admin/baggage/baggage-screen.tsx"), { admin: true }),
  users: screen("Users", () => import("../features/admin/users/users-screen.tsx"), { admin: true }),
  auditlog: screen("Audit log", () => import("../features/admin/audit-log/audit-screen.tsx"), { admin: true }),
  moderation: screen("Moderation", () => import("../features/admin/moderation/moderation-screen.tsx"), { admin: true }),
};

const order = screen("Order", () => import("../features/orders/order-screen.tsx"));

export interface Destination {
  page: Page | null;
  screen: Screen;
}

/** Pages that show another screen when the address has an id. */
const WITH_ID: Partial<Record<PagePath, Screen>> = {
  myorders: order,
  store,
  users: screen("User", () => import("../features/admin/users/user-screen.tsx"), { admin: true }),
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
