/** Commands of the three people of a swap circle, and of staff (D58). */

import { MESSAGES } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import { isPartyToCase } from "#domain/account/staff-conflict";
import { done, type Refusal, type Result, refuse, refuseField } from "#domain/result";
import {
  type Circle,
  type CircleRefusal,
  type CircleStep,
  decideCircle,
  isInCircle,
  settleCircle,
  staffCallOff,
  voidCircle,
} from "#domain/trades/circle";
import { CHANGED, insertAuditEntry } from "../../../db/audit-log.ts";
import { batch } from "../../../db/client.ts";
import { insertNotification, insertNotificationIf, type NewNotification } from "../../../db/notifications.ts";
import { errorText, log } from "../../../log.ts";
import type { Services } from "../../../services.ts";
import { stableId } from "../../../stable-id.ts";
import { notifySoon } from "../../notifications/commands.ts";
import { applyLegs, finishOrAbandonCircle, lockCircle } from "./locking.ts";
import { type CircleNotice, noticesOf, staffNotices, withdrawnNotices } from "./notices.ts";
import { type CircleRecord, findCircle } from "./queries.ts";
import { markAnnounced, saveCircle } from "./stored-circles.ts";

const CHANGED_MEANWHILE = refuse("wrong_state", "This circle has changed since you opened it. Please check it again.");
const BUSY = refuse("conflict", "This circle is being accepted right now. Please try again in a moment.", {
  retry_after: 2,
});
const CANNOT_TRADE = refuse("wrong_state", "This circle can't go ahead any more.");

function refusalOf(refusal: CircleRefusal): Refusal {
  switch (refusal.reason) {
    case "wrong_state":
      return CHANGED_MEANWHILE;
    case "expired":
      return refuse("wrong_state", "This circle has lapsed. Circles stay open for 72 hours.");
    case "busy":
      return BUSY;
    case "too_early":
      return refuse("wrong_state", "An item has been handed over, so you can't call the circle off yet.", {
        until: refusal.until,
      });
    case "wrong_code": {
      return refuseField(
        "code",
        `That isn't the right code. You have ${refusal.left} ${refusal.left === 1 ? "try" : "tries"} left.`,
      );
    }
    case "code_locked":
      return refuse("wrong_state", "Too many wrong codes. Please wait before you try again.", { until: refusal.until });
  }
}

/** Concurrent steps read the circle again. Limit of attempts. */
const ATTEMPTS_MAX = 5;
/** No request works on an acceptance for this long. */
export const ABANDONED_MS = 2 * 60_000;

/** Applies one step of one of the three. Another user's circle is `not_found`. */
export async function stepCircle(services: Services, id: string, command: CircleStep): Promise<Result<CircleRecord>> {
  const { db, now } = services;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const record = await findCircle(db, id, now());
    if (!record || !isInCircle(record.circle, command.userId)) return NOT_FOUND;
    const { circle } = record;
    if (circle.locking_at !== null && circle.locking_at < now() - ABANDONED_MS) {
      await finishOrAbandonCircle(services, record);
      continue;
    }
    const decision = decideCircle(circle, command, now());
    if (!decision.ok) {
      // A wrong code counts; if that could not be written, another try was counted first, and this one is decided again.
      const counted = "circle" in decision && decision.circle !== circle;
      if (counted && !(await saveCircle(db, circle, decision.circle, now()))) continue;
      return refusalOf(decision);
    }
    const after = decision.circle;
    if (after === circle) return done(record);
    if (command.step === "accept" && !mayAllTrade(record)) {
      await endCircle(services, record, voidCircle(circle, now()));
      return CANNOT_TRADE;
    }
    const news = command.step === "withdraw" ? withdrawnNotices(record, command.userId) : [];
    const rows = await notificationsOf(circle.id, news, now());
    if (!(await saveCircle(db, circle, after, now(), conditional(rows)))) continue;
    if (rows.length > 0) notifyPeople(services, rows);
    if (after.locking_at !== null) {
      const accepted = await lockCircle(services, record, after.attempt);
      if (!accepted.ok) return accepted;
    }
    return afterStep(services, id);
  }
  return BUSY;
}

/** Whether all three may trade, with each other. The refusal does not say who may not, nor why (A92). */
function mayAllTrade({ items }: CircleRecord): boolean {
  return items.every((item) => item.giver_may_trade && item.open_to_trades && !item.blocked);
}

