import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { profiles } from "./account.ts";
import { idOf } from "./columns.ts";
import { supportRequests } from "./orders.ts";

/** Rows are added, never changed. */
export const supportAnswers = sqliteTable(
  "support_answers",
  {
    id: text().primaryKey(),
    request_id: idOf(() => supportRequests.id),
    staff_id: idOf(() => profiles.id),
    message: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [index("support_answers_by_request").on(t.request_id, t.at)],
);
