/** Another e-mail address for an account: asked for by its owner, in force once the new address has answered. */
import { and, eq, gt, inArray, type SQLWrapper } from "drizzle-orm";
import { type Refusal, refuse } from "#contract/errors";
import { MESSAGES } from "#contract/messages";
import { maskedEmail } from "#domain/masked-email";
import { brokenConstraint } from "../../db/constraints.ts";
import { accounts, oneTimeTokens, profiles } from "../../db/schema/accounts.ts";
import { emailChanges } from "../../db/schema/email-changes.ts";
import { supportEmail } from "../../db/site-settings.ts";
import type { Ctx, Database } from "../../http/context.ts";
import { mailOrigin } from "../../http/origin.ts";
import { confirmationProblem } from "../../http/recent-sign-in.ts";
import { hashSecret, newSecret } from "../../http/secrets.ts";
import { deliverSoon } from "../mail/deliver.ts";
import { enqueueMail } from "../mail/outbox.ts";
import { emailChangedLetter, newEmailLetter } from "../mail/templates.ts";
import { profileById } from "../profiles/queries.ts";
import { tellOwner } from "./commands.ts";
import { accountByEmail, accountById } from "./queries.ts";
import { VERIFY_TTL_MS } from "./tokens.ts";

/** A change that was asked for before the account changed hands must not take it back (A24). */
export function endEmailChange(db: Database, account: string | SQLWrapper) {
  return db
    .delete(emailChanges)
    .where(inArray(emailChanges.account_id, typeof account === "string" ? [account] : account));
}

/**
 * Mails a link to the new address. Whoever gets the account's mail can set its password, so this wants the same fresh proof
 * as a change of bank details (A66). An address that has an account already is told so by mail; the reply is the same (A18).
 */
export async function requestEmailChange(c: Ctx, accountId: string, email: string): Promise<{ ok: true } | Refusal> {
  const services = c.get("services");
  const { db, now } = services;
  const account = await accountById(db, accountId);
  if (!account) return refuse("not_authenticated", MESSAGES.notAuthenticated);
  if (account.email === email) {
    const message = "This is your address already.";
    return refuse("invalid", message, { fields: [{ field: "email", message }] });
  }
  const unconfirmed = await confirmationProblem(c);
  if (unconfirmed) return unconfirmed;
  const other = await accountByEmail(db, email);
  if (other) {
    await tellOwner(c, other);
    return { ok: true };
  }
  const profile = await profileById(db, accountId);
  const secret = newSecret();
  const hash = await hashSecret(secret);
  await db.batch([
    endEmailChange(db, accountId),
    db.insert(emailChanges).values({ hash, account_id: accountId, email, expires_at: now() + VERIFY_TTL_MS }),
    enqueueMail(services, {
      // In the fragment: never in a log, a Referer or a proxy's cache.
      ...newEmailLetter(profile?.full_name ?? "", `${mailOrigin(c)}/signin#new-email=${secret}`),
      to: email,
      dedupeKey: `new-email:${hash}`,
    }),
  ]);
  deliverSoon(services);
  return { ok: true };
}

/**
 * Puts the new address in force: account and profile in one batch, guarded by the link, so that it works once. Links that
 * were sent to the old address end, and the old address is told.
 */
export async function confirmEmailChange(c: Ctx, secret: string): Promise<{ ok: true } | Refusal> {
  const services = c.get("services");
  const { db, now } = services;
  const gone = refuse("gone", MESSAGES.linkNotValid);
  const hash = await hashSecret(secret);
  const live = and(eq(emailChanges.hash, hash), gt(emailChanges.expires_at, now()));
  const [change] = await db.select().from(emailChanges).where(live);
  const account = change && (await accountById(db, change.account_id));
  if (!change || !account) return gone;
  const profile = await profileById(db, account.id);
  const support = await supportEmail(services);
  const owner = db.select({ id: emailChanges.account_id }).from(emailChanges).where(live);
  try {
    const [changed] = await db.batch([
      db
        .update(accounts)
        .set({ email: change.email, email_verified: true })
        .where(inArray(accounts.id, owner))
        .returning({ id: accounts.id }),
      db.update(profiles).set({ email: change.email, updated_at: now() }).where(inArray(profiles.id, owner)),
      db.delete(oneTimeTokens).where(inArray(oneTimeTokens.account_id, owner)),
      enqueueMail(services, {
        ...emailChangedLetter(profile?.full_name ?? "", maskedEmail(change.email), support),
        to: account.email,
        dedupeKey: `email-changed:${hash}`,
      }),
      db.delete(emailChanges).where(eq(emailChanges.hash, hash)),
    ]);
    if (changed.length === 0) return gone;
  } catch (error) {
    // Somebody signed up with the address meanwhile.
    if (brokenConstraint(error) !== "accounts.email") throw error;
    return gone;
  }
  deliverSoon(services);
  return { ok: true };
}
