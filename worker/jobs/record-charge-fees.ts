import { sql } from "drizzle-orm";
import { chargeFee, reconcileDelay } from "#domain/payments/ledger";
import { batch } from "../db/client.ts";
import { insertLedgerTransaction } from "../features/payments/statements.ts";
import { log } from "../log.ts";
import type { Services } from "../services.ts";
import { logRowError } from "./log-row-error.ts";

const AT_ONCE = 50;
const report = logRowError("record-charge-fees");

interface Unknown {
  intent_id: string;
  charge_id: string;
  updated_at: number;
}

/**
 * Books the provider's fee of each payment. Its balance transaction may appear some time after the payment, so it is
 * polled with growing intervals.
 * @returns how many fees are known now.
 */
export async function recordChargeFees(services: Services): Promise<number> {
  const { db, now } = services;
  const stripe = services.stripe();
  if (!stripe) return 0;
  const at = now();
  const rows = await db.all<Unknown>(sql`SELECT intent_id, charge_id, updated_at FROM payments
    WHERE fee_check_at <= ${at} AND charge_id IS NOT NULL ORDER BY fee_check_at LIMIT ${AT_ONCE}`);
  let known = 0;
  for (const { intent_id: intentId, charge_id: chargeId, updated_at: since } of rows) {
    try {
      await db.run(sql`UPDATE payments SET fee_check_at = ${at + reconcileDelay(at - since)}
        WHERE intent_id = ${intentId} AND fee_check_at IS NOT NULL`);
      const { balance_transaction: balance } = await stripe.charges.retrieve(chargeId, {
        expand: ["balance_transaction"],
      });
      if (typeof balance !== "object" || balance === null) continue;
      // An Australian account settles in its own currency; another currency cannot be booked in this ledger.
      const ours = balance.currency === "aud";
      if (!ours) log("error", { problem: "fee in another currency", intent: intentId, currency: balance.currency });
      await batch(db, [
        ...(ours && balance.fee > 0
          ? [insertLedgerTransaction(chargeFee(intentId, balance.fee), balance.created * 1000)]
          : []),
        sql`UPDATE payments SET fee_check_at = NULL WHERE intent_id = ${intentId}`,
      ]);
      known++;
    } catch (error) {
      report(intentId)(error);
    }
  }
  return known;
}
