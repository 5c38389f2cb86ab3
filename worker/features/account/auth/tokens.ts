import { type SQL, sql } from "drizzle-orm";
import { hashSecret, newSecret } from "../../../http/secrets.ts";
import type { Account, TokenPurpose } from "./queries.ts";

/**
 * Returns a new secret and the statements that store it. Earlier tokens for the same purpose end, so only the latest
 * email works.
 */
export async function issueToken(
  { id, email }: Pick<Account, "id" | "email">,
  purpose: TokenPurpose,
  expiresAt: number,
) {
  const secret = newSecret();
  const hash = await hashSecret(secret);
  // Nothing for an address that the account has lost meanwhile.
  const account = sql`FROM accounts WHERE id = ${id} AND email = ${email}`;
  return {
    secret,
    hash,
    statements: [
      sql`DELETE FROM one_time_tokens WHERE purpose = ${purpose} AND account_id IN (SELECT id ${account})`,
      sql`INSERT INTO one_time_tokens (hash, account_id, purpose, expires_at)
        SELECT ${hash}, id, ${purpose}, ${expiresAt} ${account}`,
    ] as const,
  };
}

/** Returns the statement that remembers an address which the account gives up. `onlyIf`: that it does. */
export function rememberEmail({ id, email }: Pick<Account, "id" | "email">, now: number, onlyIf: SQL): SQL {
  return sql`INSERT INTO earlier_emails (account_id, email, until) SELECT ${id}, ${email}, ${now} WHERE ${onlyIf}
    ON CONFLICT (account_id, email) DO UPDATE SET until = excluded.until`;
}
