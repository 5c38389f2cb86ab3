/**
 * What a seller owes is kept from their next proceeds before anything is sent (D72). It is booked per pair of orders, so
 * that it can be undone when either of them changes.
 */
import { type SQL, sql } from "drizzle-orm";
import { formatCents } from "#domain/money";
import { allocate, setOff } from "#domain/payments/ledger";
import { batch, type Database } from "../../db/client.ts";
import { insertLedgerTransaction } from "../../db/ledger.ts";
import { insertNotificationIf } from "../../db/notifications.ts";
import type { payoutSetOffs } from "../../db/schema/payments.ts";
import type { Services } from "../../services.ts";
import { isOwed, keptCents, notOwedCents, type Transfer } from "./queries.ts";

type SetOff = typeof payoutSetOffs.$inferSelect;
type Debt = Transfer & { left_cents: number };

/** Returns a seller's debts, oldest first, with the cents that are still owed. */
export function debtsOf(db: Database, sellerId: string): Promise<Debt[]> {
  return db.all<Debt>(sql`SELECT t.*, t.at_seller_cents - ${notOwedCents(sql`t.order_id`)} AS left_cents
    FROM transfers t WHERE t.seller_id = ${sellerId} AND ${isOwed(sql`t`)} ORDER BY t.claimed_at, t.order_id`);
}

/** Returns the cents of a payout that were kept. */
export const keptOf = (db: Database, orderId: string) => sumOf(db, keptCents(sql`${orderId}`));
/** Returns the cents of a payout being claimed back that the seller need not give back. */
export const notOwedOf = (db: Database, orderId: string) => sumOf(db, notOwedCents(sql`${orderId}`));

async function sumOf(db: Database, cents: SQL): Promise<number> {
  const [row] = await db.all<{ cents: number }>(sql`SELECT ${cents} AS cents`);
  return row?.cents ?? 0;
}

/**
 * Keeps what the seller owes from a payout that this run has leased and looked up. Every debt has just been claimed, so
 * the cents that are left are known.
 * @returns the cents kept; null when a debt changed meanwhile.
 */
export async function keepForDebts(
  { db, now, newId }: Services,
  payout: Transfer,
  attempts: number,
  cents: number,
): Promise<number | null> {
  const debts = (await debtsOf(db, payout.seller_id)).filter(({ left_cents }) => left_cents > 0);
  const shares = allocate(
    cents,
    debts.map(({ left_cents }) => left_cents),
  );
  let kept = 0;
  for (const [index, owed] of debts.entries()) {
    const share = shares[index] ?? 0;
    if (share === 0) continue;
    if (!(await keep({ db, now, newId }, owed, payout, attempts, share))) return null;
    kept += share;
  }
  return kept;
}

async function keep(
  { db, now, newId }: Pick<Services, "db" | "now" | "newId">,
  owed: Debt,
  kept: Transfer,
  attempts: number,
  cents: number,
): Promise<boolean> {
  const at = now();
  const id = newId("set");
  const stands = sql`EXISTS (SELECT 1 FROM payout_set_offs WHERE id = ${id})`;
  const [written] = await batch<[{ id: string }, ...object[]]>(db, [
    // A claim that is being tried has no error; it and this must not take the same money twice.
    sql`INSERT INTO payout_set_offs (id, seller_id, owed_order_id, kept_order_id, amount_cents, created_at)
      SELECT ${id}, ${kept.seller_id}, ${owed.order_id}, ${kept.order_id}, ${cents}, ${at}
      WHERE EXISTS (SELECT 1 FROM transfers t WHERE t.order_id = ${owed.order_id} AND t.status = 'reversing'
          AND t.last_error IS NOT NULL AND t.attempts = ${owed.attempts}
          AND t.at_seller_cents - ${notOwedCents(sql`t.order_id`)} = ${owed.left_cents})
        AND EXISTS (SELECT 1 FROM transfers t WHERE t.order_id = ${kept.order_id} AND t.status = 'payable'
          AND t.attempts = ${attempts} AND t.last_error IS NULL)
      RETURNING id`,
    ...setOff(id, owed, kept, cents).map((txn) => insertLedgerTransaction(txn, at, stands)),
    sql`UPDATE transfers SET status = 'reversed', last_error = NULL WHERE order_id = ${owed.order_id}
      AND status = 'reversing' AND at_seller_cents <= ${notOwedCents(sql`${owed.order_id}`)} AND ${stands}`,
    insertNotificationIf(stands, {
      id: newId("ntf"),
      user_id: kept.seller_id,
      kind: "order",
      dedupe_key: `set-off:${id}`,
      title: `We kept ${formatCents(cents)} of a sale for what you owed`,
      body: "A buyer got money back that we had already paid you. The Seller Hub shows what is left.",
      link: "/Connect",
      at,
    }),
  ]);
  return written.length > 0;
}

/** Returns the set-offs that pay a debt, or that were kept from a payout. */
export function setOffsOf(db: Database, side: "owed" | "kept", orderId: string): Promise<SetOff[]> {
  const column = side === "owed" ? sql`owed_order_id` : sql`kept_order_id`;
  return db.all<SetOff>(sql`SELECT * FROM payout_set_offs WHERE ${column} = ${orderId} AND undone_at IS NULL`);
}

/**
 * Returns statements that undo a set-off where `guard` holds: the debt is open again, and the payout it was kept from is
 * due again unless it is being claimed back itself.
 */
export async function undoSetOff(db: Database, row: SetOff, at: number, guard: SQL): Promise<SQL[]> {
  const [owed, kept] = await Promise.all([transferOf(db, row.owed_order_id), transferOf(db, row.kept_order_id)]);
  const undone = sql`EXISTS (SELECT 1 FROM payout_set_offs WHERE id = ${row.id} AND undone_at = ${at})`;
  return [
    sql`UPDATE payout_set_offs SET undone_at = ${at} WHERE id = ${row.id} AND undone_at IS NULL AND ${guard}`,
    ...setOff(row.id, owed, kept, row.amount_cents, true).map((txn) => insertLedgerTransaction(txn, at, undone)),
    sql`UPDATE transfers SET status = 'payable', next_at = ${at},
        generation = generation + (provider_transfer_id IS NOT NULL)
      WHERE order_id = ${row.kept_order_id} AND status = 'sent' AND ${undone}`,
    sql`UPDATE transfers SET status = 'reversing', next_at = ${at}, last_error = NULL
      WHERE order_id = ${row.owed_order_id} AND status = 'reversed' AND ${undone}
        AND at_seller_cents > written_off_cents + ${notOwedCents(sql`${row.owed_order_id}`)}`,
  ];
}

async function transferOf(db: Database, orderId: string): Promise<Transfer> {
  const [row] = await db.all<Transfer>(sql`SELECT * FROM transfers WHERE order_id = ${orderId}`);
  if (!row) throw new Error(`no payout of ${orderId}`);
  return row;
}
