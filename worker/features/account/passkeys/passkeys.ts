/** Passkeys: adding and removing them, signing in, and confirming a change (D62). */
import { and, eq, sql } from "drizzle-orm";
import { base64url } from "jose";
import type { NewPasskeyInput, PasskeyAnswerInput } from "#contract/account/second-factor";
import { MESSAGES } from "#contract/copy";
import { displayName } from "#domain/account/display-name";
import { CONFIRMED_FOR_MS } from "#domain/account/recent-authentication";
import type { RelyingParty } from "#domain/account/relying-party";
import { CHALLENGE_TTL_MS } from "#domain/account/retention";
import { hasSecondFactor, PASSKEYS_MAX } from "#domain/account/second-factor";
import { done, type Result, refuse } from "#domain/result";
import { creationOptions, requestOptions, verifyNewPasskey, verifyPasskey } from "../../../adapters/webauthn.ts";
import { batch } from "../../../db/client.ts";
import { violatedConstraint } from "../../../db/constraints.ts";
import { endPendingChanges } from "../../../db/pending-changes.ts";
import { passkeys } from "../../../db/schema/second-factor.ts";
import { afterRemoval, factorsOf } from "../../../db/second-factor.ts";
import { whileSignedIn } from "../../../db/sessions.ts";
import type { Actor, Ctx } from "../../../http/context.ts";
import { passkeySite } from "../../../http/second-factor.ts";
import { proveSecondFactor } from "../../../http/session.ts";
import { errorText, log } from "../../../log.ts";
import type { Services } from "../../../services.ts";
import { deliverSoon } from "../../notifications/commands.ts";
import { accountById } from "../auth/queries.ts";
import { startSession } from "../auth/start-session.ts";
import { profileById } from "../profiles/queries.ts";
import { type ChallengePurpose, consumeChallenge, openChallenge, secondStepUse } from "../second-factor/challenges.ts";
import { type PasskeyRow, passkeyByCredential, passkeysOf } from "../second-factor/queries.ts";
import { announceChange, newRecoveryCodes } from "../second-factor/second-factor.ts";

const UNAVAILABLE = refuse("conflict", MESSAGES.passkeysUnavailable);
const NOT_ACCEPTED = refuse("wrong_credentials", MESSAGES.passkeyNotAccepted);
const TOO_MANY = refuse("conflict", `You can have ${PASSKEYS_MAX} passkeys. Remove one first.`);

