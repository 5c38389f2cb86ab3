/** Reminders of an agreed pickup, a day and two hours before it, for orders (D56) and trades (D77). */
import { type SQL, sql } from "drizzle-orm";
import { DAY_MS } from "#domain/deadlines";
import {
  isReminderDue,
  REMINDER_BEFORE_MS,
  REMINDER_STALE_MS,
  type ReminderStep,
  reminderAt,
} from "#domain/orders/reminders";
import { batch, type Database } from "../../db/client.ts";
import { insertNotification } from "../../db/notifications.ts";
import { stableId } from "../../stable-id.ts";

/** A pickup with one of its parties, `n` being that party's notification preferences. */
export interface PickupRow {
  id: string;
  user_id: string;
  starts: number;
  ends: number;
  collection_zone: string;
  other_name: string;
  quiet_from: number | null;
  quiet_to: number | null;
  zone: string | null;
}

/** Identifies the reminder of one time: a pickup that is moved is reminded anew. */
const keyOf = (step: ReminderStep, { id, starts }: PickupRow) => `pickup:${step}:${id}:${starts}`;

/** Condition: the pickup may be due, and the user has no reminder of it yet. Quiet hours bring it forward by less than a day. */
export function reminderOutstanding(step: ReminderStep, at: number, of: { id: SQL; user: SQL; starts: SQL }): SQL {
  const from = at + REMINDER_BEFORE_MS[step] - REMINDER_STALE_MS;
  const until = at + REMINDER_BEFORE_MS[step] + DAY_MS;
  return sql`${of.starts} > ${from} AND ${of.starts} <= ${until} AND NOT EXISTS (SELECT 1 FROM notifications x
    WHERE x.user_id = ${of.user} AND x.dedupe_key = 'pickup:' || ${step} || ':' || ${of.id} || ':' || ${of.starts})`;
}

/**
 * Creates the reminders that are due. Each is one notification with a stable id, so that a repeated run adds none.
 * @returns how many were created.
 */
export async function createReminders<Row extends PickupRow>(
  db: Database,
  step: ReminderStep,
  at: number,
  rows: readonly Row[],
  copyFor: (row: Row) => { title: string; body: string; link: string },
): Promise<number> {
  const due = rows.filter(({ quiet_from, quiet_to, zone, starts }) => {
    const none = quiet_from === null || quiet_to === null || zone === null;
    return isReminderDue(step, starts, none ? null : { from: quiet_from, to: quiet_to, zone }, at);
  });
  const inserts = await Promise.all(
    due.map(async (row) =>
      insertNotification({
        id: await stableId("ntf", keyOf(step, row), row.user_id),
        user_id: row.user_id,
        kind: "pickup",
        dedupe_key: keyOf(step, row),
        ...copyFor(row),
        // Delivery counts the age of the second one from its planned time, so that it is not sent after the start.
        at: step === "day" ? at : Math.min(at, reminderAt(step, row.starts)),
      }),
    ),
  );
  if (inserts.length > 0) await batch(db, inserts);
  return inserts.length;
}
