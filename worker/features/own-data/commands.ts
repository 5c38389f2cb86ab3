/** Requests a copy of a person's data, and starts or stops the deletion of an account (D61). */
import { sql } from "drizzle-orm";
import type { HandleDataRequestInput } from "#contract/account/own-data";
import { NOT_FOUND } from "#contract/errors";
import { DELETION_GRACE_MS, namesOf, type Obstacle, obstaclesTo } from "#domain/account/deletion";
import { displayName } from "#domain/account/display-name";
import { permissionsOver } from "#domain/account/permissions";
import { hasSecondFactor } from "#domain/account/second-factor";
import { DAY_MS } from "#domain/deadlines";
import { done, type Refusal, type Result, refuse } from "#domain/result";
import { awayUntil, HOLIDAY_ZONE } from "#domain/selling/holiday";
import { CHANGED, insertAuditEntry } from "../../db/audit-log.ts";
import { batch, type Query } from "../../db/client.ts";
import { endPendingChanges } from "../../db/pending-changes.ts";
import { factorsOf, removeSecondFactors } from "../../db/second-factor.ts";
import { configuredOrigin } from "../../env.ts";
import type { Actor } from "../../http/context.ts";
import type { Services } from "../../services.ts";
import { profileById } from "../account/profiles/queries.ts";
import { securityChangedEmail } from "../account/second-factor/emails.ts";
import { deliverSoon } from "../notifications/commands.ts";
import { queueEmail } from "../notifications/email/outbox.ts";
import { holidayStatements } from "../selling/holiday/holiday.ts";
import { statusProfile } from "../status/queries.ts";
import { deletionScheduledEmail, deletionStoppedEmail } from "./emails.ts";
import { unlistErased } from "./erase-stored.ts";
import { makeExports } from "./jobs.ts";
import { findPendingDeletion, obstacleCounts } from "./queries.ts";

/** The row that a staff member adds to the audit log in the batch of the change. */
type AuditEntry = Query | null;

/**
 * Queues a copy of the person's data. While one is queued, another request changes nothing. Files of earlier exports are
 * deleted by the job, so that only the latest can be downloaded.
 */
export async function requestExport(
  services: Services,
  accountId: string,
  requestedBy = accountId,
  audit: AuditEntry = null,
): Promise<void> {
  const { db, now, newId, defer } = services;
  const at = now();
  await batch(db, [
    sql`UPDATE data_exports SET expires_at = ${at} WHERE account_id = ${accountId} AND status = 'ready' AND expires_at > ${at}`,
    sql`INSERT INTO data_exports (id, account_id, requested_by, requested_at, next_at)
      VALUES (${newId("exp")}, ${accountId}, ${requestedBy}, ${at}, ${at})
      ON CONFLICT DO NOTHING`,
    ...(audit ? [audit] : []),
  ]);
  defer(makeExports(services));
}

/** Hides the seller's items a day longer than the deletion is away, because it may run late. */
const hiddenUntil = (dueAt: number) => dueAt + DAY_MS;

function obstaclesRefusal(obstacles: readonly Obstacle[]): Refusal {
  return refuse("wrong_state", `The account can't be deleted yet. Still open: ${namesOf(obstacles)}.`);
}

function deletionDay(at: number): string {
  return new Intl.DateTimeFormat("en-AU", {
    timeZone: HOLIDAY_ZONE,
    weekday: "long",
    day: "numeric",
    month: "long",
  }).format(at);
}

/**
 * Starts the deletion of an account: it is erased after 14 days unless its owner changes their mind. Its listings are
 * hidden until then. A repeat changes nothing.
 */
