/** Accounts, their sessions, and single-use secrets sent by email. */

import { and, desc, eq, gt, isNull, max, ne, sql } from "drizzle-orm";
import type { SessionView } from "#contract/account/auth";
import { deviceName } from "#domain/account/device-name";
import { pick } from "#domain/pick";
import { agreedPricesJson } from "../../../db/agreed-prices.ts";
import { countsJson } from "../../../db/bar-counts.ts";
import type { Database } from "../../../db/client.ts";
import { accounts, oneTimeTokens, sessions } from "../../../db/schema/account.ts";
import { emailChangeStops } from "../../../db/schema/email-changes.ts";
import { accountDeletions } from "../../../db/schema/own-data.ts";
import type { Actor } from "../../../http/context.ts";
import type { Services } from "../../../services.ts";

export type Account = typeof accounts.$inferSelect;

export async function accountByEmail(db: Database, email: string): Promise<Account | null> {
  const [row] = await db.select().from(accounts).where(eq(accounts.email, email));
  return row ?? null;
}

export async function accountById(db: Database, id: string): Promise<Account | null> {
  const [row] = await db.select().from(accounts).where(eq(accounts.id, id));
  return row ?? null;
}

/** Returns the account with the time of its pending deletion. */
export async function accountForSession(db: Database, id: string, now: number) {
  const [row] = await db
    .select({
      ...pick(accounts, "id", "email", "email_verified", "created_at"),
      deletion_due_at: accountDeletions.due_at,
      counts: sql<string>`(${countsJson(id, now)})`,
      agreed_prices: sql<string>`(${agreedPricesJson(id, now)})`,
    })
    .from(accounts)
    .leftJoin(accountDeletions, and(eq(accountDeletions.account_id, accounts.id), isNull(accountDeletions.erased_at)))
    .where(eq(accounts.id, id));
  return row ?? null;
}

/**
 * Returns until when an address is reserved for the account that had it before, whose owner may undo the change (A27);
 * null if it is free. Sign-ups and changes of other accounts treat it as taken.
 */
export async function reservedUntil(
  db: Database,
  email: string,
  now: number,
  forAccount: string | null,
): Promise<number | null> {
  const [row] = await db
    .select({ until: max(emailChangeStops.expires_at) })
    .from(emailChangeStops)
    .where(
      and(
        eq(emailChangeStops.email, email),
        gt(emailChangeStops.expires_at, now),
        ...(forAccount === null ? [] : [ne(emailChangeStops.account_id, forAccount)]),
      ),
    );
  return row?.until ?? null;
}

export type TokenPurpose = typeof oneTimeTokens.$inferSelect.purpose;

/**
 * Returns the account of a live token as a subquery, so that a batch with it acts on the token's account or on none.
 */
export function tokenAccount(db: Database, hash: string, purpose: TokenPurpose, now: number) {
  return db
    .select({ id: oneTimeTokens.account_id })
    .from(oneTimeTokens)
    .where(and(eq(oneTimeTokens.hash, hash), eq(oneTimeTokens.purpose, purpose), gt(oneTimeTokens.expires_at, now)));
}

/** Returns the account's live sessions: the current one first, then by last use. */
export async function listSessions({ db, now }: Services, actor: Actor): Promise<SessionView[]> {
  const rows = await db
    .select(pick(sessions, "id", "user_agent", "created_at", "seen_at"))
    .from(sessions)
    .where(and(eq(sessions.account_id, actor.id), gt(sessions.expires_at, now())))
    .orderBy(desc(sessions.seen_at), desc(sessions.id));
  const views = rows.map((row) => ({
    ...pick(row, "id", "created_at", "seen_at"),
    device: deviceName(row.user_agent),
    current: row.id === actor.session_id,
  }));
  return [...views.filter((view) => view.current), ...views.filter((view) => !view.current)];
}
