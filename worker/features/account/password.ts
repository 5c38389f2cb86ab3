/** Reset of a forgotten password, confirmation of the current one, and its change. */

import { and, eq, inArray, ne } from "drizzle-orm";
import { MESSAGES } from "#contract/copy";
import { CONFIRMED_FOR_MS } from "#domain/account/recent-authentication";
import { RESET_TTL_MS } from "#domain/account/retention";
import { hasSecondFactor, proofsOf } from "#domain/account/second-factor";
import { done, type Result, refuse, refuseField } from "#domain/result";
import { CHANGED } from "../../db/audit-log.ts";
import { batch } from "../../db/client.ts";
import { auditLinkUse } from "../../db/link-uses.ts";
import { endPendingChanges } from "../../db/pending-changes.ts";
import { accounts, sessions } from "../../db/schema/account.ts";
import { factorsOf, removeSecondFactors } from "../../db/second-factor.ts";
import { endAllSessions } from "../../db/sessions.ts";
import type { Actor, Ctx } from "../../http/context.ts";
import { rememberDevice } from "../../http/known-device.ts";
import { passkeySite } from "../../http/second-factor.ts";
import { hashSecret } from "../../http/secrets.ts";
import { countUse, forgetUses, type User } from "../../http/throttle.ts";
import { endLiveSessions } from "../../http/user-channel.ts";
import type { Services } from "../../services.ts";
import { deliverSoon } from "../notifications/commands.ts";
import { passwordChangedEmail, resetPasswordEmail } from "../notifications/email/emails.ts";
import { deliverDueEmails } from "../notifications/email/jobs.ts";
import { queueEmail } from "../notifications/email/outbox.ts";
import { accountByEmail, accountById, tokenAccount } from "./auth/queries.ts";
import { clearSignInThrottle, newPasswordProblem, refusePassword } from "./auth/sign-in.ts";
import { finishFirstStep, type SignedIn } from "./auth/start-session.ts";
import { issueToken } from "./auth/tokens.ts";
import { removePaymentDetails } from "./profiles/profiles.ts";
import { hasPaymentDetails, profileById } from "./profiles/queries.ts";

/**
 * Emails a reset link to the owner of the address. Runs after the response and hides its own limit, so that neither
 * time nor reply reveals whether the address has an account (A18, A22).
 */
export async function sendResetLink(services: Services, email: string): Promise<void> {
  const { db, now } = services;
  const account = await accountByEmail(db, email);
  if (!account) return;
  if ((await countUse(services, "reset:email", { account: account.id })) !== null) return;
  const profile = await profileById(db, account.id);
  const token = await issueToken(account, "reset_password", now() + RESET_TTL_MS);
  // In the fragment, so that it never appears in a log, a Referer or a proxy's cache.
  const link = `${services.mailOrigin}/reset-password#token=${token.secret}`;
  await batch(db, [
    ...token.statements,
    queueEmail(services, {
      ...resetPasswordEmail(profile?.full_name ?? "", link, RESET_TTL_MS / 60_000),
      to: account.email,
      dedupeKey: `reset:${token.hash}`,
    }),
  ]);
  await deliverDueEmails(services);
}

/**
 * Sets a new password with an emailed link. The batch acts on the link's current account, so of two concurrent uses
 * only one succeeds. It ends every session and every other link, and confirms the address. A second factor stays: with
 * one, the reset signs in only after it was proved (A141).
 */
