/**
 * What a staff member may do to a user's account (D10, D34, decision 0031). Staff never act on their own account.
 * Admins act on ordinary users. Only super admins act on staff accounts, and on other super admins only after changing
 * their role.
 */
import { MINUTE_MS } from "../deadlines.ts";
import { type AccountStatus, isStaff, isSuspended } from "../status/account-status.ts";

export const USER_ACTIONS = ["suspend", "lift_suspension", "ban", "lift_ban", "restrict", "lift_restriction"] as const;
export type UserAction = (typeof USER_ACTIONS)[number];
type Role = AccountStatus["role"];
const ROLES: readonly Role[] = ["user", "admin", "super_admin"];

export interface Permissions {
  actions: UserAction[];
  /** Roles the user can be given, without the current one. */
  roles: Role[];
  sign_out: boolean;
  /** Impersonation: see the site as this user, read-only. */
  view_as: boolean;
  /**
   * Start a copy of the user's data or the deletion of the account, or remove a lost second factor, when they asked by
   * email (D61, D62).
   */
  own_data: boolean;
  /** Make the link with which a staff member adds their first second factor (D62). */
  first_factor: boolean;
}

const NONE: Permissions = {
  actions: [],
  roles: [],
  sign_out: false,
  view_as: false,
  own_data: false,
  first_factor: false,
};

/** Returns whether this role may decide about the user: only super admins decide about staff. */
export function canDecideAbout(staff: Role, person: Role): boolean {
  return staff === "super_admin" || !isStaff(person);
}

/** Returns the permissions of a staff member over a user's account. */
export function permissionsOver(
  actor: { id: string; role: Role },
  person: { id: string } & AccountStatus,
  now: number,
): Permissions {
  if (actor.id === person.id || !isStaff(actor.role)) return NONE;
  const supreme = actor.role === "super_admin";
  if (!canDecideAbout(actor.role, person.role)) return NONE;
  return {
    actions: person.role === "super_admin" ? [] : userActionsFor(person, now),
    roles: supreme ? ROLES.filter((role) => role !== person.role && canBecome(person, role, now)) : [],
    sign_out: true,
    // Impersonating an admin would give access to everything that admin sees.
    view_as: person.role === "user",
    own_data: person.role === "user",
    first_factor: supreme && isStaff(person.role),
  };
}

function userActionsFor(person: AccountStatus, now: number): UserAction[] {
  if (person.is_banned) return ["lift_ban"];
  const suspended = isSuspended(person, now);
  return [
    suspended ? "lift_suspension" : "suspend",
    "ban",
    ...(person.account_restricted
      ? (["lift_restriction"] as const)
      : // A restriction has no effect on staff.
        isStaff(person.role)
        ? []
        : (["restrict"] as const)),
  ];
}

/** Staff need an account in good status (A12), so others cannot be given a staff role. */
function canBecome(person: AccountStatus, role: Role, now: number): boolean {
  return role === "user" || !(person.is_banned || isSuspended(person, now));
}

export const IMPERSONATION_MS = 30 * MINUTE_MS;
