/** Sessions and account status: read by the middleware, written by the sign-in features. */

import { and, desc, eq, gt, inArray, isNotNull, notInArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { SESSION_TTL_MS } from "#domain/account/retention";
import { type AccountStatus, DEFAULT_ACCOUNT_STATUS, type RequiredStatus } from "#domain/status/account-status";
import type { Database } from "./client.ts";
import { profiles, sessions } from "./schema/account.ts";

/** The oldest session ends when the 21st begins (A28). */
export const SESSIONS_PER_ACCOUNT = 20;

export interface NewSession {
  id: string;
  token_hash: string;
  account_id: string;
  user_agent: string | null;
  ip: string | null;
  /** When a second factor was proved; null without one. */
  second_factor_at: number | null;
}

/** Returns statements that create a session and end sessions above the limit; run them in the batch of their cause. */
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

/** @param account an id, or a subquery that yields one id or none. */
export function endAllSessions(db: Database, account: string | SQLWrapper) {
  return db.delete(sessions).where(inArray(sessions.account_id, typeof account === "string" ? [account] : account));
}

/**
 * Returns the account of a session while it lasts, else NULL: in a column that refuses it, a batch of a session that has
 * been ended meanwhile changes nothing.
 */
export const whileSignedIn = ({ session_id, id }: { session_id: string; id: string }): SQL<string> =>
  sql`(SELECT account_id FROM sessions WHERE id = ${session_id} AND account_id = ${id})`;

/** Extends a session from now. */
export function extendSession(db: Database, id: string, now: number) {
  return db
    .update(sessions)
    .set({ seen_at: now, expires_at: now + SESSION_TTL_MS })
    .where(eq(sessions.id, id));
}

/** Returns the live session of a refresh cookie, with the role for its next access token. One query. */
export async function sessionByToken(db: Database, tokenHash: string, now: number) {
  const [row] = await db
    .select({
      id: sessions.id,
      account_id: sessions.account_id,
      seen_at: sessions.seen_at,
      second_factor_at: sessions.second_factor_at,
      role: sql<AccountStatus["role"]>`coalesce(${profiles.role}, 'user')`,
      viewing_as: sessions.viewing_as,
      viewing_until: sessions.viewing_until,
    })
    .from(sessions)
    .leftJoin(profiles, eq(profiles.id, sessions.account_id))
    .where(and(eq(sessions.token_hash, tokenHash), gt(sessions.expires_at, now)));
  return row ?? null;
}

/** The columns of an account status. */
export const ACCOUNT_STATUS = {
  role: profiles.role,
  is_suspended: profiles.is_suspended,
  suspension_end_date: profiles.suspension_end_date,
  is_banned: profiles.is_banned,
  ban_reason: profiles.ban_reason,
  account_restricted: profiles.account_restricted,
  restriction_reason: profiles.restriction_reason,
};

/**
 * Returns the account status of the user whom this staff session impersonates, or null when the impersonation has
 * ended: it has expired, was stopped, the user has become staff, or this session would not have the role of staff any more.
 * @param factor whether sessions of staff need a second factor.
 */
export async function impersonatedStatus(
  db: Database,
  view: { session_id: string; by: string; account_id: string },
  factor: boolean,
  now: number,
): Promise<AccountStatus | null> {
  const [row] = await db
    .select(ACCOUNT_STATUS)
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
        ...(factor ? [isNotNull(sessions.second_factor_at)] : []),
        sql`EXISTS (SELECT 1 FROM profiles s WHERE s.id = ${view.by} AND s.role IN ('admin', 'super_admin')
          AND s.is_banned = 0 AND (s.is_suspended = 0 OR s.suspension_end_date <= ${now}))`,
      ),
    );
  return row ?? null;
}

/** The session and account in the access token. */
export interface SessionRef {
  id: string;
  account_id: string;
}

