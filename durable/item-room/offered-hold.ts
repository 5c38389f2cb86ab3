/**
 * Confirms with D1 that a user may have the hold that the waitlist or a giveaway offers them. The room itself offers it, so no command
 * brings their account status, their other holds, the item's title or the hold settings (D35).
 */
import { type SQL, sql } from "drizzle-orm";
import { confirmGiveawayOffer, skipRecipient } from "#domain/giveaways/giveaway";
import { isGiveawayHold } from "#domain/holds/availability";
import { withinHoldingLimit } from "#domain/holds/holding-limit";
import { confirmOfferedHold as confirm } from "#domain/holds/waitlist";
import { readSiteSettings, timeLimitsOf } from "#domain/site/site-settings";
import { type AccountStatus, statusProblem } from "#domain/status/account-status";
import { otherLiveHolds } from "../../worker/db/live-holds.ts";
import type { Row } from "../../worker/db/stored-row.ts";
import { type Reducer, replied, type Step } from "./command.ts";
import { liveGiveaway, type RoomState, withGiveawayStep, withItem } from "./state.ts";

export function offeredHoldQuery(state: RoomState, userId: string, now: number): SQL {
  return sql`SELECT p.role, p.is_suspended, p.suspension_end_date, p.is_banned, p.account_restricted, i.title, i.seller_away,
      EXISTS (SELECT 1 FROM blocks b
        WHERE (b.blocker_id, b.blocked_id) IN ((p.id, i.seller_id), (i.seller_id, p.id))) AS blocked,
      (${otherLiveHolds(userId, state.item_id, now)}) AS holds,
      (SELECT settings FROM site_settings ORDER BY version DESC LIMIT 1) AS settings
    FROM profiles p JOIN items i ON i.id = ${state.item_id} WHERE p.id = ${userId}`;
}

/** Confirms the offered hold with the result of `offeredHoldQuery`, or skips a user who may not hold anything now. */
export const confirmOfferedHold: Reducer<{ holdId: string; rows: Row[] }, undefined> = (
  state,
  { holdId, rows: [row] },
  { now },
) => {
  const stored = typeof row?.settings === "string" ? (JSON.parse(row.settings) as Record<string, unknown>) : {};
  const settings = readSiteSettings(0, stored);
  const inGoodStatus = row !== undefined && statusProblem(accountStatus(row), now) === null;
  if (isGiveawayHold(holdId)) return confirmRecipient(state, holdId, inGoodStatus && row.blocked !== 1, now);
  const may = inGoodStatus && row.seller_away !== 1 && withinHoldingLimit(Number(row.holds), settings.numbers).ok;
  const item = confirm(
    state.item,
    { holdId, itemTitle: may ? String(row.title) : null, clocks: timeLimitsOf(settings) },
    now,
  );
  return replied(withItem(state, item), undefined);
};

/** Starts the recipient's 24 hours, or offers the item to the next person (D57). */
function confirmRecipient(state: RoomState, holdId: string, may: boolean, now: number): Step<undefined> {
  const giveaway = liveGiveaway(state);
  if (giveaway?.hold_id !== holdId) return replied(state, undefined);
  if (!may) return replied(withGiveawayStep(state, skipRecipient(giveaway, now), now), undefined);
  const confirmed = confirmGiveawayOffer(giveaway, now);
  const { hold } = state.item;
  const next = withGiveawayStep(state, confirmed, now);
  if (!hold || confirmed === giveaway || confirmed.confirm_by === null) return replied(next, undefined);
  // The user is notified now, so the time starts now.
  const item = { ...state.item, hold: { ...hold, started_at: now, until: confirmed.confirm_by } };
  return replied(withItem(next, item), undefined);
}

function accountStatus(row: Row): AccountStatus {
  return {
    role: String(row.role) as AccountStatus["role"],
    is_suspended: row.is_suspended === 1,
    suspension_end_date: typeof row.suspension_end_date === "number" ? row.suspension_end_date : null,
    is_banned: row.is_banned === 1,
    ban_reason: null,
    account_restricted: row.account_restricted === 1,
    restriction_reason: null,
  };
}
