/** SUPER_ADMIN_EMAIL makes the first super admin (decision 0031). */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { appointFirstAdmin } from "../../worker/features/admin/users/jobs.ts";
import { createServices } from "../../worker/services.ts";
import { createAccount } from "../support/workerd/accounts.ts";

const run = (SUPER_ADMIN_EMAIL: string) =>
  appointFirstAdmin(createServices({ ...env, SUPER_ADMIN_EMAIL }, () => undefined));
const roleOf = (id: string) => env.DB.prepare("SELECT role FROM profiles WHERE id = ?").bind(id).first<string>("role");
const entries = async () =>
  (await env.DB.prepare("SELECT subject, details FROM audit_log WHERE action = 'role_changed'").all()).results;

it("appoints the confirmed account with this address, once, and writes it to the audit log", async () => {
  const owner = await createAccount({ email: "owner@example.com", email_verified: false });
  const other = await createAccount({ email: "other@example.com" });
  await run("");
  await run("nobody@example.com");
  await run("owner@example.com");
  expect([await roleOf(owner.id), await entries()]).toEqual(["user", []]);

  await env.DB.prepare("UPDATE accounts SET email_verified = 1 WHERE id = ?").bind(owner.id).run();
  await run(" Owner@Example.com ");
  expect(await roleOf(owner.id)).toBe("super_admin");
  const details = JSON.stringify({ before: "user", after: "super_admin", note: "SUPER_ADMIN_EMAIL" });
  expect(await entries()).toEqual([{ subject: owner.id, details }]);

  // A variable that changes later gives nobody a role.
  await run("other@example.com");
  await run("owner@example.com");
  expect([await roleOf(other.id), (await entries()).length]).toEqual(["user", 1]);
});
