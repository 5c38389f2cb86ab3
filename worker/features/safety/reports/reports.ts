/**
 * Reports by users, and decisions of staff about a report or a held message. A decision is one batch: the decision, its
 * audit log entry, its effects, and the notifications. A trigger refuses a second decision, and with it the whole batch.
 */

import { and, eq, type SQL, sql } from "drizzle-orm";
import { MESSAGES } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import type { DecideReportValue, NewReportValue, ReportOutcome } from "#contract/safety";
import { displayName } from "#domain/account/display-name";
import { isPartyToCase } from "#domain/account/staff-conflict";
import { DAY_MS } from "#domain/deadlines";
import type { LeftOut } from "#domain/orders/rating-weight";
import { done, type Refusal, type Result, refuse, refuseField } from "#domain/result";
import { isStaff } from "#domain/status/account-status";
import { sellerSet } from "../../../../durable/item-room/commands/item.ts";
import { insertAuditEntry } from "../../../db/audit-log.ts";
import { blockedBetween } from "../../../db/blocks.ts";
import { batch, type Query } from "../../../db/client.ts";
import { insertNotification } from "../../../db/notifications.ts";
import { profiles } from "../../../db/schema/account.ts";
import { threadMembers } from "../../../db/schema/messages.ts";
import { movingSales } from "../../../db/schema/moving-sales.ts";
import { ratings } from "../../../db/schema/orders.ts";
import { reports } from "../../../db/schema/safety.ts";
import { requests } from "../../../db/schema/site-content.ts";
import { supportEmail } from "../../../db/site-settings.ts";
import { execute } from "../../../http/item-room.ts";
import { errorText, log } from "../../../log.ts";
import type { Services } from "../../../services.ts";
import { stableId } from "../../../stable-id.ts";
import { declineStatement, notifyDecision, releaseStatement } from "../../messages/decisions.ts";
import { messageNotification } from "../../messages/present.ts";
import { deliverSoon, notifySoon } from "../../notifications/commands.ts";
import { announce, queueEmail } from "../../notifications/email/outbox.ts";
import { holdForBan, holdForReport, releaseReported } from "../../payments/payout-holds/payout-holds.ts";
import { bannedFor, banProblem } from "../../status/bans.ts";
import {
  listingRemovedEmail,
  moderationEmail,
  newReportEmail,
  type Removable,
  subjectForAuthor,
  subjectForReporter,
} from "./emails.ts";
import { approveListing, refuseListing, sellApproved } from "./listing-decisions.ts";
import { linkOf, personOf } from "./present.ts";
import { findReport, findReported, otherReportersOf, partiesOf, type ReportRow, type UserRow } from "./queries.ts";

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
  if (!found) return NOT_FOUND;
  if (found.about_id === reporterId) return refuse("wrong_state", MESSAGES.reportOwn);
  const mine = and(
    eq(reports.id, id),
    eq(reports.reporter_id, reporterId),
    eq(reports.subject_type, subject_type),
    eq(reports.subject_id, subject_id),
  );
  const held = await holdForReport(services, {
    id,
    reporter_id: reporterId,
    about_id: found.about_id,
    subject_type,
    subject_id,
    reason,
  });
  const [written, [report]] = await batch<[Report, Report, ...object[]]>(db, [
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
    ...held,
  ]);
  if (!report) return refuse("already_used", MESSAGES.alreadyReported);
  if (written.length === 0) return done(report);
  if (held.length > 0) {
    deliverSoon(services);
    notifySoon(services, [found.about_id]);
  }
  const to = await supportEmail(services);
  if (to !== "") {
    // Not in the batch: another user's report of the same subject must not fail because of this email.
    await queueEmail(services, { to, dedupeKey: `report:${id}`, ...newReportEmail(report) });
    deliverSoon(services);
  }
  return done(report);
}

/** Effects of one outcome besides its record. */
interface Effect {
  statements: Query[];
  /** Users to notify after the batch. */
  notified: string[];
}

