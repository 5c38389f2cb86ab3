/**
 * Collections that did not happen: who called one off or did not come, who says so, and what the other answered. Profiles
 * will count them (D56). Rows are added and settled, never removed.
 */
import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { profiles } from "./accounts.ts";

export const failedCollections = sqliteTable(
  "failed_collections",
  {
    /** The order or trade. */
    id: text().primaryKey(),
    kind: text({ enum: ["called_off", "no_show"] }).notNull(),
    /** Whom it counts for. */
    about_id: text()
      .notNull()
      .references(() => profiles.id),
    /** Who said so. Of a trade called off it is the same person. */
    recorded_by: text()
      .notNull()
      .references(() => profiles.id),
    reason: text().notNull().default(""),
    created_at: integer().notNull(),
    contested_at: integer(),
    contest_reason: text(),
    /** What staff decided about a contested report. A dismissed one counts for nobody. */
    outcome: text({ enum: ["upheld", "dismissed"] }),
    decided_by: text().references(() => profiles.id),
    decided_at: integer(),
    decision_note: text(),
  },
  (t) => [
    index("failed_collections_about").on(t.about_id, t.created_at),
    // For staff.
    index("failed_collections_contested")
      .on(t.contested_at, t.id)
      .where(sql`contested_at IS NOT NULL AND outcome IS NULL`),
    check("failed_collections_contested_whole", sql`(${t.contested_at} IS NULL) = (${t.contest_reason} IS NULL)`),
    check("failed_collections_decided_whole", sql`(${t.outcome} IS NULL) = (${t.decided_at} IS NULL)`),
    check("failed_collections_decided_contest", sql`${t.outcome} IS NULL OR ${t.contested_at} IS NOT NULL`),
    check("failed_collections_not_oneself", sql`(${t.kind} = 'no_show') = (${t.about_id} <> ${t.recorded_by})`),
  ],
);
