/** Maps giveaways to what each audience may see. Only staff see who is behind a code. */
import type { DrawPage, GiveawayRequest, ItemGiveaway, StaffGiveaway } from "#contract/giveaways";
import { displayName } from "#domain/account/display-name";
import type { DrawRow, findForStaff, GiveawayFacts, listDrawn, RequestRow } from "./queries.ts";

const NAMELESS = "Goodstreet member";

/** `requests`: those of a giver who picks, else null. */
export function presentItemGiveaway(
  facts: GiveawayFacts,
  requests: RequestRow[] | null,
  viewerId: string | null,
): ItemGiveaway {
  const recipient = facts.entry_status === "offered";
  return {
    id: facts.id,
    mode: facts.mode,
    status: facts.status,
    closes_at: facts.closes_at,
    drawn: facts.drawn_at !== null,
    entered: facts.entered,
    commitment: facts.commitment,
    you:
      facts.entry_status === null
        ? null
        : {
            code: facts.entry_code,
            note: facts.entry_note ?? "",
            status: facts.entry_status,
            place: facts.entry_place,
          },
    confirm_by: recipient || viewerId === facts.giver_id ? facts.confirm_by : null,
    requests: requests?.map(presentRequest) ?? null,
  };
}

function presentRequest(row: RequestRow): GiveawayRequest {
  return {
    entry_id: row.id,
    user: {
      id: row.user_id,
      display_name: displayName(row.full_name) || NAMELESS,
      average_rating: row.average_rating,
      rating_count: row.rating_count,
    },
    note: row.note,
    status: row.status,
    entered_at: row.entered_at,
  };
}

export function presentDraw(row: DrawRow, entrants: Awaited<ReturnType<typeof listDrawn>>, now: number): DrawPage {
  return {
    id: row.id,
    item_id: row.item_id,
    item_title: row.item_title,
    status: row.status,
    ended_as: row.ended_as,
    opened_at: row.opened_at,
    closes_at: row.closes_at,
    drawn_at: row.drawn_at,
    commitment: row.commitment,
    seed: row.seed,
    entered: row.entered,
    entrants: entrants.map(({ code, place, status }) => ({ code, place, status })),
    confirm_by: row.confirm_by,
    your_code: row.your_code,
    server_now: now,
  };
}

export function presentForStaff(row: NonNullable<Awaited<ReturnType<typeof findForStaff>>>): StaffGiveaway {
  return {
    id: row.id,
    mode: row.mode,
    item_id: row.item_id,
    giver_id: row.giver_id,
    entrants: row.entrants.map(({ full_name, ...entrant }) => ({
      user_id: entrant.user_id,
      display_name: displayName(full_name) || NAMELESS,
      code: entrant.code,
      note: entrant.note,
      status: entrant.status,
      place: entrant.place,
      entered_at: entrant.entered_at,
      joined_at: entrant.joined_at,
    })),
  };
}
