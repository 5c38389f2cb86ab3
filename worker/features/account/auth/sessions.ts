import { and, desc, eq, gt, ne } from "drizzle-orm";
import type { SessionView } from "#contract/account/auth";
import { MESSAGES } from "#contract/copy";
import { deviceName } from "#domain/account/device-name";
import { done, type Result, refuse } from "#domain/result";
import { sessions } from "../../../db/schema/account.ts";
import type { Actor } from "../../../http/context.ts";
import { endLiveSessions } from "../../../http/user-channel.ts";
import type { Services } from "../../../services.ts";

/** Returns the account's live sessions: the current one first, then by last use. */
export async function listSessions({ db, now }: Services, actor: Actor): Promise<SessionView[]> {
  const rows = await db
    .select({
      id: sessions.id,
      user_agent: sessions.user_agent,
      created_at: sessions.created_at,
      seen_at: sessions.seen_at,
    })
    .from(sessions)
    .where(and(eq(sessions.account_id, actor.id), gt(sessions.expires_at, now())))
    .orderBy(desc(sessions.seen_at), desc(sessions.id));
  const views = rows.map((row) => ({
    id: row.id,
    device: deviceName(row.user_agent),
    created_at: row.created_at,
    seen_at: row.seen_at,
    current: row.id === actor.session_id,
  }));
  return [...views.filter((view) => view.current), ...views.filter((view) => !view.current)];
}

/** Ends one other session of this account. */
export async function endOwnSession({ db, env, defer }: Services, actor: Actor, sessionId: string): Promise<Result> {
  if (sessionId === actor.session_id) return refuse("conflict", "To sign out here, use Log Out.");
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.account_id, actor.id)))
    .returning({ id: sessions.id });
  if (ended.length === 0) return refuse("not_found", MESSAGES.notFound);
  defer(endLiveSessions(env, actor.id, { only: sessionId }));
  return done();
}

/**
 * Ends every session of this account except the caller's.
 * @returns how many there were.
 */
export async function endOtherSessions({ db, env, defer }: Services, actor: Actor): Promise<number> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.account_id, actor.id), ne(sessions.id, actor.session_id)))
    .returning({ id: sessions.id });
  defer(endLiveSessions(env, actor.id, { except: actor.session_id }));
  return ended.length;
}
