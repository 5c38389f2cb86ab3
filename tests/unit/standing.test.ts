import { describe, expect, it } from "vitest";
import { DEFAULT_STANDING, isSuspended, mayAdminister, standingProblem } from "#domain/standing";

const NOW = 1_800_000_000_000;
const suspended = { ...DEFAULT_STANDING, is_suspended: true, suspension_end_date: NOW + 1 };
const banned = { ...DEFAULT_STANDING, is_banned: true, ban_reason: "Two unpaid orders" };
const restricted = { ...DEFAULT_STANDING, account_restricted: true, restriction_reason: "Silent seller" };

describe("standingProblem", () => {
  it("returns null for an account in good standing", () => {
    expect(standingProblem(DEFAULT_STANDING, NOW)).toBeNull();
  });

  it("refuses a suspended account until the exact end of the suspension", () => {
    expect(standingProblem(suspended, NOW)).toEqual({ code: "suspended", reason: null, until: NOW + 1 });
    expect(standingProblem(suspended, NOW + 1)).toBeNull();
    expect(isSuspended({ ...suspended, suspension_end_date: null }, NOW * 2)).toBe(true);
  });

  it("returns the most severe problem: banned, then suspended, then restricted", () => {
    expect(standingProblem({ ...suspended, ...banned, is_suspended: true }, NOW)?.code).toBe("banned");
    expect(standingProblem({ ...suspended, account_restricted: true }, NOW)?.code).toBe("suspended");
    expect(standingProblem(restricted, NOW)).toEqual({ code: "restricted", reason: "Silent seller", until: null });
  });

  it("refuses banned and suspended staff, but never because of a restriction", () => {
    for (const role of ["admin", "super_admin"] as const) {
      expect(standingProblem({ ...banned, role }, NOW)?.code).toBe("banned");
      expect(standingProblem({ ...suspended, role }, NOW)?.code).toBe("suspended");
      expect(standingProblem({ ...restricted, role }, NOW)).toBeNull();
    }
  });
});

describe("mayAdminister", () => {
  it("needs the role, and an account that is neither banned nor suspended", () => {
    expect(mayAdminister(DEFAULT_STANDING, NOW)).toBe(false);
    expect(mayAdminister({ ...DEFAULT_STANDING, role: "admin" }, NOW)).toBe(true);
    expect(mayAdminister({ ...banned, role: "super_admin" }, NOW)).toBe(false);
    expect(mayAdminister({ ...suspended, role: "admin" }, NOW)).toBe(false);
    expect(mayAdminister({ ...suspended, role: "admin" }, NOW + 1)).toBe(true);
  });
});
