import { isKnownPage } from "#domain/site/pages";
import type { Session } from "../lib/session.ts";
import * as words from "./bar-words.ts";

export interface NavLink {
  label: string;
  to: string;
  /** Number of pending entries behind this link. */
  waiting?: number;
}

export interface NavGroup {
  label: string;
  links: readonly NavLink[];
}

/** The site settings are a part of the account settings page (D10). */
const SITE_SETTINGS = "/Settings?part=site";

/** All menu groups; `menuGroups` filters them. */
const GROUPS: readonly NavGroup[] = [
  {
    label: words.marketplace,
    links: [
      { label: words.marketplace, to: "/Marketplace" },
      { label: words.storefront, to: "/Store" },
      { label: words.myOrders, to: "/MyOrders" },
      { label: words.paymentConfirmations, to: "/PaymentConfirmations" },
      { label: words.wishLists, to: "/WishLists" },
    ],
  },
  {
    label: words.selling,
    links: [
      { label: words.myItems, to: "/MyItems" },
      { label: words.addItem, to: "/AddItem" },
      { label: words.becomeSeller, to: "/AccountTypeSelection" },
      { label: words.sellerHub, to: "/Connect" },
      { label: words.tradeOffers, to: "/TradeOffers" },
      { label: words.promoteItems, to: "/PromoteItem" },
      { label: words.specialOffers, to: "/SpecialOffers" },
    ],
  },
  {
    label: words.community,
    links: [
      { label: words.requests, to: "/Requests" },
      { label: words.announcements, to: "/Announcements" },
      { label: words.donations, to: "/Donations" },
      { label: words.messages, to: "/Messages" },
      { label: words.contactUs, to: "/Contact" },
      { label: words.privacyPolicy, to: "/Privacy" },
      { label: words.termsOfService, to: "/Terms" },
    ],
  },
  {
    label: words.admin,
    links: [
      { label: words.overview, to: "/Overview" },
      { label: words.users, to: "/Users" },
      { label: words.moderation, to: "/Moderation" },
      { label: words.supportRequests, to: "/SupportRequests" },
      { label: words.baggage, to: "/Baggage" },
      { label: words.advertisements, to: "/Advertisements" },
      { label: words.homepageEditor, to: "/HomepageEditor" },
      { label: words.announcementEditor, to: "/AnnouncementEditor" },
      { label: words.settings, to: SITE_SETTINGS },
      { label: words.themeSettings, to: "/themesettings" },
      { label: words.aiPromptSettings, to: "/AIPromptSettings" },
      { label: words.integrations, to: "/integrations" },
      { label: words.auditLog, to: "/AuditLog" },
      { label: "E-mails", to: "/EmailTest" },
      { label: words.paymentWizardDemo, to: "/PaymentWizardDemo" },
    ],
  },
];

/** Returns the menu groups for this session: only links whose page exists, only groups with links. */
export function menuGroups(
  session: Pick<Session, "signedIn" | "isAdmin" | "profile" | "disabledFeatures">,
  waiting: Readonly<Record<string, number>> = {},
): NavGroup[] {
  if (!session.signedIn) return [];
  return GROUPS.filter((group) => group.label !== "Admin" || session.isAdmin)
    .map((group) => ({
      label: group.label,
      links: group.links
        .filter(
          ({ to }) =>
            (isKnownPage(to) || to === SITE_SETTINGS) &&
            !(to === "/Donations" && session.disabledFeatures.includes("donations")) &&
            (to !== "/AccountTypeSelection" || session.profile?.account_type === "individual"),
        )
        .map((link) => ({ ...link, waiting: waiting[link.to] ?? 0 })),
    }))
    .filter((group) => group.links.length > 0);
}
