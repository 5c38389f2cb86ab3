/** Codes of an authenticator app and recovery codes: set-up, removal, and what they prove (D62). */

import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { MESSAGES } from "#contract/copy";
import { CONFIRMED_FOR_MS } from "#domain/account/recent-authentication";
import {
  appAddress,
  appSecret,
  hasSecondFactor,
  RECOVERY_CODES,
  readCode,
  recoveryCode,
  stepOfCode,
} from "#domain/account/second-factor";
import { done, type Refusal, type Result, refuse, refuseField } from "#domain/result";
import { batch, type Query } from "../../../db/client.ts";
import { endPendingChanges } from "../../../db/pending-changes.ts";
import { authenticatorApps, recoveryCodes } from "../../../db/schema/second-factor.ts";
import { afterRemoval, factorsOf } from "../../../db/second-factor.ts";
import type { Actor, Ctx } from "../../../http/context.ts";
import { knownDevice } from "../../../http/known-device.ts";
import { hashSecret } from "../../../http/secrets.ts";
import { proveSecondFactor } from "../../../http/session.ts";
import { countUse, forgetUses, type User } from "../../../http/throttle.ts";
import type { Services } from "../../../services.ts";
import { deliverSoon } from "../../notifications/commands.ts";
import { queueEmail } from "../../notifications/email/outbox.ts";
import { type Account, accountById } from "../auth/queries.ts";
import { startSession } from "../auth/start-session.ts";
import { profileById } from "../profiles/queries.ts";
import { findSecondStep, secondStepUse } from "./challenges.ts";
import { type SecurityChange, securityChangedEmail } from "./emails.ts";
import { authenticatorApp, SET_UP_TTL_MS } from "./queries.ts";

const WRONG_CODE = refuseField("code", MESSAGES.wrongCode);

/** Returns the statement that emails the owner about a change. */
export async function announceChange(services: Services, accountId: string, change: SecurityChange): Promise<Query[]> {
  const profile = await profileById(services.db, accountId);
  if (!profile) return [];
  return [
    queueEmail(services, {
      ...securityChangedEmail(profile.full_name, change, services.mailOrigin),
      to: profile.email,
      dedupeKey: `security:${services.newId("mail")}`,
    }),
  ];
}

/** Returns new recovery codes and the statements that replace the account's codes by them. */
export async function newRecoveryCodes(
  { db, now }: Pick<Services, "db" | "now">,
  accountId: string,
): Promise<{ codes: string[]; statements: Query[] }> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCode(crypto.getRandomValues(new Uint8Array(16))));
  const created_at = now();
  const rows = await Promise.all(
    codes.map(async (code) => ({ hash: await hashSecret(code), account_id: accountId, created_at })),
  );
  return {
    codes,
    statements: [
      db.delete(recoveryCodes).where(eq(recoveryCodes.account_id, accountId)),
      db.insert(recoveryCodes).values(rows),
    ],
  };
}

/** Counts a try. Other people's tries do not keep the owner out on a device that the account knows (A19). */
async function countTry(c: Ctx, account: Account): Promise<{ user: User<"code">; refusal: Refusal | null }> {
  const device = await knownDevice(c, account);
  const user = { device, account: device ? null : account.id };
  const wait = await countUse(c.get("services"), "code", user);
  return {
    user,
    refusal: wait === null ? null : refuse("too_many_requests", MESSAGES.tooManyRequests, { retry_after: wait }),
  };
}

/** Uses up the current code of the account's app. Of two requests with one code, one succeeds (A140). */
async function consumeAppCode({ db, now }: Services, accountId: string, code: string): Promise<boolean> {
  const app = await authenticatorApp(db, accountId, "works");
  const step = app && stepOfCode(app.secret, code, app.last_step, now());
  if (!step) return false;
  const used = await db
    .update(authenticatorApps)
    .set({ last_step: step })
    .where(and(eq(authenticatorApps.account_id, accountId), lt(authenticatorApps.last_step, step)))
    .returning({ id: authenticatorApps.account_id });
  return used.length > 0;
}

async function consumeRecoveryCode(services: Services, accountId: string, code: string): Promise<boolean> {
  const { db } = services;
  const used = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.hash, await hashSecret(code)), eq(recoveryCodes.account_id, accountId)))
    .returning({ hash: recoveryCodes.hash });
  if (used.length === 0) return false;
  const announced = await announceChange(services, accountId, "recovery_code_used");
  if (announced.length > 0) await batch(db, announced);
  return true;
}

/** Accepts a code of the account's app or one of its recovery codes, once. */
async function consumeCode(c: Ctx, account: Account, typed: string): Promise<Result> {
  const services = c.get("services");
  const { user, refusal } = await countTry(c, account);
  if (refusal) return refusal;
  const code = readCode(typed);
  if (code === null) return WRONG_CODE;
  const isRight =
    "app" in code
      ? await consumeAppCode(services, account.id, code.app)
      : await consumeRecoveryCode(services, account.id, code.recovery);
  if (!isRight) return WRONG_CODE;
  services.defer(forgetUses(services, "code", user).run());
  return done();
}

