import type { UserOrder, UserRow } from "#contract/admin/users";
import type { UserAction } from "#domain/account/permissions";
import { identifierLabel } from "../identifier-label.ts";
import actions from "./actions.json" with { type: "json" };

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

export const ACTIONS: Record<ActionName, ActionWords> = actions;

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
