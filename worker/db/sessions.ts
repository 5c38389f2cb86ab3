/** Sessions and the standing of whoever holds one: read by the middleware, written by the sign-in features. */
import { and, desc, eq, gt, inArray, notInArray, type SQLWrapper, sql } from "drizzle-orm";
import { DEFAULT_STANDING, type Standing } from "#domain/standing";
import type { Database } from "../http/context.ts";
import { accounts, profiles, sessions } from "./schema/accounts.ts";

export const SESSION_TTL_MS = 30 * 24 * 60 * 60_000;
/** The oldest session ends when a 21st begins (A28). */
export const SESSIONS_PER_ACCOUNT = 20;

export interface NewSession {
  id: string;
  token_hash: string;
  account_id: string;
  user_agent: string | null;
  ip: string | null;
}

/** Statements that begin a session and end whatever exceeds the cap; they join the batch of their cause. */
export function sessionStatements(db: Database, session: NewSession, now: number) {
  const newest = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.account_id, session.account_id))
    .orderBy(desc(sessions.created_at), desc(sessions.id))
    .limit(SESSIONS_PER_ACCOUNT);
  return [
    db.insert(sessions).values({ ...session, created_at: now, seen_at: now, expires_at: now + SESSION_TTL_MS }),
    db.delete(sessions).where(and(eq(sessions.account_id, session.account_id), notInArray(sessions.id, newest))),
  ] as const;
}

export function endSession(db: Database, tokenHash: string) {
  return db.delete(sessions).where(eq(sessions.token_hash, tokenHash));
}

/** @param account an id, or a subquery that yields one or none. */
export function endAllSessions(db: Database, account: string | SQLWrapper) {
  return db.delete(sessions).where(inArray(sessions.account_id, typeof account === "string" ? [account] : account));
}

export function touchSession(db: Database, id: string, now: number) {
  return db
    .update(sessions)
    .set({ seen_at: now, expires_at: now + SESSION_TTL_MS })
    .where(eq(sessions.id, id));
}

/** The live session behind a refresh cookie, with the role for its next access token. One query. */
export async function sessionByToken(db: Database, tokenHash: string, now: number) {
  const [row] = await db
    .select({
      id: sessions.id,
      account_id: sessions.account_id,
      seen_at: sessions.seen_at,
      role: sql<Standing["role"]>`coalesce(${profiles.role}, 'user')`,
      viewing_as: sessions.viewing_as,
      viewing_until: sessions.viewing_until,
    })
    .from(sessions)
    .leftJoin(profiles, eq(profiles.id, sessions.account_id))
    .where(and(eq(sessions.token_hash, tokenHash), gt(sessions.expires_at, now)));
  return row ?? null;
}

/**
 * The standing of somebody whose site this session of staff is shown, or null when that is over: its time is up, it was
 * ended, or the person has become staff.
 */
export async function viewedStanding(
  db: Database,
  view: { session_id: string; by: string; account_id: string },
  now: number,
): Promise<Standing | null> {
  const [row] = await db
    .select({
      role: profiles.role,
      is_suspended: profiles.is_suspended,
      suspension_end_date: profiles.suspension_end_date,
      is_banned: profiles.is_banned,
      ban_reason: profiles.ban_reason,
      account_restricted: profiles.account_restricted,
      restriction_reason: profiles.restriction_reason,
    })
    .from(sessions)
    .innerJoin(profiles, eq(profiles.id, sessions.viewing_as))
    .where(
      and(
        eq(sessions.id, view.session_id),
        eq(sessions.account_id, view.by),
        eq(sessions.viewing_as, view.account_id),
        gt(sessions.viewing_until, now),
        gt(sessions.expires_at, now),
        eq(profiles.role, "user"),
      ),
    );
  return row ?? null;
}

/**
 * The standing of the account behind a live session, fresh from the database, or null when the session has ended.
 * An account without its profile row stands as an ordinary user (§4 Session and profile) and is given the row: the
 * write that follows may refer to it (A92).
 */
export async function freshStanding(
  db: Database,
  session: { id: string; account_id: string },
  now: number,
): Promise<Standing | null> {
  const [row] = await db
    .select({
      email: accounts.email,
      profile_id: profiles.id,
      role: profiles.role,
      is_suspended: profiles.is_suspended,
      suspension_end_date: profiles.suspension_end_date,
      is_banned: profiles.is_banned,
      ban_reason: profiles.ban_reason,
      account_restricted: profiles.account_restricted,
      restriction_reason: profiles.restriction_reason,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.account_id))
    .leftJoin(profiles, eq(profiles.id, sessions.account_id))
    .where(and(eq(sessions.id, session.id), eq(sessions.account_id, session.account_id), gt(sessions.expires_at, now)));
  if (!row) return null;
  const { email, profile_id, ...standing } = row;
  if (profile_id === null) {
    const profile = { id: session.account_id, email, created_at: now, updated_at: now };
    await db.insert(profiles).values(profile).onConflictDoNothing();
    return DEFAULT_STANDING;
  }
  return standing as Standing;
}

/** For the next access token of an account. */
export async function freshRole(db: Database, id: string): Promise<Standing["role"]> {
  const [row] = await db.select({ role: profiles.role }).from(profiles).where(eq(profiles.id, id));
  return row?.role ?? "user";
}
