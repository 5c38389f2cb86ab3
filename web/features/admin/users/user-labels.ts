import type { UserOrder, UserRow } from "#contract/admin/users";
import type { UserAction } from "#domain/account/permissions";
import { identifierLabel } from "../identifier-label.ts";

export const ROLE_LABELS: Record<UserRow["role"], string> = {
  user: "User",
  admin: "Admin",
  super_admin: "Super admin",
};

export const TYPE_LABELS: Record<UserRow["account_type"], string> = {
  individual: "Individual",
  seller: "Seller",
  business: "Business",
};

export const ACCOUNT_STATUS_LABELS = {
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

export const daysLong = (days: number) => (days === 1 ? "1 day" : `${days} days`);
export const nowRole = (role: string) => `Now: ${role}`;

/**
 * Label of an order's status. A free order has no confirmed payment, and "refunded" says "Undone", because we refund
 * card payments only.
 */
export const orderStatusLabel = ({ amount, status }: Pick<UserOrder, "amount" | "status">) => {
  if (status === "refunded") return "Undone";
  return amount === 0 && status === "payment_confirmed" ? "To be collected" : identifierLabel(status);
};
