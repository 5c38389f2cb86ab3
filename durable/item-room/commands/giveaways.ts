/**
 * Commands of an item's giveaway (D57). The rules are in domain/giveaways/giveaway. The room has the giveaway with all its
 * entries, so the draw, the hold of the person who may confirm, and their order are steps of one writer.
 */
import { MESSAGES } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import {
  ENTRIES_MAX,
  endGiveaway as end,
  enterGiveaway as enter,
  type Giveaway,
  type GiveawayDecision,
  type GiveawayRefusal,
  type GivingMode,
  leaveGiveaway as leave,
  openGiveaway as open,
  pickEntry,
} from "#domain/giveaways/giveaway";
import { done, type Refusal, refuse } from "#domain/result";
import { command, refused, type Step } from "../command.ts";
import { liveGiveaway, type RoomState, withGiveawayStep } from "../state.ts";

export interface OpenGiveaway {
  /** Repeating the command with this id changes nothing. */
  giveawayId: string;
  giverId: string;
  mode: GivingMode;
  hours: number | null;
  seed: string | null;
}

/** Opens a draw, or lets people ask for the item. Nobody may be holding it. */
export const openGiveaway = command("open_giveaway", (state, input: OpenGiveaway, { now }): Step<Giveaway> => {
  const { item } = state;
  const live = liveGiveaway(state);
  if (live?.id === input.giveawayId) return stored(state, live);
  if (item.status === "removed") return refused(state, NOT_FOUND);
  if (item.seller_id !== input.giverId) return refused(state, refuse("not_owner", MESSAGES.ownListingsOnly));
  if (live) return refused(state, ALREADY_OPEN);
  if (item.price_cents > 0)
    return refused(state, refuse("wrong_state", "Only free items can be given away like this."));
  if (item.status === "sold") return refused(state, refuse("item_sold", "This item has already been given away."));
  if (item.status !== "active") return refused(state, refuse("wrong_state", "List the item again first."));
  if (item.hold) {
    return refused(
      state,
      refuse("wrong_state", "Someone is holding this item. You can change it when their time is up.", {
        until: item.hold.until,
      }),
    );
  }
  const { giveawayId: id, giverId: giver_id, mode, hours, seed } = input;
  const giveaway = open({ id, item_id: state.item_id, giver_id, mode, hours, seed }, now);
  return stored(withGiveawayStep(state, giveaway, now), giveaway);
});

export const ALREADY_OPEN = refuse("wrong_state", "You're already giving this item away. End that first.");

export interface EnterGiveaway {
  giveawayId: string;
  entryId: string;
  userId: string;
  code: string | null;
  note: string;
}

/** Enters the draw, or asks the giver for the item. */
export const enterGiveaway = command("enter_giveaway", (state, input: EnterGiveaway, { now }): Step<Giveaway> => {
  const giveaway = named(state, input.giveawayId);
  if (!giveaway) return refused(state, ENDED);
  if (state.item.seller_id === input.userId) return refused(state, refuse("own_item", OWN_GIVEAWAY));
  const { entryId: entry_id, userId: user_id, code, note } = input;
  return decided(state, giveaway, enter(giveaway, { entry_id, user_id, code, note }, now), now);
});

const OWN_GIVEAWAY = "You can't enter your own giveaway.";

/** Leaves the draw, takes a request back, or declines the item, which goes to the next person. */
export const leaveGiveaway = command(
  "leave_giveaway",
  (state, { giveawayId, userId }: { giveawayId: string; userId: string }, { now }): Step<Giveaway> => {
    const giveaway = named(state, giveawayId);
    if (!giveaway) return refused(state, ENDED);
    return decided(state, giveaway, leave(giveaway, userId, now), now);
  },
);

/** Holds the item for the person the giver picked. */
export const pickRecipient = command(
  "pick_recipient",
  (
    state,
    { giveawayId, giverId, entryId }: { giveawayId: string; giverId: string; entryId: string },
    { now },
  ): Step<Giveaway> => {
    const giveaway = named(state, giveawayId);
    if (!giveaway) return refused(state, ENDED);
    if (giveaway.giver_id !== giverId) return refused(state, NOT_FOUND);
    return decided(state, giveaway, pickEntry(giveaway, entryId, now), now);
  },
);

/** Ends the giveaway for its giver: the item then goes to the first who claims it. Refused once someone has confirmed. */
export const endGiveawayEarly = command(
  "end_giveaway_early",
  (state, { giveawayId, giverId }: { giveawayId: string; giverId: string }, { now }): Step<Giveaway | null> => {
    const giveaway = named(state, giveawayId);
    if (!giveaway) return { state, reply: () => done(null) };
    if (giveaway.giver_id !== giverId) return refused(state, NOT_FOUND);
    if (giveaway.status === "given") {
      return refused(
        state,
        refuse("wrong_state", "Someone has confirmed. Call the pickup off from your orders instead."),
      );
    }
    const ended = end(giveaway, "called_off", now);
    return stored(withGiveawayStep(state, ended, now), ended);
  },
);

function named(state: RoomState, giveawayId: string): Giveaway | null {
  const giveaway = liveGiveaway(state);
  return giveaway?.id === giveawayId ? giveaway : null;
}

function decided(state: RoomState, before: Giveaway, decision: GiveawayDecision, now: number): Step<Giveaway> {
  if (!decision.ok) return refused(state, giveawayRefusal(decision.reason, before));
  return stored(withGiveawayStep(state, decision.giveaway, now), decision.giveaway);
}

/** Replies with the giveaway as committed. */
function stored(state: RoomState, giveaway: Giveaway): Step<Giveaway> {
  return { state, reply: (committed) => done(committed.giveaways?.find(({ id }) => id === giveaway.id) ?? giveaway) };
}

const ENDED = refuse("gone", "This giveaway has ended.");

function giveawayRefusal(reason: GiveawayRefusal, { mode }: Giveaway): Refusal {
  switch (reason) {
    case "closed":
      return refuse("wrong_state", "Entries have closed. The draw has been made.");
    case "not_open":
      return refuse("wrong_state", "This giveaway isn't taking anyone right now.");
    case "full":
      return refuse("wrong_state", `This giveaway is full: ${ENTRIES_MAX[mode]} people are in.`);
    case "code_taken":
      return refuse("conflict", "Someone already has this entry code. Please try again.");
    case "not_in":
      return refuse("wrong_state", "That person isn't in this giveaway any more.");
    case "already_offered":
      return refuse("wrong_state", "Someone has been offered this item. Wait until they answer, or end the giveaway.");
  }
}
