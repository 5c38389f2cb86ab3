/**
 * How a free item is given away when its giver does not take the first who comes (D57): a draw, or the giver picks a
 * person. Pure: the item's room applies the result together with the hold, so that whoever may confirm holds the item.
 */
import { GIVEAWAY_CONFIRM_MS, HOUR_MS } from "../deadlines.ts";
import { type Availability, isGiveawayHold } from "../holds/availability.ts";
import { commitmentOf, drawnOrder } from "./draw.ts";

/** How long entries of a draw stay open, in hours. */
export const DRAW_HOURS_MIN = 1;
export const DRAW_HOURS_MAX = 72;
/** Most people in one draw, and most requests to one giver: they are stored in the item's room. */
export const ENTRIES_MAX: Record<GivingMode, number> = { draw: 500, pick: 100 };
export const REQUEST_NOTE_MAX = 300;
/** How often one item may be given away anew within 30 days, so that nobody draws until the result suits them. */
export const GIVEAWAYS_PER_ITEM = 3;
export const GIVEAWAYS_WINDOW_MS = 30 * 24 * HOUR_MS;

export type GivingMode = "draw" | "pick";

export type GiveawayStatus =
  /** People may enter, or ask for it. */
  | "open"
  /** The item is held for one person, who has not confirmed yet. */
  | "offered"
  /** Someone confirmed and has an order. It goes on if that order ends. */
  | "given"
  | "ended";

/** Why a giveaway ended without a recipient. */
export type GiveawayEnd = "called_off" | "repriced" | "taken_down" | "sold" | "nobody_entered" | "nobody_left";

export type EntryStatus =
  | "entered"
  /** Left, or declined the offered item. */
  | "left"
  | "offered"
  /** Did not confirm in time. */
  | "lapsed"
  /** Could not be offered the item: the account is restricted or closed, or one of the two blocked the other. */
  | "skipped"
  | "given"
  /** The giveaway, or their order, ended without a handover. */
  | "undone";

export interface GiveawayEntry {
  /** Derived from the giveaway and the user: one per person. */
  id: string;
  user_id: string;
  /** The entrant's code in the published list of a draw; null where the giver picks. */
  code: string | null;
  /** What the person wrote to the giver who picks. */
  note: string;
  status: EntryStatus;
  /** Place in the drawn order, from 1. */
  place: number | null;
  entered_at: number;
  /** The giveaway's rev that last changed it. */
  rev: number;
}

export type GiveawayEventKind = "drawn" | "offered" | "lapsed" | "declined" | "given" | "ended";

export interface GiveawayEvent {
  rev: number;
  kind: GiveawayEventKind;
  /** Whom it is about. */
  user_id: string | null;
  at: number;
}

export interface Giveaway {
  id: string;
  item_id: string;
  giver_id: string;
  mode: GivingMode;
  status: GiveawayStatus;
  rev: number;
  opened_at: number;
  /** When entries close; null where the giver picks. */
  closes_at: number | null;
  /** Secret until the draw. */
  seed: string | null;
  commitment: string | null;
  drawn_at: number | null;
  /** The hold of the person who may confirm. */
  hold_id: string | null;
  confirm_by: number | null;
  ended_as: GiveawayEnd | null;
  updated_at: number;
  entries: GiveawayEntry[];
  /** Events that the database may not have received. */
  events: GiveawayEvent[];
}

export interface NewGiveaway {
  id: string;
  item_id: string;
  giver_id: string;
  mode: GivingMode;
  /** For a draw: how long entries are open, and 32 random bytes in hex. */
  hours: number | null;
  seed: string | null;
}

