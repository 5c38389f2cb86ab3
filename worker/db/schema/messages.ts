/**
 * Messages between two users (decision 0026). Triggers on `messages` update each member's unread state, so that no
 * writer can forget it; two more add the events of orders and trades.
 */
import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Photo } from "#contract/items";
import type { ThreadEvent } from "#contract/messages";
import { profiles } from "./account.ts";
import { idOf, keyOf } from "./columns.ts";
import { items } from "./items.ts";

export const threads = sqliteTable(
  "conversations",
  {
    /** Derived from the item and the pair, so that two concurrent first messages use the same thread. */
    id: text().primaryKey(),
    item_id: text().references(() => items.id),
    /** The two members, ordered by id. */
    low_id: idOf(() => profiles.id),
    high_id: idOf(() => profiles.id),
    opened_by: text().notNull(),
    created_at: integer().notNull(),
  },
  (t) => [
    uniqueIndex("conversations_one_each").on(t.low_id, t.high_id, t.item_id),
    check("conversations_two_people", sql`${t.low_id} < ${t.high_id}`),
  ],
);

/** A member of a thread. `last_*` and `unread` ignore held messages of the other member. */
export const threadMembers = sqliteTable(
  "conversation_members",
  {
    conversation_id: idOf(() => threads.id),
    user_id: idOf(() => profiles.id),
    other_id: idOf(() => profiles.id),
    last_seq: integer().notNull().default(0),
    last_at: integer().notNull(),
    last_read_seq: integer().notNull().default(0),
    unread: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.conversation_id, t.user_id] }),
    index("conversation_members_by_date").on(t.user_id, t.last_at, t.conversation_id).where(sql`last_seq > 0`),
    index("conversation_members_unread").on(t.user_id, t.unread).where(sql`unread > 0`),
    check("conversation_members_unread_not_negative", sql`${t.unread} >= 0`),
  ],
);

export const messages = sqliteTable(
  "messages",
  {
    id: text().primaryKey(),
    conversation_id: idOf(() => threads.id),
    /** Only rises. A released message gets a new number, so that clients that fetch newer messages find it. */
    seq: integer().notNull(),
    /** Null for an event. */
    sender_id: text().references(() => profiles.id),
    client_id: text(),
    kind: text({ enum: ["text", "photo", "event"] }).notNull(),
    text: text().notNull().default(""),
    image_id: text(),
    photo: text({ mode: "json" }).$type<Photo>(),
    event: text({ mode: "json" }).$type<ThreadEvent>(),
    state: text({ enum: ["sent", "held", "declined"] })
      .notNull()
      .default("sent"),
    /** Reasons of the content filter, strongest first. */
    shield_reasons: text({ mode: "json" }).$type<string[]>().notNull().default(sql`'[]'`),
    /** Sent before the other user had ever answered; such messages have a lower hourly limit (A85). */
    cold: integer({ mode: "boolean" }).notNull().default(false),
    /** The text without case and spacing; null for short text that may be repeated. A seller's answers name the thread. */
    same_as: text(),
    at: integer().notNull(),
  },
  (t) => [
    uniqueIndex("messages_in_order").on(t.conversation_id, t.seq),
    uniqueIndex("messages_once").on(t.sender_id, t.client_id).where(sql`client_id IS NOT NULL`),
    index("messages_by_sender").on(t.sender_id, t.at).where(sql`sender_id IS NOT NULL`),
    index("messages_by_image").on(t.image_id).where(sql`image_id IS NOT NULL`),
    check("messages_events_are_nobodys", sql`(${t.sender_id} IS NULL) = (${t.kind} = 'event')`),
    check("messages_say_something", sql`${t.text} <> '' OR ${t.photo} IS NOT NULL OR ${t.event} IS NOT NULL`),
  ],
);

/** Replies that a seller has saved, in order; at most ten. */
export const quickReplies = sqliteTable(
  "quick_replies",
  {
    owner_id: keyOf(() => profiles.id),
    texts: text({ mode: "json" }).$type<string[]>().notNull(),
    updated_at: integer().notNull(),
  },
  (t) => [check("quick_replies_at_most_ten", sql`json_array_length(${t.texts}) <= 10`)],
);
