/** Single-use secrets sent by email. */
import { and, eq, gt } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { oneTimeTokens } from "../../../db/schema/account.ts";
import { hashSecret, newSecret } from "../../../http/secrets.ts";

export type TokenPurpose = typeof oneTimeTokens.$inferSelect.purpose;

/** Decision 0005: long enough for a slow mail server, short enough for a mailbox left open. */
export const RESET_TTL_MS = 30 * 60_000;
export const VERIFY_TTL_MS = 24 * 60 * 60_000;

/**
 * Returns a new secret and the statements that store it. Earlier tokens for the same purpose end, so only the latest
 * email works.
 */
export async function issueToken(db: Database, accountId: string, purpose: TokenPurpose, expiresAt: number) {
  const secret = newSecret();
  const hash = await hashSecret(secret);
  return {
    secret,
    hash,
    statements: [
      endTokens(db, accountId, purpose),
      db.insert(oneTimeTokens).values({ hash, account_id: accountId, purpose, expires_at: expiresAt }),
    ] as const,
  };
}

/** Returns the statement that ends an account's tokens for one purpose. */
export function endTokens(db: Database, accountId: string, purpose: TokenPurpose) {
  return db
    .delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.account_id, accountId), eq(oneTimeTokens.purpose, purpose)));
}

/**
 * Returns the account of a live token as a subquery, so that a batch with it acts on the token's account or on none.
 */
export function tokenAccount(db: Database, hash: string, purpose: TokenPurpose, now: number) {
  return db
    .select({ id: oneTimeTokens.account_id })
    .from(oneTimeTokens)
    .where(and(eq(oneTimeTokens.hash, hash), eq(oneTimeTokens.purpose, purpose), gt(oneTimeTokens.expires_at, now)));
}
