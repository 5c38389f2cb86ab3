/**
 * Giveaways of free items by a draw, or to a person the giver picks (D57). Entrants of a draw appear by their codes only;
 * names are in the giver's list of requests, and in the view of staff.
 */
import * as z from "zod/mini";
import { ENTRY_CODE } from "#domain/giveaways/draw";
import {
  DRAW_HOURS_MAX,
  DRAW_HOURS_MIN,
  type EntryStatus,
  type GiveawayEnd,
  type GiveawayStatus,
  type GivingMode,
  REQUEST_NOTE_MAX,
} from "#domain/giveaways/giveaway";
import { id, text } from "./fields.ts";

const hours = z
  .int("Choose how many hours entries are open.")
  .check(
    z.minimum(DRAW_HOURS_MIN, "Entries are open for at least an hour."),
    z.maximum(DRAW_HOURS_MAX, `Entries are open for at most ${DRAW_HOURS_MAX} hours.`),
  );

const draw = z.strictObject({ mode: z.literal("draw"), hours });
const pick = z.strictObject({ mode: z.literal("pick") });

/** How a free item is given away, if not to the first who claims it. */
export const GivingTerms = z.discriminatedUnion("mode", [draw, pick]);

/**
 * PUT /api/items/:id/giveaway, for the giver: ItemGiveaway. `first_come` ends the giveaway and tells everyone who is in.
 * 409 `wrong_state` while another one runs, the item is held, or it has been given away three times in 30 days.
 */
export const SetGiveaway = z.discriminatedUnion("mode", [
  draw,
  pick,
  z.strictObject({ mode: z.literal("first_come") }),
]);
export type SetGiveawayInput = z.input<typeof SetGiveaway>;

/**
 * PUT /api/items/:id/giveaway/entry: enters the draw with a code that the client makes at random, or asks the giver with
 * a note. Repeating it changes nothing. 409 `conflict` when another entrant has the code: try again with a new one.
 */
export const EnterGiveaway = z.strictObject({
  giveaway_id: id,
  code: z.optional(z.string().check(z.regex(ENTRY_CODE, "Enter 16 hex digits."))),
  note: z.optional(text(0, REQUEST_NOTE_MAX)),
});
export type EnterGiveawayInput = z.input<typeof EnterGiveaway>;

/** DELETE /api/items/:id/giveaway/entry: leaves the draw, takes the request back, or declines the item. */
export const LeaveGiveaway = z.strictObject({ giveaway_id: id });

/** POST /api/items/:id/giveaway/pick, for the giver: holds the item for this person for 24 hours. */
export const PickRecipient = z.strictObject({ giveaway_id: id, entry_id: id });

/** GET /api/items/:id/giveaway: the giveaway that runs now; null when the first to claim the item gets it. */
export interface ItemGiveawayReply {
  giveaway: ItemGiveaway | null;
  server_now: number;
}

export interface ItemGiveaway {
  id: string;
  mode: GivingMode;
  status: GiveawayStatus;
  /** When entries of a draw close (UTC ms). */
  closes_at: number | null;
  drawn: boolean;
  /** Number of people who are in. */
  entered: number;
  commitment: string | null;
  /** The viewer's own entry. */
  you: OwnEntry | null;
  /** Until when the person who is offered the item can confirm; for that person and the giver. */
  confirm_by: number | null;
  /** For a giver who picks: the people who asked, in order. Null for everyone else. */
  requests: GiveawayRequest[] | null;
}

export interface OwnEntry {
  code: string | null;
  note: string;
  status: EntryStatus;
  /** Place in the drawn order, from 1; null before the draw. */
  place: number | null;
}

export interface GiveawayRequest {
  entry_id: string;
  user: { id: string; display_name: string; average_rating: number | null; rating_count: number };
  note: string;
  status: EntryStatus;
  entered_at: number;
}

/** GET /api/giveaways/:id: what anyone needs to check a draw. Entrants and seed are absent before it. */
export interface DrawPage {
  id: string;
  item_id: string;
  /** Null while the listing is not public. */
  item_title: string | null;
  status: GiveawayStatus;
  ended_as: GiveawayEnd | null;
  opened_at: number;
  closes_at: number;
  drawn_at: number | null;
  commitment: string;
  seed: string | null;
  entered: number;
  /** In the drawn order. */
  entrants: { code: string; place: number; status: EntryStatus }[];
  confirm_by: number | null;
  /** The viewer's own code. */
  your_code: string | null;
  server_now: number;
}

/** GET /api/admin/giveaways/:id, for staff. */
export interface StaffGiveaway {
  id: string;
  mode: GivingMode;
  item_id: string;
  giver_id: string;
  entrants: {
    user_id: string;
    display_name: string;
    code: string | null;
    note: string;
    status: EntryStatus;
    place: number | null;
    entered_at: number;
    joined_at: number;
  }[];
}
