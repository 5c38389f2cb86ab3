/** Confirmation of an account's email address, and its change: effective after the new address is confirmed. */

import { and, eq, gt, inArray } from "drizzle-orm";
import { MESSAGES } from "#contract/copy";
import { maskedEmail } from "#domain/account/masked-email";
import { VERIFY_TTL_MS } from "#domain/account/retention";
import { done, type Result, refuse, refuseField } from "#domain/result";
import { CHANGED } from "../../../db/audit-log.ts";
import { batch } from "../../../db/client.ts";
import { violatedConstraint } from "../../../db/constraints.ts";
import { auditLinkUse } from "../../../db/link-uses.ts";
import { endPendingChanges } from "../../../db/pending-changes.ts";
import { accounts, oneTimeTokens, profiles } from "../../../db/schema/account.ts";
import { emailChanges } from "../../../db/schema/email-changes.ts";
import { whileSignedIn } from "../../../db/sessions.ts";
import { supportEmail } from "../../../db/site-settings.ts";
import type { Actor } from "../../../http/context.ts";
import { unconfirmedRefusal } from "../../../http/recent-confirmation.ts";
import { hashSecret, newSecret } from "../../../http/secrets.ts";
import type { Services } from "../../../services.ts";
import { deliverSoon } from "../../notifications/commands.ts";
import { verifyEmailEmail } from "../../notifications/email/emails.ts";
import { queueEmail } from "../../notifications/email/outbox.ts";
import { accountByEmail, accountById, reservedUntil, tokenAccount } from "../auth/queries.ts";
import { notifyExistingOwner, notifyReservedAddress } from "../auth/sign-in.ts";
import { issueToken, rememberEmail } from "../auth/tokens.ts";
import { profileById } from "../profiles/queries.ts";
import { isFirstOfStaff } from "../second-factor/first-factor.ts";
import { emailChangedEmail, newEmailEmail } from "./emails.ts";
import { tellOldAddress } from "./stop.ts";

/**
 * Emails a link to the new address. Requires a recently confirmed password, like a change of bank details, because the
 * address can reset the password (A66). We tell the old address, with a link that undoes the change. If the new address
 * has an account already, or is reserved for one, its owner is notified instead; the reply, the email to the old address
 * and the settings are the same (A18).
 */
export async function requestEmailChange(services: Services, actor: Actor, email: string): Promise<Result> {
  const { db, now } = services;
  const accountId = actor.id;
  const account = await accountById(db, accountId);
  if (!account) return refuse("not_authenticated", MESSAGES.notAuthenticated);
  if (account.email === email) {
    return refuseField("email", "That's already your email address.");
  }
  const unconfirmed = await unconfirmedRefusal(services, actor);
  if (unconfirmed) return unconfirmed;
  // The link for their first factor goes to this address, so a password alone must not change it (A142).
  if (await isFirstOfStaff(services, accountId)) {
    return refuse("second_factor_required", MESSAGES.staffSecondFactor, { second_factor: "set_up" });
  }
  const [profile, other, reserved] = await Promise.all([
    profileById(db, accountId),
    accountByEmail(db, email),
    reservedUntil(db, email, now(), accountId),
  ]);
  const name = profile?.full_name ?? "";
  const secret = newSecret();
  const hash = await hashSecret(secret);
  try {
    await batch(db, [
      db.delete(emailChanges).where(eq(emailChanges.account_id, accountId)),
      // For a taken address too, because the settings show it. Nobody gets the link then.
      db
        .insert(emailChanges)
        .values({ hash, account_id: whileSignedIn(actor), email, expires_at: now() + VERIFY_TTL_MS }),
      ...(await tellOldAddress(services, account, name, email)),
      ...(other || reserved !== null
        ? []
        : [
            queueEmail(services, {
              // In the fragment, so that it never appears in a log, a Referer or a proxy's cache.
              ...newEmailEmail(`${services.mailOrigin}/signin#new-email=${secret}`),
              to: email,
              dedupeKey: `new-email:${hash}`,
            }),
          ]),
    ]);
  } catch (error) {
    // A stop link, for example, has ended the session meanwhile.
    if (violatedConstraint(error) !== "email_changes.account_id") throw error;
    return refuse("not_authenticated", MESSAGES.notAuthenticated);
  }
  if (other) await notifyExistingOwner(services, other);
  else if (reserved !== null) await notifyReservedAddress(services, email, reserved);
  deliverSoon(services);
  return done();
}

