/** Blocks between users, and the review queue: reports, messages held by the content filter, and listings to review. */
import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { profiles } from "./account.ts";
import { idOf } from "./columns.ts";

export const blocks = sqliteTable(
  "blocks",
  {
    blocker_id: idOf(() => profiles.id),
    blocked_id: idOf(() => profiles.id),
    at: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.blocker_id, t.blocked_id] }),
    index("blocks_by_blocker").on(t.blocker_id, t.at, t.blocked_id),
    check("blocks_never_oneself", sql`${t.blocker_id} <> ${t.blocked_id}`),
  ],
);

/** Rows are added and decided, never deleted, because they are evidence. */
export const reports = sqliteTable(
  "reports",
  {
    id: text().primaryKey(),
    kind: text({ enum: ["report", "held_message", "held_listing", "held_rating"] }).notNull(),
    /** Null for messages and listings that the rules held back. */
    reporter_id: text().references(() => profiles.id),
    subject_type: text({
      enum: ["item", "user", "message", "conversation", "review", "reply", "request", "sale"],
    }).notNull(),
    subject_id: text().notNull(),
    /** The user whose content it is. */
    about_id: idOf(() => profiles.id),
    /** The thread of a message; null for anything else. */
    conversation_id: text(),
    reason: text().notNull(),
    details: text().notNull().default(""),
    /** The text at the time of the report, because its author may change it later. */
    excerpt: text().notNull().default(""),
    /** Why the content filter held it, or what the rules found in a listing (`GoodsMatch.key`). */
    shield_reasons: text({ mode: "json" }).$type<string[]>().notNull().default(sql`'[]'`),
    /** A listing goes on sale when it is approved; null for anything else. */
    then_on_sale: integer({ mode: "boolean" }),
    status: text({ enum: ["open", "decided"] })
      .notNull()
      .default("open"),
    /** `withdrawn`: the seller has changed or deleted the listing. */
    outcome: text({ enum: ["released", "removed", "dismissed", "acted", "withdrawn"] }),
    note: text(),
    created_at: integer().notNull(),
    decided_at: integer(),
    decided_by: text().references(() => profiles.id),
  },
  (t) => [
    uniqueIndex("reports_one_open_each")
      .on(t.reporter_id, t.subject_type, t.subject_id)
      .where(sql`status = 'open' AND kind = 'report'`),
    uniqueIndex("reports_held_once").on(t.subject_id).where(sql`kind = 'held_message'`),
    uniqueIndex("reports_listing_open").on(t.subject_id).where(sql`kind = 'held_listing' AND status = 'open'`),
    index("reports_of_listing").on(t.subject_id, t.created_at).where(sql`kind = 'held_listing'`),
    index("reports_queue").on(t.status, t.created_at, t.id),
    index("reports_queue_of_a_kind").on(t.status, t.kind, t.created_at, t.id),
    index("reports_about").on(t.about_id, t.status),
    index("reports_by_decision").on(t.decided_at).where(sql`kind = 'report' AND status = 'decided'`),
    check("reports_decided_whole", sql`(${t.status} = 'open') = (${t.decided_at} IS NULL)`),
    check("reports_of_somebody", sql`(${t.kind} <> 'report') = (${t.reporter_id} IS NULL)`),
  ],
);
