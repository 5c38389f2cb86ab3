/**
 * Compares the ledger with the balance at the provider once a day (D75): every movement there since the last time must
 * be in the ledger with its amount, and then the balance must agree. What differs is listed for staff, because it was
 * made outside Goodstreet: a payout by hand, a reversal in the dashboard, a monthly fee.
 */

import { sql } from "drizzle-orm";
import type Stripe from "stripe";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/deadlines";
import { operatorMoved } from "#domain/payments/ledger";
import { done, type Result, refuse } from "#domain/result";
import { CHANGED, insertAuditEntry } from "../../db/audit-log.ts";
import { batch } from "../../db/client.ts";
import { insertLedgerTransaction } from "../../db/ledger.ts";
import { type BooksState, parseState, type StateRow, stateQuery, storeState } from "../../db/service-state.ts";
import { log } from "../../log.ts";
import type { Services } from "../../services.ts";

/** A younger movement may not have reached the ledger yet. */
const GRACE_MS = HOUR_MS;
const EVERY_MS = DAY_MS - 10 * MINUTE_MS;
/** How far back the first comparison looks. */
const FIRST_MS = 30 * DAY_MS;
const PAGE = 100;
/** Money on its way makes readings differ; the same difference so often in a row is one. */
const READINGS = 3;

/**
 * Continues the comparison of today, if there is one to make.
 * @returns how many differences are open.
 */
export async function reconcileBooks(services: Services): Promise<number> {
  const { db, now } = services;
  const stripe = services.stripe();
  if (!stripe) return 0;
  const at = now();
  const [row] = await db.all<StateRow>(stateQuery("books"));
  const last = parseState("books", row)?.value ?? null;
  let state = last;
  if (state === null || (state.after === null && state.readings.length === 0 && at - state.to - GRACE_MS >= EVERY_MS)) {
    const from = state?.to ?? at - FIRST_MS;
    state = {
      from,
      to: at - GRACE_MS,
      after: "",
      readings: [],
      compared_at: last?.compared_at ?? null,
      agrees: last?.agrees ?? true,
    };
  }
  if (state.after !== null) {
    const next = await readMovements(services, stripe, state);
    await db.run(storeState("books", next, at));
    if (next.after !== null) return countOpen(services);
    state = next;
  } else if (state.readings.length === 0) return countOpen(services);
  await forgetBooked(services);
  await db.run(storeState("books", await readBalance(services, stripe, state), at));
  return countOpen(services);
}

async function countOpen({ db }: Services): Promise<number> {
  const [row] = await db.all<{ n: number }>(sql`SELECT count(*) AS n FROM books_differences WHERE settled_at IS NULL`);
  return row?.n ?? 0;
}

/** Reads a page of movements, and records those that the ledger does not have. */
async function readMovements(services: Services, stripe: Stripe, state: BooksState): Promise<BooksState> {
  const { data, has_more } = await stripe.balanceTransactions.list({
    created: { gte: Math.floor(state.from / 1000), lt: Math.floor(state.to / 1000) },
    limit: PAGE,
    ...(state.after !== "" && state.after !== null && { starting_after: state.after }),
  });
  await recordDifferences(services, data);
  const after = has_more ? (data.at(-1)?.id ?? null) : null;
  return { ...state, after, readings: [] };
}

/** The ids of the ledger's transactions that book a movement, for SQL over the columns `id`, `type` and `source`. */
const BOOKED =
  sql.raw(`coalesce((SELECT sum(l.amount_cents) FROM ledger l WHERE l.account = 'stripe_clearing' AND l.txn_id IN (
  'operator:' || m.id,
  (SELECT 'charge:' || p.intent_id FROM payments p WHERE p.charge_id = m.source AND m.type IN ('charge', 'payment')),
  CASE WHEN m.type IN ('refund', 'payment_refund') THEN 'refund-elsewhere:' || m.source END,
  CASE WHEN m.type IN ('refund', 'payment_refund')
    THEN (SELECT 'refund-sent:' || f.id FROM refunds f WHERE f.provider_refund_id = m.source) END,
  CASE WHEN m.type IN ('refund_failure', 'payment_failure_refund') THEN 'refund-elsewhere-returned:' || m.source END,
  CASE WHEN m.type IN ('refund_failure', 'payment_failure_refund')
    THEN (SELECT 'refund-returned:' || f.id FROM refunds f WHERE f.provider_refund_id = m.source) END,
  CASE WHEN m.type = 'transfer' THEN 'transfer:' || m.source END,
  CASE WHEN m.type LIKE 'transfer_%' THEN 'transfer-reversed:' || m.source END,
  CASE WHEN m.type = 'adjustment' THEN 'chargeback:' || m.id END,
  CASE WHEN m.type = 'adjustment' THEN 'chargeback-returned:' || m.id END)), 0)`);

/** What a movement should be in the ledger. Fees of payments and disputes are booked for themselves. */
const EXPECTED = sql.raw("CASE WHEN m.type IN ('charge', 'payment', 'adjustment') THEN m.amount ELSE m.net END");

