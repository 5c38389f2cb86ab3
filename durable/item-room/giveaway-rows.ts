/** Maps giveaways (D57) to D1 rows and to notifications. */
import { type SQL, sql } from "drizzle-orm";
import type { Giveaway, GiveawayEntry, GiveawayEvent } from "#domain/giveaways/giveaway";
import { recipientOf, tailOf } from "#domain/giveaways/giveaway";
import { insertNotifications } from "../../worker/db/notifications.ts";
import { giveawayEntries, giveaways } from "../../worker/db/schema/giveaways.ts";
import { type Row, storedRow } from "../../worker/db/stored-row.ts";
import { upsert } from "../../worker/db/upsert.ts";
import { isGiveawayUnprojected, type RoomState } from "./state.ts";

/** Returns the queries for the item's live giveaway and its entries, read with `giveawayFromRows`. */
export function liveGiveawayQueries(itemId: string): SQL[] {
  return [
    sql`SELECT * FROM giveaways WHERE item_id = ${itemId} AND status <> 'ended'`,
    sql`SELECT e.* FROM giveaways g JOIN giveaway_entries e ON e.giveaway_id = g.id
      WHERE g.item_id = ${itemId} AND g.status <> 'ended' AND (e.status <> 'left' OR e.place IS NOT NULL)`,
  ];
}

export function giveawayFromRows(row: Row | undefined, entries: readonly Row[]): Giveaway | null {
  if (!row) return null;
  const { entered: _entered, ...giveaway } = storedRow(giveaways, row);
  return { ...giveaway, entries: entries.map(entryFromRow), events: [] };
}

function entryFromRow(row: Row): GiveawayEntry {
  const { giveaway_id: _giveaway, ...entry } = storedRow(giveawayEntries, row);
  return entry;
}

/**
 * Returns the statements for every giveaway that D1 has not received. Ended ones come first, because the unique index of
 * one live giveaway per item would refuse a new one otherwise.
 */
export function giveawayRows(state: RoomState): SQL[] {
  return unprojected(state).flatMap((giveaway) => [
    waitingReminder(giveaway),
    giveawayRow(giveaway),
    ...entryRows(giveaway, seenRev(state, giveaway)),
    ...newEvents(state, giveaway).flatMap((event) => notificationRows(giveaway, event)),
  ]);
}

/** Returns the users whom the projection of this state notifies one by one. */
export function notifiedOfGiveaways(state: RoomState): string[] {
  const users = unprojected(state).flatMap((giveaway) =>
    newEvents(state, giveaway).flatMap((event) => noticesOf(giveaway, event).map(({ to }) => to)),
  );
  return [...new Set(users)];
}

function unprojected(state: RoomState): Giveaway[] {
  const list = (state.giveaways ?? []).filter((giveaway) => isGiveawayUnprojected(state, giveaway));
  return [...list.filter(({ status }) => status === "ended"), ...list.filter(({ status }) => status !== "ended")];
}

function seenRev(state: RoomState, { id }: Giveaway): number {
  return state.outbox.giveaway_revs?.[id] ?? 0;
}

function newEvents(state: RoomState, giveaway: Giveaway): GiveawayEvent[] {
  return giveaway.events.filter(({ rev }) => rev > seenRev(state, giveaway));
}

/**
 * Stops the reminder of a person who may no longer confirm, if it waits for the end of quiet hours. Runs before the
 * giveaway's row, which has another hold then.
 */
function waitingReminder({ id, hold_id }: Giveaway): SQL {
  return sql`UPDATE notifications SET next_at = NULL FROM giveaways g
    WHERE g.id = ${id} AND g.hold_id IS NOT ${hold_id} AND notifications.id = 'ntf_' || substr(g.hold_id, 5) || 'r'`;
}

/** Returns the statement that stores the giveaway, without its entries. */
export function giveawayRow(giveaway: Giveaway, onlyIf?: SQL): SQL {
  const { entries, events: _events, ...row } = giveaway;
  const { id, item_id, giver_id, mode, opened_at, closes_at, seed, commitment, ...changing } = row;
  return upsert(
    giveaways,
    { id, item_id, giver_id, mode, opened_at, closes_at, seed, commitment },
    { ...changing, entered: entries.filter(({ status }) => status === "entered").length },
    sql`excluded.rev > giveaways.rev`,
    onlyIf,
  );
}

/**
 * Writes all changed entries, whatever their number. The recipient comes last, because the unique index of one recipient
 * would refuse a second one for a moment. For the same reason codes that may have changed hands are cleared first.
 */
function entryRows({ id, mode, entries }: Giveaway, seen: number): SQL[] {
  const isRecipient = ({ status }: GiveawayEntry) => status === "offered" || status === "given";
  const changed = entries.filter(({ rev }) => rev > seen);
  if (changed.length === 0) return [];
  const rows = [...changed.filter((entry) => !isRecipient(entry)), ...changed.filter(isRecipient)];
  const changes = JSON.stringify(rows);
  const cleared = sql`UPDATE giveaway_entries SET code = NULL FROM json_each(${changes}) e
    WHERE giveaway_entries.id = e.value ->> 'id' AND place IS NULL AND rev < e.value ->> 'rev'`;
  return [
    ...(mode === "draw" ? [cleared] : []),
    sql`INSERT INTO giveaway_entries (id, giveaway_id, user_id, code, note, status, place, entered_at, rev)
      SELECT e.value ->> 'id', ${id}, e.value ->> 'user_id', e.value ->> 'code', e.value ->> 'note',
        e.value ->> 'status', e.value ->> 'place', e.value ->> 'entered_at', e.value ->> 'rev'
      FROM json_each(${changes}) e WHERE true ORDER BY e.key
      ON CONFLICT (id) DO UPDATE SET code = excluded.code, note = excluded.note, status = excluded.status,
        place = excluded.place, entered_at = excluded.entered_at, rev = excluded.rev
      WHERE excluded.rev > giveaway_entries.rev`,
  ];
}

