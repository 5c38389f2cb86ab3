import { and, asc, desc, eq, gt, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { pick } from "#domain/pick";
import { done, type Result, refuse } from "#domain/result";
import { type MissedOrder, STRIKE_LIFE_MS } from "#domain/status/strikes";
import type { Database } from "../../db/client.ts";
import { profiles } from "../../db/schema/account.ts";
import { orders } from "../../db/schema/orders.ts";
import { appeals, strikes } from "../../db/schema/status.ts";
import { ACCOUNT_STATUS } from "../../db/sessions.ts";
import { type CursorPage, cursorList } from "../../http/cursor-list.ts";

export type AppealRow = typeof appeals.$inferSelect;

/** Returns the profile fields that strikes read and change. */
export async function statusProfile(db: Database, id: string) {
  const [row] = await db
    .select({
      ...pick(profiles, "id", "email", "full_name", "incomplete_transaction_count"),
      ...ACCOUNT_STATUS,
    })
    .from(profiles)
    .where(eq(profiles.id, id));
  return row ?? null;
}
export type StatusProfile = NonNullable<Awaited<ReturnType<typeof statusProfile>>>;

/**
 * Returns the note of staff about a suspension, from the user's page or a report; null for a missed payment, whose
 * reason is always the same. The latest of the two applies, because strikes do not accrue during a suspension (D32).
 */
export async function suspensionNote(db: Database, id: string): Promise<string | null> {
  const [row] = await db.all<{ note: string | null }>(sql`SELECT json_extract(details, '$.note') AS note FROM audit_log
    WHERE subject = ${id} AND (action IN ('suspend', 'strike')
      OR (action = 'report_acted' AND json_extract(details, '$.measure') = 'suspend'))
    ORDER BY at DESC, id DESC LIMIT 1`);
  return row?.note ?? null;
}

/** Returns the sellers of these orders, who must not decide about them. */
export async function sellersOf(db: Database, orderIds: Iterable<string>): Promise<string[]> {
  const rows = await db.all<{ seller_id: string }>(sql`SELECT DISTINCT seller_id FROM orders
    WHERE id IN (SELECT value FROM json_each(${JSON.stringify([...orderIds])}))`);
  return rows.map(({ seller_id }) => seller_id);
}

export async function strikesOf(db: Database, buyerId: string) {
  return db.select().from(strikes).where(eq(strikes.buyer_id, buyerId)).orderBy(asc(strikes.seq));
}

/** Returns a buyer's strikes with their orders, oldest first. */
export async function evidenceOf(db: Database, buyerId: string) {
  return db
    .select({
      ...pick(strikes, "order_id", "event_id", "at", "counted", "excuse", "overturned_at"),
      ...pick(orders, "item_title", "item_image_url", "amount_cents"),
      placed_at: orders.created_at,
    })
    .from(strikes)
    .innerJoin(orders, eq(orders.id, strikes.order_id))
    .where(eq(strikes.buyer_id, buyerId))
    .orderBy(asc(strikes.at), asc(strikes.order_id));
}
export type Evidence = Awaited<ReturnType<typeof evidenceOf>>[number];

/** A missed order, with its buyer. */
export interface UncountedOrder extends MissedOrder {
  buyer_id: string;
  item_title: string;
}

/** Returns the query of missed orders without a strike, of one buyer or of all. Exempt orders get none. */
export function uncountedOrdersQuery(buyerId: string | null, limit: number): SQL {
  const whose = buyerId === null ? sql`` : sql`AND o.buyer_id = ${buyerId}`;
  return sql`SELECT o.id AS order_id, o.buyer_id, o.item_title, o.created_at AS placed_at,
      coalesce((SELECT max(e.at) FROM order_events e WHERE e.order_id = o.id AND e.kind = 'expired'), o.updated_at)
        AS missed_at
    FROM orders o
    WHERE o.marked_incomplete = 1 AND o.strike_exempt = 0 AND o.status = 'expired' AND o.paid_at IS NULL ${whose}
      AND NOT EXISTS (SELECT 1 FROM strikes s WHERE s.order_id = o.id)
    ORDER BY o.buyer_id, o.id LIMIT ${limit}`;
}

/** Returns the query of strikes of orders that were paid after all or turned out exempt (D20), of one buyer or of all. */
export function strikesOfPaidOrdersQuery(buyerId: string | null): SQL {
  const whose = buyerId === null ? sql`` : sql`AND s.buyer_id = ${buyerId}`;
  return sql`SELECT s.order_id, s.buyer_id FROM strikes s
    JOIN orders o ON o.id = s.order_id
    WHERE s.overturned_at IS NULL AND s.excuse IS NULL AND (o.marked_incomplete = 0 OR o.strike_exempt = 1 OR o.paid_at IS NOT NULL) ${whose}
    LIMIT 200`;
}

/** Returns users whose count is wrong: a strike has expired, or a Worker stopped before it changed their status. */
export async function peopleWithWrongCount(db: Database, now: number) {
  return db.all<{ id: string }>(sql`SELECT p.id FROM profiles p WHERE p.id IN (SELECT buyer_id FROM strikes)
    AND p.incomplete_transaction_count <> (SELECT count(*) FROM strikes s
      WHERE s.buyer_id = p.id AND s.counted = 1 AND s.at > max(${now}, p.updated_at) - ${STRIKE_LIFE_MS}) LIMIT 200`);
}

export async function latestAppeal(db: Database, userId: string): Promise<AppealRow | null> {
  const [row] = await db
    .select()
    .from(appeals)
    .where(eq(appeals.user_id, userId))
    .orderBy(desc(appeals.created_at), desc(appeals.id))
    .limit(1);
  return row ?? null;
}

export async function appealById(db: Database, id: string): Promise<AppealRow | null> {
  const [row] = await db.select().from(appeals).where(eq(appeals.id, id));
  return row ?? null;
}

const APPEALS_SHOWN = 20;

/** Returns open appeals, oldest first, or decided ones, newest first. */
export async function listAppeals(
  db: Database,
  status: "open" | "decided",
  cursor: string | undefined,
): Promise<Result<CursorPage<AppealRow>>> {
  const list = cursorList(status, {}, cursor);
  if (!list) return refuse("bad_request", "That page no longer exists. Please start again.");
  const { after } = list;
  const open = status === "open";
  const [beyond, order] = open ? [gt, asc] : [lt, desc];
  const rows = await db
    .select()
    .from(appeals)
    .where(
      and(
        open ? eq(appeals.status, "open") : ne(appeals.status, "open"),
        after
          ? or(
              beyond(appeals.created_at, after.key),
              and(eq(appeals.created_at, after.key), beyond(appeals.id, after.id)),
            )
          : undefined,
      ),
    )
    .orderBy(order(appeals.created_at), order(appeals.id))
    .limit(APPEALS_SHOWN + 1);
  return done(list.page(rows, APPEALS_SHOWN, (last) => ({ key: last.created_at, id: last.id })));
}