/** A listing in review can also be withdrawn by its seller. */
type StaffOutcome = Exclude<ReportOutcome, "withdrawn">;

const OUTCOMES: Record<DecideReportValue["outcome"], StaffOutcome> = {
  release: "released",
  remove: "removed",
  dismiss: "dismissed",
  act: "acted",
};

const WRONG_OUTCOME = refuse("invalid", "That outcome doesn't work for this entry. Please choose another.", {
  fields: [{ field: "outcome", message: "Choose another outcome." }],
});

/** Decides a report, or refuses when it was decided before or concerns the staff member's own case. */
export async function decideReport(
  services: Services,
  staffId: string,
  id: string,
  decision: DecideReportValue,
): Promise<Result> {
  const { db, now } = services;
  const row = await findReport(db, id);
  if (!row) return NOT_FOUND;
  if (row.status !== "open") return refuse("wrong_state", MESSAGES.reportDecided);
  if (isPartyToCase(staffId, [row.about_id, ...(await partiesOf(db, row))])) {
    return refuse("forbidden", MESSAGES.ownCase);
  }
  const about = personOf(row.about);
  const effect = await effectOf(services, row, about, decision);
  if ("ok" in effect) return effect;

  const at = now();
  const outcome = OUTCOMES[decision.outcome];
  const note = decision.note ?? null;
  const decided = { status: "decided" as const, outcome, note, decided_at: at, decided_by: staffId };
  // The subject is removed or its author was sanctioned, so this answers all other reports of it.
  const others = outcome === "removed" || outcome === "acted" ? await otherReportersOf(db, row) : [];
  const reporters = [...(row.reporter_id === null ? [] : [{ id, reporter_id: row.reporter_id }]), ...others];
  try {
    await batch(db, [
      db.update(reports).set(decided).where(eq(reports.id, id)),
      ...others.map((other) =>
        db
          .update(reports)
          .set(decided)
          .where(and(eq(reports.id, other.id), eq(reports.status, "open"))),
      ),
      insertAuditEntry({
        actor_id: staffId,
        action: `report_${outcome}`,
        subject: row.about_id,
        details: {
          report_id: id,
          subject: `${row.subject_type}:${row.subject_id}`,
          ...(decision.outcome === "act" && { measure: decision.measure, days: decision.days ?? null }),
          ...(note !== null && { note }),
        },
        at,
      }),
      ...effect.statements,
      ...(outcome === "dismissed" ? [releaseReported(id, at)] : []),
      ...(await Promise.all(reporters.map((reporter) => answerNotification(row, reporter, outcome, at)))),
    ]);
  } catch (error) {
    if (String((error as Error).cause ?? error).includes("stays decided")) {
      return refuse("wrong_state", MESSAGES.reportDecided);
    }
    throw error;
  }
  if (row.subject_type === "message" && outcome !== "dismissed") {
    services.defer(
      notifyDecision(services, row.subject_id).catch((error: unknown) => {
        log("warn", { message: "decided message not shown live", error: errorText(error) });
      }),
    );
  }
  if (row.kind === "held_listing" && outcome === "released") await sellApproved(services, row);
  notifySoon(services, [...new Set([...effect.notified, ...reporters.map((reporter) => reporter.reporter_id)])]);
  deliverSoon(services);
  return done();
}

const ANSWERS: Record<StaffOutcome, string> = {
  released: "We've looked at what you reported. It doesn't break our rules.",
  removed: "We've removed what you reported. Thanks for letting us know.",
  dismissed: "We've looked at what you reported. It doesn't break our rules.",
  acted: "We've taken action on what you reported. Thanks for letting us know.",
};

