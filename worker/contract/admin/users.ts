/** User accounts for staff, and the actions staff take on them (D5, D34, decision 0031). */
import * as z from "zod/mini";
import type { Check } from "#domain/account/checks";
import type { Permissions, UserAction } from "#domain/account/permissions";
import type { AccountType, Role } from "../account/profiles.ts";
import { id, normaliseText, text } from "../fields.ts";
import type { OrderStatus } from "../orders.ts";
import type { AccountStatusReply, AppealView, StrikeView } from "../status.ts";

const cursor = z.optional(z.string().check(z.maxLength(300)));
export const ROLES = ["user", "admin", "super_admin"] as const satisfies readonly Role[];
export const ACCOUNT_STATUSES = [
  "good",
  "restricted",
  "suspended",
  "banned",
] as const satisfies readonly AccountStatusReply["standing"][];

/** GET /api/admin/users, newest first. */
export const ListUsers = z.strictObject({
  /** Part of the name, email address or postcode, or a whole id. */
  q: z.optional(z.pipe(z.pipe(z.string(), z.transform(normaliseText)), z.string().check(z.maxLength(100)))),
  role: z.optional(z.enum(ROLES)),
  account_type: z.optional(z.enum(["individual", "seller", "business"])),
  /** Exact match, like role and account type. */
  country: z.optional(text(1, 60)),
  standing: z.optional(z.enum(ACCOUNT_STATUSES)),
  cursor,
});

/** A user in the list. Phone, address and bank details are visible only to the users themselves, not to staff (D5). */
export interface UserRow {
  id: string;
  email: string;
  full_name: string;
  role: Role;
  account_type: AccountType;
  suburb: string | null;
  city: string | null;
  standing: AccountStatusReply["standing"];
  /** End of the suspension (UTC ms); null without one. */
  until: number | null;
  missed_payments: number;
  average_rating: number | null;
  rating_count: number;
  listed_count: number;
  created_at: number;
}

/** GET /api/admin/users/:id */
export interface UserDetail extends UserRow {
  /** What has been checked of the user (D70). */
  checks: Check[];
  country: string;
  state_region: string | null;
  postcode: string | null;
  /** Reason of the ban, else of the suspension, else of the restriction. */
  reason: string | null;
  restricted_since: number | null;
  seller_balance: number;
  bought: number;
  sold: number;
  open_disputes: number;
  open_reports: number;
  /** Number of devices on which the user is signed in. */
  sessions: number;
  last_seen_at: number | null;
  strikes: StrikeView[];
  /** Newest first, at most 20. */
  appeals: AppealView[];
  /** When the account will be deleted (UTC ms); null unless that was requested (D61). */
  deletion_due_at: number | null;
  /** Whether the account has a passkey or an authenticator app. */
  second_factor: boolean;
  may: Permissions;
  server_now: number;
}

/** GET /api/admin/users/:id/orders, newest first. */
export const ListUserOrders = z.strictObject({ cursor });

export interface UserOrder {
  id: string;
  role: "buyer" | "seller";
  item: { id: string; title: string; image_url: string | null };
  counterparty: { id: string; full_name: string };
  status: OrderStatus;
  amount: number;
  created_at: number;
}

const note = text(5, 1_000, "Please give a reason. We'll show it to the user and keep it in the audit log.");

/**
 * POST /api/admin/users/:id/measures. `days` only for `suspend`: null means until staff lift it. `order_ids` only for
 * lifting: missed payments whose strikes are reversed too.
 */
export const TakeUserAction = z.discriminatedUnion("measure", [
  z.strictObject({
    measure: z.literal("suspend"),
    days: z.nullable(z.int().check(z.minimum(1, "Enter at least 1 day."), z.maximum(365, "Enter at most 365 days."))),
    note,
  }),
  ...(["lift_suspension", "lift_ban"] as const).map((measure) =>
    z.strictObject({
      measure: z.literal(measure),
      note,
      order_ids: z.optional(z.array(id).check(z.maxLength(50))),
    }),
  ),
  ...(["ban", "restrict", "lift_restriction"] as const).map((measure) =>
    z.strictObject({ measure: z.literal(measure), note }),
  ),
]);
export interface UserActionValue {
  measure: UserAction;
  note: string;
  days?: number | null;
  order_ids?: string[];
}

/** POST /api/admin/users/:id/role, super admins only. */
export const ChangeRole = z.strictObject({ role: z.enum(ROLES), note });

/** POST /api/admin/users/:id/sign-out */
export const SignOutUser = z.strictObject({ note });

/** POST /api/admin/users/:id/view */
export const Impersonate = z.strictObject({ note });