/** The account status, and whether the session has proved a second factor. */
export interface SessionStatus extends AccountStatus {
  second_factor_at: number | null;
}

/** A row of `accountStatusQuery`; `profile_id` is null for an account without a profile. */
export interface AccountStatusRow {
  email: string;
  second_factor_at: number | null;
  profile_id: string | null;
  role: AccountStatus["role"];
  is_suspended: number;
  suspension_end_date: number | null;
  is_banned: number;
  ban_reason: string | null;
  account_restricted: number;
  restriction_reason: string | null;
}

const liveSession = ({ id, account_id }: SessionRef, now: number) =>
  sql`s.id = ${id} AND s.account_id = ${account_id} AND s.expires_at > ${now}`;

/** Returns a query for the account status of a live session; no row when the session has ended. */
export function accountStatusQuery(session: SessionRef, now: number): SQL {
  return sql`SELECT a.email, s.second_factor_at, p.id AS profile_id, p.role, p.is_suspended, p.suspension_end_date, p.is_banned, p.ban_reason,
      p.account_restricted, p.restriction_reason
    FROM sessions s JOIN accounts a ON a.id = s.account_id LEFT JOIN profiles p ON p.id = s.account_id
    WHERE ${liveSession(session, now)}`;
}

/** The SQL form of `problemFor`: the session is live, and its user's account status allows this. */
export function admittedCondition(session: SessionRef, required: RequiredStatus, now: number): SQL {
  const trader = sql`p.is_banned = 0 AND (p.is_suspended = 0 OR p.suspension_end_date <= ${now})`;
  const good = sql`${trader} AND (p.account_restricted = 0 OR p.role IN ('admin', 'super_admin'))`;
  return sql`EXISTS (SELECT 1 FROM sessions s JOIN accounts a ON a.id = s.account_id
    LEFT JOIN profiles p ON p.id = s.account_id
    WHERE ${liveSession(session, now)} AND (p.id IS NULL OR (${{ account: sql`1`, trader, good }[required]})))`;
}

/**
 * Returns the current account status for a live session, or null when the session has ended. An account without a
 * profile counts as an ordinary user, and its profile is created, because following writes may refer to it (A92).
 */
export async function currentAccountStatus(
  db: Database,
  session: SessionRef,
  now: number,
): Promise<SessionStatus | null> {
  const [row] = await db.all<AccountStatusRow>(accountStatusQuery(session, now));
  return accountStatusOf(db, row, session, now);
}

/** Returns which of these sessions of an account are live. */
export async function liveSessionIds(
  db: Database,
  accountId: string,
  ids: readonly string[],
  now: number,
): Promise<Set<string>> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(inArray(sessions.id, [...ids]), eq(sessions.account_id, accountId), gt(sessions.expires_at, now)));
  return new Set(rows.map(({ id }) => id));
}

/** Converts a row of `accountStatusQuery` to the account status. */
export async function accountStatusOf(
  db: Database,
  row: AccountStatusRow | undefined,
  session: SessionRef,
  now: number,
): Promise<SessionStatus | null> {
  if (!row) return null;
  const { email, profile_id, ...accountStatus } = row;
  if (profile_id === null) {
    const profile = { id: session.account_id, email, created_at: now, updated_at: now };
    await db.insert(profiles).values(profile).onConflictDoNothing();
    return { ...DEFAULT_ACCOUNT_STATUS, second_factor_at: row.second_factor_at };
  }
  return {
    ...accountStatus,
    is_suspended: accountStatus.is_suspended === 1,
    is_banned: accountStatus.is_banned === 1,
    account_restricted: accountStatus.account_restricted === 1,
  };
}

/** Returns the role for the next access token of an account. */
export async function currentRole(db: Database, id: string): Promise<AccountStatus["role"]> {
  const [row] = await db.select({ role: profiles.role }).from(profiles).where(eq(profiles.id, id));
  return row?.role ?? "user";
}
