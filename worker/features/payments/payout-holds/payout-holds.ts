/** Holds on payouts (D71): ordered by staff, or following from a ban or a buyer's report. They end by themselves. */
import { type SQL, sql } from "drizzle-orm";
import type { ChangePayoutHoldValue, HoldPayoutsValue } from "#contract/admin/payout-holds";
import { MESSAGES } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import { isPartyToCase } from "#domain/account/staff-conflict";
import { extendedHoldEnd, type HoldCause, holdReason, PAYOUT_HOLD_MS } from "#domain/payments/payout-hold";
import { done, type Result, refuse } from "#domain/result";
import { CHANGED, insertAuditEntry } from "../../../db/audit-log.ts";
import { batch } from "../../../db/client.ts";
import { insertNotificationIf } from "../../../db/notifications.ts";
import type { Services } from "../../../services.ts";
import { stableId } from "../../../stable-id.ts";
import { deliverSoon, notifySoon } from "../../notifications/commands.ts";
import { payoutsHeldEmails } from "../emails.ts";
import { paidPartOf } from "../queries.ts";
import { findHold } from "./queries.ts";

interface NewHold {
  id: string;
  sellerId: string;
  orderId: string | null;
  cause: Exclude<HoldCause, "first_sales">;
  note: string | null;
  reportId?: string;
}

/** Returns the statement that adds a hold, where `guard` holds. */
function insertHold({ id, sellerId, orderId, cause, note, reportId }: NewHold, at: number, guard: SQL = sql`1`): SQL {
  return sql`INSERT INTO payout_holds (id, seller_id, order_id, cause, note, report_id, created_at, ends_at)
    SELECT ${id}, ${sellerId}, ${orderId}, ${cause}, ${note}, ${reportId ?? null}, ${at}, ${at + PAYOUT_HOLD_MS}
    WHERE ${guard} ON CONFLICT DO NOTHING`;
}

/** Returns the statement that holds everything due to a user, for the batch of their ban. The ban's email says so. */
export function holdForBan(services: Services, sellerId: string, note: string): SQL {
  const hold: NewHold = { id: services.newId("hld"), sellerId, orderId: null, cause: "ban", note };
  return insertHold(hold, services.now());
}

/** Holds a seller's payouts for staff. `id` makes a repeat harmless. */
export async function holdPayouts(
  services: Services,
  staffId: string,
  id: string,
  { seller_id: sellerId, order_id: orderId, note }: HoldPayoutsValue,
): Promise<Result> {
  const { db, now } = services;
  const order = orderId === null ? null : await paidPartOf(db, orderId);
  if (orderId !== null && order?.seller_id !== sellerId) return NOT_FOUND;
  const [people] = await db.all<{ buyer_id: string | null }>(sql`SELECT (SELECT buyer_id FROM orders
    WHERE orders.id = ${orderId}) AS buyer_id FROM profiles WHERE id = ${sellerId}`);
  if (!people) return NOT_FOUND;
  if (isPartyToCase(staffId, [sellerId, people.buyer_id])) return refuse("forbidden", MESSAGES.ownCase);
  const at = now();
  await batch(db, [
    insertHold({ id, sellerId, orderId, cause: "staff", note }, at),
    insertAuditEntry(
      { actor_id: staffId, action: "payouts_held", subject: sellerId, details: { order_id: orderId, note }, at },
      CHANGED,
    ),
    ...(await payoutsHeldEmails(services, { id, sellerId, orderId, reason: note, until: at + PAYOUT_HOLD_MS })),
  ]);
  deliverSoon(services);
  notifySoon(services, [sellerId]);
  return done();
}

/**
 * Ends a hold for staff, or makes it longer. The seller is notified.
 * @returns the seller's id.
 */
