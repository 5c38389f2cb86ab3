import { type SQL, sql } from "drizzle-orm";
import type { Services } from "../../../services.ts";
import { UNPAID } from "./queries.ts";

/** Takes the remaining credit, up to the reversed amount. Repeating it takes nothing more. */
export function takeCredit({ newId, now }: Services, reversalId: string): SQL[] {
  const ref = sql`'topup-' || r.kind || ':' || r.id || ':' || r.taken_cents`;
  return [
    sql`INSERT INTO balance_transactions (id, user_id, amount_cents, description, type, ref, created_at)
      SELECT ${newId("blt")}, p.user_id, -min(u.seller_balance_cents, r.amount_cents - r.taken_cents),
        CASE r.kind WHEN 'chargeback' THEN 'Top-up taken back by your bank' ELSE 'Top-up refunded' END,
        CASE r.kind WHEN 'chargeback' THEN 'chargeback' ELSE 'topup_refund' END, ${ref}, ${now()}
      FROM payment_reversals r JOIN payments p ON p.intent_id = r.intent_id JOIN profiles u ON u.id = p.user_id
      WHERE r.id = ${reversalId} AND u.seller_balance_cents > 0 AND ${UNPAID}
      ON CONFLICT (ref) DO NOTHING`,
    // The line just written has the amount taken before it in its ref.
    sql`UPDATE payment_reversals AS r SET taken_cents = r.taken_cents - coalesce((SELECT b.amount_cents
      FROM balance_transactions b WHERE b.ref = ${ref}), 0) WHERE r.id = ${reversalId}`,
  ];
}

/** Returns taken credit, because the payment was not reversed after all. */
export function giveCreditBack({ newId, now }: Services, reversalId: string): SQL {
  return sql`INSERT INTO balance_transactions (id, user_id, amount_cents, description, type, ref, created_at)
    SELECT ${newId("blt")}, p.user_id, r.taken_cents, 'Top-up given back',
      CASE r.kind WHEN 'chargeback' THEN 'chargeback' ELSE 'topup_refund' END, 'topup-returned:' || r.id, ${now()}
    FROM payment_reversals r JOIN payments p ON p.intent_id = r.intent_id
    WHERE r.id = ${reversalId} AND p.kind = 'topup' AND r.status = 'won' AND r.taken_cents > 0
    ON CONFLICT (ref) DO NOTHING`;
}

/**
 * Returns statements for the batch that adds credit: owed credit is taken from it first. A refund in the provider's
 * dashboard takes only the credit of its own top-up.
 */
export async function payOwedCredit(
  services: Services,
  userId: string,
  intentId: string | null = null,
): Promise<SQL[]> {
  const rows = await services.db.all<{ id: string }>(sql`SELECT r.id FROM payments p
    JOIN payment_reversals r ON r.intent_id = p.intent_id
    WHERE p.user_id = ${userId} AND p.kind = 'topup' AND r.status <> 'won' AND r.taken_cents < r.amount_cents
      AND (r.kind = 'chargeback' OR r.intent_id IS ${intentId}) ORDER BY r.created_at, r.id`);
  return rows.flatMap(({ id }) => takeCredit(services, id));
}
