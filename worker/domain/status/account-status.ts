/**
 * Account status: who may buy, sell and administer (D10, D34, A16). A restriction is narrower than a suspension: a
 * restricted seller may still settle open orders, which is how the restriction ends (D31), but may not list or buy.
 */
export interface AccountStatus {
  role: "user" | "admin" | "super_admin";
  is_suspended: boolean;
  /** UTC ms; null while suspended means until an admin decides. */
  suspension_end_date: number | null;
  is_banned: boolean;
  ban_reason: string | null;
  account_restricted: boolean;
  restriction_reason: string | null;
}

export const DEFAULT_ACCOUNT_STATUS: AccountStatus = {
  role: "user",
  is_suspended: false,
  suspension_end_date: null,
  is_banned: false,
  ban_reason: null,
  account_restricted: false,
  restriction_reason: null,
};

export type StatusProblem =
  | { code: "banned"; reason: string | null; until: null }
  | { code: "suspended"; reason: null; until: number | null }
  | { code: "restricted"; reason: string | null; until: null };

export function isStaff(role: AccountStatus["role"]): boolean {
  return role === "admin" || role === "super_admin";
}

/** Returns whether the user is suspended. A suspension whose end has passed is over, even if the flag is still set. */
export function isSuspended(account: AccountStatus, now: number): boolean {
  return account.is_suspended && (account.suspension_end_date === null || account.suspension_end_date > now);
}

/** Returns what keeps the user from buying and selling, worst first, or null. Restrictions do not apply to staff. */
export function statusProblem(account: AccountStatus, now: number): StatusProblem | null {
  if (account.is_banned) return { code: "banned", reason: account.ban_reason, until: null };
  if (isSuspended(account, now)) return { code: "suspended", reason: null, until: account.suspension_end_date };
  if (account.account_restricted && !isStaff(account.role))
    return { code: "restricted", reason: account.restriction_reason, until: null };
  return null;
}

/**
 * Account status that a call requires. `account`: any; `trader`: not suspended or banned; `good`: not restricted either.
 */
export type RequiredStatus = "account" | "trader" | "good";

/** Returns what keeps the user from a call that requires this, or null. */
export function problemFor(account: AccountStatus, required: RequiredStatus, now: number): StatusProblem | null {
  const problem = required === "account" ? null : statusProblem(account, now);
  return required === "trader" && problem?.code === "restricted" ? null : problem;
}

/** Returns whether the user may act as staff: only in good status, so a banned admin loses access (A12). */
export function canAdminister(account: AccountStatus, now: number): boolean {
  return isStaff(account.role) && !account.is_banned && !isSuspended(account, now);
}