/** Opens a giveaway. The commitment exists before anyone can enter. */
export function openGiveaway({ id, item_id, giver_id, mode, hours, seed }: NewGiveaway, now: number): Giveaway {
  const closes_at = mode === "draw" ? now + (hours ?? DRAW_HOURS_MAX) * HOUR_MS : null;
  const secret = mode === "draw" ? seed : null;
  return {
    id,
    item_id,
    giver_id,
    mode,
    status: "open",
    rev: 1,
    opened_at: now,
    closes_at,
    seed: secret,
    commitment: closes_at === null || secret === null ? null : commitmentOf({ id, item_id, closes_at }, secret),
    drawn_at: null,
    hold_id: null,
    confirm_by: null,
    ended_as: null,
    updated_at: now,
    entries: [],
    events: [],
  };
}

/** Whether the giveaway decides who gets the item: nobody else may hold it. */
export function isLiveGiveaway({ status }: Pick<Giveaway, "status">): boolean {
  return status !== "ended";
}

export function entryOf({ entries }: Pick<Giveaway, "entries">, userId: string): GiveawayEntry | null {
  return entries.find((entry) => entry.user_id === userId) ?? null;
}

/** The person who is offered the item, or has confirmed. */
export function recipientOf({ entries }: Pick<Giveaway, "entries">): GiveawayEntry | null {
  return entries.find(({ status }) => status === "offered" || status === "given") ?? null;
}

/** Number of people who are in. */
export function entriesIn({ entries }: Pick<Giveaway, "entries">): number {
  return entries.filter(({ status }) => status === "entered").length;
}

export type GiveawayRefusal = "not_open" | "closed" | "full" | "code_taken" | "not_in" | "already_offered";

export type GiveawayDecision = { ok: true; giveaway: Giveaway } | { ok: false; reason: GiveawayRefusal };

export interface Entering {
  entry_id: string;
  user_id: string;
  code: string | null;
  note: string;
}

/** Enters the draw, or asks the giver for the item. Repeating it changes nothing, except the note of a request. */
export function enterGiveaway(before: Giveaway, sent: Entering, now: number): GiveawayDecision {
  const own = entryOf(before, sent.user_id);
  if (before.mode === "draw") {
    if (own?.status === "entered") return { ok: true, giveaway: before };
    if (before.drawn_at !== null) return { ok: false, reason: "closed" };
  }
  if (before.status === "ended" || before.status === "given" || (before.mode === "draw" && before.status !== "open")) {
    return { ok: false, reason: "not_open" };
  }
  if (own?.status === "offered" || own?.status === "given") return { ok: false, reason: "already_offered" };
  if (own?.status === "entered" && own.note === sent.note) return { ok: true, giveaway: before };
  if (own?.status !== "entered" && entriesIn(before) >= ENTRIES_MAX[before.mode]) return { ok: false, reason: "full" };
  // A second account with the same code would make the list ambiguous.
  const others = before.entries.filter(({ user_id }) => user_id !== sent.user_id);
  if (sent.code !== null && others.some(({ code }) => code === sent.code)) return { ok: false, reason: "code_taken" };
  const rev = before.rev + 1;
  const entry: GiveawayEntry = {
    id: sent.entry_id,
    user_id: sent.user_id,
    code: sent.code,
    note: sent.note,
    status: "entered",
    place: null,
    entered_at: own?.status === "entered" ? own.entered_at : now,
    rev,
  };
  return { ok: true, giveaway: { ...before, rev, updated_at: now, entries: [...others, entry] } };
}

/** Leaves the draw, takes a request back, or declines the offered item. The caller ends the hold in the same step. */
export function leaveGiveaway(before: Giveaway, userId: string, now: number): GiveawayDecision {
  const own = entryOf(before, userId);
  if (!own || own.status === "left") return { ok: true, giveaway: before };
  // Before the draw the code becomes free again, so that another entrant may have it.
  if (own.status === "entered") {
    const left = own.place === null ? { ...own, code: null } : own;
    return { ok: true, giveaway: marked(before, left, "left", now) };
  }
  if (own.status !== "offered") return { ok: false, reason: "not_in" };
  const left = withoutHold(marked(before, own, "left", now));
  return { ok: true, giveaway: withEvent(left, "declined", userId, now) };
}

