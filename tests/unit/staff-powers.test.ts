/** Who of the staff may do what about whom (§6, D10, D34, decision 0060). */
import { describe, expect, it } from "vitest";
import { mayDecideAbout, powersOver, VIEWING_MS } from "#domain/staff-powers";
import { DEFAULT_STANDING, type Standing } from "#domain/standing";

const NOW = 1_800_000_000_000;
const NOTHING = { measures: [], roles: [], sign_out: false, view_as: false };

const admin = { id: "acc_admin", role: "admin" } as const;
const superAdmin = { id: "acc_super", role: "super_admin" } as const;
const person = (changed: Partial<Standing> = {}) => ({ ...DEFAULT_STANDING, id: "acc_person", ...changed });
const suspended = { is_suspended: true, suspension_end_date: NOW + 1 };

describe("an ordinary user", () => {
  it("has no power over anybody", () => {
    expect(powersOver({ id: "acc_user", role: "user" }, person(), NOW)).toEqual(NOTHING);
  });
});

describe("nobody on the staff", () => {
  it("acts on themselves, whatever their role", () => {
    for (const actor of [admin, superAdmin]) {
      expect(powersOver(actor, person({ ...actor }), NOW)).toEqual(NOTHING);
    }
  });
});

describe("an admin", () => {
  it("may act on ordinary users, see the site as they do and sign them out, but gives no roles", () => {
    expect(powersOver(admin, person(), NOW)).toEqual({
      measures: ["suspend", "ban", "restrict"],
      roles: [],
      sign_out: true,
      view_as: true,
    });
  });

  it("has no power over staff", () => {
    expect(powersOver(admin, person({ role: "admin" }), NOW)).toEqual(NOTHING);
    expect(powersOver(admin, person({ role: "super_admin" }), NOW)).toEqual(NOTHING);
  });
});

describe("a decision about an account of staff", () => {
  it("is a super admin's alone", () => {
    for (const role of ["admin", "super_admin"] as const) {
      expect(mayDecideAbout("admin", role)).toBe(false);
      expect(mayDecideAbout("super_admin", role)).toBe(true);
    }
    expect(mayDecideAbout("admin", "user")).toBe(true);
  });
});

describe("a super admin", () => {
  it("may act on ordinary users and make them staff", () => {
    expect(powersOver(superAdmin, person(), NOW)).toEqual({
      measures: ["suspend", "ban", "restrict"],
      roles: ["admin", "super_admin"],
      sign_out: true,
      view_as: true,
    });
  });

  it("may suspend, ban and demote an admin, but not restrict them or look through their eyes", () => {
    expect(powersOver(superAdmin, person({ role: "admin" }), NOW)).toEqual({
      measures: ["suspend", "ban"],
      roles: ["user", "super_admin"],
      sign_out: true,
      view_as: false,
    });
    // One that was imposed before they became staff can still be lifted.
    const restricted = person({ role: "admin", account_restricted: true });
    expect(powersOver(superAdmin, restricted, NOW).measures).toEqual(["suspend", "ban", "lift_restriction"]);
  });

  it("must give another super admin another role before anything is done to them", () => {
    expect(powersOver(superAdmin, person({ role: "super_admin" }), NOW)).toEqual({
      measures: [],
      roles: ["user", "admin"],
      sign_out: true,
      view_as: false,
    });
  });

  it("makes nobody staff who is banned or suspended, and makes a banned admin an ordinary user", () => {
    expect(powersOver(superAdmin, person({ is_banned: true }), NOW).roles).toEqual([]);
    expect(powersOver(superAdmin, person(suspended), NOW).roles).toEqual([]);
    expect(powersOver(superAdmin, person({ role: "admin", is_banned: true }), NOW).roles).toEqual(["user"]);
    expect(powersOver(superAdmin, person({ ...suspended, suspension_end_date: NOW }), NOW).roles).toEqual([
      "admin",
      "super_admin",
    ]);
  });
});

describe("what has been imposed", () => {
  const measures = (changed: Partial<Standing>) => powersOver(admin, person(changed), NOW).measures;

  it("is lifted rather than imposed again", () => {
    expect(measures(suspended)).toEqual(["lift_suspension", "ban", "restrict"]);
    expect(measures({ account_restricted: true })).toEqual(["suspend", "ban", "lift_restriction"]);
    expect(measures({ ...suspended, suspension_end_date: NOW })).toEqual(["suspend", "ban", "restrict"]);
  });

  it("by a ban leaves only the ban to be lifted", () => {
    expect(measures({ is_banned: true, ...suspended, account_restricted: true })).toEqual(["lift_ban"]);
  });
});

it("lasts half an hour to look through somebody's eyes", () => {
  expect(VIEWING_MS).toBe(1_800_000);
});
