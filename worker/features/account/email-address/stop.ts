/** The link to the old address that undoes a change of the email address (A27). */

import { and, eq, gt, gte, inArray, sql } from "drizzle-orm";
import { MESSAGES } from "#contract/copy";
import { maskedEmail } from "#domain/account/masked-email";
import { RESET_TTL_MS, STOP_TTL_MS } from "#domain/account/retention";
import { done, type Result, refuse } from "#domain/result";
import { CHANGED } from "../../../db/audit-log.ts";
import { batch, type Query } from "../../../db/client.ts";
import { violatedConstraint } from "../../../db/constraints.ts";
import { auditLinkUse } from "../../../db/link-uses.ts";
import { endPendingChanges } from "../../../db/pending-changes.ts";
import { accounts, profiles } from "../../../db/schema/account.ts";
import { emailChangeStops } from "../../../db/schema/email-changes.ts";
import { afterRemoval, removeFactorsSince } from "../../../db/second-factor.ts";
import { endAllSessions } from "../../../db/sessions.ts";
import { hashSecret, newSecret } from "../../../http/secrets.ts";
import { endLiveSessions } from "../../../http/user-channel.ts";
import type { Services } from "../../../services.ts";
import { deliverSoon } from "../../notifications/commands.ts";
import { queueEmail } from "../../notifications/email/outbox.ts";
import { type Account, accountById } from "../auth/queries.ts";
import { rememberEmail } from "../auth/tokens.ts";
import { profileById } from "../profiles/queries.ts";
import { emailChangeAskedEmail, emailGivenBackEmail } from "./emails.ts";

/**
 * Returns the statements that tell the current address that another one was asked for. Only a confirmed address gets the
 * link: an address with a typing error may be a stranger's, who must not get the account.
 */
export async function tellOldAddress(
  services: Services,
  account: Account,
  name: string,
  email: string,
): Promise<Query[]> {
  const { db, now } = services;
  const secret = newSecret();
  const hash = await hashSecret(secret);
  const requested_at = now();
  const row = {
    hash,
    account_id: account.id,
    email: account.email,
    requested_at,
    expires_at: requested_at + STOP_TTL_MS,
  };
  const url = account.email_verified ? `${services.mailOrigin}/signin#stop-email-change=${secret}` : null;
  return [
    ...(url === null ? [] : [db.insert(emailChangeStops).values(row)]),
    queueEmail(services, {
      ...emailChangeAskedEmail(name, maskedEmail(email), url),
      to: account.email,
      dedupeKey: `email-change-asked:${hash}`,
    }),
  ];
}

/**
 * Undoes a change of the address, before or after it took effect. The account has the old address again. Its sessions,
 * its password and everything pending end. So do factors added since a week before the request: an attacker may have added
 * one before asking for the change. Links of later requests end too: they were sent to addresses that this one takes back.
 * @returns the token for a new password.
 */
export async function stopEmailChange(services: Services, secret: string): Promise<Result<string>> {
  const { db, env, now } = services;
  const gone = refuse("gone", MESSAGES.linkNotValid);
  const live = and(eq(emailChangeStops.hash, await hashSecret(secret)), gt(emailChangeStops.expires_at, now()));
  const [stop] = await db.select().from(emailChangeStops).where(live);
  const account = stop && (await accountById(db, stop.account_id));
  if (!stop || !account) return gone;
  const profile = await profileById(db, account.id);
  const owner = db.select({ id: emailChangeStops.account_id }).from(emailChangeStops).where(live);
  const reset = newSecret();
  const resetHash = await hashSecret(reset);
  try {
    const [stopped] = await batch<[{ id: string }, ...object[]]>(db, [
      db
        .update(accounts)
        .set({ email: stop.email, email_verified: true, password_hash: null })
        .where(inArray(accounts.id, owner))
        .returning({ id: accounts.id }),
      auditLinkUse("stop_email_change", account.id, now(), CHANGED),
      ...(account.email_verified ? [rememberEmail(account, now(), CHANGED)] : []),
      db.update(profiles).set({ email: stop.email, updated_at: now() }).where(inArray(profiles.id, owner)),
      endAllSessions(db, owner),
      ...removeFactorsSince(db, owner, stop.requested_at - STOP_TTL_MS),
      ...afterRemoval(account.id),
      ...endPendingChanges(db, owner),
      sql`INSERT INTO one_time_tokens (hash, account_id, purpose, expires_at)
        SELECT ${resetHash}, account_id, 'reset_password', ${now() + RESET_TTL_MS} FROM email_change_stops
        WHERE hash = ${stop.hash}`,
      queueEmail(services, {
        ...emailGivenBackEmail(profile?.full_name ?? ""),
        to: stop.email,
        dedupeKey: `email-given-back:${stop.hash}`,
      }),
      db
        .delete(emailChangeStops)
        .where(
          and(eq(emailChangeStops.account_id, stop.account_id), gte(emailChangeStops.requested_at, stop.requested_at)),
        ),
    ]);
    if (stopped.length === 0) return gone;
  } catch (error) {
    // Only by hand: while the link works, no other account can take its address.
    if (violatedConstraint(error) !== "accounts.email") throw error;
    return gone;
  }
  services.defer(endLiveSessions(env, account.id, { except: null }));
  deliverSoon(services);
  return done(reset);
}
