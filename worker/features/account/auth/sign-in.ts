/** Sign-up and sign-in, and the end of sessions. */

import { and, eq, ne } from "drizzle-orm";
import type { SignInInput, SignUpInput } from "#contract/account/auth";
import { MESSAGES } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import { passwordProblem } from "#domain/account/password";
import { VERIFY_TTL_MS } from "#domain/account/retention";
import { DAY_MS } from "#domain/deadlines";
import { findNear } from "#domain/places/near-place";
import { done, type Refusal, type Result, refuse, refuseField } from "#domain/result";
import { isCommonPassword } from "../../../adapters/common-passwords.ts";
import { batch } from "../../../db/client.ts";
import { violatedConstraint } from "../../../db/constraints.ts";
import { endPendingChanges } from "../../../db/pending-changes.ts";
import { accounts, sessions } from "../../../db/schema/account.ts";
import type { Actor, Ctx } from "../../../http/context.ts";
import { knownDevice, rememberDevice } from "../../../http/known-device.ts";
import { refusePublicTexts } from "../../../http/public-texts.ts";
import { refuseName } from "../../../http/refuse-name.ts";
import { hashSecret } from "../../../http/secrets.ts";
import { beginSession, commitSession } from "../../../http/session.ts";
import { countUse, forgetUses } from "../../../http/throttle.ts";
import { endLiveSessions } from "../../../http/user-channel.ts";
import type { Services } from "../../../services.ts";
import { deliverSoon } from "../../notifications/commands.ts";
import { alreadyRegisteredEmail, verifyEmailEmail } from "../../notifications/email/emails.ts";
import { queueEmail } from "../../notifications/email/outbox.ts";
import { profilePlace } from "../../places/commands.ts";
import { writeNearCookie } from "../../places/near-cookie.ts";
import { places } from "../../places/queries.ts";
import { addressReservedEmail } from "../email-address/emails.ts";
import { createProfile } from "../profiles/profiles.ts";
import { type Account, accountByEmail, reservedUntil } from "./queries.ts";
import { finishFirstStep, type SignedIn } from "./start-session.ts";
import { issueToken } from "./tokens.ts";

export function refusePassword(problem: string): Refusal {
  return refuseField("password", problem);
}

/** Returns why a new password is refused, or null. */
export function newPasswordProblem(password: string, email: string): string | null {
  return passwordProblem(password, email, isCommonPassword);
}

/**
 * Creates account, profile and session in one batch and sends the confirmation email. The request's metadata is
 * ignored: a role in it has no effect (A11).
 * @returns the new account's id, or null when the address already has an account, whose owner is then notified by
 * email.
 */
export async function signUp(c: Ctx, input: SignUpInput): Promise<Result<string | null>> {
  const services = c.get("services");
  const { db, now, newId } = services;
  const problem = newPasswordProblem(input.password, input.email);
  if (problem) return refusePassword(problem);
  const { full_name } = input;
  // Nobody has an approval yet.
  const misnamed = refuseName("full_name", full_name) ?? (await refusePublicTexts(db, "", "profiles", { full_name }));
  if (misnamed) return misnamed;
  const suburb = input.suburb?.trim() ?? "";
  const near = suburb === "" ? done(null) : findNear(places, suburb, null, "suburb");
  if (!near.ok) return near;
  const existing = await accountByEmail(db, input.email);
  if (existing) {
    await notifyExistingOwner(services, existing);
    return done(null);
  }

  const reserved = await reservedUntil(db, input.email, now(), null);
  if (reserved !== null) {
    await notifyReservedAddress(services, input.email, reserved);
    return done(null);
  }

  const id = newId("acc");
  const password_hash = await services.passwords.hash(input.password);
  const session = await beginSession(c, { id, role: "user" });
  const token = await issueToken({ id, email: input.email }, "verify_email", now() + VERIFY_TTL_MS);
  const link = `${services.mailOrigin}/signin#verify=${token.secret}`;
  try {
    await batch(db, [
      db.insert(accounts).values({ id, email: input.email, password_hash, created_at: now() }),
      createProfile(
        db,
        { id, email: input.email, full_name: input.full_name, ...(near.value && profilePlace(near.value)) },
        now(),
      ),
      ...session.statements,
      ...token.statements,
      queueEmail(services, {
        ...verifyEmailEmail(link),
        to: input.email,
        dedupeKey: `verify:${token.hash}`,
      }),
    ]);
  } catch (error) {
    // Concurrent sign-ups with one address: the other one created the account.
    if (violatedConstraint(error) !== "accounts.email") throw error;
    const winner = await accountByEmail(db, input.email);
    if (winner) await notifyExistingOwner(services, winner);
    return done(null);
  }
  await commitSession(c, session);
  if (near.value) writeNearCookie(c, near.value);
  await rememberDevice(c, { id, password_hash });
  deliverSoon(services);
  return done(id);
}

