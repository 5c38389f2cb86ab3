import { describe, expect, it } from "vitest";
import { canAdminister, DEFAULT_ACCOUNT_STATUS, isSuspended, statusProblem } from "#domain/status/account-status";

const NOW = 1_800_000_000_000;
const suspended = { ...DEFAULT_ACCOUNT_STATUS, is_suspended: true, suspension_end_date: NOW + 1 };
const banned = { ...DEFAULT_ACCOUNT_STATUS, is_banned: true, ban_reason: "Two unpaid orders" };
const restricted = { ...DEFAULT_ACCOUNT_STATUS, account_restricted: true, restriction_reason: "Silent seller" };

describe("statusProblem", () => {
  it("returns null for an account with the status good", () => {
    expect(statusProblem(DEFAULT_ACCOUNT_STATUS, NOW)).toBeNull();
  });

  it("refuses a suspended account until the exact end of the suspension", () => {
    expect(statusProblem(suspended, NOW)).toEqual({ code: "suspended", reason: null, until: NOW + 1 });
    expect(statusProblem(suspended, NOW + 1)).toBeNull();
    expect(isSuspended({ ...suspended, suspension_end_date: null }, NOW * 2)).toBe(true);
  });

  it("returns the most severe problem: banned, then suspended, then restricted", () => {
    expect(statusProblem({ ...suspended, ...banned, is_suspended: true }, NOW)?.code).toBe("banned");
    expect(statusProblem({ ...suspended, account_restricted: true }, NOW)?.code).toBe("suspended");
    expect(statusProblem(restricted, NOW)).toEqual({ code: "restricted", reason: "Silent seller", until: null });
  });

  it("refuses banned and suspended staff, but never because of a restriction", () => {
    for (const role of ["admin", "super_admin"] as const) {
      expect(statusProblem({ ...banned, role }, NOW)?.code).toBe("banned");
      expect(statusProblem({ ...suspended, role }, NOW)?.code).toBe("suspended");
      expect(statusProblem({ ...restricted, role }, NOW)).toBeNull();
    }
  });
});

describe("canAdminister", () => {
  it("needs the role, and an account that is neither banned nor suspended", () => {
    expect(canAdminister(DEFAULT_ACCOUNT_STATUS, NOW)).toBe(false);
    expect(canAdminister({ ...DEFAULT_ACCOUNT_STATUS, role: "admin" }, NOW)).toBe(true);
    expect(canAdminister({ ...banned, role: "super_admin" }, NOW)).toBe(false);
    expect(canAdminister({ ...suspended, role: "admin" }, NOW)).toBe(false);
    expect(canAdminister({ ...suspended, role: "admin" }, NOW + 1)).toBe(true);
  });
});
