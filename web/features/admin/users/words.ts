import type { UserOrder, UserRow } from "#contract/admin/users";
import type { AppealView } from "#contract/status";
import type { UserAction } from "#domain/account/permissions";
import { identifierLabel } from "../name-words.ts";

export const ROLE_WORDS: Record<UserRow["role"], string> = {
  user: "User",
  admin: "Admin",
  super_admin: "Super admin",
};

export const TYPE_WORDS: Record<UserRow["account_type"], string> = {
  individual: "Individual",
  seller: "Seller",
  business: "Business",
};

export const STANDING_WORDS = {
  good: { label: "Good standing", tone: "brand" },
  restricted: { label: "Restricted", tone: "wattleSoft" },
  suspended: { label: "Suspended", tone: "wattleSoft" },
  banned: { label: "Banned", tone: "hotSoft" },
} as const;

/** The actions on a user, for the dialog. */
export type ActionName = UserAction | "role" | "sign_out" | "view";

interface ActionWords {
  label: string;
  title: string;
  description: string;
  done: string;
  danger?: boolean;
}

export const ACTIONS: Record<ActionName, ActionWords> = {
  suspend: {
    label: "Suspend",
    title: "Suspend this account",
    description: "They cannot buy, sell or write meanwhile. What is under way can still be settled.",
    done: "Suspended",
    danger: true,
  },
  lift_suspension: {
    label: "Lift suspension",
    title: "Lift the suspension",
    description: "They can buy and sell again at once.",
    done: "Suspension lifted",
  },
  ban: {
    label: "Ban",
    title: "Ban this account",
    description: "They can no longer buy, sell or write, until staff lift it. They may appeal once at a time.",
    done: "Banned",
    danger: true,
  },
  lift_ban: {
    label: "Lift ban",
    title: "Lift the ban",
    description: "They can use their account again at once.",
    done: "Ban lifted",
  },
  restrict: {
    label: "Restrict",
    title: "Restrict this account",
    description: "They cannot list or buy anything new. What is under way can still be settled.",
    done: "Restricted",
    danger: true,
  },
  lift_restriction: {
    label: "Lift restriction",
    title: "Lift the restriction",
    description: "They can list and buy again at once.",
    done: "Restriction lifted",
  },
  role: {
    label: "Change role",
    title: "Change the role",
    description: "Admins see people, reports and settings; super admins also decide who is staff.",
    done: "Role changed",
  },
  sign_out: {
    label: "Sign out everywhere",
    title: "Sign out everywhere",
    description:
      "Every browser they are signed in with has to sign in again. Use it when somebody else may have got in.",
    done: "Signed out everywhere",
  },
  view: {
    label: "View as this person",
    title: "See the site as they see it",
    description:
      "For 30 minutes, read-only: nothing can be changed, and messages stay private. Both ends are recorded.",
    done: "",
  },
};

// The list

export const people = "People";
export const openAppeals = "Open appeals";
export const decidedAppeals = "Decided appeals";
export const users = "Users";
export const description =
  "Everybody with an account. What you do here is kept in the audit log, and measures are told to the person.";
export const auditLog = "Audit log";
export const standing = "Standing";
export const anyStanding = "Any standing";
export const role = "Role";
export const anyRole = "Any role";
export const account = "Account";
export const country = "Country";
export const anyKind = "Any kind";
export const listed = "people";
export const nobodyFound = "Nobody found";
export const nobodyFoundDescription = "Try fewer words or another filter.";
export const nobodyYet = "Nobody has an account yet.";
export const searchLabel = "Name, e-mail, postcode or id";
export const noName = "No name";
/** Formats "Since May 2026 · 3 listed". */
export const sinceWith = (month: string, listedCount: number) =>
  `Since ${month}${listedCount > 0 ? ` · ${listedCount} listed` : ""}`;
export const missedCount = (count: number) => `${count} missed`;

// One user

export const signedInNowhere = "Nowhere";
/** Formats "2 places, 5 minutes ago". */
export const signedInAt = (places: number, seen: string | null) =>
  `${places} ${places === 1 ? "place" : "places"}${seen === null ? "" : `, ${seen}`}`;
