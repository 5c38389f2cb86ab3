/**
 * Messages between two people (decision 0052). What a member has to read is kept by triggers on `messages`, so that no
 * way of writing one can forget it; two more bring the events of orders and trades in.
 */
import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { ConversationEvent } from "#contract/conversations";
import type { Photo } from "#contract/items";
import { profiles } from "./accounts.ts";
import { items } from "./items.ts";

export const conversations = sqliteTable(
  "conversations",
  {
    /** Follows from the item and the pair, so that two who write at once begin the same one. */
    id: text().primaryKey(),
    item_id: text().references(() => items.id),
    /** The two, in the order of their ids. */
    low_id: text()
      .notNull()
      .references(() => profiles.id),
    high_id: text()
      .notNull()
      .references(() => profiles.id),
    opened_by: text().notNull(),
    created_at: integer().notNull(),
  },
  (t) => [
    uniqueIndex("conversations_one_each").on(t.low_id, t.high_id, t.item_id),
    check("conversations_two_people", sql`${t.low_id} < ${t.high_id}`),
  ],
);

/** One side of a conversation. `last_*` and `unread` are what this side may see: a held message is its author's alone. */
export const conversationMembers = sqliteTable(
  "conversation_members",
  {
    conversation_id: text()
      .notNull()
      .references(() => conversations.id),
    user_id: text()
      .notNull()
      .references(() => profiles.id),
    other_id: text()
      .notNull()
      .references(() => profiles.id),
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
    conversation_id: text()
      .notNull()
      .references(() => conversations.id),
    /** Rises only. A held message that is let through gets a new one: a reader who asks for what is newer finds it. */
    seq: integer().notNull(),
    /** Null: an event. */
    sender_id: text().references(() => profiles.id),
    client_id: text(),
    kind: text({ enum: ["text", "photo", "event"] }).notNull(),
    text: text().notNull().default(""),
    image_id: text(),
    photo: text({ mode: "json" }).$type<Photo>(),
    event: text({ mode: "json" }).$type<ConversationEvent>(),
    state: text({ enum: ["sent", "held", "declined"] })
      .notNull()
      .default("sent"),
    /** What the shield said, strongest first. */
    shield_reasons: text({ mode: "json" }).$type<string[]>().notNull().default(sql`'[]'`),
    /** Written before the other side had ever answered: such messages are few an hour (A85). */
    cold: integer({ mode: "boolean" }).notNull().default(false),
    /** The words without case and spacing, or null for words that everybody repeats. */
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