/** Returns the result of a check of the library, which throws when one fails. */
async function checked<T>(check: () => Promise<T | null>): Promise<T | null> {
  try {
    return await check();
  } catch (error) {
    // The library quotes what it received; only the reason belongs in a log.
    log("info", { message: "passkey refused", error: errorText(error).replace(/"[^"]*"/g, "…") });
    return null;
  }
}

/** Returns the options for a sign-in. The browser offers its passkeys, so no address is needed (A18). */
export async function signInOptions(c: Ctx) {
  const site = passkeySite(c.get("services"));
  if (!site) return UNAVAILABLE;
  return done(await requestOptions(site, [], await openChallenge(c, "passkey_sign_in"), CHALLENGE_TTL_MS));
}

/** Returns the options for a confirmation, by the user's own passkeys only. */
export async function confirmOptions(c: Ctx, actor: Actor) {
  const site = passkeySite(c.get("services"));
  if (!site) return UNAVAILABLE;
  const own = await passkeysOf(c.get("services").db, actor.id);
  if (own.length === 0) return refuse("conflict", "You don't have a passkey yet.");
  return done(await requestOptions(site, own, await openChallenge(c, "passkey_confirm"), CHALLENGE_TTL_MS));
}

/** Returns the options for a new passkey. The route asks for a confirmation first. */
export async function addOptions(c: Ctx, actor: Actor) {
  const site = passkeySite(c.get("services"));
  if (!site) return UNAVAILABLE;
  const { db } = c.get("services");
  const [account, profile, own] = [
    await accountById(db, actor.id),
    await profileById(db, actor.id),
    await passkeysOf(db, actor.id),
  ];
  if (!account) return refuse("not_authenticated", MESSAGES.notAuthenticated);
  if (own.length >= PASSKEYS_MAX) return TOO_MANY;
  const user = { id: account.id, email: account.email, name: displayName(profile?.full_name ?? "") };
  return done(await creationOptions(site, user, own, await openChallenge(c, "passkey_add"), CHALLENGE_TTL_MS));
}

/**
 * Stores a new passkey. Its challenge was made for this session after a confirmation, and works once.
 * @returns recovery codes, if this is the account's first second factor.
 */
export async function addPasskey(
  c: Ctx,
  actor: Actor,
  { name, response }: NewPasskeyInput,
): Promise<Result<string[] | undefined>> {
  const services = c.get("services");
  const { db, now, newId } = services;
  const site = passkeySite(c.get("services"));
  if (!site) return UNAVAILABLE;
  const isOpen = (challenge: string) => consumeChallenge(c, "passkey_add", challenge);
  const made = await checked(() => verifyNewPasskey(site, response, isOpen));
  if (!made) return refuse("invalid", MESSAGES.passkeyNotAccepted);
  const recovery = hasSecondFactor(await factorsOf(db, actor.id)) ? null : await newRecoveryCodes(services, actor.id);
  const at = now();
  try {
    const [added] = await batch<[{ id: string }, ...object[]]>(db, [
      sql`INSERT INTO passkeys (id, account_id, credential_id, public_key, counter, transports, name, created_at)
        SELECT ${newId("pky")}, ${whileSignedIn(actor)}, ${made.credential_id}, ${made.public_key}, ${made.counter},
          ${JSON.stringify(made.transports)}, ${name}, ${at}
        WHERE (SELECT count(*) FROM passkeys WHERE account_id = ${actor.id}) < ${PASSKEYS_MAX} RETURNING id`,
      ...(recovery?.statements ?? []),
      ...endPendingChanges(db, actor.id),
      ...(await announceChange(services, actor.id, "passkey_added")),
    ]);
    if (added.length === 0) return TOO_MANY;
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === "passkeys.account_id") return refuse("not_authenticated", MESSAGES.notAuthenticated);
    if (constraint !== "passkeys.credential_id") throw error;
    return refuse("conflict", "That passkey is already in use.");
  }
  await proveSecondFactor(c);
  deliverSoon(services);
  return done(recovery?.codes);
}

/** Removes a passkey. Without another factor, recovery codes and proofs of sessions end too. */
export async function removePasskey(services: Services, actor: Actor, id: string): Promise<void> {
  await batch(services.db, [
    services.db.delete(passkeys).where(and(eq(passkeys.id, id), eq(passkeys.account_id, actor.id))),
    ...afterRemoval(actor.id),
    ...endPendingChanges(services.db, actor.id),
    ...(await announceChange(services, actor.id, "passkey_removed")),
  ]);
  deliverSoon(services);
}

/**
 * Checks a signature and stores the new counter. Of two requests with one counter, one succeeds; an authenticator that
 * does not count stays at 0 (A139).
 */
async function acceptAnswer(
  c: Ctx,
  site: RelyingParty,
  purpose: Extract<ChallengePurpose, "passkey_sign_in" | "passkey_confirm">,
  passkey: PasskeyRow,
  response: PasskeyAnswerInput["response"],
): Promise<boolean> {
  const { db, now } = c.get("services");
  // The authenticator names the user for whom it made the passkey.
  const { userHandle } = response.response;
  if (userHandle !== undefined && userHandle !== base64url.encode(passkey.account_id)) return false;
  const isOpen = (challenge: string) => consumeChallenge(c, purpose, challenge);
  const counter = await checked(() => verifyPasskey(site, response, passkey, isOpen));
  if (counter === null) return false;
  const stored = await db.all(sql`UPDATE passkeys SET counter = ${counter}, last_used_at = ${now()}
    WHERE id = ${passkey.id} AND (counter < ${counter} OR (counter = 0 AND ${counter} = 0)) RETURNING id`);
  return stored.length > 0;
}

/** Signs in with a passkey alone: the device's lock is the second factor. @returns the account's id. */
export async function signInWithPasskey(c: Ctx, response: PasskeyAnswerInput["response"]): Promise<Result<string>> {
  const { db } = c.get("services");
  const site = passkeySite(c.get("services"));
  if (!site) return UNAVAILABLE;
  const passkey = await passkeyByCredential(db, response.id);
  if (!passkey || !(await acceptAnswer(c, site, "passkey_sign_in", passkey, response))) return NOT_ACCEPTED;
  const account = await accountById(db, passkey.account_id);
  if (!account) return NOT_ACCEPTED;
  await startSession(c, account, {
    secondFactor: true,
    proof: sql`EXISTS (SELECT 1 FROM passkeys WHERE id = ${passkey.id})`,
    // The passkey may have been asked for after the password.
    statements: [(await secondStepUse(c)).end],
  });
  deliverSoon(c.get("services"));
  return done(account.id);
}

/** Proves the second factor in this session with one of the user's own passkeys. */
export async function confirmWithPasskey(
  c: Ctx,
  actor: Actor,
  response: PasskeyAnswerInput["response"],
): Promise<Result<number>> {
  const site = passkeySite(c.get("services"));
  if (!site) return UNAVAILABLE;
  const passkey = await passkeyByCredential(c.get("services").db, response.id);
  const isOwn = passkey?.account_id === actor.id;
  if (!isOwn || !(await acceptAnswer(c, site, "passkey_confirm", passkey, response))) {
    return refuse("invalid", MESSAGES.passkeyNotAccepted);
  }
  return done((await proveSecondFactor(c)) + CONFIRMED_FOR_MS);
}