/** Offers the item to the person the giver picked. The caller holds it for them in the same step. */
export function pickEntry(before: Giveaway, entryId: string, now: number): GiveawayDecision {
  const entry = before.entries.find(({ id }) => id === entryId);
  if (before.mode !== "pick" || before.status === "ended" || before.status === "given") {
    return { ok: false, reason: "not_open" };
  }
  if (entry?.status === "offered") return { ok: true, giveaway: before };
  if (before.status === "offered") return { ok: false, reason: "already_offered" };
  if (entry?.status !== "entered") return { ok: false, reason: "not_in" };
  return { ok: true, giveaway: offeredTo(before, entry, now) };
}

/** Ends the giveaway for its giver, or for another cause. The caller ends the hold in the same step. */
export function endGiveaway(before: Giveaway, ended_as: GiveawayEnd, now: number): Giveaway {
  if (before.status === "ended") return before;
  const entry = recipientOf(before);
  const next = withoutHold(entry ? marked(before, entry, "undone", now) : stepped(before, now));
  return withEvent({ ...next, status: "ended", ended_as }, "ended", null, now);
}

/** What a giveaway depends on besides its own time. */
export interface GivenItem {
  status: Availability;
  price_cents: number;
  hold_id: string | null;
  /** Who has an order for the item. */
  ordered_by: string | null;
  /** The giver called off the order of the person who confirmed. */
  called_off: boolean;
}

/**
 * Applies what time and the item decide: the draw, a confirmation, a missed one, and whom the item is offered next. When
 * the result's `hold_id` is not the item's, the caller ends or makes the hold in the same step.
 */
export function followGiveaway(before: Giveaway, item: GivenItem, now: number): Giveaway {
  if (before.status === "ended") return before;
  const gone = endCause(before, item);
  if (gone) return endGiveaway(before, gone, now);
  const available = item.status === "active" && item.ordered_by === null;
  let next = isDue(before, now) ? drawn(before, now) : before;
  if (next.status === "offered" && next.hold_id !== item.hold_id) next = confirmedOrLapsed(next, item, now);
  if (next.status === "given" && available) next = takenBack(next, now);
  const waits = next.status === "open" && next.drawn_at !== null;
  return waits && available && !isGiveawayHold(item.hold_id) ? offeredToNext(next, now) : next;
}

/** Returns why the item can no longer be given away like this, or null. */
function endCause(before: Giveaway, { status, price_cents, ordered_by, called_off }: GivenItem): GiveawayEnd | null {
  if (status === "removed" || status === "inactive") return "taken_down";
  if (price_cents > 0) return "repriced";
  // Else a giver could turn down one winner after the other until the person of their choice has won.
  if (before.mode === "draw" && before.status === "given" && ordered_by === null && called_off) return "called_off";
  // Its recipient bought it, or the giver marked it as given to them.
  const recipient = recipientOf(before)?.user_id ?? null;
  if (status === "sold" && before.status !== "given" && (ordered_by === null || ordered_by !== recipient))
    return "sold";
  return null;
}

function isDue({ status, closes_at, drawn_at }: Giveaway, now: number): boolean {
  return status === "open" && drawn_at === null && closes_at !== null && now >= closes_at;
}

/** Makes the draw: from here the order of the entrants is fixed and public. */
function drawn(before: Giveaway, now: number): Giveaway {
  const codes = before.entries.flatMap(({ status, code }) => (status === "entered" && code !== null ? [code] : []));
  const order = drawnOrder(before.seed ?? "", codes);
  const places = new Map(order.map((code, index) => [code, index + 1]));
  const rev = before.rev + 1;
  const entries = before.entries.map((entry) =>
    entry.status === "entered" && entry.code !== null
      ? { ...entry, place: places.get(entry.code) ?? null, rev }
      : entry,
  );
  const next = { ...before, rev, drawn_at: now, updated_at: now, entries };
  return codes.length === 0 ? endGiveaway(next, "nobody_entered", now) : withEvent(next, "drawn", null, now);
}

