import { sql } from "drizzle-orm";
import { CHANGED, insertAuditEntry, SERVICE_ACTOR } from "../../../db/audit-log.ts";
import { batch } from "../../../db/client.ts";
import { endPendingChanges } from "../../../db/pending-changes.ts";
import type { Services } from "../../../services.ts";

/**
 * Makes the account with the confirmed address SUPER_ADMIN_EMAIL the first super admin. Once there is one, it does
 * nothing: further roles are given at /Users.
 */
export async function appointFirstAdmin({ db, env, now }: Services): Promise<void> {
  const email = env.SUPER_ADMIN_EMAIL.trim().toLowerCase();
  if (email === "") return;
  const [account] = await db.all<{ id: string; role: string }>(sql`SELECT p.id, p.role FROM accounts a
    JOIN profiles p ON p.id = a.id WHERE a.email = ${email} AND a.email_verified = 1
      AND NOT EXISTS (SELECT 1 FROM profiles WHERE role = 'super_admin')`);
  if (!account) return;
  const at = now();
  await batch(db, [
    sql`UPDATE profiles SET role = 'super_admin', updated_at = ${at}
      WHERE id = ${account.id} AND NOT EXISTS (SELECT 1 FROM profiles WHERE role = 'super_admin')`,
    insertAuditEntry(
      {
        actor_id: SERVICE_ACTOR,
        action: "role_changed",
        subject: account.id,
        details: { before: account.role, after: "super_admin", note: "SUPER_ADMIN_EMAIL" },
        at,
      },
      CHANGED,
    ),
    ...endPendingChanges(db, account.id),
  ]);
}
