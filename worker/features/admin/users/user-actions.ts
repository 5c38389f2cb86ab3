/**
 * Actions of staff on an account: its status, role and sessions, and impersonation (decision 0031).
 *
 * A status action is one batch: the profile, strikes taken back, audit log entry, email and notification. The status
 * follows from the strikes (D32), so lifting a penalty also takes back its strikes: otherwise the next strike would apply
 * the old penalty again.
 */

import { and, eq, gt, sql } from "drizzle-orm";
import type { Role } from "#contract/account/profiles";
import type { UserActionValue } from "#contract/admin/users";
import { MESSAGES } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import { displayName } from "#domain/account/display-name";
import { IMPERSONATION_MS, permissionsOver } from "#domain/account/permissions";
import { isPartyToCase } from "#domain/account/staff-conflict";
import { DAY_MS } from "#domain/deadlines";
import { pick } from "#domain/pick";
import { done, type Refusal, type Result, refuse } from "#domain/result";
import { isStaff } from "#domain/status/account-status";
import { accountFlags, reverseStrikes } from "#domain/status/strikes";
import { CHANGED, insertAuditEntry } from "../../../db/audit-log.ts";
import { batch } from "../../../db/client.ts";
import { endPendingChanges } from "../../../db/pending-changes.ts";
import { profiles, sessions } from "../../../db/schema/account.ts";
import { endAllSessions } from "../../../db/sessions.ts";
import type { Actor } from "../../../http/context.ts";
import { endLiveSessions } from "../../../http/user-channel.ts";
import type { Services } from "../../../services.ts";
import { deliverSoon, notifySoon } from "../../notifications/commands.ts";
import { announce } from "../../notifications/email/outbox.ts";
import { holdForBan } from "../../payments/payout-holds/payout-holds.ts";
import { bannedFor, banProblem } from "../../status/bans.ts";
import { overturnStatements, updateAccountStatus } from "../../status/commands.ts";
import { type StatusProfile, sellersOf, statusProfile, strikesOf } from "../../status/queries.ts";
import { userActionEmail } from "./emails.ts";

type Strikes = Awaited<ReturnType<typeof strikesOf>>;
type Change = { set: Partial<typeof profiles.$inferInsert>; takenBack: ReadonlySet<string> };

/** Ends a staff member's impersonations. Used when an action is taken on their own account. */
export function endImpersonations(db: Services["db"], staffId: string) {
  return db.update(sessions).set({ viewing_as: null, viewing_until: null }).where(eq(sessions.account_id, staffId));
}

export const NOT_PERMITTED = refuse("forbidden", "You can't do this to this account.");

/** Applies an action of staff to an account's status: suspend, ban, restrict, or lift one of these. */
export async function applyUserAction(
  services: Services,
  staff: Pick<Actor, "id" | "role">,
  id: string,
  input: UserActionValue,
  eventId: string,
): Promise<Result> {
  const { db, env, now } = services;
  const [person, strikes] = await Promise.all([statusProfile(db, id), strikesOf(db, id)]);
  if (!person) return NOT_FOUND;
  const at = now();
  const permissions = permissionsOver(staff, person, at);
  if (!permissions.sign_out || person.role === "super_admin") return NOT_PERMITTED;
  if (!permissions.actions.includes(input.measure)) {
    return refuse("wrong_state", "This account's status has changed. Please check it again.");
  }
  const change = changeOf(person, strikes, input, at);
  if ("ok" in change) return change;
  if (isPartyToCase(staff.id, await sellersOf(db, change.takenBack))) return refuse("forbidden", MESSAGES.ownCase);
  const days = input.days ?? null;
  const email = userActionEmail(
    { name: displayName(person.full_name), origin: env.APP_ORIGIN, note: input.note },
    input.measure,
    days,
  );
  await batch(db, [
    db
      .update(profiles)
      .set({ ...change.set, updated_at: at })
      .where(eq(profiles.id, id)),
    ...overturnStatements(db, strikes, change.takenBack, at),
    ...(input.measure === "ban" ? [holdForBan(services, id, input.note)] : []),
    ...(isStaff(person.role) ? [endImpersonations(db, id)] : []),
    insertAuditEntry({
      actor_id: staff.id,
      action: input.measure,
      subject: id,
      details: {
        note: input.note,
        ...(input.measure === "suspend" && { days }),
        ...(change.takenBack.size > 0 && { order_ids: [...change.takenBack] }),
        before: {
          ...pick(person, "is_suspended", "suspension_end_date", "is_banned", "ban_reason", "account_restricted"),
        },
      },
      at,
    }),
    ...announce(services, {
      to: { id, email: person.email },
      key: `staff:${eventId}`,
      mail: email,
      body: input.note,
      link: "/Settings",
    }),
  ]);
  // Applies strikes that arrived concurrently.
  await updateAccountStatus(services, id);
  deliverSoon(services);
  notifySoon(services, [id]);
  return done();
}

const NO_STRIKES: ReadonlySet<string> = new Set();

function changeOf(person: StatusProfile, strikes: Strikes, input: UserActionValue, at: number): Change | Refusal {
  switch (input.measure) {
    case "suspend": {
      const until = input.days == null ? null : at + input.days * DAY_MS;
      return { set: { is_suspended: true, suspension_end_date: until }, takenBack: NO_STRIKES };
    }
    case "ban":
      return banProblem(input.note) ?? { set: bannedFor(input.note), takenBack: NO_STRIKES };
    case "restrict":
      return {
        set: { account_restricted: true, restriction_reason: input.note, restriction_applied_at: at },
        takenBack: NO_STRIKES,
      };
    case "lift_restriction":
      return {
        set: { account_restricted: false, restriction_reason: null, restriction_applied_at: null },
        takenBack: NO_STRIKES,
      };
    case "lift_suspension":
    case "lift_ban":
      return lifted(person, strikes, input, at);
  }
}

function lifted(person: StatusProfile, strikes: Strikes, input: UserActionValue, at: number): Change | Refusal {
  const named = new Set(input.order_ids ?? []);
  if ([...named].some((orderId) => !strikes.some((strike) => strike.order_id === orderId))) {
    return refuse("invalid", "One of these orders isn't on this person's record.");
  }
  const clean = { ...person, is_suspended: false, suspension_end_date: null, is_banned: false, ban_reason: null };
  const set = accountFlags(clean, reverseStrikes(strikes, named, at), MESSAGES.defaultBanReason, at);
  if (set.is_banned || set.is_suspended) {
    const message = "This is because of missed payments. Choose which ones to remove as well.";
    return refuse("wrong_state", message, { fields: [{ field: "order_ids", message }] });
  }
  return { set, takenBack: named };
}

type Staff = Pick<Actor, "id" | "role">;

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
  if (staff.id === id) return refuse("forbidden", "You can't change your own role.");
  const at = now();
  if (!permissionsOver(staff, person, at).roles.includes(role)) {
    return refuse("wrong_state", "This account's status has changed. Please check it again.");
  }
  const [changed] = await batch<[{ id: string }, ...object[]]>(db, [
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
    // A change of the email address that was asked for before would be one of a staff account (A142).
    ...endPendingChanges(db, id),
  ]);
  if (changed.length === 0) return refuse("conflict", "Someone else just changed this. Please check it again.");
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
    ...endPendingChanges(db, id),
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
