/**
 * What one member of staff may do about one person (D10, D34, decision 0060). Nobody acts on themselves; an ordinary
 * admin acts on ordinary users; accounts of staff are a super admin's business, and those of super admins only once they
 * have been given another role.
 */
import { isStaff, isSuspended, type Standing } from "./standing.ts";

export const MEASURES = ["suspend", "lift_suspension", "ban", "lift_ban", "restrict", "lift_restriction"] as const;
export type Measure = (typeof MEASURES)[number];
type Role = Standing["role"];
const ROLES: readonly Role[] = ["user", "admin", "super_admin"];

export interface Powers {
  measures: Measure[];
  /** What the person could be made; without what they are. */
  roles: Role[];
  sign_out: boolean;
  /** To see the site as they see it, read-only. */
  view_as: boolean;
}

const NONE: Powers = { measures: [], roles: [], sign_out: false, view_as: false };

/** Accounts of staff are decided about by super admins alone. */
export function mayDecideAbout(staff: Role, person: Role): boolean {
  return staff === "super_admin" || !isStaff(person);
}

export function powersOver(actor: { id: string; role: Role }, person: { id: string } & Standing, now: number): Powers {
  if (actor.id === person.id || !isStaff(actor.role)) return NONE;
  const supreme = actor.role === "super_admin";
  if (!mayDecideAbout(actor.role, person.role)) return NONE;
  return {
    measures: person.role === "super_admin" ? [] : measuresOf(person, now),
    roles: supreme ? ROLES.filter((role) => role !== person.role && mayBecome(person, role, now)) : [],
    sign_out: true,
    // Whoever could look through an admin's eyes would have an admin's eyes.
    view_as: person.role === "user",
  };
}

function measuresOf(person: Standing, now: number): Measure[] {
  if (person.is_banned) return ["lift_ban"];
  const suspended = isSuspended(person, now);
  return [
    suspended ? "lift_suspension" : "suspend",
    "ban",
    ...(person.account_restricted
      ? (["lift_restriction"] as const)
      : // A restriction does not bind staff.
        isStaff(person.role)
        ? []
        : (["restrict"] as const)),
  ];
}

/** Staff powers need a clean standing (A12), so they are not given to somebody without one. */
function mayBecome(person: Standing, role: Role, now: number): boolean {
  return role === "user" || !(person.is_banned || isSuspended(person, now));
}

/** How long a look through somebody's eyes lasts. */
export const VIEWING_MS = 30 * 60_000;