export async function requestDeletion(
  services: Services,
  accountId: string,
  requestedBy = accountId,
  audit: AuditEntry = null,
): Promise<Result> {
  const { db, env, now } = services;
  const profile = await profileById(db, accountId);
  if (!profile || profile.erased_at !== null) return NOT_FOUND;
  if (await findPendingDeletion(db, accountId)) return done();
  const at = now();
  const obstacles = obstaclesTo(await obstacleCounts(db, accountId, at), requestedBy !== accountId);
  if (obstacles.length > 0) return obstaclesRefusal(obstacles);
  const dueAt = at + DELETION_GRACE_MS;
  const origin = configuredOrigin(env) ?? "";
  await batch(db, [
    sql`INSERT INTO account_deletions (account_id, requested_by, requested_at, due_at, next_at, away_until)
      VALUES (${accountId}, ${requestedBy}, ${at}, ${dueAt}, ${dueAt}, ${profile.away_until}) ON CONFLICT DO NOTHING`,
    ...(audit ? [audit] : []),
    ...holidayStatements(accountId, Math.max(profile.away_until ?? 0, hiddenUntil(dueAt)), at),
    queueEmail(services, {
      ...deletionScheduledEmail(displayName(profile.full_name), origin, deletionDay(dueAt)),
      to: profile.email,
      dedupeKey: `account-deletion:${accountId}:${at}`,
    }),
  ]);
  deliverSoon(services);
  return done();
}

/** Stops a pending deletion and lists the items again, unless the seller is on holiday. No-op without one. */
export async function keepAccount(services: Services, accountId: string, audit: AuditEntry = null): Promise<Result> {
  const { db, env, now } = services;
  const [profile, pending] = await Promise.all([profileById(db, accountId), findPendingDeletion(db, accountId)]);
  if (!profile || profile.erased_at !== null) return NOT_FOUND;
  if (!pending) return done();
  const at = now();
  await unlistErased(env.PRIVATE_FILES, accountId);
  await batch(db, [
    sql`DELETE FROM account_deletions WHERE account_id = ${accountId} AND erased_at IS NULL`,
    ...(audit ? [audit] : []),
    ...holidayStatements(accountId, awayUntil(pending.away_until, at), at),
    queueEmail(services, {
      ...deletionStoppedEmail(displayName(profile.full_name), configuredOrigin(env) ?? ""),
      to: profile.email,
      dedupeKey: `account-kept:${accountId}:${pending.requested_at}`,
    }),
  ]);
  deliverSoon(services);
  return done();
}

const ACTIONS = {
  export: "data_export_started",
  delete: "account_deletion_started",
  keep: "account_deletion_stopped",
  second_factor: "second_factor_removed",
} as const;

/**
 * Removes every second factor of a person who has lost theirs, and tells them. Their password signs in again; nobody is
 * signed in by this (A141).
 */
async function removeLostFactors(services: Services, id: string, audit: Query): Promise<Result> {
  const { db, env, now } = services;
  const [profile, factors] = [await profileById(db, id), await factorsOf(db, id)];
  if (!profile || !hasSecondFactor(factors)) return refuse("wrong_state", "This account has no second factor.");
  await batch(db, [
    ...removeSecondFactors(db, id),
    ...endPendingChanges(db, id),
    audit,
    queueEmail(services, {
      ...securityChangedEmail(displayName(profile.full_name), "removed_by_staff", configuredOrigin(env) ?? ""),
      to: profile.email,
      dedupeKey: `second-factor-removed:${id}:${now()}`,
    }),
  ]);
  deliverSoon(services);
  return done();
}

/** Does for a person who wrote an email what they could do in their settings. */
export async function handleDataRequest(
  services: Services,
  staff: Pick<Actor, "id" | "role">,
  id: string,
  { request, note }: HandleDataRequestInput,
): Promise<Result> {
  const { db, now } = services;
  const person = await statusProfile(db, id);
  if (!person) return NOT_FOUND;
  const at = now();
  if (!permissionsOver(staff, person, at).own_data) return refuse("forbidden", "You can't do this to this account.");
  const entry = { actor_id: staff.id, action: ACTIONS[request], subject: id, details: { note }, at };
  const audit = insertAuditEntry(entry, CHANGED);
  switch (request) {
    case "export":
      await requestExport(services, id, staff.id, audit);
      return done();
    case "delete":
      return requestDeletion(services, id, staff.id, audit);
    case "keep":
      return keepAccount(services, id, audit);
    case "second_factor":
      return removeLostFactors(services, id, insertAuditEntry(entry));
  }
}