function confirmedOrLapsed(before: Giveaway, item: GivenItem, now: number): Giveaway {
  const entry = recipientOf(before);
  if (!entry) return { ...withoutHold(stepped(before, now)), status: "open" };
  if (item.ordered_by === entry.user_id) {
    const given = { ...marked(before, entry, "given", now), status: "given", confirm_by: null } as const;
    return withEvent(given, "given", entry.user_id, now);
  }
  return withEvent(withoutHold(marked(before, entry, "lapsed", now)), "lapsed", entry.user_id, now);
}

/** The recipient's order ended without a handover: the next may have the item, or the giver picks again. */
function takenBack(before: Giveaway, now: number): Giveaway {
  const entry = recipientOf(before);
  return withoutHold(entry ? marked(before, entry, "undone", now) : stepped(before, now));
}

function offeredToNext(before: Giveaway, now: number): Giveaway {
  const waiting = before.entries.filter(({ status, place }) => status === "entered" && place !== null);
  const next = waiting.sort((a, b) => (a.place ?? 0) - (b.place ?? 0))[0];
  return next ? offeredTo(before, next, now) : endGiveaway(before, "nobody_left", now);
}

function offeredTo(before: Giveaway, entry: GiveawayEntry, now: number): Giveaway {
  const next = marked(before, entry, "offered", now);
  // The rev makes the id unique: the same person may be offered the item twice.
  return { ...next, status: "offered", hold_id: `gwh_${tailOf(before)}${next.rev}`, confirm_by: null };
}

/** Starts the recipient's time to confirm, once the database has said that they may have the item. */
export function confirmGiveawayOffer(before: Giveaway, now: number): Giveaway {
  const entry = recipientOf(before);
  if (before.status !== "offered" || before.confirm_by !== null || !entry) return before;
  const next = { ...stepped(before, now), confirm_by: now + GIVEAWAY_CONFIRM_MS };
  return withEvent(next, "offered", entry.user_id, now);
}

/** Skips the recipient, who may not have the item. The caller ends the hold in the same step. */
export function skipRecipient(before: Giveaway, now: number): Giveaway {
  const entry = recipientOf(before);
  if (before.status !== "offered" || !entry) return before;
  const next = withoutHold(marked(before, entry, "skipped", now));
  // The giver must pick someone else. They do not learn why.
  return before.mode === "pick" ? withEvent(next, "declined", entry.user_id, now) : next;
}

/** Returns when time alone changes the giveaway next, or null. The hold has its own time. */
export function giveawayDueAt(giveaway: Giveaway): number | null {
  return giveaway.status === "open" && giveaway.drawn_at === null ? giveaway.closes_at : null;
}

/** Returns the part of an id after its prefix. */
export function tailOf({ id }: { id: string }): string {
  return id.slice(id.indexOf("_") + 1);
}

function withoutHold(giveaway: Giveaway): Giveaway {
  const status = giveaway.status === "ended" ? "ended" : "open";
  return { ...giveaway, status, hold_id: null, confirm_by: null };
}

function marked(before: Giveaway, entry: GiveawayEntry, status: EntryStatus, now: number): Giveaway {
  const next = stepped(before, now);
  const entries = before.entries.map((one) => (one.id === entry.id ? { ...entry, status, rev: next.rev } : one));
  return { ...next, entries };
}

function stepped(before: Giveaway, now: number): Giveaway {
  return { ...before, rev: before.rev + 1, updated_at: now };
}

function withEvent(giveaway: Giveaway, kind: GiveawayEventKind, user_id: string | null, at: number): Giveaway {
  return { ...giveaway, events: [...giveaway.events, { rev: giveaway.rev, kind, user_id, at }] };
}
