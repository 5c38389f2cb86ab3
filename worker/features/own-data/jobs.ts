/** Makes copies of personal data, deletes their files, and erases accounts whose time has come (D61). */
import { sql } from "drizzle-orm";
import { deletionStep, EXPORT_TTL_MS, namesOf, obstaclesTo } from "#domain/account/deletion";
import { displayName } from "#domain/account/display-name";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/deadlines";
import { batch } from "../../db/client.ts";
import { deleteInRounds } from "../../db/delete-in-rounds.ts";
import { configuredOrigin } from "../../env.ts";
import { errorText, log } from "../../log.ts";
import type { Services } from "../../services.ts";
import { profileById } from "../account/profiles/queries.ts";
import { deliverSoon, notifySoon } from "../notifications/commands.ts";
import { announce, queueEmail } from "../notifications/email/outbox.ts";
import { holidayStatements } from "../selling/holiday/holiday.ts";
import { deletionWaitsEmail, exportReadyEmail } from "./emails.ts";
import { eraseAccount } from "./erase.ts";
import { exportKey, notErasedYet } from "./erase-stored.ts";
import { writeExportFile } from "./export-file.ts";
import { type DeletionRow, type ExportRow, findPendingDeletion, obstacleCounts } from "./queries.ts";

/** After this time another run may take the export of a run that died. */
const LEASE_MS = 10 * MINUTE_MS;
const ATTEMPTS_MAX = 5;
const EXPORTS_PER_RUN = 3;
/** Rows of exports stay for a month, so that staff can see that a request was answered. */
const ROW_RETENTION_MS = 30 * DAY_MS;

/** Makes queued copies. A run that dies leaves its row for the next one, which writes the file again. */
export async function makeExports(services: Services): Promise<void> {
  const { db, now } = services;
  for (let made = 0; made < EXPORTS_PER_RUN; made++) {
    const [row] = await db.all<ExportRow>(sql`UPDATE data_exports
      SET attempts = attempts + 1, next_at = ${now() + LEASE_MS}
      WHERE id = (SELECT id FROM data_exports WHERE status = 'queued' AND next_at <= ${now()} ORDER BY next_at LIMIT 1)
      RETURNING *`);
    if (!row) return;
    try {
      await makeExport(services, row);
    } catch (error) {
      log("error", { problem: "data export", export: row.id, error: errorText(error) });
      if (row.attempts >= ATTEMPTS_MAX) await giveUp(services, row);
    }
  }
}

async function giveUp({ db, env }: Services, { id, account_id }: ExportRow): Promise<void> {
  const failed = await db.all(
    sql`UPDATE data_exports SET status = 'failed' WHERE id = ${id} AND status = 'queued' RETURNING id`,
  );
  if (failed.length > 0) await env.PRIVATE_FILES.delete(exportKey(account_id, id));
}

async function makeExport(services: Services, { id, account_id }: ExportRow): Promise<void> {
  const { db, env, now } = services;
  const profile = await profileById(db, account_id);
  if (!profile) throw new Error("no such account");
  const key = exportKey(account_id, id);
  const bytes = await writeExportFile(services, account_id, key);
  const at = now();
  const made = await db.all(sql`UPDATE data_exports SET status = 'ready', ready_at = ${at},
      expires_at = ${at + EXPORT_TTL_MS}, file_key = ${key}, bytes = ${bytes}
    WHERE id = ${id} AND status = 'queued' RETURNING id`);
  if (made.length === 0) {
    // The account was erased meanwhile, or another run has made the same file.
    const ready = await db.all(sql`SELECT 1 FROM data_exports WHERE id = ${id} AND status = 'ready'`);
    if (ready.length === 0) await env.PRIVATE_FILES.delete(key);
    return;
  }
  const news = announce(services, {
    to: { id: account_id, email: profile.email },
    key: `data-export:${id}`,
    mail: exportReadyEmail(displayName(profile.full_name), configuredOrigin(env) ?? ""),
    title: "Your data is ready to download",
    body: "The link works for 24 hours.",
    link: "/Settings#your-data",
  });
  await batch(db, news);
  deliverSoon(services);
  notifySoon(services, [account_id]);
}

const FILES_AT_ONCE = 100;

