/**
 * Swap circles (D58). The circle's row and its three legs change together, guarded by `rev`; its items are locked in
 * their own rooms, each for this circle and attempt. A trigger on `items` ends the open circles of an item that was sold,
 * removed or repriced.
 */
import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { CIRCLE_STATUSES, LEG_STATES } from "#domain/trades/circle";
import { profiles } from "./account.ts";
import { idOf } from "./columns.ts";
import { items } from "./items.ts";

export const circles = sqliteTable(
  "circles",
  {
    id: text().primaryKey(),
    /** The items in the order in which they move: the same circle is offered once. */
    legs_key: text().notNull().unique(),
    status: text({ enum: CIRCLE_STATUSES }).notNull().default("offered"),
    rev: integer().notNull().default(0),
    attempt: integer().notNull().default(0),
    locking_at: integer(),
    expires_at: integer().notNull(),
    accepted_at: integer(),
    closed_at: integer(),
    closed_by: text().references(() => profiles.id),
    /** The item whose sale, removal or new price ended the circle. */
    void_item_id: text(),
    /** Set exactly when the circle has failed and nobody waits for staff. */
    settled_at: integer(),
    /** The latest reason staff gave: called off, or the case closed. */
    staff_note: text(),
    /** The three have not been notified of the last step yet. */
    untold: integer({ mode: "boolean" }).notNull().default(true),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
  },
  (t) => [
    index("circles_due").on(t.expires_at).where(sql`status = 'offered'`),
    index("circles_locking").on(t.locking_at).where(sql`locking_at IS NOT NULL`),
    // Accepted and not completed: for the deadline and for staff.
    index("circles_agreed").on(t.accepted_at, t.id).where(sql`status = 'accepted'`),
    index("circles_unsettled").on(t.closed_at, t.id).where(sql`status = 'failed' AND settled_at IS NULL`),
    index("circles_untold").on(t.updated_at).where(sql`untold = 1`),
    check(
      "circles_status",
      sql`${t.status} IN ('offered', 'accepted', 'completed', 'declined', 'lapsed', 'void', 'failed')`,
    ),
    check("circles_closed", sql`(${t.status} IN ('offered', 'accepted')) = (${t.closed_at} IS NULL)`),
    check(
      "circles_agreed_whole",
      sql`(${t.status} IN ('accepted', 'completed', 'failed')) = (${t.accepted_at} IS NOT NULL)`,
    ),
    check("circles_locking_open", sql`${t.locking_at} IS NULL OR ${t.status} = 'offered'`),
    check("circles_settled", sql`${t.settled_at} IS NULL OR ${t.status} = 'failed'`),
    check("circles_closed_by", sql`${t.closed_by} IS NULL OR ${t.status} IN ('declined', 'failed')`),
  ],
);

/** One item of a circle, from its giver to its receiver. */
export const circleLegs = sqliteTable(
  "circle_legs",
  {
    circle_id: idOf(() => circles.id),
    position: integer().notNull(),
    giver_id: idOf(() => profiles.id),
    receiver_id: idOf(() => profiles.id),
    item_id: idOf(() => items.id),
    value_cents: integer().notNull(),
    cash_cents: integer().notNull(),
    state: text({ enum: LEG_STATES }).notNull().default("offered"),
    accepted_at: integer(),
    handed_over_at: integer(),
    code: text(),
    wrong_codes: integer().notNull().default(0),
    code_locked_until: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.circle_id, t.position] }),
    uniqueIndex("circle_legs_giver").on(t.giver_id, t.circle_id),
    uniqueIndex("circle_legs_receiver").on(t.receiver_id, t.circle_id),
    uniqueIndex("circle_legs_item").on(t.item_id, t.circle_id),
    // An item is locked for, or was given away in, one circle at most.
    uniqueIndex("circle_legs_one_locked").on(t.item_id).where(sql`state IN ('locked', 'handed_over')`),
    check("circle_legs_position", sql`${t.position} BETWEEN 0 AND 2`),
    check("circle_legs_two_people", sql`${t.giver_id} <> ${t.receiver_id}`),
    check("circle_legs_value", sql`${t.value_cents} > 0`),
    check("circle_legs_state", sql`${t.state} IN ('offered', 'locked', 'handed_over', 'reopened')`),
    check("circle_legs_handed_over", sql`(${t.state} = 'handed_over') = (${t.handed_over_at} IS NOT NULL)`),
    check("circle_legs_code", sql`${t.state} NOT IN ('locked', 'handed_over') OR ${t.code} IS NOT NULL`),
  ],
);
