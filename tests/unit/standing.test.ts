import { describe, expect, it } from "vitest";
import { DEFAULT_STANDING, isSuspended, mayAdminister, standingProblem } from "#domain/standing";

const NOW = 1_800_000_000_000;
const suspended = { ...DEFAULT_STANDING, is_suspended: true, suspension_end_date: NOW + 1 };
const banned = { ...DEFAULT_STANDING, is_banned: true, ban_reason: "Two unpaid orders" };
const restricted = { ...DEFAULT_STANDING, account_restricted: true, restriction_reason: "Silent seller" };

describe("standingProblem", () => {
  it("lets somebody in good standing trade", () => {
    expect(standingProblem(DEFAULT_STANDING, NOW)).toBeNull();
  });

  it("stops a suspended person up to the very end of the suspension and not a millisecond longer", () => {
    expect(standingProblem(suspended, NOW)).toEqual({ code: "suspended", reason: null, until: NOW + 1 });
    expect(standingProblem(suspended, NOW + 1)).toBeNull();
    expect(isSuspended({ ...suspended, suspension_end_date: null }, NOW * 2)).toBe(true);
  });

  it("says the worst first: banned before suspended before restricted", () => {
    expect(standingProblem({ ...suspended, ...banned, is_suspended: true }, NOW)?.code).toBe("banned");
    expect(standingProblem({ ...suspended, account_restricted: true }, NOW)?.code).toBe("suspended");
    expect(standingProblem(restricted, NOW)).toEqual({ code: "restricted", reason: "Silent seller", until: null });
  });

  it("stops banned and suspended staff from trading, but never by a restriction", () => {
    for (const role of ["admin", "super_admin"] as const) {
      expect(standingProblem({ ...banned, role }, NOW)?.code).toBe("banned");
      expect(standingProblem({ ...suspended, role }, NOW)?.code).toBe("suspended");
      expect(standingProblem({ ...restricted, role }, NOW)).toBeNull();
    }
  });
});

describe("mayAdminister", () => {
  it("needs the role and a clean standing", () => {
    expect(mayAdminister(DEFAULT_STANDING, NOW)).toBe(false);
    expect(mayAdminister({ ...DEFAULT_STANDING, role: "admin" }, NOW)).toBe(true);
    expect(mayAdminister({ ...banned, role: "super_admin" }, NOW)).toBe(false);
    expect(mayAdminister({ ...suspended, role: "admin" }, NOW)).toBe(false);
    expect(mayAdminister({ ...suspended, role: "admin" }, NOW + 1)).toBe(true);
  });
});
