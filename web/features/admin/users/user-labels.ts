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
export type ActionName = UserAction | "role" | "sign_out" | "first_factor" | "view" | DataRequest;

/** What staff do for a user who asked by email (D61, D62). */
export const DATA_REQUESTS = {
  data_export: "export",
  account_deletion: "delete",
  keep_account: "keep",
  second_factor: "second_factor",
} as const;
type DataRequest = keyof typeof DATA_REQUESTS;

export const isDataRequest = (name: ActionName): name is DataRequest => name in DATA_REQUESTS;

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
    description: "They can't buy, sell or send messages until it ends. They can still complete anything under way.",
    done: "Suspended",
    danger: true,
  },
  lift_suspension: {
    label: "Lift suspension",
    title: "Lift the suspension",
    description: "They can buy and sell again straight away.",
    done: "Suspension lifted",
  },
  ban: {
    label: "Ban",
    title: "Ban this account",
    description: "They can't buy, sell or send messages until staff lift it. They can have one open appeal at a time.",
    done: "Banned",
    danger: true,
  },
  lift_ban: {
    label: "Lift ban",
    title: "Lift the ban",
    description: "They can use their account again straight away.",
    done: "Ban lifted",
  },
  restrict: {
    label: "Restrict",
    title: "Restrict this account",
    description: "They can't list or buy anything new. They can still complete anything under way.",
    done: "Restricted",
    danger: true,
  },
  lift_restriction: {
    label: "Lift restriction",
    title: "Lift the restriction",
    description: "They can list and buy again straight away.",
    done: "Restriction lifted",
  },
  role: {
    label: "Change role",
    title: "Change the role",
    description: "Admins can see users, reports and settings. Super admins also choose who's staff.",
    done: "Role changed",
  },
  first_factor: {
    label: "Let them add a second factor",
    title: "Let them add their second factor",
    description:
      "Makes a link for a staff member who can't open the one we email. First check in person or by phone that it's them.",
    done: "Link made",
  },
  sign_out: {
    label: "Sign out everywhere",
    title: "Sign out everywhere",
    description: "Signs them out of every browser. Use this if someone else may have access.",
    done: "Signed out everywhere",
  },
  data_export: {
    label: "Prepare their data",
    title: "Prepare a copy of their data",
    description: "For a request by email. We email them when it's ready. Only they can download it, signed in.",
    done: "We're preparing the file",
  },
  account_deletion: {
    label: "Delete account",
    title: "Delete this account",
    description:
      "For a request by email. Their listings are hidden now, and their data is erased after 14 days unless they change their mind. Check first that they own the account.",
    done: "Deletion started",
    danger: true,
  },
  keep_account: {
    label: "Keep account",
    title: "Keep this account",
    description: "Stops the deletion. Their listings are visible again.",
    done: "Deletion stopped",
  },
  second_factor: {
    label: "Turn off two-step sign-in",
    title: "Turn off two-step sign-in",
    description:
      "For a request by email from someone who has lost their passkey, phone and recovery codes. Check first that they own the account: its password alone signs in again.",
    done: "Two-step sign-in turned off",
    danger: true,
  },
  view: {
    label: "View as this user",
    title: "View as this user",
    description:
      "Read-only for 30 minutes. You can't change anything, and their messages stay private. We log when you start and stop.",
    done: "",
  },
};

export const daysLong = (days: number) => (days === 1 ? "1 day" : `${days} days`);
export const nowRole = (role: string) => `Current role: ${role}`;

/**
 * Label of an order's status. A free order has no confirmed payment, and "refunded" says "Cancelled", because we refund
 * card payments only.
 */
export const orderStatusLabel = ({ amount, status }: Pick<UserOrder, "amount" | "status">) => {
  if (status === "refunded") return "Cancelled";
  return amount === 0 && status === "payment_confirmed" ? "To be picked up" : identifierLabel(status);
};
