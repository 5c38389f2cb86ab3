/** Reminds staff of chargebacks whose evidence is due, because a bank decides for the buyer when none arrives. */

import { sql } from "drizzle-orm";
import { EVIDENCE_REMINDER_MS } from "#domain/deadlines";
import { formatDateInZone } from "#domain/orders/collection-date-text";
import { batch } from "../../../db/client.ts";
import { insertNotification } from "../../../db/notifications.ts";
import { logRowError } from "../../../log.ts";
import type { Services } from "../../../services.ts";
import { stableId } from "../../../stable-id.ts";
import { notifySoon } from "../../notifications/commands.ts";

/** The operator's own time zone, as in the statistics. */
const ZONE = "Australia/Sydney";
const AT_ONCE = 20;

interface Due {
  id: string;
  due_at: number;
  order_id: string | null;
  item_title: string | null;
  /** JSON list of the staff who are no party to any order of the payment and were not reminded yet. */
  staff: string;
}

/**
 * Reminds every staff member who is no party to the case once per deadline, two days before it. Evidence is sent in the
 * provider's dashboard, so the provider knows whether there is any.
 * @returns how many disputes staff were reminded of.
 */
export async function remindOfEvidence(services: Services): Promise<number> {
  const stripe = services.stripe();
  if (!stripe) return 0;
  const at = services.now();
  const rows = await services.db.all<Due>(sql`SELECT * FROM (SELECT r.id, r.due_at,
      (SELECT min(t.order_id) FROM payment_parts t WHERE t.intent_id = r.intent_id) AS order_id,
      (SELECT o.item_title FROM payment_parts t JOIN orders o ON o.id = t.order_id WHERE t.intent_id = r.intent_id
        ORDER BY o.id LIMIT 1) AS item_title,
      (SELECT json_group_array(p.id) FROM profiles p WHERE p.role IN ('admin', 'super_admin') AND p.is_banned = 0
        AND NOT EXISTS (SELECT 1 FROM payments m WHERE m.intent_id = r.intent_id AND m.user_id = p.id)
        AND NOT EXISTS (SELECT 1 FROM payment_parts t WHERE t.intent_id = r.intent_id AND t.seller_id = p.id)
        AND NOT EXISTS (SELECT 1 FROM notifications n
          WHERE n.user_id = p.id AND n.dedupe_key = 'evidence:' || r.id || ':' || r.due_at)) AS staff
    FROM payment_reversals r WHERE r.kind = 'chargeback' AND r.status = 'open'
      AND r.due_at > ${at} AND r.due_at <= ${at + EVIDENCE_REMINDER_MS})
    WHERE staff <> '[]' ORDER BY due_at LIMIT ${AT_ONCE}`);
  let reminded = 0;
  for (const row of rows) {
    if (services.cardsPaused()) break;
    try {
      const { evidence_details: evidence } = await stripe.disputes.retrieve(row.id);
      if (evidence.submission_count > 0) continue;
      const staff = JSON.parse(row.staff) as string[];
      await batch(services.db, await Promise.all(staff.map((userId) => reminder(row, userId, at))));
      notifySoon(services, staff);
      reminded++;
    } catch (error) {
      logRowError("remind-of-evidence")(row.id)(error);
    }
  }
  return reminded;
}

async function reminder({ id, due_at, order_id, item_title }: Due, userId: string, at: number) {
  const key = `evidence:${id}:${due_at}`;
  return insertNotification({
    id: await stableId("ntf", key, userId),
    user_id: userId,
    kind: "order",
    dedupe_key: key,
    title: `Evidence due: ${item_title ?? "Top-up"}`,
    body: `Send Stripe evidence for this chargeback by ${formatDateInZone(due_at, ZONE)}, or the bank decides for the buyer.`,
    link: order_id === null ? "/PaymentConfirmations" : `/PaymentConfirmations?order=${order_id}`,
    at,
  });
}
