/** Permissions of staff over other accounts (D10, D34, decision 0031). */
import { describe, expect, it } from "vitest";
import { canDecideAbout, IMPERSONATION_MS, permissionsOver } from "#domain/account/permissions";
import { type AccountStatus, DEFAULT_ACCOUNT_STATUS } from "#domain/status/account-status";

const NOW = 1_800_000_000_000;
const NOTHING = { actions: [], roles: [], sign_out: false, view_as: false, own_data: false, first_factor: false };

const admin = { id: "acc_admin", role: "admin" } as const;
const superAdmin = { id: "acc_super", role: "super_admin" } as const;
const person = (changed: Partial<AccountStatus> = {}) => ({ ...DEFAULT_ACCOUNT_STATUS, id: "acc_person", ...changed });
const suspended = { is_suspended: true, suspension_end_date: NOW + 1 };

describe("permissionsOver for an ordinary user", () => {
  it("allows nothing", () => {
    expect(permissionsOver({ id: "acc_user", role: "user" }, person(), NOW)).toEqual(NOTHING);
  });
});

describe("permissionsOver for one's own account", () => {
  it("allows nothing in any role", () => {
    for (const actor of [admin, superAdmin]) {
      expect(permissionsOver(actor, person({ ...actor }), NOW)).toEqual(NOTHING);
    }
  });
});

describe("permissionsOver for an admin", () => {
  it("allows actions, impersonation and sign-out on ordinary users, but no role changes", () => {
    expect(permissionsOver(admin, person(), NOW)).toEqual({
      actions: ["suspend", "ban", "restrict"],
      roles: [],
      sign_out: true,
      view_as: true,
      own_data: true,
      first_factor: false,
    });
  });

  it("allows nothing on staff", () => {
    expect(permissionsOver(admin, person({ role: "admin" }), NOW)).toEqual(NOTHING);
    expect(permissionsOver(admin, person({ role: "super_admin" }), NOW)).toEqual(NOTHING);
  });
});

describe("canDecideAbout", () => {
  it("allows decisions about staff to super admins only", () => {
    for (const role of ["admin", "super_admin"] as const) {
      expect(canDecideAbout("admin", role)).toBe(false);
      expect(canDecideAbout("super_admin", role)).toBe(true);
    }
    expect(canDecideAbout("admin", "user")).toBe(true);
  });
});

describe("permissionsOver for a super admin", () => {
  it("allows actions on ordinary users, and making them staff", () => {
    expect(permissionsOver(superAdmin, person(), NOW)).toEqual({
      actions: ["suspend", "ban", "restrict"],
      roles: ["admin", "super_admin"],
      sign_out: true,
      view_as: true,
      own_data: true,
      first_factor: false,
    });
  });

  it("allows to suspend, ban and demote an admin, but not to restrict or impersonate them", () => {
    expect(permissionsOver(superAdmin, person({ role: "admin" }), NOW)).toEqual({
      actions: ["suspend", "ban"],
      roles: ["user", "super_admin"],
      sign_out: true,
      view_as: false,
      own_data: false,
      first_factor: true,
    });
    // A restriction from before they became staff can still be lifted.
    const restricted = person({ role: "admin", account_restricted: true });
    expect(permissionsOver(superAdmin, restricted, NOW).actions).toEqual(["suspend", "ban", "lift_restriction"]);
  });

  it("allows only a role change and a sign-out on another super admin", () => {
    expect(permissionsOver(superAdmin, person({ role: "super_admin" }), NOW)).toEqual({
      actions: [],
      roles: ["user", "admin"],
      sign_out: true,
      view_as: false,
      own_data: false,
      first_factor: true,
    });
  });

  it("allows no promotion of banned or suspended users, and demotes a banned admin to user only", () => {
    expect(permissionsOver(superAdmin, person({ is_banned: true }), NOW).roles).toEqual([]);
    expect(permissionsOver(superAdmin, person(suspended), NOW).roles).toEqual([]);
    expect(permissionsOver(superAdmin, person({ role: "admin", is_banned: true }), NOW).roles).toEqual(["user"]);
    expect(permissionsOver(superAdmin, person({ ...suspended, suspension_end_date: NOW }), NOW).roles).toEqual([
      "admin",
      "super_admin",
    ]);
  });
});

describe("permissionsOver after an earlier action", () => {
  const actions = (changed: Partial<AccountStatus>) => permissionsOver(admin, person(changed), NOW).actions;

  it("offers to lift it instead of repeating it", () => {
    expect(actions(suspended)).toEqual(["lift_suspension", "ban", "restrict"]);
    expect(actions({ account_restricted: true })).toEqual(["suspend", "ban", "lift_restriction"]);
    expect(actions({ ...suspended, suspension_end_date: NOW })).toEqual(["suspend", "ban", "restrict"]);
  });

  it("offers only to lift a ban", () => {
    expect(actions({ is_banned: true, ...suspended, account_restricted: true })).toEqual(["lift_ban"]);
  });
});

it("impersonation lasts half an hour", () => {
  expect(IMPERSONATION_MS).toBe(1_800_000);
});