/** Returns the current circle, after updating its items and notifying the three. */
async function afterStep(services: Services, id: string): Promise<Result<CircleRecord>> {
  const { db, now } = services;
  const record = await findCircle(db, id, now());
  if (!record) return NOT_FOUND;
  await announce(services, record);
  if (!record.circle.legs.some(({ state }) => state === "handed_over" || state === "reopened")) return done(record);
  await applyLegs(services, record);
  return done((await findCircle(db, id, now())) ?? record);
}

/** Writes the end of a circle that the service decided, if there is one, and applies it. */
export async function endCircle(services: Services, { circle }: CircleRecord, after: Circle | null): Promise<void> {
  if (after === null || !(await saveCircle(services.db, circle, after, services.now()))) return;
  await afterStep(services, circle.id);
}

/** Calls off an accepted circle for staff, with a reason for the three. */
export async function callOffCircle(services: Services, staffId: string, id: string, note: string): Promise<Result> {
  return decideForStaff(services, staffId, id, note, staffCallOff, "circle_called_off");
}

/** Closes the case of a failed circle in which an item was handed over, with a reason for the three. */
export async function closeCircleCase(services: Services, staffId: string, id: string, note: string): Promise<Result> {
  return decideForStaff(services, staffId, id, note, settleCircle, "circle_settled");
}

async function decideForStaff(
  services: Services,
  staffId: string,
  id: string,
  note: string,
  decide: (circle: Circle, note: string, now: number) => Circle | null,
  action: "circle_called_off" | "circle_settled",
): Promise<Result> {
  const { db, now } = services;
  const record = await findCircle(db, id, now());
  if (!record) return NOT_FOUND;
  const { circle } = record;
  const people = circle.legs.map(({ giver_id }) => giver_id);
  if (isPartyToCase(staffId, people)) return refuse("forbidden", MESSAGES.ownCase);
  const at = now();
  const after = decide(circle, note, at);
  if (after === null) return CHANGED_MEANWHILE;
  const entry = insertAuditEntry({ actor_id: staffId, action, subject: id, details: { note }, at }, CHANGED);
  // Written with the decision, so that no general notification of the same event comes first.
  const rows = await notificationsOf(id, staffNotices({ ...record, circle: after }, action, note), at);
  if (!(await saveCircle(db, circle, after, at, [entry, ...conditional(rows)]))) return CHANGED_MEANWHILE;
  notifyPeople(services, rows);
  const current = await findCircle(db, id, now());
  if (!current) return NOT_FOUND;
  await applyLegs(services, current);
  await announce(services, current);
  return done();
}

/** Notifies after a step. Cron repeats what fails here; the step itself is not affected. */
async function announce(services: Services, record: CircleRecord): Promise<void> {
  if (!record.untold) return;
  try {
    await writeCircleNotifications(services, record);
  } catch (error) {
    log("warn", { circle: record.circle.id, problem: "tell", error: errorText(error) });
  }
}

/** Writes the notifications of the circle's state and marks them as written. A repeat adds nothing. */
export async function writeCircleNotifications(services: Services, record: CircleRecord): Promise<void> {
  const { circle } = record;
  const rows = await notificationsOf(circle.id, noticesOf(record), services.now());
  await batch(services.db, [...rows.map(insertNotification), markAnnounced(circle.id, circle.rev)]);
  notifyPeople(services, rows);
}

function notificationsOf(circleId: string, notices: readonly CircleNotice[], at: number): Promise<NewNotification[]> {
  return Promise.all(
    notices.map(async ({ to, event, title, body }): Promise<NewNotification> => {
      const dedupe_key = `circle:${circleId}:${event}`;
      const id = await stableId("ntf", dedupe_key, to);
      return { id, user_id: to, kind: "trade", dedupe_key, title, body, link: `/TradeOffers?circle=${circleId}`, at };
    }),
  );
}

/** Statements for `saveCircle`: each is written only if the one before it was. */
const conditional = (rows: readonly NewNotification[]) => rows.map((row) => insertNotificationIf(CHANGED, row));

function notifyPeople(services: Services, rows: readonly NewNotification[]): void {
  notifySoon(services, [...new Set(rows.map(({ user_id }) => user_id))]);
}
