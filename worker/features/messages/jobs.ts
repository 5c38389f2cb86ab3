/** The usual time to answer (D56), kept in the seller's profile, so that showing it costs no statement. */
import { sql } from "drizzle-orm";
import { ANSWER_TIME, type TimedMessage, usualAnswerTime } from "#domain/messages/answer-time";
import type { Services } from "../../services.ts";

/** The latest conversations with a seller; more would not change the usual time much. */
const THREADS = 50;

/** Computes a seller's usual time to answer again. Runs after each answer to a buyer. */
export async function refreshAnswerTime({ db, now }: Pick<Services, "db" | "now">, sellerId: string): Promise<void> {
  const at = now();
  const since = at - ANSWER_TIME.window_ms;
  const rows = await db.all<{ thread: string; by_seller: number; at: number }>(sql`
    SELECT m.conversation_id AS thread, m.sender_id = ${sellerId} AS by_seller, m.at
    FROM (SELECT conversation_id FROM conversation_members
      WHERE user_id = ${sellerId} AND last_seq > 0 AND last_at > ${since} ORDER BY last_at DESC LIMIT ${THREADS}) recent
    CROSS JOIN conversations c ON c.id = recent.conversation_id
    CROSS JOIN items i ON i.id = c.item_id AND i.seller_id = ${sellerId}
    CROSS JOIN messages m ON m.conversation_id = c.id
    WHERE m.sender_id IS NOT NULL AND m.state = 'sent' AND m.at > ${since}
    ORDER BY m.conversation_id, m.seq`);
  const usual = usualAnswerTime(rows.map((row): TimedMessage => ({ ...row, by_seller: row.by_seller === 1 })));
  await db.run(sql`UPDATE profiles SET answer_time = ${usual}, answer_time_at = ${at} WHERE id = ${sellerId}`);
}

/** Forgets the usual time of sellers who have answered nobody for so long that no answer counts any more. */
export async function removeOldAnswerTimes({ db, now }: Pick<Services, "db" | "now">): Promise<void> {
  await db.run(sql`UPDATE profiles SET answer_time = NULL, answer_time_at = NULL
    WHERE answer_time_at < ${now() - ANSWER_TIME.window_ms}`);
}