/**
 * Applies the new address: account and profile in one batch, guarded by the link, so that it works once. Everything else
 * that is pending ends, and the old address is notified.
 */
export async function confirmEmailChange(services: Services, secret: string): Promise<Result> {
  const { db, now } = services;
  const gone = refuse("gone", MESSAGES.linkNotValid);
  const hash = await hashSecret(secret);
  const live = and(eq(emailChanges.hash, hash), gt(emailChanges.expires_at, now()));
  const [change] = await db.select().from(emailChanges).where(live);
  const account = change && (await accountById(db, change.account_id));
  if (!change || !account) return gone;
  if ((await reservedUntil(db, change.email, now(), account.id)) !== null) return gone;
  const profile = await profileById(db, account.id);
  const support = await supportEmail(services);
  const owner = db.select({ id: emailChanges.account_id }).from(emailChanges).where(live);
  const changedOwner = db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, account.id), eq(accounts.email, change.email)));
  try {
    const [changed] = await batch<[{ id: string }, ...object[]]>(db, [
      db
        .update(accounts)
        .set({ email: change.email, email_verified: true })
        .where(inArray(accounts.id, owner))
        .returning({ id: accounts.id }),
      auditLinkUse("new_email", account.id, now(), CHANGED),
      ...(account.email_verified ? [rememberEmail(account, now(), CHANGED)] : []),
      db.update(profiles).set({ email: change.email, updated_at: now() }).where(inArray(profiles.id, owner)),
      queueEmail(services, {
        ...emailChangedEmail(profile?.full_name ?? "", maskedEmail(change.email), support),
        to: account.email,
        dedupeKey: `email-changed:${hash}`,
      }),
      ...endPendingChanges(db, changedOwner),
    ]);
    if (changed.length === 0) return gone;
  } catch (error) {
    // Another account has taken the address meanwhile.
    if (violatedConstraint(error) !== "accounts.email") throw error;
    return gone;
  }
  deliverSoon(services);
  return done();
}

/** Confirms the address that a link was sent to. Works once. */
export async function verifyEmail({ db, now }: Services, secret: string): Promise<Result> {
  const gone = refuse("gone", MESSAGES.linkNotValid);
  const owner = tokenAccount(db, await hashSecret(secret), "verify_email", now());
  const [holder] = await owner;
  if (!holder) return gone;
  const [confirmed] = await batch<[{ id: string }, ...object[]]>(db, [
    db.update(accounts).set({ email_verified: true }).where(inArray(accounts.id, owner)).returning({ id: accounts.id }),
    auditLinkUse("verify_email", holder.id, now(), CHANGED),
    db
      .delete(oneTimeTokens)
      .where(and(inArray(oneTimeTokens.account_id, owner), eq(oneTimeTokens.purpose, "verify_email"))),
  ]);
  if (confirmed.length === 0) return gone;
  return done();
}

/** Sends the confirmation email again; no-op for a confirmed address. */
export async function resendVerification(services: Services, accountId: string): Promise<void> {
  const { db, now } = services;
  const account = await accountById(db, accountId);
  if (!account || account.email_verified) return;
  const token = await issueToken(account, "verify_email", now() + VERIFY_TTL_MS);
  await batch(db, [
    ...token.statements,
    queueEmail(services, {
      ...verifyEmailEmail(`${services.mailOrigin}/signin#verify=${token.secret}`),
      to: account.email,
      dedupeKey: `verify:${token.hash}`,
    }),
  ]);
  deliverSoon(services);
}
