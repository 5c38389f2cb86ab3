import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { oneTimeTokens } from "../../../db/schema/account.ts";
import { hashSecret, newSecret } from "../../../http/secrets.ts";
import type { Account, TokenPurpose } from "./queries.ts";

/**
 * Returns a new secret and the statements that store it. Earlier tokens for the same purpose end, so only the latest
 * email works.
 */
export async function issueToken(
  db: Database,
  { id, email }: Pick<Account, "id" | "email">,
  purpose: TokenPurpose,
  expiresAt: number,
) {
  const secret = newSecret();
  const hash = await hashSecret(secret);
  return {
    secret,
    hash,
    statements: [
      endTokens(db, id, purpose),
      // None for an address that the account has lost meanwhile.
      sql`INSERT INTO one_time_tokens (hash, account_id, purpose, expires_at)
        SELECT ${hash}, id, ${purpose}, ${expiresAt} FROM accounts WHERE id = ${id} AND email = ${email}`,
    ] as const,
  };
}

/** Returns the statement that ends an account's tokens for one purpose. */
export function endTokens(db: Database, accountId: string, purpose: TokenPurpose) {
  return db
    .delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.account_id, accountId), eq(oneTimeTokens.purpose, purpose)));
}

/** Returns the statement that remembers an address which the account gives up. `onlyIf`: that it does. */
export function rememberEmail({ id, email }: Pick<Account, "id" | "email">, now: number, onlyIf: SQL): SQL {
  return sql`INSERT INTO earlier_emails (account_id, email, until) SELECT ${id}, ${email}, ${now} WHERE ${onlyIf}
    ON CONFLICT (account_id, email) DO UPDATE SET until = excluded.until`;
}
