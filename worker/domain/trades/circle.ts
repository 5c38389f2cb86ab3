/**
 * Swap circles (D58): three people who each give one item and get one, so that a swap works although no two of them want
 * each other's items. Pure: the caller locks the items and stores the result.
 */

import { DAY_MS, HANDOVER_LOCK_MS, HANDOVER_TRIES, HOUR_MS } from "../deadlines.ts";

/** How long the three have to accept. */
export const CIRCLE_OPEN_MS = 72 * HOUR_MS;
/** How long they then have for the three handovers. */
export const CIRCLE_HANDOVER_MS = 14 * DAY_MS;
/** After a first handover, nobody can call the circle off before this long after its acceptance. */
export const CIRCLE_WAIT_MS = 7 * DAY_MS;

/** Circles that wait for one person at a time, and how many one person is offered in a week. */
export const OPEN_CIRCLES_MAX = 2;
export const WEEKLY_CIRCLES_MAX = 3;
export const CIRCLE_WEEK_MS = 7 * DAY_MS;

/** Largest cash difference of one person: this share of what they give, and this amount. */
const DIFFERENCE_MAX_PERCENT = 30;
export const CIRCLE_DIFFERENCE_MAX_CENTS = 50_000;

export const CIRCLE_STATUSES = ["offered", "accepted", "completed", "declined", "lapsed", "void", "failed"] as const;
/**
 * `offered`: waits for the three. `accepted`: its items are locked. `completed`: all three were handed over. `lapsed`:
 * not accepted in time. `void`: an item was sold, removed or repriced, or the three may no longer trade. `failed`: called
 * off, or not handed over in time.
 */
export type CircleStatus = (typeof CIRCLE_STATUSES)[number];

export const LEG_STATES = ["offered", "locked", "handed_over", "reopened"] as const;
/** `reopened`: the circle failed before this item was handed over. */
export type LegState = (typeof LEG_STATES)[number];

/** One item's way from its giver to its receiver, who gives the item of the next leg. */
export interface CircleLeg {
  position: number;
  giver_id: string;
  receiver_id: string;
  item_id: string;
  /** The item's price when the circle was offered. */
  value_cents: number;
  /** What the receiver pays the giver at this handover. Negative: the giver pays the receiver. */
  cash_cents: number;
  state: LegState;
  /** When the giver accepted the circle. */
  accepted_at: number | null;
  handed_over_at: number | null;
  /** The receiver's code, which the giver enters at the handover. */
  code: string | null;
  wrong_codes: number;
  code_locked_until: number | null;
}

export interface Circle {
  id: string;
  status: CircleStatus;
  /** Rises with every change, so that of two concurrent changes one is decided again. */
  rev: number;
  /** Rises with every attempt to lock the items, so that locks of an earlier attempt never count for a later one. */
  attempt: number;
  /** Set while the items are being locked; the circle is still offered, but other steps are refused. */
  locking_at: number | null;
  expires_at: number;
  accepted_at: number | null;
  closed_at: number | null;
  /** Who declined it or called it off; null for the service and for staff. */
  closed_by: string | null;
  /** A failed circle in which an item was handed over waits for staff until this is set. */
  settled_at: number | null;
  /** The latest reason staff gave. */
  staff_note: string | null;
  legs: readonly CircleLeg[];
}

export type CircleStep =
  | { step: "accept" | "decline" | "withdraw" | "call_off"; userId: string }
  /** The giver enters the receiver's code. */
  | { step: "hand_over"; userId: string; code: string };

export type CircleRefusal =
  /** The circle has changed. */
  | { reason: "wrong_state" }
  /** Not accepted in time. */
  | { reason: "expired" }
  /** Its items are being locked right now. */
  | { reason: "busy" }
  /** An item was handed over, and seven days have not passed since the acceptance. */
  | { reason: "too_early"; until: number }
  /** With the circle that counts the wrong code. */
  | { reason: "wrong_code"; left: number; circle: Circle }
  | { reason: "code_locked"; until: number; circle: Circle };

/** `circle` is the same object when the step was taken before. */
export type CircleDecision = { ok: true; circle: Circle } | ({ ok: false } & CircleRefusal);

/** Returns what the person gives and gets. Only for one of the three. */
export function legsOf(circle: Circle, userId: string): { give: CircleLeg; get: CircleLeg } {
  const give = circle.legs.find((leg) => leg.giver_id === userId);
  const get = circle.legs.find((leg) => leg.receiver_id === userId);
  if (!give || !get) throw new Error(`${userId} is not in circle ${circle.id}`);
  return { give, get };
}

export function isInCircle(circle: Circle, userId: string): boolean {
  return circle.legs.some((leg) => leg.giver_id === userId);
}

