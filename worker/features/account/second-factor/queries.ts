/** What protects the sign-in of an account. */

import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { PendingChange } from "#contract/account/second-factor";
import { MINUTE_MS } from "#domain/deadlines";
import type { Database } from "../../../db/client.ts";
import { accounts } from "../../../db/schema/account.ts";
import { authenticatorApps, passkeys } from "../../../db/schema/second-factor.ts";

export type PasskeyRow = typeof passkeys.$inferSelect;

export const passkeysOf = (db: Database, accountId: string): Promise<PasskeyRow[]> =>
  db.select().from(passkeys).where(eq(passkeys.account_id, accountId)).orderBy(asc(passkeys.created_at));

export async function passkeyByCredential(db: Database, credentialId: string): Promise<PasskeyRow | null> {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.credential_id, credentialId));
  return row ?? null;
}

export async function ownPasskey(db: Database, accountId: string, id: string): Promise<PasskeyRow | null> {
  const [row] = await db
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.account_id, accountId)));
  return row ?? null;
}

/** Returns the account's authenticator app that works, or the one that is being set up. */
export async function authenticatorApp(db: Database, accountId: string, state: "works" | "set_up") {
  const { account_id, confirmed_at } = authenticatorApps;
  const [row] = await db
    .select()
    .from(authenticatorApps)
    .where(and(eq(account_id, accountId), state === "works" ? isNotNull(confirmed_at) : isNull(confirmed_at)));
  return row ?? null;
}

/** How long a new authenticator app may wait for its first code. */
export const SET_UP_TTL_MS = 30 * MINUTE_MS;

/** Returns the account's changes that wait to be confirmed. The confirmation of a first address is not a change. */
export function pendingChanges(db: Database, accountId: string, now: number): Promise<PendingChange[]> {
  return db.all<PendingChange>(sql`
    SELECT 'new_email' AS kind, email, expires_at FROM email_changes WHERE account_id = ${accountId} AND expires_at > ${now}
    UNION ALL SELECT purpose, NULL, expires_at FROM one_time_tokens
      WHERE account_id = ${accountId} AND purpose IN ('reset_password', 'first_factor') AND expires_at > ${now}
    UNION ALL SELECT 'app', NULL, created_at + ${SET_UP_TTL_MS} FROM authenticator_apps
      WHERE account_id = ${accountId} AND confirmed_at IS NULL AND created_at > ${now - SET_UP_TTL_MS}
    ORDER BY expires_at`);
}

export async function hasPassword(db: Database, accountId: string): Promise<boolean> {
  const [row] = await db.select({ hash: accounts.password_hash }).from(accounts).where(eq(accounts.id, accountId));
  return (row?.hash ?? null) !== null;
}
