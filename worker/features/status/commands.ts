/**
 * Appeals: a user explains why a penalty is a mistake, staff decide, and a reversal recomputes the account status
 * (D34).
 */

import { eq, sql } from "drizzle-orm";
import { MESSAGES } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import type { DecideAppealInput } from "#contract/status";
import { displayName } from "#domain/account/display-name";
import { canDecideAbout } from "#domain/account/permissions";
import { isPartyToCase } from "#domain/account/staff-conflict";
import { done, type Result, refuse } from "#domain/result";
import { statusProblem } from "#domain/status/account-status";
import { type AccountFlags, accountFlags, reverseStrikes, type Strike } from "#domain/status/strikes";
import { insertAuditEntry } from "../../db/audit-log.ts";
import { batch, type Database } from "../../db/client.ts";
import { violatedConstraint } from "../../db/constraints.ts";
import { profiles } from "../../db/schema/account.ts";
import { appeals, strikes } from "../../db/schema/status.ts";
import { supportEmail } from "../../db/site-settings.ts";
import type { Actor } from "../../http/context.ts";
import type { Services } from "../../services.ts";
import { deliverSoon } from "../notifications/commands.ts";
import { announce, queueEmail } from "../notifications/email/outbox.ts";
import { appealDecidedEmail, newAppealEmail } from "./emails.ts";
import { accountStatus } from "./present.ts";
import {
  type AppealRow,
  appealById,
  evidenceOf,
  type StatusProfile,
  sellersOf,
  statusProfile,
  strikesOf,
} from "./queries.ts";

/** Files an appeal. An index allows one open appeal per user, so a second is refused, also concurrently. */
export async function fileAppeal(
  services: Services,
  userId: string,
  id: string,
  message: string,
): Promise<Result<AppealRow>> {
  const { db, now } = services;
  const repeated = await appealById(db, id);
  if (repeated?.user_id === userId) return done(repeated);
  const person = await statusProfile(db, userId);
  const problem = person && statusProblem(person, now());
  if (!person || (problem?.code !== "banned" && problem?.code !== "suspended")) {
    return refuse("wrong_state", MESSAGES.nothingToAppeal);
  }
  const kind = problem.code === "banned" ? "ban" : "suspension";
  const at = now();
  const to = await supportEmail(services);
  try {
    const [[appeal]] = await batch<[AppealRow, ...object[]]>(db, [
      db.insert(appeals).values({ id, user_id: userId, kind, message, created_at: at }).returning(),
      insertAuditEntry({ actor_id: userId, action: "appeal_filed", subject: userId, details: { appeal_id: id }, at }),
      ...(to !== ""
        ? [
            queueEmail(services, {
              to,
              dedupeKey: `appeal:${id}`,
              ...newAppealEmail({ id, who: `${person.full_name} <${person.email}>`, kind, message }),
            }),
          ]
        : []),
    ]);
    deliverSoon(services);
    return appeal ? done(appeal) : refuse("conflict", MESSAGES.appealOpen);
  } catch (error) {
    if (violatedConstraint(error) === "appeals.user_id") return refuse("conflict", MESSAGES.appealOpen);
    throw error;
  }
}

/**
 * Decides an appeal. Upholding changes only the appeal. Overturning takes back the named strikes (all if none is named)
 * and any other penalty; the account status then follows from the remaining strikes. One batch with the audit log entry
 * and the email.
 */
