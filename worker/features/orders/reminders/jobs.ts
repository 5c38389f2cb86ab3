/** Reminds both parties of an agreed collection, 24 and 2 hours before it (D56). */
import { sql } from "drizzle-orm";
import { displayName } from "#domain/account/display-name";
import { DAY_MS } from "#domain/deadlines";
import { formatDateInZone } from "#domain/orders/collection-date-text";
import { sqlList, TO_COLLECT } from "#domain/orders/order-status";
import {
  isReminderDue,
  REMINDER_BEFORE_MS,
  REMINDER_STALE_MS,
  type ReminderStep,
  reminderAt,
  reminderCopy,
} from "#domain/orders/reminders";
import { batch } from "../../../db/client.ts";
import { insertNotification } from "../../../db/notifications.ts";
import type { Services } from "../../../services.ts";
import { stableId } from "../../../stable-id.ts";
import { pendingReversalsQuery } from "../../payments/reversals/following.ts";

/** Reminders per step and run; the next run, five minutes later, continues. */
const AT_ONCE = 100;

interface DueRow {
  id: string;
  item_title: string;
  collection_date: number;
  collection_ends_at: number;
  collection_zone: string;
  role: "buyer" | "seller";
  user_id: string;
  other_name: string;
  quiet_from: number | null;
  quiet_to: number | null;
  zone: string | null;
  you: number;
  them: number;
}

/** Identifies the reminder of one collection time: an order that is moved is reminded anew. */
const keyOf = (step: ReminderStep, orderId: string, starts: number) => `pickup:${step}:${orderId}:${starts}`;

/**
 * Creates the reminders that are due. Each is one notification with a stable id, so that a repeated run adds none.
 * @returns how many were created.
 */
export async function remindOfCollections(services: Services): Promise<number> {
  return (await remind(services, "day")) + (await remind(services, "hours"));
}

async function remind({ db, now }: Services, step: ReminderStep): Promise<number> {
  const at = now();
  // Quiet hours bring a reminder forward by less than a day. The earliest collection comes first.
  const from = at + REMINDER_BEFORE_MS[step] - REMINDER_STALE_MS;
  const until = at + REMINDER_BEFORE_MS[step] + DAY_MS;
  const rows = await db.all<DueRow>(sql`SELECT o.id, o.item_title, o.collection_date, o.collection_ends_at,
      o.collection_zone, side.value AS role, me.id AS user_id, other.full_name AS other_name, n.quiet_from, n.quiet_to,
      n.zone,
      EXISTS (SELECT 1 FROM collection_confirmations c WHERE c.order_id = o.id AND c.user_id = me.id
        AND c.collection_date = o.collection_date) AS you,
      EXISTS (SELECT 1 FROM collection_confirmations c WHERE c.order_id = o.id AND c.user_id = other.id
        AND c.collection_date = o.collection_date) AS them
    FROM orders o INDEXED BY orders_uncollected CROSS JOIN json_each('["buyer","seller"]') side
      CROSS JOIN profiles me ON me.id = iif(side.value = 'buyer', o.buyer_id, o.seller_id)
      CROSS JOIN profiles other ON other.id = iif(side.value = 'buyer', o.seller_id, o.buyer_id)
      LEFT JOIN notification_preferences n ON n.user_id = me.id
    WHERE o.status IN (${sql.raw(sqlList(TO_COLLECT))}) AND o.collection_date > ${from} AND o.collection_date <= ${until}
      AND NOT EXISTS (${pendingReversalsQuery(sql`o.card_intent_id`)})
      AND NOT EXISTS (SELECT 1 FROM notifications x WHERE x.user_id = me.id
        AND x.dedupe_key = 'pickup:' || ${step} || ':' || o.id || ':' || o.collection_date)
    ORDER BY o.collection_date, o.id LIMIT ${AT_ONCE}`);
  const due = rows.filter((row) => {
    const { quiet_from, quiet_to, zone } = row;
    const quiet =
      quiet_from === null || quiet_to === null || zone === null ? null : { from: quiet_from, to: quiet_to, zone };
    return isReminderDue(step, row.collection_date, quiet, at);
  });
  const ids = await Promise.all(
    due.map((row) => stableId("ntf", keyOf(step, row.id, row.collection_date), row.user_id)),
  );
  const inserts = due.map((row, index) =>
    insertNotification({
      id: ids[index] ?? "",
      user_id: row.user_id,
      kind: "pickup",
      dedupe_key: keyOf(step, row.id, row.collection_date),
      ...reminderCopy(step, {
        role: row.role,
        title: row.item_title,
        other: displayName(row.other_name) || (row.role === "buyer" ? "the seller" : "the buyer"),
        when: formatDateInZone(row.collection_date, row.collection_zone, row.collection_ends_at),
        coming: { you: row.you === 1, them: row.them === 1 },
      }),
      // Opens the order at the button.
      link: `/MyOrders/${row.id}${row.you === 1 ? "" : "#coming"}`,
      // Delivery counts the age of the second one from its planned time, so that it is not sent after the start.
      at: step === "day" ? at : Math.min(at, reminderAt(step, row.collection_date)),
    }),
  );
  if (inserts.length > 0) await batch(db, inserts);
  return inserts.length;
}