async function answerNotification(
  row: ReportRow,
  reporter: { id: string; reporter_id: string },
  outcome: StaffOutcome,
  at: number,
): Promise<SQL> {
  const link = outcome === "removed" ? null : linkOf(row);
  return insertNotification({
    id: await stableId("ntf", reporter.id, "answer"),
    user_id: reporter.reporter_id,
    kind: "report",
    dedupe_key: `report:${reporter.id}`,
    title: `Your report about ${subjectForReporter(row, displayName(personOf(row.about).full_name))}`,
    body: ANSWERS[outcome],
    link: link ?? "/Contact",
    at,
  });
}

async function effectOf(
  services: Services,
  row: ReportRow,
  about: UserRow,
  decision: DecideReportValue,
): Promise<Effect | Refusal> {
  switch (decision.outcome) {
    case "release":
      if (row.kind === "held_listing") return approveListing(services, row);
      if (row.kind === "held_rating") return weighRating(services, row, null);
      return row.kind === "held_message" ? release(services, row, about) : WRONG_OUTCOME;
    case "remove":
      if (row.kind === "held_listing") return refuseListing(services, row, decision.note);
      if (row.kind === "held_rating") return weighRating(services, row, "unproven");
      return remove(services, row, about, decision.note);
    case "dismiss":
      // What is held is either released or declined.
      return row.kind === "report" ? { statements: [], notified: [] } : WRONG_OUTCOME;
    case "act": {
      const measure = await act(services, row, about, decision);
      if ("ok" in measure || row.kind !== "held_message") return measure;
      return {
        ...measure,
        statements: [...measure.statements, declineStatement(row.subject_id)],
      };
    }
  }
}

/** Decides whether the ratings of two people count whose deals look made up. They stay visible. */
function weighRating({ db }: Services, row: ReportRow, leftOut: LeftOut | null): Effect {
  const ofPair = sql`EXISTS (SELECT 1 FROM ratings r WHERE r.id = ${row.subject_id} AND (rated_user_id, rated_by_user_id)
    IN ((r.rated_user_id, r.rated_by_user_id), (r.rated_by_user_id, r.rated_user_id)))`;
  const changed = db
    .update(ratings)
    // Of those that count again, the rules decide which do.
    .set(leftOut === null ? { left_out: "repeated", examined_at: null } : { left_out: leftOut })
    .where(and(eq(ratings.left_out, "suspected"), ofPair));
  return { statements: [changed], notified: [] };
}

/**
 * Delivers a held message. It gets the next sequence number, so that clients that ask for newer messages find it
 * (decision 0026).
 */
async function release(services: Services, row: ReportRow, about: UserRow): Promise<Effect | Refusal> {
  const { db, now } = services;
  const [receiver] = await db
    .select({ id: threadMembers.other_id })
    .from(threadMembers)
    .where(and(eq(threadMembers.conversation_id, row.conversation_id ?? ""), eq(threadMembers.user_id, row.about_id)));
  if (!receiver) return NOT_FOUND;
  if (await blockedBetween(db, row.about_id, receiver.id)) {
    return refuse("conflict", "One of them has since blocked the other, so you can only reject this message.");
  }
  const at = now();
  const notice = await messageNotification(
    { id: row.subject_id, conversation_id: row.conversation_id ?? "", text: row.excerpt, at },
    about.full_name,
    receiver.id,
  );
  return {
    statements: [releaseStatement(row.subject_id, at), insertNotification(notice)],
    notified: [receiver.id],
  };
}

async function remove(services: Services, row: ReportRow, about: UserRow, note: string): Promise<Effect | Refusal> {
  const type = row.subject_type;
  if (type === "user" || type === "conversation") return WRONG_OUTCOME;
  const statements = await removal(services, row, type);
  if ("ok" in statements) return statements;
  // The sender of a held message sees the decision in the thread; an email for each would be excessive.
  if (row.kind === "held_message") return { statements, notified: [row.about_id] };
  const subject = subjectForAuthor(row) ?? "something you wrote";
  const email = listingRemovedEmail(
    { name: displayName(about.full_name), origin: services.env.APP_ORIGIN, note },
    subject,
  );
  return {
    statements: [
      ...statements,
      ...announce(services, {
        to: about,
        key: `report-removed:${row.id}`,
        mail: email,
        title: email.said,
        body: note,
        link: "/Contact",
      }),
    ],
    notified: [about.id],
  };
}

