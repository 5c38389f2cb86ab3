/** Words and matches of requests, causes of free items, and read announcements. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { profiles } from "./account.ts";
import { idOf, keyOf } from "./columns.ts";
import { items } from "./items.ts";
import { requests } from "./site-content.ts";

/** The meaningful words of open requests, so that a new listing finds its candidates without reading every request. */
export const requestWords = sqliteTable(
  "request_words",
  {
    word: text().notNull(),
    request_id: idOf(() => requests.id),
  },
  (t) => [primaryKey({ columns: [t.word, t.request_id] }), index("request_words_by_request").on(t.request_id)],
);

/** One row per listing and matching request, so that the author is notified once. */
export const requestMatches = sqliteTable(
  "request_matches",
  {
    request_id: idOf(() => requests.id),
    item_id: idOf(() => items.id),
    /** `offered`: its seller offered it. `found`: the matching rule found it. */
    source: text({ enum: ["found", "offered"] }).notNull(),
    at: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.request_id, t.item_id] }),
    index("request_matches_by_date").on(t.request_id, t.at),
    index("request_matches_by_item").on(t.item_id),
  ],
);

/** Last new listing the matching job has processed. */
export const matchingProgress = sqliteTable("matching_progress", {
  name: text().primaryKey(),
  at: integer().notNull(),
  item_id: text().notNull(),
});

/** The charity or cause of a free listing (D49). Ignored while the listing has a price. */
export const itemCauses = sqliteTable(
  "item_causes",
  {
    item_id: keyOf(() => items.id),
    kind: text({ enum: ["charity", "cause"] }).notNull(),
    name: text().notNull(),
    abn: text(),
    /** Creation date of the listing, which never changes; the list is sorted by it. */
    listed_at: integer().notNull(),
    updated_at: integer().notNull(),
  },
  (t) => [index("item_causes_by_date").on(t.listed_at, t.item_id)],
);

/** When a user last opened the announcements. */
export const announcementsSeen = sqliteTable("announcements_seen", {
  user_id: keyOf(() => profiles.id),
  at: integer().notNull(),
});
