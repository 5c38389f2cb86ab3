/** Commands of staff about announcements. Each write is in one batch with its audit log entry (D34). */

import { eq, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import type { ChangeAnnouncement, NewAnnouncement } from "#contract/community/announcements";
import { NOT_FOUND } from "#contract/errors";
import { done, type Refusal, type Result, refuse, refuseField } from "#domain/result";
import { renderMarkdown } from "../../../adapters/markdown.ts";
import { insertAuditEntry } from "../../../db/audit-log.ts";
import { batch, type Database } from "../../../db/client.ts";
import { announcementsSeen } from "../../../db/schema/requests.ts";
import { announcements } from "../../../db/schema/site-content.ts";
import type { Services } from "../../../services.ts";
import { type AnnouncementRow, findForStaff } from "./queries.ts";

const ENDS_FIRST = "An announcement can't end before it starts.";

function refusalOfTimes(published_at: number | null, ends_at: number | null): Refusal | null {
  if (published_at === null || ends_at === null || ends_at > published_at) return null;
  return refuseField("ends_at", ENDS_FIRST);
}

async function readBack(db: Database, id: string): Promise<Result<AnnouncementRow>> {
  const announcement = await findForStaff(db, id);
  return announcement ? done(announcement) : NOT_FOUND;
}

/**
 * Creates an announcement.
 * @param id derived from the caller's idempotency key, so that a repeat finds the same one.
 */
export async function createAnnouncement(
  { db, now }: Services,
  staffId: string,
  id: string,
  input: z.output<typeof NewAnnouncement>,
): Promise<Result<AnnouncementRow>> {
  const published_at = input.published_at ?? null;
  const ends_at = input.ends_at ?? null;
  const refusal = refusalOfTimes(published_at, ends_at);
  if (refusal) return refusal;
  const at = now();
  await batch(db, [
    db
      .insert(announcements)
      .values({
        id,
        title: input.title,
        source: input.source,
        html: renderMarkdown(input.source),
        author_id: staffId,
        published_at,
        ends_at,
        created_at: at,
        updated_at: at,
      })
      .onConflictDoNothing(),
    insertAuditEntry({
      actor_id: staffId,
      action: "announcement_created",
      subject: id,
      details: { title: input.title, published_at },
      at,
    }),
  ]);
  return readBack(db, id);
}

export async function changeAnnouncement(
  { db, now }: Services,
  staffId: string,
  id: string,
  input: z.output<typeof ChangeAnnouncement>,
): Promise<Result<AnnouncementRow>> {
  const known = await findForStaff(db, id);
  if (!known) return NOT_FOUND;
  const stale = refuse("stale", "Someone saved this announcement after you opened it. Reload and try again.");
  if (input.edited_from !== undefined && input.edited_from !== known.updated_at) return stale;
  const published_at = input.published_at === undefined ? known.published_at : input.published_at;
  const ends_at = input.ends_at === undefined ? known.ends_at : input.ends_at;
  const refusal = refusalOfTimes(published_at, ends_at);
  if (refusal) return refusal;
  const at = now();
  const source = input.source ?? known.source;
  await batch(db, [
    db
      .update(announcements)
      .set({
        title: input.title ?? known.title,
        source,
        html: renderMarkdown(source),
        published_at,
        ends_at,
        updated_at: at,
      })
      .where(eq(announcements.id, id)),
    insertAuditEntry({
      actor_id: staffId,
      action: "announcement_changed",
      subject: id,
      details: {
        changed: Object.keys(input).filter((name) => name !== "edited_from"),
        before: { title: known.title, source: known.source },
      },
      at,
    }),
  ]);
  return readBack(db, id);
}

/** Deletes an announcement permanently; its text remains in the audit log. */
export async function deleteAnnouncement({ db, now }: Services, staffId: string, id: string): Promise<Result> {
  const known = await findForStaff(db, id);
  if (!known) return NOT_FOUND;
  await batch(db, [
    db.delete(announcements).where(eq(announcements.id, id)),
    insertAuditEntry({
      actor_id: staffId,
      action: "announcement_deleted",
      subject: id,
      details: { title: known.title, source: known.source },
      at: now(),
    }),
  ]);
  return done();
}

/** Records how far a user has read announcements. The mark never moves back, even if requests of two windows cross. */
export async function markSeen({ db, now }: Services, userId: string): Promise<void> {
  const at = now();
  await db
    .insert(announcementsSeen)
    .values({ user_id: userId, at })
    .onConflictDoUpdate({ target: announcementsSeen.user_id, set: { at: sql`max(${announcementsSeen.at}, ${at})` } });
}