interface Notice {
  to: string;
  title: string;
  /** Follows the item's title. */
  body: string;
  link: string;
}

/** Returns whom an event is news to, other than the many entrants of a draw. */
function noticesOf(giveaway: Giveaway, { kind, user_id }: GiveawayEvent): Notice[] {
  const item = `/ItemDetail/${giveaway.item_id}`;
  const page = `/Giveaway/${giveaway.id}`;
  const { giver_id: giver, mode, ended_as } = giveaway;
  const next = mode === "draw" ? "It goes to the next person." : "Please pick another person.";
  switch (kind) {
    case "drawn":
      return [{ to: giver, title: "The draw has been made", body: "The winner has 24 hours to confirm.", link: page }];
    case "offered": {
      if (user_id === null) return [];
      const title =
        mode === "pick" ? "The giver picked you" : placeOf(giveaway, user_id) === 1 ? "You've won" : "You're next";
      return [{ to: user_id, title, body: "Confirm within 24 hours, or it goes to someone else.", link: item }];
    }
    case "lapsed":
      return [
        ...(user_id === null
          ? []
          : [
              {
                to: user_id,
                title: "Your time to confirm has ended",
                body: "It goes to someone else.",
                link: mode === "draw" ? page : item,
              },
            ]),
        { to: giver, title: "They didn't confirm in time", body: next, link: item },
      ];
    case "declined":
      return [{ to: giver, title: "They declined the item", body: next, link: item }];
    case "given":
      return [];
    case "ended":
      if (ended_as === "nobody_entered") {
        return [
          { to: giver, title: "Nobody entered the draw", body: "The first to claim it gets it now.", link: item },
        ];
      }
      if (ended_as === "nobody_left") {
        return [{ to: giver, title: "Nobody confirmed", body: "The first to claim it gets it now.", link: item }];
      }
      return [];
  }
}

function placeOf({ entries }: Giveaway, userId: string): number | null {
  return entries.find(({ user_id }) => user_id === userId)?.place ?? null;
}

function notificationRows(giveaway: Giveaway, event: GiveawayEvent): SQL[] {
  const one = noticesOf(giveaway, event).map(({ to, title, body, link }) => {
    const side = to === giveaway.giver_id ? "g" : "e";
    return insertNotifications(sql`items i WHERE i.id = ${giveaway.item_id}`, {
      id: `ntf_${tailOf(giveaway)}${side}${event.rev}`,
      user_id: to,
      kind: "giveaway",
      dedupe_key: `giveaway:${giveaway.id}:${event.rev}`,
      title,
      body: sql`i.title || '. ' || ${body}`,
      link,
      at: event.at,
    });
  });
  return [...one, ...entrantsRow(giveaway, event)];
}

/** Notifies all who are still in, with one statement: the others of a draw, or everyone when the giveaway ends. */
function entrantsRow(giveaway: Giveaway, { kind, rev, at }: GiveawayEvent): SQL[] {
  const news = entrantsNews(giveaway, kind);
  if (!news) return [];
  const others = sql`giveaway_entries e JOIN items i ON i.id = ${giveaway.item_id}
    WHERE e.giveaway_id = ${giveaway.id} AND e.user_id <> ${recipientOf(giveaway)?.user_id ?? ""}
      AND (e.status = 'entered' OR (e.status = 'undone' AND e.rev = ${rev}))`;
  return [
    insertNotifications(others, {
      id: sql`'ntf_' || substr(e.id, 5) || ${`n${rev}`}`,
      user_id: sql`e.user_id`,
      kind: "giveaway",
      dedupe_key: `giveaway:${giveaway.id}:${rev}`,
      title: news.title,
      body: sql`i.title || '. ' || replace(${news.body}, '#', coalesce(e.place, ''))`,
      link: news.link,
      at,
    }),
  ];
}

function entrantsNews(giveaway: Giveaway, kind: GiveawayEvent["kind"]): Omit<Notice, "to"> | null {
  const item = `/ItemDetail/${giveaway.item_id}`;
  const page = `/Giveaway/${giveaway.id}`;
  if (kind === "drawn") {
    return {
      title: "You didn't win this time",
      body: "You're number # in the drawn order, so you may still be next. See how the draw was made.",
      link: page,
    };
  }
  if (kind === "given" && giveaway.mode === "pick") {
    return { title: "It went to someone else", body: "The giver picked another person.", link: item };
  }
  if (kind !== "ended") return null;
  const what = giveaway.mode === "draw" ? "The draw has ended" : "The giveaway has ended";
  switch (giveaway.ended_as) {
    case "repriced":
      return { title: what, body: "The giver now asks a price for it.", link: item };
    case "taken_down":
      return { title: what, body: "The giver took it down.", link: "/Marketplace" };
    case "sold":
      return { title: what, body: "It was given away elsewhere.", link: "/Marketplace" };
    case "called_off":
      return { title: what, body: "The giver called it off.", link: item };
    default:
      return null;
  }
}
