/** The negotiations of a seller's items, from the projection in D1. */
import { type SQL, sql } from "drizzle-orm";
import type { NegotiationMessage } from "#contract/negotiation";
import { DAY_MS } from "#domain/deadlines";
import { MESSAGES_IN_STATE_MAX } from "#domain/negotiation/negotiation-session";
import { BOUGHT, UNPAID } from "#domain/orders/order-status";
import { done, type Result } from "#domain/result";
import { eitherBlocked } from "../../../db/blocks.ts";
import { batch, type Database } from "../../../db/client.ts";
import { type CursorPage, cursorList } from "../../../http/cursor-list.ts";
import { WRONG_CURSOR } from "../../../http/wrong-cursor.ts";
import { spentAcceptance } from "../queries.ts";

export interface NegotiationRecord {
  id: string;
  item_id: string;
  title: string;
  photo: string | null;
  price_cents: number;
  buyer_id: string;
  full_name: string;
  messages: number;
  updated_at: number;
  /** Knowzee's last price; null while only the list price applies. */
  named_cents: number | null;
  agreed_cents: number | null;
  agreed_until: number | null;
  bought_cents: number | null;
  last_from: NegotiationMessage["from"] | null;
  last_text: string | null;
  unanswered: number;
}

export interface QuestionRecord {
  negotiation_id: string;
  seq: number;
  item_id: string;
  title: string;
  buyer_id: string;
  full_name: string;
  text: string;
  /** The amount the buyer named with it. */
  amount_cents: number | null;
  at: number;
}

export interface LogRecord {
  seq: number;
  sender: NegotiationMessage["from"];
  text: string;
  at: number;
  amount_cents: number | null;
  open_text: string | null;
  open_cents: number | null;
  asked: number;
  answer: string | null;
  shared: number | null;
}

const QUESTIONS_SHOWN = 50;
/** The buyer has sent the seller what Knowzee left open, and has no answer. A refused bid alone asks nobody. */
const unanswered = sql`EXISTS (SELECT 1 FROM seller_questions q
  WHERE q.negotiation_id = m.negotiation_id AND q.seq = m.seq AND q.answer IS NULL)`;

function negotiationsOf(sellerId: string, which: SQL): SQL {
  const paid = JSON.stringify([...UNPAID, ...BOUGHT]);
  return sql`SELECT n.id, n.item_id, i.title, json_extract(i.photos, '$[0].url_400') AS photo, i.price_cents, n.buyer_id,
      p.full_name, n.messages, n.updated_at, n.offer_cents AS named_cents, a.amount_cents AS agreed_cents,
      a.expires_at AS agreed_until,
      (SELECT o.amount_cents FROM orders o WHERE o.item_id = n.item_id AND o.buyer_id = n.buyer_id
        AND o.created_at >= n.created_at AND o.status IN (SELECT value FROM json_each(${paid}))
        ORDER BY o.created_at DESC LIMIT 1) AS bought_cents,
      (SELECT m.sender FROM negotiation_messages m WHERE m.negotiation_id = n.id ORDER BY m.seq DESC LIMIT 1) AS last_from,
      (SELECT m.text FROM negotiation_messages m WHERE m.negotiation_id = n.id ORDER BY m.seq DESC LIMIT 1) AS last_text,
      (SELECT count(*) FROM negotiation_messages m WHERE m.negotiation_id = n.id AND ${unanswered}) AS unanswered
    FROM items i JOIN negotiations n ON n.item_id = i.id JOIN profiles p ON p.id = n.buyer_id
      LEFT JOIN accepted_offers a ON a.id = n.accepted_id
    WHERE i.seller_id = ${sellerId} AND ${which}`;
}

