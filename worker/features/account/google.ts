/** Sign-in with Google, and which account it signs in to (A23, A24). */

import { and, eq, sql } from "drizzle-orm";
import { jwtVerify, SignJWT } from "jose";
import { normaliseText } from "#contract/fields";
import { nameProblem } from "#domain/account/name-rules";
import { returnPath } from "#domain/account/return-path";
import { isPublishable } from "#domain/safety/public-texts";
import { COOKIE_SECONDS } from "#domain/site/policies/cookies";
import { googleProvider } from "../../adapters/identity-google.ts";
import { batch } from "../../db/client.ts";
import { violatedConstraint } from "../../db/constraints.ts";
import { endPendingChanges } from "../../db/pending-changes.ts";
import { accounts, identities } from "../../db/schema/account.ts";
import { removeSecondFactors } from "../../db/second-factor.ts";
import { endAllSessions } from "../../db/sessions.ts";
import { isFeatureEnabled } from "../../db/site-settings.ts";
import { signingKey } from "../../http/access-token.ts";
import type { Ctx } from "../../http/context.ts";
import { appOrigin } from "../../http/origin.ts";
import { endLiveSessions } from "../../http/user-channel.ts";
import { errorText, log } from "../../log.ts";
import type { IdentityTransaction, ProvenIdentity } from "../../ports/identity.ts";
import type { Services } from "../../services.ts";
import { deliverSoon } from "../notifications/commands.ts";
import { accountClaimedEmail } from "../notifications/email/emails.ts";
import { queueEmail } from "../notifications/email/outbox.ts";
import { accountByEmail, accountById, reservedUntil } from "./auth/queries.ts";
import { finishFirstStep } from "./auth/start-session.ts";
import { createProfile, removePaymentDetails } from "./profiles/profiles.ts";

const PROVIDER = "google";
/** Another type and audience than an access token, so that it is never accepted as one. */
const TYPE = "oauth-tx+jwt";
const AUDIENCE = "google-sign-in";

interface Transaction extends IdentityTransaction {
  returnUrl: string;
}

async function sealTransaction(services: Services, transaction: Transaction): Promise<string> {
  const seconds = Math.floor(services.now() / 1000);
  return new SignJWT({ ...transaction })
    .setProtectedHeader({ alg: "HS256", typ: TYPE })
    .setAudience(AUDIENCE)
    .setExpirationTime(seconds + COOKIE_SECONDS.google)
    .sign(await signingKey(services));
}

async function openTransaction(services: Services, sealed: string): Promise<Transaction> {
  const { payload } = await jwtVerify(sealed, await signingKey(services), {
    algorithms: ["HS256"],
    typ: TYPE,
    audience: AUDIENCE,
    requiredClaims: ["exp", "state", "nonce", "verifier"],
    currentDate: new Date(services.now()),
  });
  return {
    state: String(payload.state),
    nonce: String(payload.nonce),
    verifier: String(payload.verifier),
    returnUrl: returnPath(payload.returnUrl),
  };
}

/** Returns the name as it would be stored if typed here (A84): at most 80 UTF-16 units, not splitting a character. */
const givenName = (name: string) =>
  normaliseText(
    normaliseText(name)
      .slice(0, 80)
      .replace(/[\ud800-\udbff]$/, ""),
  );

const redirectUri = (origin: string) => `${origin}/api/auth/google/callback`;

/**
 * Returns Google's address and the sealed transaction for the cookie; null when Google is not configured or cannot be
 * reached.
 */
export async function beginGoogle(
  services: Services,
  origin: string,
  returnUrl: string | undefined,
): Promise<{ url: URL; sealed: string } | null> {
  const provider = googleProvider(services.env, services.now);
  if (!provider) return null;
  try {
    const { url, transaction } = await provider.begin(redirectUri(origin));
    return { url, sealed: await sealTransaction(services, { ...transaction, returnUrl: returnPath(returnUrl) }) };
  } catch (error) {
    log("warn", { message: "google not reachable", error: errorText(error) });
    return null;
  }
}

/**
 * Completes the sign-in.
 * @returns the page to go to, which may ask for a second factor, or null when anything is wrong: state, nonce, PKCE, issuer, audience, signature, or an
 * address that the provider has not verified.
 */