export async function decideAppeal(
  services: Services,
  staff: Pick<Actor, "id" | "role">,
  id: string,
  decision: DecideAppealInput,
): Promise<Result<AppealRow>> {
  const { db, now, env } = services;
  const appeal = await appealById(db, id);
  if (!appeal) return NOT_FOUND;
  if (isPartyToCase(staff.id, [appeal.user_id])) return refuse("forbidden", MESSAGES.ownCase);
  if (appeal.status !== "open") return refuse("wrong_state", MESSAGES.appealDecided);
  const [person, known, evidence] = await Promise.all([
    statusProfile(db, appeal.user_id),
    strikesOf(db, appeal.user_id),
    evidenceOf(db, appeal.user_id),
  ]);
  if (!person) return NOT_FOUND;
  if (!canDecideAbout(staff.role, person.role)) return refuse("forbidden", MESSAGES.superAdminOnly);
  const overturned = decision.outcome === "overturned";
  const named = new Set(decision.order_ids ?? known.map((strike) => strike.order_id));
  if ([...named].some((orderId) => !known.some((strike) => strike.order_id === orderId))) {
    return refuse("invalid", "One of these orders isn't on this person's record.");
  }
  if (isPartyToCase(staff.id, await sellersOf(db, named))) return refuse("forbidden", MESSAGES.ownCase);
  const at = now();
  const lifted = {
    ...person,
    is_suspended: false,
    suspension_end_date: null,
    is_banned: false,
    ban_reason: null,
  };
  const flags = overturned
    ? accountFlags(lifted, reverseStrikes(known, named, at), MESSAGES.defaultBanReason, at)
    : accountFlags(person, known, MESSAGES.defaultBanReason, at);
  const email = appealDecidedEmail({
    name: displayName(person.full_name),
    origin: env.APP_ORIGIN,
    kind: appeal.kind,
    items: evidence
      .filter(({ counted, overturned_at, order_id }) =>
        overturned ? named.has(order_id) : counted && overturned_at === null,
      )
      .map(({ item_title }) => item_title),
    overturned,
    answer: decision.answer,
    standing: overturned ? accountStatus({ ...person, ...flags }, at) : accountStatus(person, at),
  });
  try {
    const [[decided]] = await batch<[AppealRow, ...object[]]>(db, [
      // A trigger refuses a second decision, and with it the whole batch.
      db
        .update(appeals)
        .set({ status: decision.outcome, decided_at: at, decided_by: staff.id, answer: decision.answer })
        .where(eq(appeals.id, id))
        .returning(),
      ...(overturned
        ? [
            ...overturnStatements(db, known, named, at),
            db
              .update(profiles)
              .set({ ...flags, updated_at: at })
              .where(eq(profiles.id, person.id)),
          ]
        : []),
      insertAuditEntry({
        actor_id: staff.id,
        action: `appeal_${decision.outcome}`,
        subject: person.id,
        details: { appeal_id: id, answer: decision.answer, ...(overturned && { order_ids: [...named] }) },
        at,
      }),
      ...announce(services, {
        to: person,
        key: `appeal-decided:${id}`,
        mail: email,
        body: overturned
          ? decision.answer
          : `${decision.answer} If you have anything new to add, you can appeal again.`,
        link: "/Settings",
      }),
    ]);
    deliverSoon(services);
    // Applies strikes that arrived concurrently.
    if (overturned) await updateAccountStatus(services, person.id);
    return decided ? done(decided) : NOT_FOUND;
  } catch (error) {
    if (String((error as Error).cause ?? error).includes("stays decided")) {
      return refuse("wrong_state", MESSAGES.appealDecided);
    }
    throw error;
  }
}

const ATTEMPTS = 4;

/** Returns the updates that take back these orders' strikes; strikes that stop counting come first. */
export function overturnStatements(
  db: Services["db"],
  known: readonly Strike[],
  orderIds: ReadonlySet<string>,
  at: number,
) {
  const after = reverseStrikes(known, orderIds, at);
  return after
    .filter((strike, index) => strike !== known[index])
    .toSorted((a, b) => Number(a.counted) - Number(b.counted))
    .map(({ order_id, counted, overturned_at }) =>
      db.update(strikes).set({ counted, overturned_at }).where(eq(strikes.order_id, order_id)),
    );
}

/**
 * Updates the profile to match the strikes. Writes only if the strikes are still those it has read, else computes
 * again.
 */
export async function updateAccountStatus({ db, now }: Pick<Services, "db" | "now">, id: string): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const [person, known] = await Promise.all([statusProfile(db, id), strikesOf(db, id)]);
    if (!person || known.length === 0) return;
    const at = now();
    const flags = accountFlags(person, known, MESSAGES.defaultBanReason, at);
    if (!differs(person, flags)) return;
    const written = await writeFlags(db, id, flags, { rows: known.length, overturned: overturnedIn(known) }, at);
    if (written.length > 0) return;
  }
}

export function overturnedIn(rows: readonly Strike[]): number {
  return rows.filter((strike) => strike.overturned_at !== null).length;
}

function differs(person: StatusProfile, flags: ReturnType<typeof accountFlags>): boolean {
  return (Object.keys(flags) as (keyof typeof flags)[]).some((name) => person[name] !== flags[name]);
}

/**
 * Sets the computed flags, unless strikes were added or taken back since they were read; then it changes nothing and
 * the caller computes again.
 */
export function writeFlags(
  db: Database,
  id: string,
  flags: AccountFlags,
  basis: { rows: number; overturned: number },
  now: number,
) {
  return db
    .update(profiles)
    .set({ ...flags, updated_at: now })
    .where(
      sql`${profiles.id} = ${id}
        AND (SELECT count(*) FROM strikes WHERE buyer_id = ${id}) = ${basis.rows}
        AND (SELECT count(*) FROM strikes WHERE buyer_id = ${id} AND overturned_at IS NOT NULL) = ${basis.overturned}`,
    )
    .returning({ id: profiles.id });
}