/** Returns a page of the negotiations of a seller's items, last changed first, and on the first page what is left open. */
export async function listNegotiations(
  db: Database,
  sellerId: string,
  { item, cursor, limit }: { item: string | undefined; cursor: string | undefined; limit: number },
): Promise<Result<{ page: CursorPage<NegotiationRecord>; questions: QuestionRecord[] }>> {
  const list = cursorList("negotiations", { reader: sellerId, item: item ?? "" }, cursor);
  if (!list) return WRONG_CURSOR;
  const { after } = list;
  const ofItem = item === undefined ? sql`1` : sql`i.id = ${item}`;
  const rest = after ? sql`AND (n.updated_at, n.id) < (${after.key}, ${after.id})` : sql``;
  const [rows, questions] = await batch<[NegotiationRecord, QuestionRecord]>(db, [
    negotiationsOf(sellerId, sql`${ofItem} ${rest} ORDER BY n.updated_at DESC, n.id DESC LIMIT ${limit + 1}`),
    sql`SELECT n.id AS negotiation_id, m.seq, n.item_id, i.title, n.buyer_id, p.full_name,
        json_extract(m.ask_seller, '$.text') AS text, json_extract(m.ask_seller, '$.amount_cents') AS amount_cents, m.at
      FROM items i JOIN negotiations n ON n.item_id = i.id JOIN negotiation_messages m ON m.negotiation_id = n.id
        JOIN profiles p ON p.id = n.buyer_id
      WHERE i.seller_id = ${sellerId} AND ${ofItem} AND ${after ? sql`0` : unanswered}
        AND NOT ${eitherBlocked(sql`i.seller_id`, sql`n.buyer_id`)}
      ORDER BY m.at DESC LIMIT ${QUESTIONS_SHOWN}`,
  ]);
  return done({ page: list.page(rows, limit, ({ updated_at, id }) => ({ key: updated_at, id })), questions });
}

/** Returns one negotiation of a seller's item with its messages, or null. */
export async function findNegotiation(
  db: Database,
  sellerId: string,
  id: string,
): Promise<{ negotiation: NegotiationRecord; log: LogRecord[] } | null> {
  const [negotiations, log] = await batch<[NegotiationRecord, LogRecord]>(db, [
    negotiationsOf(sellerId, sql`n.id = ${id}`),
    sql`SELECT m.seq, m.sender, m.text, m.at, m.amount_cents, json_extract(m.ask_seller, '$.text') AS open_text,
        json_extract(m.ask_seller, '$.amount_cents') AS open_cents,
        q.id IS NOT NULL AS asked, q.answer, q.shared
      FROM negotiation_messages m LEFT JOIN seller_questions q ON q.negotiation_id = m.negotiation_id AND q.seq = m.seq
      WHERE m.negotiation_id = ${id} ORDER BY m.seq DESC LIMIT ${MESSAGES_IN_STATE_MAX}`,
  ]);
  const [negotiation] = negotiations;
  return negotiation ? { negotiation, log: log.toReversed() } : null;
}

/** Whether a negotiation counts as going on: the buyer may still come back to it. */
export const isGoingOn = (updatedAt: number, now: number) => now < updatedAt + DAY_MS;

/**
 * Returns whose negotiation this is, for its seller or its buyer, whether one of the two has blocked the other, and the
 * acceptance that an order has used.
 */
export async function findParties(
  db: Database,
  id: string,
): Promise<{ item_id: string; buyer_id: string; seller_id: string; spent_id: string | null; blocked: boolean } | null> {
  const [row] = await db.all<{
    item_id: string;
    buyer_id: string;
    seller_id: string;
    spent_id: string | null;
    blocked: number;
  }>(
    sql`SELECT n.item_id, n.buyer_id, i.seller_id, ${spentAcceptance} AS spent_id,
        ${eitherBlocked(sql`i.seller_id`, sql`n.buyer_id`)} AS blocked
      FROM negotiations n JOIN items i ON i.id = n.item_id WHERE n.id = ${id}`,
  );
  return row ? { ...row, blocked: row.blocked === 1 } : null;
}
