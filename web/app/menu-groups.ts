import type { Session } from "../lib/session.ts";
import type { MenuLabel } from "./bar-frame.tsx";

export interface NavLink {
  label: string;
  to: string;
  /** Number of pending entries behind this link. */
  waiting?: number;
  /** Heading of this link and its neighbours in a long menu. */
  heading?: string;
}

export interface NavGroup {
  label: MenuLabel;
  links: readonly NavLink[];
}

/** All menu groups; `menuGroups` filters them. */
const GROUPS: readonly NavGroup[] = [
  {
    label: "Marketplace",
    links: [
      { label: "Marketplace", to: "/Marketplace" },
      { label: "Storefront", to: "/Store" },
      { label: "My Orders", to: "/MyOrders" },
      { label: "Payment Confirmations", to: "/PaymentConfirmations" },
      { label: "Wish Lists", to: "/WishLists" },
    ],
  },
  {
    label: "Selling",
    links: [
      { label: "My Items", to: "/MyItems" },
      { label: "Add Item", to: "/AddItem" },
      { label: "Become a Seller", to: "/AccountTypeSelection" },
      { label: "Seller Hub", to: "/Connect" },
      { label: "Offers", to: "/PriceOffers" },
      { label: "Negotiations", to: "/Negotiations" },
      { label: "Trade Offers", to: "/TradeOffers" },
      { label: "Promote Items", to: "/PromoteItem" },
      { label: "Special Offers", to: "/SpecialOffers" },
      { label: "Moving Sales", to: "/MovingSales" },
    ],
  },
  {
    label: "Community",
    links: [
      { label: "Requests", to: "/Requests" },
      { label: "Announcements", to: "/Announcements" },
      { label: "Donations", to: "/Donations" },
      { label: "Messages", to: "/Messages" },
      { label: "Contact Us", to: "/Contact" },
      { label: "Privacy Policy", to: "/Privacy" },
      { label: "Terms of Service", to: "/Terms" },
    ],
  },
  {
    label: "Admin",
    links: [
      { label: "Overview", to: "/Overview" },
      { label: "Users", to: "/Users", heading: "People" },
      { label: "Moderation", to: "/Moderation", heading: "People" },
      { label: "Support Requests", to: "/SupportRequests", heading: "People" },
      { label: "Baggage", to: "/Baggage", heading: "Items and orders" },
      { label: "Advertisements", to: "/Advertisements", heading: "Items and orders" },
      { label: "Payment Queue", to: "/PaymentConfirmations?queue=overdue", heading: "Money" },
      { label: "Books", to: "/Books", heading: "Money" },
      { label: "Payment Wizard Demo", to: "/PaymentWizardDemo", heading: "Money" },
      { label: "Homepage Editor", to: "/HomepageEditor", heading: "Site" },
      { label: "Announcement Editor", to: "/AnnouncementEditor", heading: "Site" },
      { label: "Theme Settings", to: "/themesettings", heading: "Site" },
      // The site settings are a part of the account settings page (D10).
      { label: "Settings", to: "/Settings?part=site", heading: "Site" },
      { label: "AI Prompt Settings", to: "/AIPromptSettings", heading: "System" },
      { label: "Integrations", to: "/integrations", heading: "System" },
      { label: "Emails", to: "/EmailTest", heading: "System" },
      { label: "Audit Log", to: "/AuditLog", heading: "System" },
    ],
  },
];

/** Returns the menu groups and links that this session may use. */
export function menuGroups(
  session: Pick<Session, "signedIn" | "isAdmin" | "profile" | "disabledFeatures">,
  waiting: Readonly<Record<string, number>> = {},
): NavGroup[] {
  if (!session.signedIn) return [];
  return GROUPS.filter((group) => group.label !== "Admin" || session.isAdmin).map((group) => ({
    label: group.label,
    links: group.links
      .filter(
        ({ to }) =>
          !(to === "/Donations" && session.disabledFeatures.includes("donations")) &&
          (to !== "/AccountTypeSelection" || session.profile?.account_type === "individual"),
      )
      .map((link) => ({ ...link, waiting: waiting[link.to] ?? 0 })),
  }));
}

/** Pages that have a tab on phones. */
const TABS = ["/Marketplace", "/AddItem", "/Messages"];

/** Returns the groups without the pages of the tab bar. */
export function withoutTabs(groups: readonly NavGroup[]): NavGroup[] {
  return groups.map(({ label, links }) => ({ label, links: links.filter(({ to }) => !TABS.includes(to)) }));
}
