/** What of an account is still to be confirmed: changes of its credentials, and the links and codes that were sent. */
import { and, inArray, isNotNull, isNull, type SQLWrapper } from "drizzle-orm";
import type { Database, Query } from "./client.ts";
import { oneTimeTokens, sessions } from "./schema/account.ts";
import { emailChanges } from "./schema/email-changes.ts";
import { phoneCodes } from "./schema/phones.ts";
import { authChallenges, authenticatorApps } from "./schema/second-factor.ts";

/**
 * Returns the statements that end every pending change of credentials and every one-use link of an account. They belong
 * into the batch of every change of a credential, because an intruder may have asked for one before (A27). The link that
 * undoes a change of the email address stays: only its own use, that of an earlier one, or seven days end it.
 * @param account an id, or a subquery that yields one id or none. It may read `one_time_tokens`, which comes last, but
 * none of the other tables.
 */
export function endPendingChanges(db: Database, account: string | SQLWrapper): readonly Query[] {
  const owner = typeof account === "string" ? [account] : account;
  return [
    db.delete(emailChanges).where(inArray(emailChanges.account_id, owner)),
    db.delete(authChallenges).where(inArray(authChallenges.account_id, owner)),
    // An authenticator app that waits for its first code.
    db
      .delete(authenticatorApps)
      .where(and(inArray(authenticatorApps.account_id, owner), isNull(authenticatorApps.confirmed_at))),
    db.delete(phoneCodes).where(inArray(phoneCodes.account_id, owner)),
    db
      .update(sessions)
      .set({ first_factor_until: null })
      .where(and(inArray(sessions.account_id, owner), isNotNull(sessions.first_factor_until))),
    db.delete(oneTimeTokens).where(inArray(oneTimeTokens.account_id, owner)),
  ];
}
