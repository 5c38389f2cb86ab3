/**
 * Chargebacks that were lost and then won on appeal: the bank has taken the money from the buyer again and returned it
 * to us. The orders ended when the chargeback was lost. The party that bore the loss gets the money: the seller if the
 * proceeds had fallen due, because the goods changed hands; otherwise the buyer, who paid and has nothing.
 */
import { sql } from "drizzle-orm";
import { recoveryUndone, refundOwed } from "#domain/payments/ledger";
import { batch } from "../../db/client.ts";
import { log } from "../../log.ts";
import type { Services } from "../../services.ts";
import { stableId } from "../../stable-id.ts";
import { resumePayout } from "./payout-claims.ts";
import { takeFeeAgain } from "./platform-fee.ts";
import { paidPartOf, type Reversal } from "./queries.ts";
import { runRefundSoon } from "./refund-jobs.ts";
import { insertLedgerTransaction, insertRefund } from "./statements.ts";

interface Recovery {
  txn_id: string;
  account: string;
  order_id: string | null;
  cents: number;
}

/** Applies a won appeal. May be repeated: every movement and refund has its cause. */
export async function followAppeal(services: Services, reversal: Reversal): Promise<void> {
  const { db, now } = services;
  const { id, intent_id: intentId } = reversal;
  const prefix = `recovered:${id}:`;
  const recoveries = await db.all<Recovery>(sql`SELECT txn_id, account, order_id, amount_cents AS cents FROM ledger
    WHERE intent_id = ${intentId} AND amount_cents > 0 AND substr(txn_id, 1, ${prefix.length}) = ${prefix}`);
  const at = now();
  for (const { txn_id: txn, account, order_id: orderId, cents } of recoveries) {
    const claim = txn.slice(prefix.length);
    const undone = recoveryUndone(reversal, { id: claim, order_id: orderId, account }, cents);
    if (account.startsWith("seller_payable:")) {
      const part = orderId === null ? null : await paidPartOf(db, orderId);
      await batch(db, [insertLedgerTransaction(undone, at), ...(part ? takeFeeAgain(part, at) : [])]);
      const resumed = orderId === null || (await resumePayout(services, orderId, { wonOnAppeal: cents }));
      if (!resumed) throw new Error(`the payout of ${orderId} is being fetched back at this moment`);
      continue;
    }
    const cause = `appeal:${id}:${claim}`;
    const refundId = await stableId("ref", cause);
    await batch(db, [
      insertLedgerTransaction(undone, at),
      insertRefund({ id: refundId, intentId, orderId, amountCents: cents, cause }, at),
      // Money that was owed to the buyer is owed again; money held for the order is now owed.
      ...(account === "order_held"
        ? [insertLedgerTransaction(refundOwed(refundId, intentId, orderId, cents, { from: "held" }), at)]
        : []),
    ]);
    runRefundSoon(services, refundId);
  }
  log("warn", { chargeback: id, problem: "won on appeal", recoveries: recoveries.length });
}