export async function resetPassword(c: Ctx, input: { token: string; password: string }): Promise<Result<SignedIn>> {
  const services = c.get("services");
  const { db, now } = services;
  const gone = refuse("gone", MESSAGES.linkNotValid);
  const hash = await hashSecret(input.token);
  const owner = tokenAccount(db, hash, "reset_password", now());
  const [holder] = await owner;
  const account = holder && (await accountById(db, holder.id));
  if (!account) return gone;
  // Before the link is used, so that the user can try another password.
  const problem = newPasswordProblem(input.password, account.email);
  if (problem) return refusePassword(problem);

  const profile = await profileById(db, account.id);
  const password_hash = await services.passwords.hash(input.password);
  const [changed] = await batch<[{ id: string }, ...object[]]>(db, [
    db
      .update(accounts)
      .set({ password_hash, email_verified: true })
      .where(inArray(accounts.id, owner))
      .returning({ id: accounts.id }),
    auditLinkUse("reset_password", account.id, now(), CHANGED),
    // Also guarded by the token: the loser of a race must not end the session that the winner has just started.
    endAllSessions(db, owner),
    // The address was not confirmed until now, so another person may have added the payment details (A24).
    ...(account.email_verified ? [] : [removePaymentDetails(db, owner, now()), ...removeSecondFactors(db, owner)]),
    ...endPendingChanges(db, owner),
  ]);
  if (changed.length === 0) return gone;
  services.defer(endLiveSessions(services.env, account.id, { except: null }));

  const statements = [
    clearSignInThrottle(services, account.email),
    queueEmail(services, {
      ...passwordChangedEmail(profile?.full_name ?? "", {
        signedOut: "every device",
        paymentDetailsRemoved: !account.email_verified && profile !== null && hasPaymentDetails(profile),
        forgotUrl: `${services.mailOrigin}/signin?forgot=1`,
      }),
      to: account.email,
      dedupeKey: `password-changed:${hash}`,
    }),
  ];
  const signedIn = await finishFirstStep(c, { ...account, password_hash }, { quiet: true, statements });
  deliverSoon(services);
  return done(signedIn);
}

/**
 * Sets a new password in the settings, or the first one of an account that signs in with Google. Ends every other
 * session and everything pending. The route asks for a confirmation first.
 */
export async function changePassword(c: Ctx, actor: Actor, password: string): Promise<Result> {
  const services = c.get("services");
  const { db, env, newId } = services;
  const account = await accountById(db, actor.id);
  if (!account) return refuse("not_authenticated", MESSAGES.notAuthenticated);
  const problem = newPasswordProblem(password, account.email);
  if (problem) return refusePassword(problem);
  const profile = await profileById(db, actor.id);
  const password_hash = await services.passwords.hash(password);
  // A stop link may have ended the session and removed the password meanwhile, and that must not be undone.
  const ownSession = db.select({ id: sessions.account_id }).from(sessions).where(eq(sessions.id, actor.session_id));
  const [changed] = await batch<[{ id: string }, ...object[]]>(db, [
    db
      .update(accounts)
      .set({ password_hash })
      .where(and(eq(accounts.id, actor.id), inArray(accounts.id, ownSession)))
      .returning({ id: accounts.id }),
    db.delete(sessions).where(and(inArray(sessions.account_id, ownSession), ne(sessions.id, actor.session_id))),
    ...endPendingChanges(db, ownSession),
    queueEmail(services, {
      ...passwordChangedEmail(profile?.full_name ?? "", {
        signedOut: "every other device",
        paymentDetailsRemoved: false,
        forgotUrl: `${services.mailOrigin}/signin?forgot=1`,
      }),
      to: account.email,
      dedupeKey: `password-changed:${newId("mail")}`,
    }),
  ]);
  if (changed.length === 0) return refuse("not_authenticated", MESSAGES.notAuthenticated);
  services.defer(endLiveSessions(env, actor.id, { except: actor.session_id }));
  await rememberDevice(c, { id: actor.id, password_hash });
  deliverSoon(services);
  return done();
}

/**
 * Confirms the password again, for this session only (A66). An account with a second factor confirms with that. Has the
 * same rate limits as sign-in, so that a stolen session cannot guess faster, nor use up the tries of a device that the
 * account knows.
 * @param user who tries (`deviceUser`).
 * @returns until when the confirmation counts.
 */
export async function confirmPassword(
  services: Services,
  actor: Actor,
  password: string,
  user: User<"confirm:password">,
): Promise<Result<number>> {
  const { db, now, passwords } = services;
  const factors = await factorsOf(db, actor.id);
  if (hasSecondFactor(factors)) {
    const confirm_with = proofsOf(factors, passkeySite(services) !== null);
    return refuse("confirmation_required", MESSAGES.confirmFirst, { confirm_with });
  }
  const wait = await countUse(services, "confirm:password", user);
  if (wait !== null) return refuse("too_many_requests", MESSAGES.tooManyRequests, { retry_after: wait });
  const account = await accountById(db, actor.id);
  if (!(await passwords.verify(password, account?.password_hash ?? null))) {
    return refuseField("password", MESSAGES.wrongPassword);
  }
  services.defer(forgetUses(services, "confirm:password", user).run());
  const at = now();
  await db
    .update(sessions)
    .set({ confirmed_at: at })
    .where(and(eq(sessions.id, actor.session_id), eq(sessions.account_id, actor.id)));
  return done(at + CONFIRMED_FOR_MS);
}