/** Deletes the files of exports that have expired, and old rows without a file. */
export async function removeExpiredExports({ db, env, now }: Pick<Services, "db" | "env" | "now">): Promise<void> {
  const at = now();
  const over = await db.all<{ id: string; file_key: string }>(sql`SELECT id, file_key FROM data_exports
    WHERE file_key IS NOT NULL AND expires_at <= ${at} ORDER BY expires_at LIMIT ${FILES_AT_ONCE}`);
  if (over.length > 0) {
    await env.PRIVATE_FILES.delete(over.map(({ file_key }) => file_key));
    const ids = JSON.stringify(over.map(({ id }) => id));
    await db.run(sql`UPDATE data_exports SET status = 'expired', file_key = NULL
      WHERE id IN (SELECT value FROM json_each(${ids}))`);
  }
  await deleteInRounds(db, "data_exports", sql`file_key IS NULL AND requested_at < ${at - ROW_RETENTION_MS}`);
}

const DELETIONS_PER_RUN = 5;

/**
 * Erases accounts whose time has come, and a day later once more. An account with something open waits a day, and its
 * owner is told once. Claiming moves `next_at` ahead, so that an error is tried again.
 */
export async function eraseDueAccounts(services: Services): Promise<void> {
  const { db, now } = services;
  for (let done = 0; done < DELETIONS_PER_RUN; done++) {
    const [row] = await db.all<DeletionRow>(sql`UPDATE account_deletions SET next_at = ${now() + LEASE_MS}
      WHERE account_id = (SELECT account_id FROM account_deletions WHERE next_at <= ${now()} ORDER BY next_at LIMIT 1)
      RETURNING *`);
    if (!row) return;
    try {
      await advanceDeletion(services, row);
    } catch (error) {
      log("error", { problem: "account deletion", account: row.account_id, error: errorText(error) });
    }
  }
}

async function advanceDeletion(services: Services, { account_id: id, requested_by, erased_at }: DeletionRow) {
  const { db, now } = services;
  const obstacles = async () => obstaclesTo(await obstacleCounts(db, id, now()), requested_by !== id);
  const step = deletionStep(erased_at, erased_at === null ? await obstacles() : [], now());
  switch (step.do) {
    case "wait":
      return postpone(services, id, step.until);
    case "erase":
      // Otherwise it has more listings than one run removes, and the lease brings the next one.
      await eraseAccount(
        services,
        id,
        async () => (await findPendingDeletion(db, id)) !== null && (await obstacles()).length === 0,
      );
      return;
    case "erase_again":
      if (await eraseAccount(services, id)) {
        await db.run(sql`UPDATE account_deletions SET next_at = NULL WHERE account_id = ${id}`);
      }
  }
}

async function postpone(services: Services, id: string, until: number): Promise<void> {
  const { db, env, now } = services;
  const profile = await profileById(db, id);
  if (!profile) return;
  await batch(db, [
    sql`UPDATE account_deletions SET next_at = ${until} WHERE account_id = ${id}`,
    ...holidayStatements(id, Math.max(profile.away_until ?? 0, until + DAY_MS), now()),
    queueEmail(services, {
      ...deletionWaitsEmail(displayName(profile.full_name), configuredOrigin(env) ?? ""),
      to: profile.email,
      dedupeKey: `account-deletion-waits:${id}`,
    }),
  ]);
  deliverSoon(services);
}

const TICK_MS = 5 * MINUTE_MS;

/**
 * Repeats erasures that a restored backup has undone. In the first tick of every hour. An account with something open waits
 * until staff have closed it, and an error stops no other account.
 */
export async function repeatErasures(services: Services): Promise<void> {
  const { db, env, now } = services;
  if (now() % HOUR_MS >= TICK_MS) return;
  for (const id of await notErasedYet(db, env.PRIVATE_FILES)) {
    try {
      const obstacles = obstaclesTo(await obstacleCounts(db, id, now()), true);
      if (obstacles.length > 0) {
        log("error", { problem: "an erased account is back and in use", account: id, open: namesOf(obstacles) });
        continue;
      }
      log("error", { problem: "an erased account was back", account: id });
      await eraseAccount(services, id);
    } catch (error) {
      log("error", { problem: "account deletion", account: id, error: errorText(error) });
    }
  }
}
