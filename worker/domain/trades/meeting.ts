/** Where and when the two people of a trade meet: one place and one time (D77). Pure. */
import { addressOpens } from "../orders/collection.ts";
import {
  type CollectionOffer,
  type CollectionWindow,
  collectionTimes,
  windowProblem,
} from "../orders/collection-windows.ts";
import type { TradeColumns, TradeRole } from "./trade.ts";

export interface Meeting extends CollectionWindow {
  /** At whose place; of a public place, who named it. */
  side: TradeRole;
  /** A public place, or "" for the collection address of that side. */
  place: string;
}

/** Another place or time that one of the two proposes. It takes effect when the other one accepts it. */
export interface MeetingChange extends Meeting {
  by: TradeRole;
  /** Identifies it in the answer (UTC ms). */
  proposed_at: number;
}

export const PUBLIC_PLACE_MAX = 120;

/** Returns the meeting of a trade for which nothing else was chosen: at the requested item's next pickup time. */
export function firstMeeting(target: CollectionOffer, now: number): Meeting {
  const [{ from, until }] = collectionTimes(target, now);
  return { from, until, side: "seller", place: "" };
}

interface MeetingFacts extends Pick<TradeColumns, "status" | "offeror_handed_over_at" | "seller_handed_over_at"> {
  meeting: Meeting | null;
  meeting_change: MeetingChange | null;
}

export type MeetingCommand =
  | { type: "propose"; meeting: Meeting }
  | { type: "answer"; proposed_at: number; accept: boolean };

export type MeetingDecision =
  | { ok: true; changed: { meeting: Meeting | null; meeting_change: MeetingChange | null } }
  | { ok: false; reason: "wrong_state" | "change_over" }
  | { ok: false; reason: "wrong_time"; message: string };

/** Returns whether the meeting can still be moved: until one of them reports the swap. */
export const canMoveMeeting = (trade: Omit<MeetingFacts, "meeting" | "meeting_change">): boolean =>
  trade.status === "accepted" && trade.offeror_handed_over_at === null && trade.seller_handed_over_at === null;

/** Applies a command of one party. A new proposal replaces the last one, also the other party's. */
export function decideMeeting(
  trade: MeetingFacts,
  command: MeetingCommand,
  role: TradeRole,
  now: number,
): MeetingDecision {
  if (!canMoveMeeting(trade)) return { ok: false, reason: "wrong_state" };
  const { meeting, meeting_change: change } = trade;
  if (command.type === "propose") {
    const problem = windowProblem(command.meeting, now);
    if (problem !== null) return { ok: false, reason: "wrong_time", message: problem };
    return { ok: true, changed: { meeting, meeting_change: { ...command.meeting, by: role, proposed_at: now } } };
  }
  // Nobody answers their own proposal, and one whose time has begun is over.
  if (!change || change.proposed_at !== command.proposed_at || change.by === role || change.from <= now) {
    return { ok: false, reason: "change_over" };
  }
  const { by: _by, proposed_at: _at, ...moved } = change;
  return { ok: true, changed: { meeting: command.accept ? moved : meeting, meeting_change: null } };
}

/** What a party may read of the address of a meeting now; `at` is when it opens for them, if that is later. */
export interface MeetingAddress {
  address: string | null;
  address_at: number | null;
}

/**
 * Returns the address of a meeting as this party may read it. Each reads their own. The other one's opens 24 hours before,
 * like that of an order (D9), and only while the trade is accepted.
 * @param address the collection address of the side that it is at
 */
export function meetingAddress(
  { side, place, from }: Meeting,
  facts: { role: TradeRole; status: TradeColumns["status"]; address: string | null; now: number },
): MeetingAddress {
  const address = facts.address?.trim() || null;
  const own = side === facts.role;
  if (place !== "" || address === null || !(own || facts.status === "accepted")) {
    return { address: null, address_at: null };
  }
  const opens = addressOpens(from);
  return own || facts.now >= opens ? { address, address_at: null } : { address: null, address_at: opens };
}
