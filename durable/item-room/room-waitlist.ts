/** Waitlist of an item: join, leave, and confirm with the database that a user may have the offered hold. */
import type { WaitlistView } from "#contract/holds/waitlist";
import {
  confirmOfferedHold as answer,
  canJoinWaitlist,
  hasOfferedHold,
  joinWaitlist as join,
  leaveWaitlist as leave,
  positionOf,
  waitlistOf,
} from "#domain/holds/waitlist";
import { readSiteSettings, timeLimitsOf } from "#domain/site/site-settings";
import { type AccountStatus, statusProblem } from "#domain/status/account-status";
import type { ItemRoomCommands, WaitlistPosition } from "./commands.ts";
import type { Row } from "./hydration.ts";
import type { Statement } from "./projection.ts";
import { waitlistRefusal } from "./refusals.ts";
import { type Handler, refused, withItem } from "./room.ts";
import { currentOrder, type RoomState } from "./state.ts";

type Command<K extends keyof ItemRoomCommands> = Parameters<ItemRoomCommands[K]>[0];

/** Returns the waitlist as one user, or a visitor without a session, sees it. */
export function waitlistViewOf(state: RoomState, userId: string | null, now: number): WaitlistView {
  const { item } = state;
  const line = waitlistOf(item);
  return {
    line_length: line.length,
    line_place: positionOf(line, userId),
    your_turn: hasOfferedHold(item, userId),
    line_open: canJoinWaitlist(item, userId, currentOrder(state)?.buyer_id ?? null, now),
  };
}

function waitlistReply(state: RoomState, userId: string, now: number) {
  return {
    state,
    reply: (committed: RoomState) => {
      const view = waitlistViewOf(committed, userId, now);
      return {
        ok: true as const,
        line: { ...view, reserved_until: view.your_turn ? (committed.item.hold?.until ?? null) : null },
      };
    },
  };
}

export const joinWaitlist: Handler<Command<"joinLine">, { line: WaitlistPosition }> = (
  state,
  { userId, entryId },
  { now },
) => {
  const entry = { id: entryId, user_id: userId, joined_at: now };
  // The reply tells a user who already has the offered hold about it.
  if (hasOfferedHold(state.item, userId)) return waitlistReply(state, userId, now);
  const decision = join(state.item, entry, currentOrder(state)?.buyer_id ?? null, now);
  return decision.ok
    ? waitlistReply(withItem(state, decision.state), userId, now)
    : refused(state, waitlistRefusal(decision, now));
};

export const leaveWaitlist: Handler<Command<"leaveLine">, { line: WaitlistPosition }> = (state, { userId }, { now }) =>
  waitlistReply(withItem(state, leave(state.item, userId, now)), userId, now);

/**
 * Returns the queries for data about the user who was offered the hold: account status, other holds, the item's title,
 * and the hold settings (D35). No command from the Worker passes them, because the room itself offers the hold.
 */
export function offeredHoldQueries(state: RoomState, userId: string, now: number): Statement[] {
  return [
    {
      sql: `SELECT p.role, p.is_suspended, p.suspension_end_date, p.is_banned, p.account_restricted, i.title,
        (SELECT count(*) FROM items h WHERE h.holder_id = p.id AND h.hold_until > ? AND h.id <> i.id) AS holds,
        (SELECT settings FROM site_settings ORDER BY version DESC LIMIT 1) AS settings
        FROM profiles p JOIN items i ON i.id = ? WHERE p.id = ?`,
      params: [now, state.item_id, userId],
    },
  ];
}

/** Confirms the offered hold with the database's answer, or skips a user who may not hold anything now. */
export const confirmOfferedHold: Handler<{ holdId: string; rows: Row[] }, object> = (
  state,
  { holdId, rows },
  { now },
) => {
  const row = rows[0];
  const status: AccountStatus | null = row
    ? {
        role: String(row.role) as AccountStatus["role"],
        is_suspended: row.is_suspended === 1,
        suspension_end_date: typeof row.suspension_end_date === "number" ? row.suspension_end_date : null,
        is_banned: row.is_banned === 1,
        ban_reason: null,
        account_restricted: row.account_restricted === 1,
        restriction_reason: null,
      }
    : null;
  const stored = typeof row?.settings === "string" ? (JSON.parse(row.settings) as Record<string, unknown>) : {};
  const settings = readSiteSettings(0, stored);
  const { live_holds } = settings.numbers;
  const may = status !== null && statusProblem(status, now) === null && Number(row?.holds) < live_holds;
  const item = answer(
    state.item,
    { holdId, itemTitle: may ? String(row?.title) : null, clocks: timeLimitsOf(settings) },
    now,
  );
  return { state: withItem(state, item), reply: () => ({ ok: true }) };
};