export async function finishGoogle(c: Ctx, sealed: string | undefined): Promise<string | null> {
  const services = c.get("services");
  const startedAt = services.now();
  const provider = googleProvider(services.env, services.now);
  if (!provider || sealed === undefined) return null;
  let identity: ProvenIdentity;
  let target: string;
  try {
    const transaction = await openTransaction(services, sealed);
    target = transaction.returnUrl;
    // Uses the registered address, which a proxy cannot have changed; only the query comes from the provider.
    const registered = redirectUri(appOrigin(c));
    const callback = new URL(new URL(c.req.url).search, registered);
    identity = await provider.finish(callback, registered, transaction);
  } catch (error) {
    log("info", { message: "google sign-in refused", error: errorText(error) });
    return null;
  }
  if (!identity.email_verified) return null;
  const accountId = await accountFor(c.get("services"), identity);
  const account = accountId === null ? null : await accountById(services.db, accountId);
  if (!account) return null;
  const signedIn = await finishFirstStep(c, account, {
    quiet: account.created_at >= startedAt,
    proof: sql`EXISTS (SELECT 1 FROM identities WHERE provider = ${PROVIDER} AND subject = ${identity.subject})`,
  });
  deliverSoon(services);
  return "id" in signedIn ? target : `/signin?step=2&returnUrl=${encodeURIComponent(target)}`;
}

async function accountOfIdentity(services: Services, subject: string): Promise<string | null> {
  const [row] = await services.db
    .select({ id: identities.account_id })
    .from(identities)
    .where(and(eq(identities.provider, PROVIDER), eq(identities.subject, subject)));
  return row?.id ?? null;
}

/** Returns the account of this identity: the linked one, else the one with its address, else a new one. */
async function accountFor(services: Services, identity: ProvenIdentity): Promise<string | null> {
  const known = await accountOfIdentity(services, identity.subject);
  if (known !== null) return known;
  try {
    return await linkOrCreate(services, identity);
  } catch (error) {
    // Concurrent first sign-ins: the other one created the account or the link.
    const constraint = violatedConstraint(error);
    if (constraint === null) throw error;
    const winner = await accountOfIdentity(services, identity.subject);
    return winner ?? linkOrCreate(services, identity);
  }
}

const mayBeShown = (name: string) => nameProblem(name) === null && isPublishable("profiles", { full_name: name });

/** Returns null for a new user while sign-ups are closed, or the address is reserved for the account that had it. */
async function linkOrCreate(services: Services, identity: ProvenIdentity): Promise<string | null> {
  const { db, now, newId } = services;
  const existing = await accountByEmail(db, identity.email);
  const id = existing?.id ?? newId("acc");
  // NULL if a stop link has given the address back to its owner's account meanwhile; the column refuses it, and the batch
  // changes nothing.
  const account_id = sql<string>`(SELECT id FROM accounts WHERE id = ${id} AND email = ${identity.email})`;
  const link = db
    .insert(identities)
    .values({ provider: PROVIDER, subject: identity.subject, account_id, created_at: now() });
  if (!existing) {
    if (!(await isFeatureEnabled(services, "sign_ups"))) return null;
    if ((await reservedUntil(db, identity.email, now(), null)) !== null) return null;
    await batch(db, [
      db.insert(accounts).values({ id, email: identity.email, email_verified: true, created_at: now() }),
      createProfile(
        db,
        { id, email: identity.email, full_name: mayBeShown(identity.name) ? givenName(identity.name) : "" },
        now(),
      ),
      link,
    ]);
  } else if (existing.email_verified) {
    await batch(db, [link, ...endPendingChanges(db, id)]);
  } else {
    // Pre-hijacking: someone signed up with this address and never confirmed it. Their password, sessions, links,
    // passkeys and payment details are removed before the owner, whom Google has verified, signs in.
    await batch(db, [
      link,
      db.update(accounts).set({ password_hash: null, email_verified: true }).where(eq(accounts.id, id)),
      endAllSessions(db, id),
      ...endPendingChanges(db, id),
      removePaymentDetails(db, id, now()),
      ...removeSecondFactors(db, id),
      queueEmail(services, {
        ...accountClaimedEmail(identity.name),
        to: existing.email,
        dedupeKey: `claimed:${id}:${identity.subject}`,
      }),
    ]);
    // Open sockets must not receive the owner's messages from now on.
    await endLiveSessions(services.env, id, { except: null });
  }
  return id;
}
