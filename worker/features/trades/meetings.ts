/** The meeting of an accepted trade (D77): how the two move it, its reminders and its calendar file. */
import { sql } from "drizzle-orm";
import { MESSAGES } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import type { ChosenMeeting } from "#contract/trades";
import { displayName } from "#domain/account/display-name";
import { calendarFile } from "#domain/calendar";
import { MINUTE_MS } from "#domain/deadlines";
import { formatDateInZone } from "#domain/orders/collection-date-text";
import { REMINDER_BEFORE_MS, type ReminderStep } from "#domain/orders/reminders";
import { done, type Result, refuse } from "#domain/result";
import { decideMeeting, type Meeting, type MeetingCommand } from "#domain/trades/meeting";
import type { TradeRole } from "#domain/trades/trade";
import { CHANGED } from "../../db/audit-log.ts";
import { batch } from "../../db/client.ts";
import { insertNotificationIf, type NewNotification } from "../../db/notifications.ts";
import { countUse } from "../../http/throttle.ts";
import type { Services } from "../../services.ts";
import { stableId } from "../../stable-id.ts";
import { notifySoon } from "../notifications/commands.ts";
import { createReminders, type PickupRow, reminderOutstanding } from "../notifications/pickup-reminders.ts";
import { presentTrade } from "./present.ts";
import { findOwnTrade, type OwnTrade, type TradeRecord } from "./queries.ts";
import { moveMeeting } from "./stored-trades.ts";

const MOVED_ON = refuse("wrong_state", "This trade has changed since you opened it. Please check it again.");
const CHANGE_OVER = refuse("wrong_state", "This suggestion has been answered, replaced or has run out.");

const otherRole = (role: TradeRole): TradeRole => (role === "seller" ? "offeror" : "seller");

/** Returns the meeting as stored: whose place is meant depends on who chose it. */
export function meetingOf({ from, until, at, place }: ChosenMeeting, chooser: TradeRole): Meeting {
  if (at === "public") return { from, until, side: chooser, place: place ?? "" };
  return { from, until, side: at === "yours" ? chooser : otherRole(chooser), place: "" };
}

export type MoveMeeting = { type: "propose"; meeting: ChosenMeeting } | Extract<MeetingCommand, { type: "answer" }>;

/** Proposes another place or time, or answers such a proposal. The other one is told in the same batch. */
export async function changeMeeting(
  services: Services,
  viewerId: string,
  id: string,
  sent: MoveMeeting,
): Promise<Result<OwnTrade>> {
  const { db, now } = services;
  const own = await findOwnTrade(db, viewerId, id, now());
  if (!own) return NOT_FOUND;
  const { record, role } = own;
  const { trade } = record;
  const at = now();
  const command = sent.type === "answer" ? sent : { ...sent, meeting: meetingOf(sent.meeting, role) };
  const decision = decideMeeting(trade, command, role, at);
  if (!decision.ok) {
    if (decision.reason === "wrong_time") return refuse("invalid", decision.message);
    return decision.reason === "change_over" ? CHANGE_OVER : MOVED_ON;
  }
  if (command.type === "propose") {
    const wait = await countUse(services, "tell-one-person", { account: viewerId }, `meeting:${id}`);
    if (wait !== null) return refuse("too_many_requests", MESSAGES.tooManyRequests, { retry_after: wait });
  }
  const after = { ...record, trade: { ...trade, ...decision.changed, updated_at: at } };
  const notice = await noticeOf(after, role, command, at);
  const [moved] = await batch<[{ id: string }, object]>(db, [
    moveMeeting(trade, decision.changed, at),
    insertNotificationIf(CHANGED, notice),
  ]);
  if (moved.length === 0) return MOVED_ON;
  notifySoon(services, [notice.user_id]);
  return done({ record: after, role });
}

