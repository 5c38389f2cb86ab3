/** Collections that did not happen, who reported it, and the contest (D56). Rows are never deleted. */
import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { profiles } from "./account.ts";
import { idOf } from "./columns.ts";

export const failedCollections = sqliteTable(
  "failed_collections",
  {
    /** Id of the order or trade. */
    id: text().primaryKey(),
    kind: text({ enum: ["called_off", "no_show"] }).notNull(),
    /** The user it counts against. */
    about_id: idOf(() => profiles.id),
    /** The user who recorded it. For a cancelled trade this is the same user. */
    recorded_by: idOf(() => profiles.id),
    reason: text().notNull().default(""),
    created_at: integer().notNull(),
    contested_at: integer(),
    contest_reason: text(),
    /** Decision of staff about a contested report. A dismissed report does not count. */
    outcome: text({ enum: ["upheld", "dismissed"] }),
    decided_by: text().references(() => profiles.id),
    decided_at: integer(),
    decision_note: text(),
  },
  (t) => [
    index("failed_collections_about").on(t.about_id, t.created_at),
    index("failed_collections_contested")
      .on(t.contested_at, t.id)
      .where(sql`contested_at IS NOT NULL AND outcome IS NULL`),
    check("failed_collections_contested_whole", sql`(${t.contested_at} IS NULL) = (${t.contest_reason} IS NULL)`),
    check("failed_collections_decided_whole", sql`(${t.outcome} IS NULL) = (${t.decided_at} IS NULL)`),
    check("failed_collections_decided_contest", sql`${t.outcome} IS NULL OR ${t.contested_at} IS NOT NULL`),
    check("failed_collections_not_oneself", sql`(${t.kind} = 'no_show') = (${t.about_id} <> ${t.recorded_by})`),
  ],
);
