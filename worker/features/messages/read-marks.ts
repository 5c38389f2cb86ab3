/** Read marks and typing indicators. */

import { type SQL, sql } from "drizzle-orm";
import type { UserSocketMessage } from "#contract/account/user-live";
import { MESSAGES } from "#contract/copy";
import type { ReadReply } from "#contract/messages";
import { done, type Result, refuse } from "#domain/result";
import { eitherBlocked } from "../../db/blocks.ts";
import { batch } from "../../db/client.ts";
import { pushToUser } from "../../http/user-channel.ts";
import type { Services } from "../../services.ts";
import { readStatements } from "../notifications/queries.ts";
import { threadLink } from "./notify.ts";
import { type UnreadRow, unreadOf } from "./queries.ts";

const NOT_FOUND = refuse("not_found", MESSAGES.notFound);

interface Side {
  other_id: string;
  last_read_seq: number;
  unread: number;
  blocked: number;
}

function sideOf(conversationId: string, userId: string): SQL {
  return sql`SELECT me.other_id, me.last_read_seq, me.unread,
      ${eitherBlocked(sql`me.user_id`, sql`me.other_id`)} AS blocked
    FROM conversation_members me WHERE me.conversation_id = ${conversationId} AND me.user_id = ${userId}`;
}

/**
 * Marks messages up to this number as read; the mark never exceeds the last message and never moves back. Their
 * notifications are read too, and emails about them that were not sent are cancelled.
 */
export async function markRead(
  { db, env, now, defer }: Services,
  viewerId: string,
  conversationId: string,
  upToSeq: number,
): Promise<Result<ReadReply>> {
  const [advanced, [mine], [total]] = await batch<[object, Side, UnreadRow, object, object]>(db, [
    sql`UPDATE conversation_members SET last_read_seq = min(${upToSeq}, last_seq),
        unread = (SELECT count(*) FROM messages m WHERE m.conversation_id = ${conversationId}
          AND m.seq > min(${upToSeq}, last_seq) AND m.state = 'sent' AND m.sender_id <> ${viewerId})
      WHERE conversation_id = ${conversationId} AND user_id = ${viewerId}
        AND last_read_seq < min(${upToSeq}, last_seq) RETURNING last_read_seq`,
    sideOf(conversationId, viewerId),
    unreadOf([viewerId]),
    ...readStatements(viewerId, { link: threadLink(conversationId) }, now()),
  ]);
  if (!mine) return NOT_FOUND;
  const reply: ReadReply = {
    conversation_id: conversationId,
    last_read_seq: mine.last_read_seq,
    unread: mine.unread,
    unread_messages: total?.unread ?? 0,
  };
  if (advanced.length > 0) {
    const frame = { type: "read", conversation_id: conversationId, up_to_seq: reply.last_read_seq } as const;
    defer(pushToUser(env, viewerId, { ...frame, by_you: true, unread_messages: reply.unread_messages }));
    if (!mine.blocked) defer(pushToUser(env, mine.other_id, { ...frame, by_you: false, unread_messages: null }));
  }
  return done(reply);
}

/**
 * Shows the other user a typing indicator for a few seconds, if they are connected. Nothing is stored. A blocked user
 * shows none.
 */
export async function showTyping(
  { db, env, defer }: Services,
  senderId: string,
  conversationId: string,
): Promise<Result> {
  const [side] = await db.all<Side>(sideOf(conversationId, senderId));
  if (!side) return NOT_FOUND;
  const frame: UserSocketMessage = { type: "typing", conversation_id: conversationId, from: senderId };
  if (!side.blocked) defer(pushToUser(env, side.other_id, frame));
  return done();
}
