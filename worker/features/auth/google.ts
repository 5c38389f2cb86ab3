/** Sign-in with Google: the visit there and back, and which account it ends in (A23, A24). */

import { and, eq } from "drizzle-orm";
import { jwtVerify, SignJWT } from "jose";
import { tidy } from "#contract/fields";
import { nameProblem } from "#domain/name-rules";
import { returnPath } from "#domain/return-path";
import { googleProvider } from "../../adapters/identity-google.ts";
import { brokenConstraint } from "../../db/constraints.ts";
import { accounts, identities, oneTimeTokens } from "../../db/schema/accounts.ts";
import { endAllSessions } from "../../db/sessions.ts";
import { isOpen } from "../../db/site-settings.ts";
import { signingKey } from "../../http/access-token.ts";
import type { Ctx, Services } from "../../http/context.ts";
import { appOrigin } from "../../http/origin.ts";
import { beginSession, commitSession } from "../../http/session.ts";
import { endLiveSessions } from "../../http/user-channel.ts";
import { log } from "../../log.ts";
import type { IdentityTransaction, ProvenIdentity } from "../../ports/identity.ts";
import { deliverSoon } from "../mail/deliver.ts";
import { enqueueMail } from "../mail/outbox.ts";
import { accountClaimedLetter } from "../mail/templates.ts";
import { createProfile, profileById, removePaymentDetails } from "../profiles/queries.ts";
import { endEmailChange } from "./email-change.ts";
import { accountByEmail } from "./queries.ts";

const PROVIDER = "google";
export const TRANSACTION_TTL_SECONDS = 10 * 60;
/** Not an access token, and never taken for one: another type, another audience. */
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
    .setExpirationTime(seconds + TRANSACTION_TTL_SECONDS)
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

/** As one typed here would be kept (A84): at most 80 units, cut between characters. */
const givenName = (name: string) =>
  tidy(
    tidy(name)
      .slice(0, 80)
      .replace(/[\ud800-\udbff]$/, ""),
  );

const redirectUri = (c: Ctx) => `${appOrigin(c)}/api/auth/google/callback`;

/** Where to send the browser and what it must bring back; null when Google cannot be reached or is not configured. */
export async function beginGoogle(c: Ctx, returnUrl: string | undefined): Promise<{ url: URL; sealed: string } | null> {
  const services = c.get("services");
  const provider = googleProvider(services.env, services.now);
  if (!provider) return null;
  try {
    const { url, transaction } = await provider.begin(redirectUri(c));
    return { url, sealed: await sealTransaction(services, { ...transaction, returnUrl: returnPath(returnUrl) }) };
  } catch (error) {
    log("warn", { message: "google not reachable", error: String(error) });
    return null;
  }
}

/**
 * Finishes the visit and signs the person in. @returns where to go, or null when anything at all does not fit: wrong or
 * missing state, nonce, PKCE, issuer, audience, signature, or an address the provider has not verified.
 */
export async function finishGoogle(c: Ctx, sealed: string | undefined): Promise<string | null> {
  const services = c.get("services");
  const provider = googleProvider(services.env, services.now);
  if (!provider || sealed === undefined) return null;
  let identity: ProvenIdentity;
  let target: string;
  try {
    const transaction = await openTransaction(services, sealed);
    target = transaction.returnUrl;
    // The registered address, not the one a proxy may have changed; only the query is the provider's.
    const callback = new URL(new URL(c.req.url).search, redirectUri(c));
    identity = await provider.finish(callback, redirectUri(c), transaction);
  } catch (error) {
    log("info", { message: "google sign-in refused", error: String(error) });
    return null;
  }
  if (!identity.email_verified) return null;
  const accountId = await accountFor(c, identity);
  if (accountId === null) return null;
  const profile = await profileById(services.db, accountId);
  const session = await beginSession(c, { id: accountId, role: profile?.role ?? "user" });
  await services.db.batch([...session.statements]);
  await commitSession(c, session);
  deliverSoon(services);
  return target;
}

async function accountOfIdentity(services: Services, subject: string): Promise<string | null> {
  const [row] = await services.db
    .select({ id: identities.account_id })
    .from(identities)
    .where(and(eq(identities.provider, PROVIDER), eq(identities.subject, subject)));
  return row?.id ?? null;
}

/** The account of this identity: the one it signed in to before, else the one with its address, else a new one. */
async function accountFor(c: Ctx, identity: ProvenIdentity): Promise<string | null> {
  const services = c.get("services");
  const known = await accountOfIdentity(services, identity.subject);
  if (known !== null) return known;
  try {
    return await linkOrCreate(services, identity);
  } catch (error) {
    // Two first visits at once: the other one made the account or the link.
    const constraint = brokenConstraint(error);
    if (constraint === null) throw error;
    const winner = await accountOfIdentity(services, identity.subject);
    return winner ?? linkOrCreate(services, identity);
  }
}

/** Null: a newcomer while new accounts are closed. */
async function linkOrCreate(services: Services, identity: ProvenIdentity): Promise<string | null> {
  const { db, now, newId } = services;
  const existing = await accountByEmail(db, identity.email);
  const id = existing?.id ?? newId("acc");
  const link = db
    .insert(identities)
    .values({ provider: PROVIDER, subject: identity.subject, account_id: id, created_at: now() });
  if (!existing) {
    if (!(await isOpen(services, "sign_ups"))) return null;
    await db.batch([
      db.insert(accounts).values({ id, email: identity.email, email_verified: true, created_at: now() }),
      createProfile(
        db,
        { id, email: identity.email, full_name: nameProblem(identity.name) === null ? givenName(identity.name) : "" },
        now(),
      ),
      link,
    ]);
  } else if (existing.email_verified) {
    await link;
  } else {
    // Pre-hijack: somebody signed up with this address and never proved it. Their password, sessions, links and payment
    // details end before the owner, whom Google has proven, comes in.
    await db.batch([
      link,
      db.update(accounts).set({ password_hash: null, email_verified: true }).where(eq(accounts.id, id)),
      endAllSessions(db, id),
      db.delete(oneTimeTokens).where(eq(oneTimeTokens.account_id, id)),
      endEmailChange(db, id),
      removePaymentDetails(db, id, now()),
      enqueueMail(services, {
        ...accountClaimedLetter(identity.name),
        to: existing.email,
        dedupeKey: `claimed:${id}:${identity.subject}`,
      }),
    ]);
    // What is open already must not hear what the owner is told from now on.
    await endLiveSessions(services.env, id, { except: null });
  }
  return id;
}
