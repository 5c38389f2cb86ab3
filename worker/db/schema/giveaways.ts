/** Giveaways of free items by a draw, or to a person the giver picks (D57). Only the item's room writes them, by `rev`. */
import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { EntryStatus, GiveawayEnd, GiveawayStatus, GivingMode } from "#domain/giveaways/giveaway";
import { profiles } from "./account.ts";
import { idOf } from "./columns.ts";
import { items } from "./items.ts";

export const giveaways = sqliteTable(
  "giveaways",
  {
    id: text().primaryKey(),
    item_id: idOf(() => items.id),
    giver_id: idOf(() => profiles.id),
    mode: text().$type<GivingMode>().notNull(),
    status: text().$type<GiveawayStatus>().notNull(),
    rev: integer().notNull(),
    opened_at: integer().notNull(),
    /** When entries of a draw close. */
    closes_at: integer(),
    /** 32 random bytes in hex. No reply has it before the draw. A trigger keeps it and the commitment as they are. */
    seed: text(),
    commitment: text(),
    drawn_at: integer(),
    hold_id: text(),
    confirm_by: integer(),
    ended_as: text().$type<GiveawayEnd>(),
    /** Number of people who are in and have not been offered the item. */
    entered: integer().notNull().default(0),
    updated_at: integer().notNull(),
  },
  (t) => [
    uniqueIndex("giveaways_one_live").on(t.item_id).where(sql`status <> 'ended'`),
    index("giveaways_by_item").on(t.item_id, t.opened_at),
    index("giveaways_to_draw").on(t.closes_at).where(sql`status = 'open' AND drawn_at IS NULL`),
    index("giveaways_offered").on(t.confirm_by).where(sql`status = 'offered'`),
    check(
      "giveaways_committed",
      sql`(${t.mode} = 'draw') = (${t.seed} IS NOT NULL AND ${t.commitment} IS NOT NULL AND ${t.closes_at} IS NOT NULL)`,
    ),
    check("giveaways_drawn_after_close", sql`${t.drawn_at} IS NULL OR ${t.drawn_at} >= ${t.closes_at}`),
    check("giveaways_offer_held", sql`(${t.status} = 'offered') <= (${t.hold_id} IS NOT NULL)`),
    check("giveaways_ended_as", sql`(${t.status} = 'ended') = (${t.ended_as} IS NOT NULL)`),
  ],
);

/** One per person and giveaway. */
export const giveawayEntries = sqliteTable(
  "giveaway_entries",
  {
    id: text().primaryKey(),
    giveaway_id: idOf(() => giveaways.id),
    user_id: idOf(() => profiles.id),
    /** The entrant's code in the published list of this draw only. */
    code: text(),
    note: text().notNull(),
    status: text().$type<EntryStatus>().notNull(),
    place: integer(),
    entered_at: integer().notNull(),
    rev: integer().notNull(),
  },
  (t) => [
    uniqueIndex("giveaway_entries_one_each").on(t.giveaway_id, t.user_id),
    uniqueIndex("giveaway_entries_codes").on(t.giveaway_id, t.code),
    uniqueIndex("giveaway_entries_places").on(t.giveaway_id, t.place),
    uniqueIndex("giveaway_entries_one_recipient").on(t.giveaway_id).where(sql`status IN ('offered', 'given')`),
    index("giveaway_entries_by_user").on(t.user_id, t.entered_at),
  ],
);