async function noticeOf(
  record: TradeRecord,
  by: TradeRole,
  command: MeetingCommand,
  at: number,
): Promise<NewNotification> {
  const to = otherRole(by);
  const { trade } = record;
  const user_id = to === "seller" ? trade.seller_id : trade.offeror_id;
  const view = presentTrade(record, to, at);
  const name = view.counterparty.display_name;
  const meeting = command.type === "propose" ? view.meeting_change : view.meeting;
  const when = meeting ? formatDateInZone(meeting.from, meeting.zone, meeting.until) : "";
  const titles = {
    propose: `${name} suggests another time or place`,
    accept: `${name} agreed to the new time or place`,
    decline: `${name} prefers the agreed time and place`,
  };
  const what = command.type === "propose" ? "propose" : command.accept ? "accept" : "decline";
  const dedupe_key = `trade:${trade.id}:meeting:${at}`;
  const id = await stableId("ntf", dedupe_key, user_id);
  const body = `“${view.target.title}”: ${when}, ${meeting?.place ?? ""}.`;
  return { id, user_id, kind: "trade", dedupe_key, title: titles[what], body, link: `/TradeOffers?id=${trade.id}`, at };
}

/** Returns the calendar file of an accepted trade as this party may see the place now, or its cancellation. */
export function meetingCalendar({ record, role }: OwnTrade, origin: string, now: number): Result<string> {
  const view = presentTrade(record, role, now);
  const { meeting, status } = view;
  if (!meeting || !(status === "accepted" || status === "failed")) {
    return refuse("wrong_state", "This trade has no meeting to add to your calendar.");
  }
  const url = `${origin}/TradeOffers?id=${view.id}`;
  const give = role === "seller" ? view.target.title : (view.offered[0]?.title ?? "");
  return done(
    calendarFile({
      uid: `${view.id}.${role}@goodstreet`,
      // Seconds since the offer: rises with every change.
      sequence: Math.floor((view.updated_at - view.created_at) / 1_000),
      cancelled: status === "failed",
      starts: meeting.from,
      ends: meeting.until,
      now,
      summary: `Swap with ${view.counterparty.display_name}: ${view.target.title}`,
      location: meeting.address ?? meeting.place,
      description: [`Bring “${give}”.`, url].join("\n"),
      url,
      remindBeforeMinutes: REMINDER_BEFORE_MS.hours / MINUTE_MS,
    }),
  );
}

const AT_ONCE = 100;

/** Creates the reminders that are due, like those of orders. */
export async function remindOfMeetings({ db, now }: Services): Promise<void> {
  for (const step of Object.keys(REMINDER_BEFORE_MS) as ReminderStep[]) {
    const at = now();
    const outstanding = reminderOutstanding(step, at, { id: sql`t.id`, user: sql`me.id`, starts: sql`starts` });
    const rows = await db.all<PickupRow & { title: string }>(sql`SELECT t.id, i.title, t.meeting ->> '$.from' AS starts,
        t.meeting ->> '$.until' AS ends, i.collection_zone, me.id AS user_id, other.full_name AS other_name,
        n.quiet_from, n.quiet_to, n.zone
      FROM trades t INDEXED BY trades_agreed CROSS JOIN items i ON i.id = t.target_item_id
        CROSS JOIN profiles me ON me.id IN (t.seller_id, t.offeror_id)
        CROSS JOIN profiles other ON other.id = iif(me.id = t.seller_id, t.offeror_id, t.seller_id)
        LEFT JOIN notification_preferences n ON n.user_id = me.id
      WHERE t.status = 'accepted' AND t.offeror_handed_over_at IS NULL AND t.seller_handed_over_at IS NULL
        AND ${outstanding} ORDER BY starts, t.id LIMIT ${AT_ONCE}`);
    await createReminders(db, step, at, rows, ({ id, title, other_name, starts, ends, collection_zone }) => ({
      title: `${step === "day" ? "Swap reminder" : "Swap soon"}: ${title}`,
      body: `You're swapping with ${displayName(other_name) || "the other person"} on ${formatDateInZone(starts, collection_zone, ends)}.`,
      link: `/TradeOffers?id=${id}`,
    }));
  }
}
