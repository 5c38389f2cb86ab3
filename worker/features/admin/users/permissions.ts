/** Roles, sessions and impersonation: actions of staff other than account status (decision 0031). */
import { and, eq, gt } from "drizzle-orm";
import type { Role } from "#contract/account/profiles";
import { MESSAGES } from "#contract/copy";
import { IMPERSONATION_MS, permissionsOver } from "#domain/account/permissions";
import { type Refusal, refuse } from "#domain/result";
import { auditIfChanged, auditInsert } from "../../../db/audit-log.ts";
import { sessions } from "../../../db/schema/account.ts";
import { endAllSessions } from "../../../db/sessions.ts";
import type { Actor } from "../../../http/context.ts";
import { endLiveSessions } from "../../../http/user-channel.ts";
import type { Services } from "../../../services.ts";
import { statusProfile } from "../../status/queries.ts";
import { NOT_PERMITTED } from "./user-actions.ts";

type Done = { ok: true } | Refusal;
type Staff = Pick<Actor, "id" | "role">;

const NOT_FOUND = refuse("not_found", MESSAGES.notFound);

/**
 * Changes a user's role. The statement itself checks that the actor still is a super admin, so that two who demote each
 * other concurrently cannot both succeed and one always remains.
 */
export async function changeRole(
  { db, env, now }: Services,
  staff: Staff,
  id: string,
  role: Role,
  note: string,
): Promise<Done> {
  const person = await statusProfile(db, id);
  if (!person) return NOT_FOUND;
  if (staff.role !== "super_admin") return refuse("forbidden", "Only a super admin can change roles.");
  if (staff.id === id) return refuse("forbidden", "Nobody changes their own role.");
  const at = now();
  if (!permissionsOver(staff, person, at).roles.includes(role)) {
    return refuse("wrong_state", "This does not fit how the account stands now. Please look again.");
  }
  const [changed] = await env.DB.batch([
    env.DB.prepare(
      `UPDATE profiles SET role = ?1, updated_at = ?2 WHERE id = ?3 AND role = ?4 AND id <> ?5
        AND EXISTS (SELECT 1 FROM profiles WHERE id = ?5 AND role = 'super_admin')`,
    ).bind(role, at, id, person.role, staff.id),
    auditIfChanged(env.DB, {
      actor_id: staff.id,
      action: "role_changed",
      subject: id,
      details: { before: person.role, after: role, note },
      at,
    }),
    env.DB.prepare(
      "UPDATE sessions SET viewing_as = NULL, viewing_until = NULL WHERE account_id = ?1 OR viewing_as = ?1",
    ).bind(id),
  ]);
  if (changed?.meta.changes === 0) return refuse("conflict", "Somebody else has just changed this. Please look again.");
  return { ok: true };
}

/** Ends every session of a user, who must sign in again. */
export async function signOutPerson(services: Services, staff: Staff, id: string, note: string): Promise<Done> {
  const { db, env, defer, now } = services;
  const person = await statusProfile(db, id);
  if (!person) return NOT_FOUND;
  const at = now();
  if (!permissionsOver(staff, person, at).sign_out) return NOT_PERMITTED;
  await db.batch([
    endAllSessions(db, id),
    auditInsert(db, { actor_id: staff.id, action: "signed_out_everywhere", subject: id, details: { note }, at }),
  ]);
  defer(endLiveSessions(env, id, { except: null }));
  return { ok: true };
}

/** Starts impersonation: this staff session sees the site as that user, read-only. */
export async function startImpersonation(
  { db, now }: Services,
  staff: Actor,
  id: string,
  note: string,
): Promise<{ ok: true; until: number } | Refusal> {
  const person = await statusProfile(db, id);
  if (!person) return NOT_FOUND;
  const at = now();
  if (!permissionsOver(staff, person, at).view_as) return NOT_PERMITTED;
  const until = at + IMPERSONATION_MS;
  await db.batch([
    db
      .update(sessions)
      .set({ viewing_as: id, viewing_until: until })
      .where(and(eq(sessions.id, staff.session_id), eq(sessions.account_id, staff.id), gt(sessions.expires_at, at))),
    auditInsert(db, { actor_id: staff.id, action: "viewing_started", subject: id, details: { note, until }, at }),
  ]);
  return { ok: true, until };
}

/** Ends impersonation. A repeat has no effect. */
export async function endImpersonation(
  { env, now }: Services,
  sessionId: string,
  staffId: string,
  id: string,
): Promise<void> {
  const at = now();
  await env.DB.batch([
    env.DB.prepare(
      "UPDATE sessions SET viewing_as = NULL, viewing_until = NULL WHERE id = ? AND account_id = ? AND viewing_as = ?",
    ).bind(sessionId, staffId, id),
    auditIfChanged(env.DB, { actor_id: staffId, action: "viewing_ended", subject: id, at }),
  ]);
}
