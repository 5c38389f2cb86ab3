/** Checks that admin pages of users and the audit log use indexes. */
import { expect, it } from "vitest";
import { createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { planOf, statementsOfRequest } from "../support/workerd/query-plans.ts";

/** Returns the query plan steps of every statement on these tables that the request runs. */
async function stepsOf(who: TestAccount, path: string, tables: RegExp): Promise<string[]> {
  const statements = await statementsOfRequest(who, "GET", path);
  const plans = await Promise.all(
    statements.filter(({ sql }) => tables.test(sql) && /^\s*(SELECT|WITH)/i.test(sql)).map(planOf),
  );
  return plans.flat();
}

it("the audit log is read in index order for every filter", async () => {
  const admin = await createAccount({ role: "admin", email: "plans@example.com" });
  for (const [query, index] of [
    ["", "audit_log_by_date"],
    ["?from=1700000000000&to=1800000000000", "audit_log_by_date"],
    ["?actor=plans@example.com", "audit_log_by_actor"],
    ["?action=ban", "audit_log_by_action"],
    [`?subject=${admin.id}`, "audit_log_by_subject"],
  ]) {
    const steps = (await stepsOf(admin, `/api/admin/audit-log${query}`, /audit_log/)).join("\n");
    expect(steps, query).toContain(index);
    expect(steps, query).not.toContain("TEMP B-TREE");
  }
});

it("users are read newest first without sorting, and users with a sanction from their own index", async () => {
  const admin = await createAccount({ role: "admin" });
  for (const query of ["", "?q=example", "?account_type=seller", "?standing=good"]) {
    const steps = (await stepsOf(admin, `/api/admin/users${query}`, /FROM profiles p/)).join("\n");
    expect(steps, query).toContain("profiles_by_date");
    // SQLite sorts only users created in the same millisecond.
    expect(steps, query).not.toContain("TEMP B-TREE FOR ORDER BY");
  }
  for (const status of ["banned", "suspended", "restricted"]) {
    const steps = await stepsOf(admin, `/api/admin/users?standing=${status}`, /FROM profiles p/);
    expect(steps.join("\n"), status).toContain("profiles_in_trouble");
  }
});

it("a user's orders are found as buyer and as seller by index", async () => {
  const admin = await createAccount({ role: "admin" });
  const steps = (await stepsOf(admin, `/api/admin/users/${admin.id}/orders`, /orders o/)).join("\n");
  expect(steps).toContain("orders_by_buyer");
  expect(steps).toContain("orders_by_seller");
  expect(steps).not.toMatch(/SCAN o\b/);
  const facts = (await stepsOf(admin, `/api/admin/users/${admin.id}`, /FROM profiles p JOIN accounts/)).join("\n");
  expect(facts).not.toMatch(/SCAN (o|r|s|p)\b/);
});