/** Finishes the sign-in that waits for a second factor in this browser. @returns the account's id. */
export async function finishSecondStep(c: Ctx, typed: string): Promise<Result<string>> {
  const { db } = c.get("services");
  const gone = refuse("gone", MESSAGES.secondStepGone);
  const step = await findSecondStep(c);
  const account = step && (await accountById(db, step.account_id));
  if (!account) return gone;
  const used = await consumeCode(c, account, typed);
  if (!used.ok) return used;
  const { isOpen, end } = await secondStepUse(c);
  await startSession(c, account, { secondFactor: true, proof: isOpen, statements: [end] });
  deliverSoon(c.get("services"));
  return done(account.id);
}

/** Proves the second factor in this session with a code. @returns until when the confirmation counts. */
export async function confirmCode(c: Ctx, actor: Actor, typed: string): Promise<Result<number>> {
  const account = await accountById(c.get("services").db, actor.id);
  if (!account) return refuse("not_authenticated", MESSAGES.notAuthenticated);
  const used = await consumeCode(c, account, typed);
  if (!used.ok) return used;
  deliverSoon(c.get("services"));
  return done((await proveSecondFactor(c)) + CONFIRMED_FOR_MS);
}

/** Makes the secret of a new authenticator app. It proves nothing until its first code is entered. */
export async function setUpApp(
  { db, now }: Services,
  actor: Actor,
): Promise<Result<{ secret: string; address: string }>> {
  const account = await accountById(db, actor.id);
  if (!account) return refuse("not_authenticated", MESSAGES.notAuthenticated);
  const values = { secret: appSecret(crypto.getRandomValues(new Uint8Array(20))), created_at: now() };
  const made = await db
    .insert(authenticatorApps)
    .values({ account_id: actor.id, ...values })
    .onConflictDoUpdate({
      target: authenticatorApps.account_id,
      set: values,
      setWhere: isNull(authenticatorApps.confirmed_at),
    })
    .returning({ id: authenticatorApps.account_id });
  if (made.length === 0) return refuse("conflict", "You already use an authenticator app. Turn it off first.");
  return done({ secret: values.secret, address: appAddress(values.secret, account.email) });
}

/**
 * Turns on the new authenticator app with its first code.
 * @returns recovery codes, if this is the account's first second factor.
 */
export async function confirmApp(c: Ctx, actor: Actor, typed: string): Promise<Result<string[] | undefined>> {
  const services = c.get("services");
  const { db, now } = services;
  const account = await accountById(db, actor.id);
  if (!account) return refuse("not_authenticated", MESSAGES.notAuthenticated);
  const { refusal } = await countTry(c, account);
  if (refusal) return refusal;
  const app = await authenticatorApp(db, actor.id, "set_up");
  if (!app || app.created_at < now() - SET_UP_TTL_MS) {
    return refuse("gone", "This set-up has expired. Please start again.");
  }
  const code = readCode(typed);
  const step = code && "app" in code ? stepOfCode(app.secret, code.app, 0, now()) : null;
  if (step === null) return WRONG_CODE;
  const isFirst = !hasSecondFactor(await factorsOf(db, actor.id));
  const recovery = isFirst ? await newRecoveryCodes(services, actor.id) : null;
  const [turnedOn] = await batch<[{ id: string }, ...object[]]>(db, [
    sql`UPDATE authenticator_apps SET confirmed_at = ${now()}, last_step = ${step}
      WHERE account_id = ${actor.id} AND secret = ${app.secret} AND confirmed_at IS NULL RETURNING account_id AS id`,
    ...(recovery?.statements ?? []),
    ...endPendingChanges(db, actor.id),
    ...(await announceChange(services, actor.id, "app_added")),
  ]);
  if (turnedOn.length === 0) return refuse("gone", "This set-up has expired. Please start again.");
  await proveSecondFactor(c);
  deliverSoon(services);
  return done(recovery?.codes);
}

/** Turns the authenticator app off. Without another factor, recovery codes and proofs of sessions end too. */
export async function removeApp(services: Services, actor: Actor): Promise<void> {
  const { db } = services;
  const works = await authenticatorApp(db, actor.id, "works");
  await batch(db, [
    db.delete(authenticatorApps).where(eq(authenticatorApps.account_id, actor.id)),
    ...afterRemoval(actor.id),
    ...endPendingChanges(db, actor.id),
    ...(works ? await announceChange(services, actor.id, "app_removed") : []),
  ]);
  deliverSoon(services);
}

/** Replaces the recovery codes. @returns the new ones. */
export async function replaceRecoveryCodes(services: Services, actor: Actor): Promise<Result<string[]>> {
  const { db } = services;
  if (!hasSecondFactor(await factorsOf(db, actor.id))) {
    return refuse("conflict", "Add a passkey or an authenticator app first.");
  }
  const { codes, statements } = await newRecoveryCodes(services, actor.id);
  await batch(db, [
    ...statements,
    ...endPendingChanges(db, actor.id),
    ...(await announceChange(services, actor.id, "recovery_codes_made")),
  ]);
  deliverSoon(services);
  return done(codes);
}
