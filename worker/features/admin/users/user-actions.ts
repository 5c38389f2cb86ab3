/**
 * Actions of staff on an account's status. One batch: the profile, strikes taken back, audit log entry, email and
 * notification. The status follows from the strikes (D32), so lifting a penalty also takes back its strikes: otherwise
 * the next strike would apply the old penalty again.
 */

import { eq } from "drizzle-orm";
import type { UserActionValue } from "#contract/admin/users";
import { MESSAGES } from "#contract/copy";
import { displayName } from "#domain/account/display-name";
import { permissionsOver } from "#domain/account/permissions";
import { isPartyToCase } from "#domain/account/staff-conflict";
import { DAY_MS } from "#domain/deadlines";
import { done, type Refusal, type Result, refuse } from "#domain/result";
import { isStaff } from "#domain/status/account-status";
import { accountFlags, reverseStrikes } from "#domain/status/strikes";
import { insertAuditEntry } from "../../../db/audit-log.ts";
import { batch } from "../../../db/client.ts";
import { insertNotification } from "../../../db/notifications.ts";
import { profiles, sessions } from "../../../db/schema/account.ts";
import type { Actor } from "../../../http/context.ts";
import type { Services } from "../../../services.ts";
import { notifySoon } from "../../notifications/deliver.ts";
import { deliverSoon } from "../../notifications/email/deliver.ts";
import { queueEmail } from "../../notifications/email/outbox.ts";
import { overturnStatements, updateAccountStatus } from "../../status/apply-strikes.ts";
import { type StatusProfile, sellersOf, statusProfile, strikesOf } from "../../status/queries.ts";
import { userActionEmail } from "./emails.ts";

type Strikes = Awaited<ReturnType<typeof strikesOf>>;
type Change = { set: Partial<typeof profiles.$inferInsert>; takenBack: ReadonlySet<string> };

/** Ends a staff member's impersonations. Used when an action is taken on their own account. */
export function endImpersonations(db: Services["db"], staffId: string) {
  return db.update(sessions).set({ viewing_as: null, viewing_until: null }).where(eq(sessions.account_id, staffId));
}

export const NOT_PERMITTED = refuse("forbidden", "You cannot do this about this account.");

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
  if (!person) return refuse("not_found", MESSAGES.notFound);
  const at = now();
  const permissions = permissionsOver(staff, person, at);
  if (!permissions.sign_out || person.role === "super_admin") return NOT_PERMITTED;
  if (!permissions.measures.includes(input.measure)) {
    return refuse("wrong_state", "This does not fit how the account stands now. Please look again.");
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
          is_suspended: person.is_suspended,
          suspension_end_date: person.suspension_end_date,
          is_banned: person.is_banned,
          ban_reason: person.ban_reason,
          account_restricted: person.account_restricted,
        },
      },
      at,
    }),
    queueEmail(services, { to: person.email, dedupeKey: `staff:${eventId}`, ...email }),
    insertNotification({
      id: services.newId("ntf"),
      user_id: id,
      kind: "standing",
      dedupe_key: `staff:${eventId}`,
      title: email.subject,
      body: input.note,
      link: "/Settings",
      at,
      mailed: true,
    }),
  ]);
  // Applies strikes that arrived concurrently.
  await updateAccountStatus(services, id);
  deliverSoon(services);
  notifySoon(services, [id]);
  return done();
}

const OWN_WORDS = "Please say it in your own words.";

/** A ban with the automatic reason would count as automatic and be lifted again (`accountFlags`). */
export function banProblem(note: string): Refusal | null {
  if (note !== MESSAGES.defaultBanReason) return null;
  return refuse("invalid", OWN_WORDS, { fields: [{ field: "note", message: OWN_WORDS }] });
}

/** Returns the columns of a banned profile; a banned user is not also suspended. */
export const bannedFor = (note: string) => ({
  is_banned: true,
  ban_reason: note,
  is_suspended: false,
  suspension_end_date: null,
});

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
    return refuse("invalid", "One of these orders is not on this person's record.");
  }
  const clean = { ...person, is_suspended: false, suspension_end_date: null, is_banned: false, ban_reason: null };
  const set = accountFlags(clean, reverseStrikes(strikes, named, at), MESSAGES.defaultBanReason, at);
  if (set.is_banned || set.is_suspended) {
    const message = "Missed payments stand behind this. Choose which of them to take back as well.";
    return refuse("wrong_state", message, { fields: [{ field: "order_ids", message }] });
  }
  return { set, takenBack: named };
}
