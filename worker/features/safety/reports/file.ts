import { and, eq } from "drizzle-orm";
import { MESSAGES } from "#contract/copy";
import type { NewReportValue } from "#contract/safety";
import { done, type Result, refuse } from "#domain/result";
import { batch } from "../../../db/client.ts";
import { reports } from "../../../db/schema/safety.ts";
import { supportEmail } from "../../../db/site-settings.ts";
import type { Services } from "../../../services.ts";
import { deliverSoon } from "../../notifications/email/deliver.ts";
import { queueEmail } from "../../notifications/email/outbox.ts";
import { newReportEmail } from "./emails.ts";
import { findReported } from "./queries.ts";

type Report = Omit<typeof reports.$inferSelect, "shield_reasons">;

/**
 * Files a report. An index allows one open report per user and subject, so a second is refused, also concurrently. A
 * repeat of the same request finds its own row by the id derived from its key.
 */
export async function fileReport(
  services: Services,
  reporterId: string,
  id: string,
  { subject_type, subject_id, reason, details }: NewReportValue,
): Promise<Result<Report>> {
  const { db, now } = services;
  const found = await findReported(db, reporterId, subject_type, subject_id);
  if (!found) return refuse("not_found", MESSAGES.notFound);
  if (found.about_id === reporterId) return refuse("wrong_state", MESSAGES.reportOwn);
  const mine = and(
    eq(reports.id, id),
    eq(reports.reporter_id, reporterId),
    eq(reports.subject_type, subject_type),
    eq(reports.subject_id, subject_id),
  );
  const [written, [report]] = await batch<[Report, Report]>(db, [
    db
      .insert(reports)
      .values({
        id,
        kind: "report",
        reporter_id: reporterId,
        subject_type,
        subject_id,
        about_id: found.about_id,
        conversation_id: found.conversation_id,
        reason,
        details,
        excerpt: found.excerpt,
        created_at: now(),
      })
      .onConflictDoNothing()
      .returning(),
    db.select().from(reports).where(mine),
  ]);
  if (!report) return refuse("already_used", MESSAGES.alreadyReported);
  if (written.length === 0) return done(report);
  const to = await supportEmail(services);
  if (to !== "") {
    // Not in the batch: another user's report of the same subject must not fail because of this email.
    await queueEmail(services, { to, dedupeKey: `report:${id}`, ...newReportEmail(report) });
    deliverSoon(services);
  }
  return done(report);
}
