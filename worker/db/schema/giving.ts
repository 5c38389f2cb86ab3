/** What people look for and what they give: the words and finds of requests, causes of giveaways, news that was seen. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { profiles } from "./accounts.ts";
import { requests } from "./community.ts";
import { items } from "./items.ts";

/** The telling words of open requests: a new listing looks up whom it may interest instead of reading every request. */
export const requestWords = sqliteTable(
  "request_words",
  {
    word: text().notNull(),
    request_id: text()
      .notNull()
      .references(() => requests.id),
  },
  (t) => [primaryKey({ columns: [t.word, t.request_id] }), index("request_words_by_request").on(t.request_id)],
);

/** One row for a listing and a request it fits: so its author hears of it once, however often the two are compared. */
export const requestMatches = sqliteTable(
  "request_matches",
  {
    request_id: text()
      .notNull()
      .references(() => requests.id),
    item_id: text()
      .notNull()
      .references(() => items.id),
    /** `offered`: its seller said "I have this". `found`: the rule did. */
    source: text({ enum: ["found", "offered"] }).notNull(),
    at: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.request_id, t.item_id] }),
    index("request_matches_by_date").on(t.request_id, t.at),
    index("request_matches_by_item").on(t.item_id),
  ],
);

/** How far the job has looked at new listings. */
export const matchingProgress = sqliteTable("matching_progress", {
  name: text().primaryKey(),
  at: integer().notNull(),
  item_id: text().notNull(),
});

/** What a free listing is given for (D49). Counts only while the listing is free. */
export const itemCauses = sqliteTable(
  "item_causes",
  {
    item_id: text()
      .primaryKey()
      .references(() => items.id),
    kind: text({ enum: ["charity", "cause"] }).notNull(),
    name: text().notNull(),
    abn: text(),
    /** The listing's own date, which never changes: the list is in its order. */
    listed_at: integer().notNull(),
    updated_at: integer().notNull(),
  },
  (t) => [index("item_causes_by_date").on(t.listed_at, t.item_id)],
);

/** Until when somebody has seen the announcements. */
export const announcementsSeen = sqliteTable("announcements_seen", {
  user_id: text()
    .primaryKey()
    .references(() => profiles.id),
  at: integer().notNull(),
});
