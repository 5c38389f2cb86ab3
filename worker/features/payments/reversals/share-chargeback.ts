/**
 * The decision of staff about a chargeback of part of a purchase (D69). A bank names a sum, not an item: where it took less
 * than several orders cost, staff say what each order bears. Until then no seller is asked for money.
 */

import { type SQL, sql } from "drizzle-orm";
import type { ShareChargebackValue } from "#contract/admin/payment-queue";
import { MESSAGES } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import { isPartyToCase } from "#domain/account/staff-conflict";
import { sqlList, UNDONE } from "#domain/orders/order-status";
import { sharesProblem } from "#domain/payments/chargeback-shares";
import { PAYOUT_HOLD_MS } from "#domain/payments/payout-hold";
import { done, type Result, refuse, refuseField } from "#domain/result";
import { CHANGED, insertAuditEntry } from "../../../db/audit-log.ts";
import { batch } from "../../../db/client.ts";
import type { Services } from "../../../services.ts";
import { deliverSoon } from "../../notifications/commands.ts";
import { findReversal, isToShare } from "../queries.ts";
import { insertShares } from "./chargeback-shares.ts";
import { followReversal } from "./following.ts";

/** The orders are told anew after a decision. */
const decided = (at: number): SQL => sql`shared_at = ${at}, next_at = ${at}, applied_status = NULL`;

const SHARED = refuse("wrong_state", "This has already been decided.");

/** Records what staff decide. What they give to no order, the operator bears. */
export async function shareChargeback(
  services: Services,
  staffId: string,
  id: string,
  { shares, note }: ShareChargebackValue,
): Promise<Result> {
  const { db, now } = services;
  const reversal = await findReversal(db, id);
  if (reversal?.kind !== "chargeback") return NOT_FOUND;
  if (reversal.shared_at !== null || reversal.status === "won") return SHARED;
  const orders = await db.all<{ id: string; buyer_id: string; seller_id: string; cents: number; undone: number }>(
    sql`SELECT o.id, o.buyer_id, o.seller_id, t.amount_cents AS cents,
      o.status IN (${sql.raw(sqlList(UNDONE))}) AS undone
    FROM payment_parts t JOIN orders o ON o.id = t.order_id
    WHERE t.intent_id = ${reversal.intent_id} AND t.outcome = 'paid'`,
  );
  if (orders.some((one) => isPartyToCase(staffId, [one.buyer_id, one.seller_id])))
    return refuse("forbidden", MESSAGES.ownCase);
  const wanted = shares.map(({ order_id, amount }) => ({ order_id, cents: amount }));
  const standing = orders.filter(({ undone }) => undone === 0).map(({ id: order_id, cents }) => ({ order_id, cents }));
  const message = sharesProblem(wanted, standing, reversal.amount_cents);
  if (message !== null) return refuseField("shares", message);
  const at = now();
  const written = await batch<{ id: string }[]>(db, [
    ...insertShares(id, wanted),
    sql`UPDATE payment_reversals SET ${decided(at)} WHERE id = ${id} AND shared_at IS NULL AND status <> 'won' RETURNING id`,
    insertAuditEntry(
      { actor_id: staffId, action: "chargeback_shared", subject: id, details: { shares: wanted, note }, at },
      CHANGED,
    ),
  ]);
  if (written.at(-2)?.length === 0) return SHARED;
  await followReversal(services, id);
  deliverSoon(services);
  return done();
}

/** Leaves a lost chargeback to the operator when staff have not shared it out in time, so that its sales go on. */
export async function shareOverdue({ db, now }: Services): Promise<void> {
  const at = now();
  await db.run(sql`UPDATE payment_reversals AS r SET ${decided(at)}
    WHERE ${isToShare} AND r.status = 'lost' AND r.closed_at <= ${at - PAYOUT_HOLD_MS}`);
}
