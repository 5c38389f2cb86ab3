/**
 * Open challenges: what a passkey has to sign, and second steps of sign-ins. Each is bound to a session, or to the
 * browser by a cookie before there is one, and is used once (A138).
 */
import { and, eq, exists, gt, type SQL, sql } from "drizzle-orm";
import { CHALLENGE_TTL_MS } from "#domain/account/retention";
import { COOKIE_SECONDS } from "#domain/site/policies/cookies";
import { batch, type Query } from "../../../db/client.ts";
import { authChallenges } from "../../../db/schema/second-factor.ts";
import type { Ctx } from "../../../http/context.ts";
import { hashSecret, newSecret } from "../../../http/secrets.ts";
import { actorOf } from "../../../http/session.ts";
import { clearChallengeCookie, readChallengeCookie, writeChallengeCookie } from "../../../http/session-cookies.ts";

type Row = typeof authChallenges.$inferSelect;
export type ChallengePurpose = Row["purpose"];

/** Returns what binds a challenge to this browser, which gets a cookie if it has none. */
async function browserBinding(c: Ctx): Promise<string> {
  const secret = readChallengeCookie(c) ?? newSecret();
  writeChallengeCookie(c, secret, COOKIE_SECONDS.challenge);
  return hashSecret(secret);
}

/** Returns what this call's challenges are bound to, or null when the browser has no cookie. */
async function currentBinding(c: Ctx, purpose: ChallengePurpose): Promise<string | null> {
  if (purpose === "passkey_add" || purpose === "passkey_confirm") return actorOf(c).session_id;
  const secret = readChallengeCookie(c);
  return secret === null ? null : hashSecret(secret);
}

/** Stores a challenge for the passkey of this session's user, or of the person who signs in. @returns its text. */
export async function openChallenge(c: Ctx, purpose: Exclude<ChallengePurpose, "second_step">): Promise<string> {
  const { db, now } = c.get("services");
  const challenge = newSecret();
  const isSignIn = purpose === "passkey_sign_in";
  await db.insert(authChallenges).values({
    hash: await hashSecret(challenge),
    purpose,
    bound_to: isSignIn ? await browserBinding(c) : actorOf(c).session_id,
    account_id: isSignIn ? null : actorOf(c).id,
    expires_at: now() + CHALLENGE_TTL_MS,
  });
  return challenge;
}

/** Uses up a challenge. @returns whether it was open for this purpose, in this session or browser. */
export async function consumeChallenge(c: Ctx, purpose: ChallengePurpose, challenge: string): Promise<boolean> {
  const { db, now } = c.get("services");
  const bound_to = await currentBinding(c, purpose);
  if (bound_to === null) return false;
  const used = await db
    .delete(authChallenges)
    .where(
      and(
        eq(authChallenges.hash, await hashSecret(challenge)),
        eq(authChallenges.purpose, purpose),
        eq(authChallenges.bound_to, bound_to),
        gt(authChallenges.expires_at, now()),
      ),
    )
    .returning({ hash: authChallenges.hash });
  return used.length > 0;
}

/** A sign-in whose first step succeeded, and until when it may be finished. */
export interface SecondStep {
  account_id: string;
  expires_at: number;
}

/**
 * Remembers in this browser that the first step of a sign-in succeeded. It replaces an earlier one.
 * @param proved condition that it still counts. @returns null if not.
 */
export async function openSecondStep(c: Ctx, account_id: string, proved: SQL): Promise<SecondStep | null> {
  const { db, now } = c.get("services");
  const secret = newSecret();
  writeChallengeCookie(c, secret, COOKIE_SECONDS.challenge);
  const hash = await hashSecret(secret);
  const step = { account_id, expires_at: now() + CHALLENGE_TTL_MS };
  const [opened] = await batch<[{ hash: string }]>(db, [
    sql`INSERT INTO auth_challenges (hash, purpose, bound_to, account_id, expires_at)
    SELECT ${hash}, 'second_step', ${hash}, ${account_id}, ${step.expires_at} WHERE ${proved} RETURNING hash`,
  ]);
  return opened.length > 0 ? step : null;
}

const secondStepOf = (hash: string, now: number) =>
  and(eq(authChallenges.hash, hash), eq(authChallenges.purpose, "second_step"), gt(authChallenges.expires_at, now));

/** Returns the second step that this browser has open, or null. */
export async function findSecondStep(c: Ctx): Promise<SecondStep | null> {
  const { db, now } = c.get("services");
  const secret = readChallengeCookie(c);
  if (secret === null) return null;
  const [row] = await db
    .select()
    .from(authChallenges)
    .where(secondStepOf(await hashSecret(secret), now()));
  return row?.account_id ? { account_id: row.account_id, expires_at: row.expires_at } : null;
}

/** Returns the condition that this browser's second step is open, and the statement that ends it, for one batch. */
export async function secondStepUse(c: Ctx): Promise<{ isOpen: SQL; end: Query }> {
  const { db, now } = c.get("services");
  const step = secondStepOf(await hashSecret(readChallengeCookie(c) ?? ""), now());
  clearChallengeCookie(c);
  return {
    isOpen: exists(db.select({ hash: authChallenges.hash }).from(authChallenges).where(step)),
    end: db.delete(authChallenges).where(step),
  };
}