export const boughtFrom = "Bought from";
export const soldTo = "Sold to";
export const loading = "Loading…";
export const user = "User";
export const thisPersonDidntLoad = "This person didn't load";
export const publicPage = "Public page";
export const facts = "Facts";
export const missedPayments = "Missed payments";
export const missedPaymentsDescription = "A second one within twelve months bans.";
export const appeals = "Appeals";
export const noAppeals = "No appeals.";
export const orders = "Orders";
export const ordersDescription = "What they bought and sold, newest first.";
export const inGoodStanding = "Nothing keeps this account from buying and selling.";
export const suspended = "Suspended";
export const suspendedUntilLifted = "Until staff lift it.";
export const untilTime = (time: string) => `Until ${time}.`;
export const banned = "Banned";
export const noReasonWasGiven = "No reason was given.";
export const restricted = "Restricted";
export const sinceTime = (time: string) => `Since ${time}.`;
export const nothingToDo = "Nothing can be done here about this account: it is your own, or staff's.";
export const id = "Id";
export const emailAddress = "E-mail address";
export const confirmed = "Confirmed";
export const notConfirmed = "Not confirmed";
export const place = "Place";
export const hereSince = "Here since";
export const signedIn = "Signed in";
export const bought = "Bought";
export const sold = "Sold";
export const listedNow = "Listed now";
export const rating = "Rating";
export const noneYet = "None yet";
export const adCredit = "Ad credit";
export const openDisputes = "Open disputes";
export const openReports = "Open reports";
export const ordersListed = "orders";
export const noOrders = "No orders";
export const noOrdersDescription = "Nothing bought or sold yet.";

// Actions of staff

export const daysLong = (days: number) => (days === 1 ? "1 day" : `${days} days`);
export const untilStaffLiftIt = "Until staff lift it";
export const sayWhy = "Please say why, in a few words.";
export const personTold = "The person has been told.";
export const cancel = "Cancel";
export const forHowLong = "For how long";
export const newRole = "New role";
export const nowRole = (role: string) => `Now: ${role}`;
export const reason = "Reason";
export const auditLogOnly = "Kept in the audit log only.";
export const personReadsAndLog = "The person reads this, and the audit log keeps it.";

// Appeals

export const AGAINST: Record<AppealView["kind"], string> = {
  suspension: "Against a suspension",
  ban: "Against a ban",
};
export const waitsForAnAnswer = "Waits for an answer";
export const notChanged = "Not changed";
export const takenBack = "Taken back";
export const reasonGiven = "The reason they were given:";
export const answerBefore = "Answer:";
export const decideTheAppeal = "Decide the appeal";
export const itStays = "It stays";
export const itStaysDescription = "Nothing about the account changes.";
export const takeItBack = "Take it back";
export const takeItBackDescription = "The suspension or ban ends, and what is ticked below no longer counts.";
export const decided = "Decided";
export const sendTheDecision = "Send the decision";
export const whatIsToBeDone = "What is to be done?";
export const answer = "Answer";
export const answerHint = "The person reads this.";
export const appealsListed = "appeals";
export const noOpenAppeals = "No open appeals";
export const nothingDecidedYet = "Nothing decided yet";
export const noAppealsDescription = "Whoever is suspended or banned can say here why it is a mistake.";

// Missed payments

export const orderedNotPaid = (ordered: string, missed: string) => `Ordered ${ordered}, not paid by ${missed}`;
export const noMissedPayments = "No missed payments.";
export const takeBackMissedPayments = "Take back missed payments";
export const takeBackHint = "What is ticked no longer counts against them.";

/**
 * Label of an order's status. A free order has no confirmed payment, and "refunded" says "Undone", because we refund
 * card payments only.
 */
export const orderStatusLabel = ({ amount, status }: Pick<UserOrder, "amount" | "status">) => {
  if (status === "refunded") return "Undone";
  return amount === 0 && status === "payment_confirmed" ? "To be collected" : identifierLabel(status);
};
