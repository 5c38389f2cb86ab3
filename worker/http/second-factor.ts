/** Which sessions of staff have their role, and what WebAuthn is told about this site (D62). */

import type { Role } from "#contract/account/profiles";
import { type RelyingParty, relyingParty } from "#domain/account/relying-party";
import { hasSecondFactor, roleInSession } from "#domain/account/second-factor";
import { isStaff } from "#domain/status/account-status";
import { factorsOf, secondFactorAt } from "../db/second-factor.ts";
import type { AppEnv } from "../env.ts";
import type { Services } from "../services.ts";
import type { Actor } from "./context.ts";

/** Staff need a second factor, except on a developer's machine that has turned this off. */
export function staffNeedSecondFactor({ APP_ENV, STAFF_SECOND_FACTOR }: AppEnv): boolean {
  return !(APP_ENV === "local" && STAFF_SECOND_FACTOR === "off");
}

/** Returns the role that a session of this account has. */
export function sessionRole(env: AppEnv, role: Role, session: { second_factor_at: number | null }): Role {
  return roleInSession(role, session, staffNeedSecondFactor(env));
}

/** What staff have to do before this session has their role; null for nothing. */
export type StaffStep = "set_up" | "confirm" | null;

export async function staffStep({ db, env }: Services, actor: Actor, role: Role): Promise<StaffStep> {
  if (!isStaff(role) || !staffNeedSecondFactor(env)) return null;
  if ((await secondFactorAt(db, actor.session_id)) !== null) return null;
  return hasSecondFactor(await factorsOf(db, actor.id)) ? "confirm" : "set_up";
}

/**
 * Returns the relying party for passkeys, or null when they can't be used here. Like links in emails, it never comes
 * from the Host header of a deployment (A22).
 */
export function passkeySite({ mailOrigin }: Pick<Services, "mailOrigin">): RelyingParty | null {
  return mailOrigin === "" ? null : relyingParty(new URL(mailOrigin));
}
