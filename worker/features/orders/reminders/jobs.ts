/** Reminds both parties of an agreed collection, 24 and 2 hours before it (D56). */
import { sql } from "drizzle-orm";
import { displayName } from "#domain/account/display-name";
import { formatDateInZone } from "#domain/orders/collection-date-text";
import { sqlList, TO_COLLECT } from "#domain/orders/order-status";
import { type ReminderStep, reminderCopy } from "#domain/orders/reminders";
import type { Services } from "../../../services.ts";
import { createReminders, type PickupRow, reminderOutstanding } from "../../notifications/pickup-reminders.ts";
import { pendingReversalsQuery } from "../../payments/reversals/following.ts";

/** Reminders per step and run; the next run, five minutes later, continues. */
const AT_ONCE = 100;

interface DueRow extends PickupRow {
  item_title: string;
  role: "buyer" | "seller";
  you: number;
  them: number;
}

/**
 * Creates the reminders that are due.
 * @returns how many were created.
 */
export async function remindOfCollections(services: Services): Promise<number> {
  return (await remind(services, "day")) + (await remind(services, "hours"));
}

async function remind({ db, now }: Services, step: ReminderStep): Promise<number> {
  const at = now();
  // The earliest collection comes first.
  const rows = await db.all<DueRow>(sql`SELECT o.id, o.item_title, o.collection_date AS starts,
      o.collection_ends_at AS ends, o.collection_zone, side.value AS role, me.id AS user_id,
      other.full_name AS other_name, n.quiet_from, n.quiet_to, n.zone,
      EXISTS (SELECT 1 FROM collection_confirmations c WHERE c.order_id = o.id AND c.user_id = me.id
        AND c.collection_date = o.collection_date) AS you,
      EXISTS (SELECT 1 FROM collection_confirmations c WHERE c.order_id = o.id AND c.user_id = other.id
        AND c.collection_date = o.collection_date) AS them
    FROM orders o INDEXED BY orders_uncollected CROSS JOIN json_each('["buyer","seller"]') side
      CROSS JOIN profiles me ON me.id = iif(side.value = 'buyer', o.buyer_id, o.seller_id)
      CROSS JOIN profiles other ON other.id = iif(side.value = 'buyer', o.seller_id, o.buyer_id)
      LEFT JOIN notification_preferences n ON n.user_id = me.id
    WHERE o.status IN (${sql.raw(sqlList(TO_COLLECT))})
      AND ${reminderOutstanding(step, at, { id: sql`o.id`, user: sql`me.id`, starts: sql`o.collection_date` })}
      AND NOT EXISTS (${pendingReversalsQuery(sql`o.card_intent_id`)})
    ORDER BY o.collection_date, o.id LIMIT ${AT_ONCE}`);
  return createReminders(db, step, at, rows, (row) => ({
    ...reminderCopy(step, {
      role: row.role,
      title: row.item_title,
      other: displayName(row.other_name) || (row.role === "buyer" ? "the seller" : "the buyer"),
      when: formatDateInZone(row.starts, row.collection_zone, row.ends),
      coming: { you: row.you === 1, them: row.them === 1 },
    }),
    // Opens the order at the button.
    link: `/MyOrders/${row.id}${row.you === 1 ? "" : "#coming"}`,
  }));
}
