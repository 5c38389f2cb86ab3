/** Proceeds that wait because their seller has no account that can receive money: reminders. They never expire. */
import { type SQL, sql } from "drizzle-orm";
import { DAY_MS } from "#domain/deadlines";
import { CHANGED, insertAuditEntry } from "../../../db/audit-log.ts";
import { batch } from "../../../db/client.ts";
import { logRowError } from "../../../log.ts";
import type { Services } from "../../../services.ts";
import { deliverSoon, notifySoon } from "../../notifications/commands.ts";
import { proceedsWaitingEmails } from "../emails.ts";
import { isHeld, isReversed, keptCents } from "../queries.ts";

/** Staff see proceeds that have waited for longer. */
export const WAITING_LONG_MS = 30 * DAY_MS;
/** No more reminders after this, so that a forgotten account is not written to for ever. */
const REMINDED_FOR_MS = 60 * DAY_MS;
const AT_ONCE = 50;

/** Guard: a row `t` of `transfers` waits only for an account of its seller. */
export const waitsForAccount = (at: number): SQL => sql`(t.status = 'payable'
  AND NOT EXISTS (SELECT 1 FROM payout_accounts a WHERE a.seller_id = t.seller_id AND a.status = 'active')
  AND NOT ${isReversed(sql`t.intent_id`)} AND NOT ${isHeld(sql`t`, at)})`;

interface Waiting {
  seller_id: string;
  cents: number;
  /** Days after which this reminder is due. */
  days: number;
  since: number;
}

const waiting = (at: number, which: SQL): SQL => sql`SELECT seller_id, cents, since,
    CASE WHEN since <= ${at - 30 * DAY_MS} THEN 30 WHEN since <= ${at - 7 * DAY_MS} THEN 7 ELSE 1 END AS days
  FROM (SELECT t.seller_id, min(t.created_at) AS since,
      sum(t.amount_cents - t.at_seller_cents - ${keptCents(sql`t.order_id`)}) AS cents
    FROM transfers t WHERE ${waitsForAccount(at)} AND ${which} GROUP BY t.seller_id)`;

const keyOf = ({ seller_id, since, days }: Waiting) => `proceeds-waiting:${seller_id}:${since}:${days}`;

/**
 * Reminds sellers 1, 7 and 30 days after their oldest waiting proceeds fell due, once each.
 * @returns how many were reminded.
 */
export async function remindOfWaitingProceeds(services: Services): Promise<number> {
  const { db, now } = services;
  const at = now();
  const rows = await db.all<Waiting>(sql`SELECT w.* FROM (${waiting(at, sql`1`)}) w
    WHERE w.since <= ${at - DAY_MS} AND w.since > ${at - REMINDED_FOR_MS} AND NOT EXISTS (SELECT 1 FROM notifications n
      WHERE n.user_id = w.seller_id
        AND n.dedupe_key = 'proceeds-waiting:' || w.seller_id || ':' || w.since || ':' || w.days)
    ORDER BY w.since LIMIT ${AT_ONCE}`);
  for (const row of rows) {
    await proceedsWaitingEmails(services, row, keyOf(row))
      .then((statements) => batch(db, statements))
      .catch(logRowError("remind-of-waiting-proceeds")(row.seller_id));
  }
  return rows.length;
}

/** Reminds the seller of an order for staff, at most once a day. */
export async function remindSeller(services: Services, staffId: string, orderId: string): Promise<void> {
  const { db, now } = services;
  const at = now();
  const mine = sql`t.seller_id = (SELECT seller_id FROM transfers WHERE order_id = ${orderId})`;
  const [row] = await db.all<Waiting>(waiting(at, mine));
  if (!row) return;
  const day = new Date(at).toISOString().slice(0, 10);
  const [first, ...rest] = await proceedsWaitingEmails(services, row, `proceeds-waiting:${row.seller_id}:${day}`);
  if (!first) return;
  await batch(db, [
    first,
    insertAuditEntry({ actor_id: staffId, action: "waiting_proceeds_reminded", subject: orderId, at }, CHANGED),
    ...rest,
  ]);
  deliverSoon(services);
  notifySoon(services, [row.seller_id]);
}
