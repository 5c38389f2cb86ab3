/**
 * The first second factor of a staff account. A password alone must not be enough to add it, because it brings the role:
 * it takes a link, mailed to the account's address or made by another super admin, opened in the session that adds it
 * (A142).
 */

import { and, eq, inArray } from "drizzle-orm";
import { MESSAGES } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import { permissionsOver } from "#domain/account/permissions";
import { RESET_TTL_MS } from "#domain/account/retention";
import { hasSecondFactor } from "#domain/account/second-factor";
import { done, type Result, refuse } from "#domain/result";
import { isStaff } from "#domain/status/account-status";
import { insertAuditEntry } from "../../../db/audit-log.ts";
import { batch } from "../../../db/client.ts";
import { oneTimeTokens, sessions } from "../../../db/schema/account.ts";
import { factorsOf } from "../../../db/second-factor.ts";
import { currentRole } from "../../../db/sessions.ts";
import type { Actor } from "../../../http/context.ts";
import { staffNeedSecondFactor } from "../../../http/second-factor.ts";
import { hashSecret } from "../../../http/secrets.ts";
import type { Services } from "../../../services.ts";
import { deliverSoon } from "../../notifications/commands.ts";
import { queueEmail } from "../../notifications/email/outbox.ts";
import { statusProfile } from "../../status/queries.ts";
import { accountById, tokenAccount } from "../auth/queries.ts";
import { issueToken } from "../auth/tokens.ts";
import { profileById } from "../profiles/queries.ts";
import { firstFactorEmail } from "./emails.ts";

/** How long the link works, and then the session that opened it. */
const LINK_TTL_MS = RESET_TTL_MS;

const page = (origin: string, secret: string) => `${origin}/Settings#first-factor=${secret}`;

/** Returns whether this account's next factor would be the first of a staff account. */
export async function isFirstOfStaff({ db, env }: Services, accountId: string): Promise<boolean> {
  if (!staffNeedSecondFactor(env) || !isStaff(await currentRole(db, accountId))) return false;
  return !hasSecondFactor(await factorsOf(db, accountId));
}

/** Returns whether this session has to open a link before it may add a factor. */
export async function needsFirstFactorLink(services: Services, actor: Actor): Promise<boolean> {
  if (!(await isFirstOfStaff(services, actor.id))) return false;
  const { db, now } = services;
  const [session] = await db
    .select({ until: sessions.first_factor_until })
    .from(sessions)
    .where(and(eq(sessions.id, actor.session_id), eq(sessions.account_id, actor.id)));
  return (session?.until ?? 0) <= now();
}

/** Refuses a session that has to open a link first. */
export async function admitFirstFactor(services: Services, actor: Actor): Promise<Result> {
  if (!(await needsFirstFactorLink(services, actor))) return done();
  return refuse("forbidden", MESSAGES.firstFactorLink);
}

/** Emails the link to the account's address. */
export async function sendFirstFactorLink(services: Services, actor: Actor): Promise<Result> {
  const { db, now } = services;
  if (!(await isFirstOfStaff(services, actor.id))) return refuse("wrong_state", "You don't need this link.");
  const account = await accountById(db, actor.id);
  if (!account) return refuse("not_authenticated", MESSAGES.notAuthenticated);
  const profile = await profileById(db, actor.id);
  const token = await issueToken(account, "first_factor", now() + LINK_TTL_MS);
  await batch(db, [
    ...token.statements,
    queueEmail(services, {
      ...firstFactorEmail(profile?.full_name ?? "", page(services.mailOrigin, token.secret), LINK_TTL_MS / 60_000),
      to: account.email,
      dedupeKey: `first-factor:${token.hash}`,
    }),
  ]);
  deliverSoon(services);
  return done();
}

/**
 * Makes the link for a staff member whom another super admin has identified. It works in that member's session alone.
 * @param origin where the link leads.
 */
export async function approveFirstFactor(
  services: Services,
  staff: Actor,
  { id, note, origin }: { id: string; note: string; origin: string },
): Promise<Result<string>> {
  const { db, now } = services;
  const person = await statusProfile(db, id);
  if (!person) return NOT_FOUND;
  const at = now();
  if (!permissionsOver(staff, person, at).first_factor)
    return refuse("forbidden", "You can't do this to this account.");
  if (!(await isFirstOfStaff(services, id))) return refuse("wrong_state", "This account has a second factor already.");
  const token = await issueToken(person, "first_factor", at + LINK_TTL_MS);
  await batch(db, [
    ...token.statements,
    insertAuditEntry({ actor_id: staff.id, action: "first_factor_approved", subject: id, details: { note }, at }),
  ]);
  return done(page(origin, token.secret));
}

/** Uses the link in this session, which may add the first factor for a while. Works once. */
export async function openFirstFactorLink({ db, now }: Services, actor: Actor, secret: string): Promise<Result> {
  const owner = tokenAccount(db, await hashSecret(secret), "first_factor", now());
  const [opened] = await batch<[{ id: string }, ...object[]]>(db, [
    db
      .update(sessions)
      .set({ first_factor_until: now() + LINK_TTL_MS })
      .where(
        and(eq(sessions.id, actor.session_id), eq(sessions.account_id, actor.id), inArray(sessions.account_id, owner)),
      )
      .returning({ id: sessions.id }),
    db
      .delete(oneTimeTokens)
      .where(
        and(
          eq(oneTimeTokens.hash, await hashSecret(secret)),
          eq(oneTimeTokens.account_id, actor.id),
          eq(oneTimeTokens.purpose, "first_factor"),
        ),
      ),
  ]);
  return opened.length > 0 ? done() : refuse("gone", MESSAGES.linkNotValid);
}