/** Emails the owner of an existing account, at most once a day, so that the form cannot be used to flood a mailbox. */
export async function notifyExistingOwner(services: Services, account: Account): Promise<void> {
  const { mailOrigin: origin } = services;
  await queueEmail(services, {
    ...alreadyRegisteredEmail(`${origin}/signin`, `${origin}/signin?forgot=1`),
    to: account.email,
    dedupeKey: `already-registered:${account.id}:${Math.floor(services.now() / DAY_MS)}`,
  });
  deliverSoon(services);
}

/** Emails an address that is still reserved for the account that had it before, at most once a day. */
export async function notifyReservedAddress(services: Services, email: string, until: number): Promise<void> {
  const key = await hashSecret(email);
  await queueEmail(services, {
    ...addressReservedEmail(until),
    to: email,
    dedupeKey: `address-reserved:${key}:${Math.floor(services.now() / DAY_MS)}`,
  });
  deliverSoon(services);
}

/** A password reset proves who the owner is, so it ends the delay that an attacker's guesses caused. */
export const clearSignInThrottle = (services: Services, email: string) =>
  forgetUses(services, "sign-in:password", { account: email, device: null });

/**
 * Signs in with a password. Reply, work and limit are the same whether the address or the password is wrong (A18).
 * Attempts are counted per address, so that guessing from many hosts shares one limit; a known device has its own
 * (A19).
 */
export async function signIn(c: Ctx, input: SignInInput): Promise<Result<SignedIn>> {
  const services = c.get("services");
  const account = await accountByEmail(services.db, input.email);
  const device = account && (await knownDevice(c, account));
  const user = { device, account: device ? null : input.email };
  const wait = await countUse(services, "sign-in:password", user);
  if (wait !== null) return refuse("too_many_requests", MESSAGES.tooManyRequests, { retry_after: wait });
  const matches = await services.passwords.verify(input.password, account?.password_hash ?? null);
  if (!account || !matches) return refuse("wrong_credentials", MESSAGES.wrongCredentials);
  const signedIn = await finishFirstStep(c, account);
  services.defer(forgetUses(services, "sign-in:password", user).run());
  return done(signedIn);
}

/** Ends one other session of this account, and everything pending: it may have been asked for there. */
export async function endOwnSession({ db, env, defer }: Services, actor: Actor, sessionId: string): Promise<Result> {
  if (sessionId === actor.session_id) return refuse("conflict", "To sign out on this device, use Log Out.");
  const [ended] = await batch<[{ id: string }, ...object[]]>(db, [
    db
      .delete(sessions)
      .where(and(eq(sessions.id, sessionId), eq(sessions.account_id, actor.id)))
      .returning({ id: sessions.id }),
    ...endPendingChanges(db, actor.id),
  ]);
  if (ended.length === 0) return NOT_FOUND;
  defer(endLiveSessions(env, actor.id, { only: sessionId }));
  return done();
}

/**
 * Ends every session of this account except the caller's, and everything pending.
 * @returns how many there were.
 */
export async function endOtherSessions({ db, env, defer }: Services, actor: Actor): Promise<number> {
  const [ended] = await batch<[{ id: string }, ...object[]]>(db, [
    db
      .delete(sessions)
      .where(and(eq(sessions.account_id, actor.id), ne(sessions.id, actor.session_id)))
      .returning({ id: sessions.id }),
    ...endPendingChanges(db, actor.id),
  ]);
  defer(endLiveSessions(env, actor.id, { except: actor.session_id }));
  return ended.length;
}
