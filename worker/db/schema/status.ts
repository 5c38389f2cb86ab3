/** Strikes for missed payments, and appeals (D32, D34). Rows are added and updated, never deleted. */
import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { profiles } from "./account.ts";
import { idOf, keyOf } from "./columns.ts";
import { orders } from "./orders.ts";

/** One row per missed order; the key prevents counting an order twice. */
export const strikes = sqliteTable(
  "strikes",
  {
    order_id: keyOf(() => orders.id),
    buyer_id: idOf(() => profiles.id),
    /** Rises by one per row of a buyer: of two concurrent runs, one is refused and tries again. */
    seq: integer().notNull(),
    /** The order that opened the event; all orders of one event are one strike (D32). */
    event_id: text().notNull(),
    /** When the order expired. */
    at: integer().notNull(),
    applied_at: integer().notNull(),
    counted: integer({ mode: "boolean" }).notNull(),
    excuse: text({ enum: ["staff", "banned", "suspended"] }),
    overturned_at: integer(),
  },
  (t) => [
    uniqueIndex("strikes_in_turn").on(t.buyer_id, t.seq),
    uniqueIndex("strikes_one_per_event").on(t.event_id).where(sql`counted = 1`),
    index("strikes_by_age").on(t.at).where(sql`counted = 1`),
    check("strikes_excused_never_count", sql`${t.counted} = 0 OR (${t.excuse} IS NULL AND ${t.overturned_at} IS NULL)`),
  ],
);

export const appeals = sqliteTable(
  "appeals",
  {
    id: text().primaryKey(),
    user_id: idOf(() => profiles.id),
    /** What the appeal is against. */
    kind: text({ enum: ["suspension", "ban"] }).notNull(),
    message: text().notNull(),
    status: text({ enum: ["open", "upheld", "overturned"] })
      .notNull()
      .default("open"),
    created_at: integer().notNull(),
    decided_at: integer(),
    decided_by: text().references(() => profiles.id),
    /** The answer sent to the user. */
    answer: text(),
  },
  (t) => [
    uniqueIndex("appeals_one_open").on(t.user_id).where(sql`status = 'open'`),
    index("appeals_by_status").on(t.status, t.created_at, t.id),
    index("appeals_by_user").on(t.user_id, t.created_at),
    index("appeals_by_decision").on(t.decided_at).where(sql`status <> 'open'`),
    check("appeals_decided_whole", sql`(${t.status} = 'open') = (${t.decided_at} IS NULL)`),
  ],
);
