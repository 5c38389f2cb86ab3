/** Unexecuted statements of card money; a command puts them into the one batch of their cause. */
import { type SQL, sql } from "drizzle-orm";
import type { LedgerTxn } from "#domain/ledger";

/** Both lines of a movement, once: a repeat runs into `ref`. Written only where `guard` holds. */
export function post(txn: LedgerTxn, at: number, guard: SQL = sql`1`): SQL {
  const [first, second] = txn.lines;
  return sql`INSERT INTO ledger (txn_id, account, amount_cents, intent_id, order_id, ref, at)
    SELECT ${txn.id}, line.account, line.cents, ${txn.intent_id}, ${txn.order_id}, ${txn.id} || ':' || line.account, ${at}
    FROM (SELECT ${first.account} AS account, ${first.amount_cents} AS cents
      UNION ALL SELECT ${second.account}, ${second.amount_cents}) AS line
    WHERE ${guard}
    ON CONFLICT (ref) DO NOTHING`;
}

/** Whether a movement is in the ledger, for a guard. */
export const posted = (txnId: string): SQL => sql`EXISTS (SELECT 1 FROM ledger WHERE txn_id = ${txnId})`;

/** The provider's event, remembered in the batch of its effect (D19). */
export function recordEvent(event: { id: string; type: string }, at: number): SQL {
  return sql`INSERT INTO provider_events (provider, event_id, kind, received_at)
    VALUES ('stripe', ${event.id}, ${event.type}, ${at}) ON CONFLICT (provider, event_id) DO NOTHING`;
}

/** Money to give back, once per cause. Its id follows from the cause, so that the ledger's entry does too. */
export function insertRefund(
  refund: { id: string; intentId: string; orderId: string | null; amountCents: number; cause: string },
  at: number,
  guard: SQL = sql`1`,
): SQL {
  return sql`INSERT INTO refunds (id, intent_id, order_id, amount_cents, cause, next_at, created_at)
    SELECT ${refund.id}, ${refund.intentId}, ${refund.orderId}, ${refund.amountCents}, ${refund.cause}, ${at}, ${at}
    WHERE ${guard} ON CONFLICT (cause) DO NOTHING`;
}
