/** Second factors of an account (D62): read by the middleware, written by the sign-in features. */
import { and, gte, inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Factors } from "#domain/account/second-factor";
import type { Database, Query } from "./client.ts";
import { identities, sessions } from "./schema/account.ts";
import { authChallenges, authenticatorApps, passkeys, recoveryCodes } from "./schema/second-factor.ts";

export interface FactorCounts {
  passkeys: number;
  app: number;
  recovery_codes: number;
}

/** Returns the columns of `FactorCounts` for an account id, for a SELECT. */
export const factorColumns = (accountId: SQL) => sql`
  (SELECT count(*) FROM passkeys WHERE account_id = ${accountId}) AS passkeys,
  EXISTS (SELECT 1 FROM authenticator_apps WHERE account_id = ${accountId} AND confirmed_at IS NOT NULL) AS app,
  (SELECT count(*) FROM recovery_codes WHERE account_id = ${accountId}) AS recovery_codes`;

export const factorsFrom = ({ passkeys, app, recovery_codes }: FactorCounts): Factors => ({
  passkeys,
  app: app === 1,
  recovery_codes,
});

export async function factorsOf(db: Database, accountId: string): Promise<Factors> {
  const [row] = await db.all<FactorCounts>(sql`SELECT ${factorColumns(sql`${accountId}`)}`);
  return factorsFrom(row ?? { passkeys: 0, app: 0, recovery_codes: 0 });
}

/** Returns when this session proved a second factor; null if never, or when the session has ended. */
export async function secondFactorAt(db: Database, sessionId: string): Promise<number | null> {
  const [row] = await db.all<{ at: number | null }>(
    sql`SELECT second_factor_at AS at FROM sessions WHERE id = ${sessionId}`,
  );
  return row?.at ?? null;
}

/**
 * Returns the statements that remove every second factor of an account, with what was proved by it.
 * @param account an id, or a subquery that yields one id or none.
 */
export function removeSecondFactors(db: Database, account: string | SQLWrapper): readonly Query[] {
  const owner = typeof account === "string" ? [account] : account;
  return [
    db.delete(passkeys).where(inArray(passkeys.account_id, owner)),
    db.delete(authenticatorApps).where(inArray(authenticatorApps.account_id, owner)),
    db.delete(recoveryCodes).where(inArray(recoveryCodes.account_id, owner)),
    db.delete(authChallenges).where(inArray(authChallenges.account_id, owner)),
    db.update(sessions).set({ second_factor_at: null }).where(inArray(sessions.account_id, owner)),
  ];
}

/**
 * Returns the statements that remove the factors an account got since a time, and Google accounts that were linked
 * since. `account` yields one id or none.
 */
export function removeFactorsSince(db: Database, account: SQLWrapper, since: number): readonly Query[] {
  return [
    db.delete(passkeys).where(and(inArray(passkeys.account_id, account), gte(passkeys.created_at, since))),
    db
      .delete(authenticatorApps)
      .where(and(inArray(authenticatorApps.account_id, account), gte(authenticatorApps.confirmed_at, since))),
    db
      .delete(recoveryCodes)
      .where(and(inArray(recoveryCodes.account_id, account), gte(recoveryCodes.created_at, since))),
    db.delete(identities).where(and(inArray(identities.account_id, account), gte(identities.created_at, since))),
  ];
}

/**
 * Returns the statements that remove what depends on a second factor, once the account has none. They come after the
 * statement that removes a passkey or the app.
 */
export function afterRemoval(accountId: string): readonly Query[] {
  const none = sql`NOT EXISTS (SELECT 1 FROM passkeys WHERE account_id = ${accountId})
    AND NOT EXISTS (SELECT 1 FROM authenticator_apps WHERE account_id = ${accountId} AND confirmed_at IS NOT NULL)`;
  return [
    sql`DELETE FROM recovery_codes WHERE account_id = ${accountId} AND ${none}`,
    sql`UPDATE sessions SET second_factor_at = NULL WHERE account_id = ${accountId} AND ${none}`,
  ];
}