/** Applies a step of one of the three. `accept` of the last one begins the locking; the caller then locks the items. */
export function decideCircle(circle: Circle, command: CircleStep, now: number): CircleDecision {
  const { step, userId } = command;
  const { give } = legsOf(circle, userId);
  if (step === "hand_over") return handOver(circle, give, command.code, now);
  if (step === "call_off") return callOff(circle, userId, now);
  if (isDone(circle, step, give)) return { ok: true, circle };
  if (circle.status !== "offered") return { ok: false, reason: "wrong_state" };
  if (circle.locking_at !== null) return { ok: false, reason: "busy" };
  if (now >= circle.expires_at) return { ok: false, reason: "expired" };
  switch (step) {
    case "accept": {
      const isLast = circle.legs.every((leg) => leg === give || leg.accepted_at !== null);
      return {
        ok: true,
        circle: isLast
          ? changed(circle, { attempt: circle.attempt + 1, locking_at: now })
          : changeLeg(circle, give, { accepted_at: now }),
      };
    }
    case "withdraw":
      return { ok: true, circle: changeLeg(circle, give, { accepted_at: null }) };
    case "decline":
      return { ok: true, circle: changed(circle, { status: "declined", closed_at: now, closed_by: userId }) };
  }
}

/** Returns whether this person has taken the step before; the answer is then the same. */
function isDone(circle: Circle, step: "accept" | "decline" | "withdraw", give: CircleLeg): boolean {
  switch (step) {
    case "accept":
      return give.accepted_at !== null && (circle.status === "offered" || circle.accepted_at !== null);
    case "withdraw":
      return circle.status === "offered" && circle.locking_at === null && give.accepted_at === null;
    case "decline":
      return circle.status === "declined" && circle.closed_by === give.giver_id;
  }
}

/** Five wrong codes in a row lock the typing for a while, as for orders. */
function handOver(circle: Circle, leg: CircleLeg, code: string, now: number): CircleDecision {
  // The right code gets the same answer again, and a wrong one reveals nothing.
  if (leg.state === "handed_over" && leg.code === code) return { ok: true, circle };
  if (circle.status !== "accepted" || leg.state !== "locked") return { ok: false, reason: "wrong_state" };
  const until = leg.code_locked_until;
  if (until !== null && now < until) return { ok: false, reason: "code_locked", until, circle };
  if (code !== leg.code) {
    const wrong = leg.wrong_codes + 1;
    if (wrong < HANDOVER_TRIES) {
      const tried = changeLeg(circle, leg, { wrong_codes: wrong, code_locked_until: null });
      return { ok: false, reason: "wrong_code", left: HANDOVER_TRIES - wrong, circle: tried };
    }
    const locked = now + HANDOVER_LOCK_MS;
    const tried = changeLeg(circle, leg, { wrong_codes: 0, code_locked_until: locked });
    return { ok: false, reason: "code_locked", until: locked, circle: tried };
  }
  const handed = changeLeg(circle, leg, { state: "handed_over", handed_over_at: now });
  const isComplete = handed.legs.every(({ state }) => state === "handed_over");
  return { ok: true, circle: isComplete ? { ...handed, status: "completed", closed_at: now } : handed };
}

function callOff(circle: Circle, userId: string, now: number): CircleDecision {
  if (circle.status === "failed" && circle.closed_by === userId) return { ok: true, circle };
  const from = callOffFrom(circle);
  if (from === null) return { ok: false, reason: "wrong_state" };
  if (now < from) return { ok: false, reason: "too_early", until: from };
  return { ok: true, circle: failed(circle, userId, now) };
}

/**
 * Returns from when each of the three may call an accepted circle off; null for any other circle. After a first handover
 * they must wait, so that nobody can take an item and then keep their own.
 */
export function callOffFrom(circle: Circle): number | null {
  if (circle.status !== "accepted" || circle.accepted_at === null) return null;
  const begun = circle.legs.some(({ state }) => state === "handed_over");
  return begun ? circle.accepted_at + CIRCLE_WAIT_MS : circle.accepted_at;
}

/** Returns until when an accepted circle's items must be handed over; null for any other circle. */
export function handOverBy({ status, accepted_at }: Pick<Circle, "status" | "accepted_at">): number | null {
  return status === "accepted" && accepted_at !== null ? accepted_at + CIRCLE_HANDOVER_MS : null;
}

/** Accepts the circle after all of its items were locked for this attempt; null when the attempt was abandoned. */
export function commitLocks(circle: Circle, attempt: number, codes: readonly string[], now: number): Circle | null {
  if (circle.status !== "offered" || circle.locking_at === null || circle.attempt !== attempt) return null;
  return {
    ...changed(circle, { status: "accepted", locking_at: null, accepted_at: now }),
    legs: circle.legs.map((leg, index) => ({
      ...leg,
      state: "locked" as const,
      accepted_at: leg.accepted_at ?? now,
      code: codes[index] ?? null,
    })),
  };
}