async function recordDifferences(
  { db, now }: Services,
  movements: readonly Stripe.BalanceTransaction[],
): Promise<void> {
  if (movements.length === 0) return;
  const rows = movements.map(({ id, type, source, amount, net, description, created }) => ({
    id,
    type,
    source: typeof source === "string" ? source : (source?.id ?? null),
    amount,
    net,
    description,
    created: created * 1000,
  }));
  const found = await db.all<{ id: string }>(sql`INSERT INTO books_differences
      (id, kind, amount_cents, source, description, happened_at, found_at)
    SELECT m.id, m.type, ${EXPECTED} - ${BOOKED}, m.source, m.description, m.created, ${now()}
    FROM (SELECT value ->> 'id' AS id, value ->> 'type' AS type, value ->> 'source' AS source, value ->> 'amount' AS amount,
        value ->> 'net' AS net, value ->> 'description' AS description, value ->> 'created' AS created
      FROM json_each(${JSON.stringify(rows)})) m
    WHERE ${EXPECTED} <> ${BOOKED} ON CONFLICT (id) DO NOTHING RETURNING id`);
  for (const { id } of found) log("error", { problem: "movement that the ledger does not have", movement: id });
}

/** Settles differences that have been booked since, by an event that came late. */
async function forgetBooked({ db, now }: Services): Promise<void> {
  await db.run(sql`UPDATE books_differences AS m SET settled_at = ${now()}, note = 'Booked since.'
    WHERE m.settled_at IS NULL AND m.kind <> 'balance' AND EXISTS (SELECT 1 FROM (SELECT m.id AS id, m.kind AS type,
      m.source AS source) m WHERE ${BOOKED} <> 0)`);
}

/** Reads the balance. It is more than the ledger by the open differences, and by money on its way. */
async function readBalance(services: Services, stripe: Stripe, state: BooksState): Promise<BooksState> {
  const { db, now } = services;
  const at = now();
  const { available, pending } = await stripe.balance.retrieve();
  const balance = [...available, ...pending].reduce((sum, one) => sum + (one.currency === "aud" ? one.amount : 0), 0);
  const [row] = await db.all<{ cents: number }>(sql`SELECT
    (SELECT coalesce(sum(amount_cents), 0) FROM ledger WHERE account = 'stripe_clearing')
      + (SELECT coalesce(sum(amount_cents), 0) FROM books_differences WHERE settled_at IS NULL AND kind <> 'balance') AS cents`);
  const reading = balance - (row?.cents ?? 0);
  const readings = [...state.readings, reading].slice(-READINGS);
  const certain = reading === 0 || (readings.length === READINGS && new Set(readings).size === 1);
  if (!certain) return { ...state, readings };
  const id = `balance:${new Date(at).toISOString().slice(0, 10)}`;
  await batch(db, [
    sql`UPDATE books_differences SET settled_at = ${at}, note = 'It was compared again.'
      WHERE settled_at IS NULL AND kind = 'balance'`,
    ...(reading === 0
      ? []
      : [
          sql`INSERT INTO books_differences (id, kind, amount_cents, happened_at, found_at)
            VALUES (${id}, 'balance', ${reading}, ${at}, ${at})
            ON CONFLICT (id) DO UPDATE SET amount_cents = excluded.amount_cents, settled_at = NULL, note = NULL`,
        ]),
  ]);
  if (reading !== 0) log("error", { problem: "balance differs from the ledger", cents: reading });
  return { ...state, readings: [], compared_at: at, agrees: reading === 0 };
}

/** Books a difference, for staff, as money that the operator put in or took out. */
export async function settleDifference(
  { db, now }: Services,
  staffId: string,
  id: string,
  note: string,
): Promise<Result> {
  const at = now();
  const [open] = await db.all<{ amount_cents: number }>(
    sql`SELECT amount_cents FROM books_differences WHERE id = ${id} AND settled_at IS NULL`,
  );
  if (!open) return refuse("wrong_state", "This has already been settled.");
  const [written] = await batch<[{ id: string }, object, object]>(db, [
    sql`UPDATE books_differences SET settled_at = ${at}, settled_by = ${staffId}, note = ${note}
      WHERE id = ${id} AND settled_at IS NULL RETURNING id`,
    insertAuditEntry(
      {
        actor_id: staffId,
        action: "books_difference_settled",
        subject: id,
        details: { cents: open.amount_cents, note },
        at,
      },
      CHANGED,
    ),
    // A difference of the balance may come again another day.
    insertLedgerTransaction(
      operatorMoved(id.startsWith("balance:") ? `${id}:${at}` : id, open.amount_cents),
      at,
      sql`EXISTS (SELECT 1 FROM books_differences WHERE id = ${id} AND settled_at = ${at} AND settled_by = ${staffId})`,
    ),
  ]);
  return written.length > 0 ? done() : refuse("wrong_state", "This has already been settled.");
}
