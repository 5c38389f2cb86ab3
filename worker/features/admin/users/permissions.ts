/** Roles, sessions and impersonation: actions of staff other than account status (decision 0031). */

import { and, eq, gt, sql } from "drizzle-orm";
import type { Role } from "#contract/account/profiles";
import { MESSAGES } from "#contract/copy";
import { IMPERSONATION_MS, permissionsOver } from "#domain/account/permissions";
import { done, type Result, refuse } from "#domain/result";
import { CHANGED, insertAuditEntry } from "../../../db/audit-log.ts";
import { batch } from "../../../db/client.ts";
import { sessions } from "../../../db/schema/account.ts";
import { endAllSessions } from "../../../db/sessions.ts";
import type { Actor } from "../../../http/context.ts";
import { endLiveSessions } from "../../../http/user-channel.ts";
import type { Services } from "../../../services.ts";
import { statusProfile } from "../../status/queries.ts";
import { NOT_PERMITTED } from "./user-actions.ts";

type Staff = Pick<Actor, "id" | "role">;

const NOT_FOUND = refuse("not_found", MESSAGES.notFound);

/**
 * Changes a user's role. The statement itself checks that the actor still is a super admin, so that two who demote each
 * other concurrently cannot both succeed and one always remains.
 */
export async function changeRole(
  { db, now }: Services,
  staff: Staff,
  id: string,
  role: Role,
  note: string,
): Promise<Result> {
  const person = await statusProfile(db, id);
  if (!person) return NOT_FOUND;
  if (staff.role !== "super_admin") return refuse("forbidden", "Only a super admin can change roles.");
  if (staff.id === id) return refuse("forbidden", "Nobody changes their own role.");
  const at = now();
  if (!permissionsOver(staff, person, at).roles.includes(role)) {
    return refuse("wrong_state", "This does not fit how the account stands now. Please look again.");
  }
  const [changed] = await batch<[{ id: string }, object, object]>(db, [
    sql`UPDATE profiles SET role = ${role}, updated_at = ${at}
      WHERE id = ${id} AND role = ${person.role} AND id <> ${staff.id}
        AND EXISTS (SELECT 1 FROM profiles WHERE id = ${staff.id} AND role = 'super_admin')
      RETURNING id`,
    insertAuditEntry(
      {
        actor_id: staff.id,
        action: "role_changed",
        subject: id,
        details: { before: person.role, after: role, note },
        at,
      },
      CHANGED,
    ),
    sql`UPDATE sessions SET viewing_as = NULL, viewing_until = NULL WHERE account_id = ${id} OR viewing_as = ${id}`,
  ]);
  if (changed.length === 0) return refuse("conflict", "Somebody else has just changed this. Please look again.");
  return done();
}

/** Ends every session of a user, who must sign in again. */
export async function signOutPerson(services: Services, staff: Staff, id: string, note: string): Promise<Result> {
  const { db, env, defer, now } = services;
  const person = await statusProfile(db, id);
  if (!person) return NOT_FOUND;
  const at = now();
  if (!permissionsOver(staff, person, at).sign_out) return NOT_PERMITTED;
  await batch(db, [
    endAllSessions(db, id),
    insertAuditEntry({ actor_id: staff.id, action: "signed_out_everywhere", subject: id, details: { note }, at }),
  ]);
  defer(endLiveSessions(env, id, { except: null }));
  return done();
}

/** Starts impersonation: this staff session sees the site as that user, read-only. */
export async function startImpersonation(
  { db, now }: Services,
  staff: Actor,
  id: string,
  note: string,
): Promise<Result<number>> {
  const person = await statusProfile(db, id);
  if (!person) return NOT_FOUND;
  const at = now();
  if (!permissionsOver(staff, person, at).view_as) return NOT_PERMITTED;
  const until = at + IMPERSONATION_MS;
  await batch(db, [
    db
      .update(sessions)
      .set({ viewing_as: id, viewing_until: until })
      .where(and(eq(sessions.id, staff.session_id), eq(sessions.account_id, staff.id), gt(sessions.expires_at, at))),
    insertAuditEntry({ actor_id: staff.id, action: "viewing_started", subject: id, details: { note, until }, at }),
  ]);
  return done(until);
}

/** Ends impersonation. A repeat has no effect. */
export async function endImpersonation(
  { db, now }: Services,
  sessionId: string,
  staffId: string,
  id: string,
): Promise<void> {
  const at = now();
  await batch(db, [
    sql`UPDATE sessions SET viewing_as = NULL, viewing_until = NULL
      WHERE id = ${sessionId} AND account_id = ${staffId} AND viewing_as = ${id}`,
    insertAuditEntry({ actor_id: staffId, action: "viewing_ended", subject: id, at }, CHANGED),
  ]);
}