/** Gives up the attempt, before anything is unlocked; null when it is no longer open. */
export function abandonLocks(circle: Circle, attempt: number): Circle | null {
  if (circle.status !== "offered" || circle.locking_at === null || circle.attempt !== attempt) return null;
  return changed(circle, { locking_at: null });
}

/** Ends a circle whose time is over: not accepted, or not handed over. Null when nothing is due. */
export function expireCircle(circle: Circle, now: number): Circle | null {
  if (circle.status === "offered" && circle.locking_at === null && now >= circle.expires_at) {
    return changed(circle, { status: "lapsed", closed_at: now });
  }
  const by = handOverBy(circle);
  return by !== null && now >= by ? failed(circle, null, now) : null;
}

/** Ends an open circle whose people may no longer trade with each other; null for any other circle. */
export function voidCircle(circle: Circle, now: number): Circle | null {
  if (circle.status !== "offered" || circle.locking_at !== null) return null;
  return changed(circle, { status: "void", closed_at: now });
}

/** Calls off an accepted circle for staff, which needs no waiting time; null for any other circle. */
export function staffCallOff(circle: Circle, staff_note: string, now: number): Circle | null {
  return circle.status === "accepted" ? { ...failed(circle, null, now), staff_note } : null;
}

/** Records that staff have settled a failed circle in which an item was handed over; null when there is nothing to. */
export function settleCircle(circle: Circle, staff_note: string, now: number): Circle | null {
  const open = circle.status === "failed" && circle.settled_at === null;
  return open ? changed(circle, { settled_at: now, staff_note }) : null;
}

/**
 * Every item that was not handed over goes back on sale. An item that was handed over stays with its receiver: nobody
 * can take it back from here, so staff settle what is owed.
 */
function failed(circle: Circle, by: string | null, now: number): Circle {
  const begun = circle.legs.some(({ state }) => state === "handed_over");
  return {
    ...changed(circle, { status: "failed", closed_at: now, closed_by: by, settled_at: begun ? null : now }),
    legs: circle.legs.map((leg) => (leg.state === "locked" ? { ...leg, state: "reopened" as const } : leg)),
  };
}

/** Returns who gave an item without getting one, and who got one without giving theirs, in a circle that failed. */
export function unevenOf(circle: Circle): { short: string; over: string } | null {
  if (circle.status !== "failed") return null;
  const gave = (userId: string) => legsOf(circle, userId).give.state === "handed_over";
  const got = (userId: string) => legsOf(circle, userId).get.state === "handed_over";
  const people = circle.legs.map(({ giver_id }) => giver_id);
  const short = people.find((person) => gave(person) && !got(person));
  const over = people.find((person) => got(person) && !gave(person));
  return short !== undefined && over !== undefined ? { short, over } : null;
}

export type CircleAbilities = Record<CircleStep["step"], boolean>;

/** Returns what this person may do now. A step that was taken already is harmless but not offered. */
export function circleAbilities(circle: Circle, userId: string, now: number): CircleAbilities {
  const may = (step: "accept" | "decline" | "withdraw" | "call_off") => {
    const decision = decideCircle(circle, { step, userId }, now);
    return decision.ok && decision.circle !== circle;
  };
  return {
    accept: may("accept"),
    decline: may("decline"),
    withdraw: may("withdraw"),
    call_off: may("call_off"),
    hand_over: circle.status === "accepted" && legsOf(circle, userId).give.state === "locked",
  };
}

function changed(circle: Circle, changes: Partial<Circle>): Circle {
  return { ...circle, ...changes };
}

function changeLeg(circle: Circle, leg: CircleLeg, changes: Partial<CircleLeg>): Circle {
  return { ...circle, legs: circle.legs.map((one) => (one === leg ? { ...one, ...changes } : one)) };
}

/**
 * Returns the cash of each leg: the item in the middle moves without cash, whoever gets the dearer item pays its giver
 * the rest, and whoever gives the cheaper item adds the rest. Everyone then has what they gave, and at most two amounts
 * change hands, each between two people who meet anyway.
 */
export function cashOfLegs(valuesCents: readonly number[]): number[] {
  const sorted = [...valuesCents].sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return valuesCents.map((value) => value - middle);
}

/** Returns what this person pays over both handovers, in cents; negative when they are paid. */
export function differenceOf(circle: Circle, userId: string): number {
  const { give, get } = legsOf(circle, userId);
  // Not `-0`, which the wire would show as a number of its own.
  return get.cash_cents - give.cash_cents || 0;
}

/** Returns whether nobody pays or is paid much compared with the item they give. `values` in the order of the legs. */
export function isFair(valuesCents: readonly number[]): boolean {
  return valuesCents.every((given, index) => {
    const got = valuesCents.at(index - 1) ?? 0;
    const difference = Math.abs(got - given);
    return given > 0 && difference <= CIRCLE_DIFFERENCE_MAX_CENTS && difference * 100 <= given * DIFFERENCE_MAX_PERCENT;
  });
}
