/** Maps giveaways to what each audience may see. Only staff see who is behind a code. */
import type { DrawPage, GiveawayRequest, ItemGiveaway, StaffGiveaway } from "#contract/giveaways";
import { displayName } from "#domain/account/display-name";
import { pick } from "#domain/pick";
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
    ...pick(facts, "id", "mode", "status", "closes_at", "entered", "commitment"),
    drawn: facts.drawn_at !== null,
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
    ...pick(row, "note", "status", "entered_at"),
  };
}

export function presentDraw(row: DrawRow, entrants: Awaited<ReturnType<typeof listDrawn>>, now: number): DrawPage {
  return {
    ...pick(row, "id", "item_id", "item_title", "status", "ended_as", "opened_at", "closes_at", "drawn_at"),
    ...pick(row, "commitment", "seed", "entered", "confirm_by", "your_code"),
    entrants: entrants.map(({ code, place, status }) => ({ code, place, status })),
    server_now: now,
  };
}

export function presentForStaff(row: NonNullable<Awaited<ReturnType<typeof findForStaff>>>): StaffGiveaway {
  return {
    ...pick(row, "id", "mode", "item_id", "giver_id"),
    entrants: row.entrants.map(({ full_name, ...entrant }) => ({
      ...pick(entrant, "user_id", "code", "note", "status", "place", "entered_at", "joined_at"),
      display_name: displayName(full_name) || NAMELESS,
    })),
  };
}