export async function changeHold(
  services: Services,
  staffId: string,
  id: string,
  { action, note }: ChangePayoutHoldValue,
): Promise<Result<string>> {
  const { db, now } = services;
  const at = now();
  const hold = await findHold(db, id, at);
  if (!hold) return refuse("wrong_state", "This hold has already ended.");
  if (isPartyToCase(staffId, [hold.seller_id, hold.buyer_id])) return refuse("forbidden", MESSAGES.ownCase);
  const end = extendedHoldEnd(hold, at);
  if (action === "extend" && end === null) {
    return refuse("wrong_state", "A hold lasts at most 90 days, so this one can't be extended.");
  }
  const change =
    action === "release"
      ? sql`UPDATE payout_holds SET released_at = ${at} WHERE id = ${id} AND released_at IS NULL`
      : sql`UPDATE payout_holds SET ends_at = ${end}, note = ${note} WHERE id = ${id} AND ends_at = ${hold.ends_at}
          AND released_at IS NULL`;
  const { seller_id: sellerId, order_id: orderId } = hold;
  await batch(db, [
    change,
    insertAuditEntry(
      {
        actor_id: staffId,
        action: action === "release" ? "payout_hold_released" : "payout_hold_extended",
        subject: sellerId,
        details: { order_id: orderId, cause: hold.cause, note },
        at,
      },
      CHANGED,
    ),
    ...(action === "extend" && end !== null
      ? await payoutsHeldEmails(services, { id: `${id}:${end}`, sellerId, orderId, reason: note, until: end })
      : [
          insertNotificationIf(sql`EXISTS (SELECT 1 FROM payout_holds WHERE id = ${id} AND released_at = ${at})`, {
            id: await stableId("ntf", id, "released"),
            user_id: sellerId,
            kind: "order",
            dedupe_key: `payout-hold:${id}:released`,
            title: orderId === null ? "Your payouts are no longer on hold" : "A payout is no longer on hold",
            body: note,
            link: "/Connect",
            at,
          }),
        ]),
  ]);
  deliverSoon(services);
  notifySoon(services, [sellerId]);
  return done(sellerId);
}

/** Reasons of reports that hold the reporting buyer's own orders. */
const HOLDING_REASONS: ReadonlySet<string> = new Set(["scam", "counterfeit"]);
const ORDERS_AT_ONCE = 20;

export interface FiledReport {
  id: string;
  reporter_id: string;
  about_id: string;
  subject_type: string;
  subject_id: string;
  reason: string;
}

/**
 * Returns statements for the batch of a report: they hold what its seller has not received yet of orders whose buyer the
 * reporter is (D71), each order once. A stranger's report holds nothing.
 */
export async function holdForReport(services: Services, report: FiledReport): Promise<SQL[]> {
  if (!HOLDING_REASONS.has(report.reason)) return [];
  const { db, now } = services;
  const at = now();
  const orders = await db.all<{ id: string }>(sql`SELECT o.id FROM orders o
      JOIN payment_parts p ON p.order_id = o.id AND p.outcome = 'paid' LEFT JOIN transfers t ON t.order_id = o.id
    WHERE o.buyer_id = ${report.reporter_id} AND o.seller_id = ${report.about_id}
      AND (${report.subject_type} <> 'item' OR o.item_id = ${report.subject_id})
      AND o.status IN ('payment_confirmed', 'disputed', 'completed') AND (t.status IS NULL OR t.status = 'payable')
      AND NOT EXISTS (SELECT 1 FROM payout_holds h WHERE h.order_id = o.id AND h.cause = 'report')
    ORDER BY o.created_at DESC LIMIT ${ORDERS_AT_ONCE}`);
  const filed = sql`EXISTS (SELECT 1 FROM reports WHERE id = ${report.id})`;
  const statements = await Promise.all(
    orders.map(async ({ id: orderId }) => {
      const id = await stableId("hld", "report", orderId);
      const sellerId = report.about_id;
      const reason = holdReason("report", null);
      return [
        insertHold({ id, sellerId, orderId, cause: "report", note: null, reportId: report.id }, at, filed),
        ...(await payoutsHeldEmails(
          services,
          { id, sellerId, orderId, reason, until: at + PAYOUT_HOLD_MS },
          sql`EXISTS (SELECT 1 FROM payout_holds WHERE id = ${id} AND report_id = ${report.id})`,
        )),
      ];
    }),
  );
  return statements.flat();
}

/** Returns the statement that ends the hold of a report that staff dismiss. */
export function releaseReported(reportId: string, at: number): SQL {
  return sql`UPDATE payout_holds SET released_at = ${at} WHERE report_id = ${reportId} AND released_at IS NULL`;
}