async function removal(services: Services, row: ReportRow, type: Removable): Promise<Query[] | Refusal> {
  const { db, env, now } = services;
  switch (type) {
    case "item": {
      // The room decides, as for the seller (D37): a held or ordered item stays until that ends. Asked before the
      // batch; if the batch fails, the repeat gets the same answer from the room.
      const change = { sellerId: row.about_id, status: "removed" as const };
      const answer = await execute(env, row.subject_id, sellerSet(change));
      return answer.ok ? [] : answer;
    }
    case "message":
      return [declineStatement(row.subject_id)];
    case "review": {
      // The comment is removed and the stars stay: the deal took place, and a deleted rating could be given again. When the
      // rated person contests that, the stars do not count.
      const contested = row.reporter_id !== null && row.reason === "misleading";
      const rated = sql`CASE WHEN rated_user_id = ${row.reporter_id} THEN 'unproven' ELSE left_out END`;
      return [
        db
          .update(ratings)
          .set({ comment: "", ...(contested && { left_out: rated }) })
          .where(eq(ratings.id, row.subject_id)),
        // Another one of the same author may count instead.
        sql`UPDATE ratings SET examined_at = NULL WHERE left_out = 'repeated' AND (rated_by_user_id, rated_user_id) =
          (SELECT rated_by_user_id, rated_user_id FROM ratings WHERE id = ${row.subject_id})`,
      ];
    }
    case "reply":
      // Empty, not null: the person has used their one reply.
      return [db.update(ratings).set({ reply: "" }).where(eq(ratings.id, row.subject_id))];
    case "request":
      return [db.update(requests).set({ status: "closed", updated_at: now() }).where(eq(requests.id, row.subject_id))];
    case "sale":
      return [
        db.update(movingSales).set({ status: "removed", updated_at: now() }).where(eq(movingSales.id, row.subject_id)),
      ];
  }
}

async function act(
  services: Services,
  row: ReportRow,
  about: UserRow,
  { measure, days, note }: Extract<DecideReportValue, { outcome: "act" }>,
): Promise<Effect | Refusal> {
  const { db, env, now } = services;
  if (isStaff(about.role)) return refuse("forbidden", "You can't act on staff accounts here.");
  if (measure === "suspend" && days === undefined) {
    return refuseField("days", "Please enter the number of days.");
  }
  if (about.is_banned && measure !== "warn") return refuse("wrong_state", "This account is already banned.");
  const problem = measure === "ban" ? banProblem(note) : null;
  if (problem) return problem;
  const at = now();
  const until = at + (days ?? 0) * DAY_MS;
  const flags = {
    warn: null,
    // A longer or open-ended suspension is not shortened.
    suspend: {
      is_suspended: true,
      suspension_end_date: sql`CASE WHEN is_suspended = 1 AND suspension_end_date IS NULL THEN NULL
        WHEN is_suspended = 1 THEN max(suspension_end_date, ${until}) ELSE ${until} END`,
    },
    ban: bannedFor(note),
  }[measure];
  const email = moderationEmail(
    { name: displayName(about.full_name), origin: env.APP_ORIGIN, note, subject: subjectForAuthor(row) },
    measure === "suspend" ? { kind: measure, days: days ?? 1 } : { kind: measure },
  );
  return {
    statements: [
      ...(flags === null
        ? []
        : [
            db
              .update(profiles)
              .set({ ...flags, updated_at: at })
              .where(eq(profiles.id, about.id)),
          ]),
      ...(measure === "ban" ? [holdForBan(services, about.id, note)] : []),
      ...announce(services, {
        to: about,
        key: `report-acted:${row.id}`,
        mail: email,
        title: email.said,
        body: note,
        link: "/Contact",
      }),
    ],
    notified: [about.id],
  };
}
