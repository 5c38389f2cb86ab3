/** Commands of an item's waitlist. */
import { hasOfferedHold, joinWaitlist as join, leaveWaitlist as leave } from "#domain/holds/waitlist";
import { done } from "#domain/result";
import { command, refused, type Step } from "../command.ts";
import { givenAwayRefusal, waitlistRefusal } from "../refusals.ts";
import { currentOrder, type RoomState, withItem } from "../state.ts";
import { type WaitlistPosition, waitlistViewOf } from "../views.ts";

/**
 * Joins the waitlist of an item that another buyer holds or pays for. A user who already waits keeps their position,
 * also with another `entryId`.
 */
export const joinWaitlist = command(
  "join_waitlist",
  (state, { userId, entryId }: { userId: string; entryId: string }, { now }) => {
    // The reply tells a user who already has the offered hold about it.
    if (hasOfferedHold(state.item, userId)) return positionReply(state, userId, now);
    const givenAway = givenAwayRefusal(state, userId);
    if (givenAway) return refused(state, givenAway);
    const entry = { id: entryId, user_id: userId, joined_at: now };
    const decision = join(state.item, entry, currentOrder(state)?.buyer_id ?? null, now);
    return decision.ok
      ? positionReply(withItem(state, decision.state), userId, now)
      : refused(state, waitlistRefusal(decision, now));
  },
);

/** Leaves the waitlist, or declines the offered hold. No-op when the user has neither. */
export const leaveWaitlist = command("leave_waitlist", (state, { userId }: { userId: string }, { now }) =>
  positionReply(withItem(state, leave(state.item, userId, now)), userId, now),
);

function positionReply(state: RoomState, userId: string, now: number): Step<WaitlistPosition> {
  return {
    state,
    reply: (committed) => {
      const view = waitlistViewOf(committed, userId, now);
      return done({ ...view, reserved_until: view.your_turn ? (committed.item.hold?.until ?? null) : null });
    },
  };
}
