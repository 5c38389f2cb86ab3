/** Rows of card money: the ledger's, refunds, and the provider's events. */
import { type SQL, sql } from "drizzle-orm";
import type { LedgerTxn } from "#domain/payments/ledger";

/** Inserts both lines of a ledger transaction where `guard` holds. A repeat conflicts on `ref` and does nothing. */
export function insertLedgerTransaction(txn: LedgerTxn, at: number, guard: SQL = sql`1`): SQL {
  const [first, second] = txn.lines;
  return sql`INSERT INTO ledger (txn_id, account, amount_cents, intent_id, order_id, ref, at)
    SELECT ${txn.id}, line.account, line.cents, ${txn.intent_id}, ${txn.order_id}, ${txn.id} || ':' || line.account, ${at}
    FROM (SELECT ${first.account} AS account, ${first.amount_cents} AS cents
      UNION ALL SELECT ${second.account}, ${second.amount_cents}) AS line
    WHERE ${guard}
    ON CONFLICT (ref) DO NOTHING`;
}

/** Records the provider's event in the batch of its effect (D19). */
export function recordEvent(event: { id: string; type: string }, at: number): SQL {
  return sql`INSERT INTO provider_events (provider, event_id, kind, received_at)
    VALUES ('stripe', ${event.id}, ${event.type}, ${at}) ON CONFLICT (provider, event_id) DO NOTHING`;
}

/** Inserts a refund, once per cause. The id is derived from the cause, so the ledger entry's id is too. */
export function insertRefund(
  refund: { id: string; intentId: string; orderId: string | null; amountCents: number; cause: string },
  at: number,
  guard: SQL = sql`1`,
): SQL {
  return sql`INSERT INTO refunds (id, intent_id, order_id, amount_cents, cause, next_at, created_at)
    SELECT ${refund.id}, ${refund.intentId}, ${refund.orderId}, ${refund.amountCents}, ${refund.cause}, ${at}, ${at}
    WHERE ${guard} ON CONFLICT (cause) DO NOTHING`;
}
