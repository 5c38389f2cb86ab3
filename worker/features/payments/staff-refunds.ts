/** Actions of staff on refunds that fail (D49). */
import { sql } from "drizzle-orm";
import { MESSAGES } from "#contract/copy";
import { done, type Result, refuse } from "#domain/result";
import { CHANGED, insertAuditEntry } from "../../db/audit-log.ts";
import { batch, type Database } from "../../db/client.ts";
import type { Services } from "../../services.ts";
import type { Refund } from "./queries.ts";
import { recordSucceeded, runRefundSoon } from "./refund-jobs.ts";

async function findRefund(db: Database, id: string): Promise<Refund | null> {
  const [row] = await db.all<Refund>(sql`SELECT * FROM refunds WHERE id = ${id}`);
  return row ?? null;
}

/**
 * Retries a refund at once. Refused when the buyer's bank has refused it, because the provider will not send it again.
 */
export async function retryRefund(services: Services, staffId: string, id: string): Promise<Result> {
  const { db, now } = services;
  const at = now();
  const [written] = await batch<[{ id: string }, object]>(db, [
    sql`UPDATE refunds SET status = CASE status WHEN 'failed' THEN 'due' ELSE status END, next_at = ${at}
      WHERE id = ${id} AND (status IN ('due','sent') OR (status = 'failed' AND provider_refund_id IS NULL)) RETURNING id`,
    insertAuditEntry({ actor_id: staffId, action: "refund_retried", subject: id, at }, CHANGED),
  ]);
  if (written.length === 0) {
    return refuse("wrong_state", "The buyer's bank has turned this refund down. Give the money back another way.");
  }
  runRefundSoon(services, id);
  return done();
}

/** Records that a refund was paid outside the provider. Only for a failed refund: any other may still succeed. */
export async function settleRefundByHand(
  services: Services,
  staffId: string,
  id: string,
  note: string,
): Promise<Result> {
  const refund = await findRefund(services.db, id);
  if (!refund) return refuse("not_found", MESSAGES.notFound);
  if (refund.status !== "failed") {
    return refuse("wrong_state", "The provider may still carry out this refund. Try it again instead.");
  }
  const byHand = insertAuditEntry(
    { actor_id: staffId, action: "refund_by_hand", subject: id, details: { note }, at: services.now() },
    sql`NOT EXISTS (SELECT 1 FROM refunds WHERE id = ${id} AND status = 'succeeded')`,
  );
  await recordSucceeded(services, refund, { providerId: `by-hand:${id}`, byHand });
  return done();
}
