/** Read marks and typing indicators. */

import type { UserSocketMessage } from "#contract/account/user-live";
import { MESSAGES } from "#contract/copy";
import type { ReadReply } from "#contract/messages";
import { type Refusal, refuse } from "#domain/result";
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

const SIDE = `SELECT me.other_id, me.last_read_seq, me.unread, EXISTS (SELECT 1 FROM blocks
    WHERE (blocker_id = me.user_id AND blocked_id = me.other_id)
      OR (blocker_id = me.other_id AND blocked_id = me.user_id)) AS blocked
  FROM conversation_members me WHERE me.conversation_id = ?1 AND me.user_id = ?2`;

/**
 * Marks messages up to this number as read; the mark never exceeds the last message and never moves back. Their
 * notifications are read too, and emails about them that were not sent are cancelled.
 */
export async function markRead(
  { env, now, defer }: Services,
  viewerId: string,
  conversationId: string,
  upToSeq: number,
): Promise<{ ok: true; reply: ReadReply } | Refusal> {
  const [advanced, side, unread] = await env.DB.batch([
    env.DB.prepare(
      `UPDATE conversation_members SET last_read_seq = min(?3, last_seq),
          unread = (SELECT count(*) FROM messages m WHERE m.conversation_id = ?1 AND m.seq > min(?3, last_seq)
            AND m.state = 'sent' AND m.sender_id <> ?2)
        WHERE conversation_id = ?1 AND user_id = ?2 AND last_read_seq < min(?3, last_seq) RETURNING last_read_seq`,
    ).bind(conversationId, viewerId, upToSeq),
    env.DB.prepare(SIDE).bind(conversationId, viewerId),
    unreadOf(env.DB, [viewerId]),
    ...readStatements(env.DB, viewerId, { link: threadLink(conversationId) }, now()),
  ]);
  const mine = side?.results[0] as unknown as Side | undefined;
  if (!mine) return NOT_FOUND;
  const [total] = (unread?.results ?? []) as unknown as UnreadRow[];
  const reply: ReadReply = {
    conversation_id: conversationId,
    last_read_seq: mine.last_read_seq,
    unread: mine.unread,
    unread_messages: total?.unread ?? 0,
  };
  if ((advanced?.results.length ?? 0) > 0) {
    const frame = { type: "read", conversation_id: conversationId, up_to_seq: reply.last_read_seq } as const;
    defer(pushToUser(env, viewerId, { ...frame, by_you: true, unread_messages: reply.unread_messages }));
    if (!mine.blocked) defer(pushToUser(env, mine.other_id, { ...frame, by_you: false, unread_messages: null }));
  }
  return { ok: true, reply };
}

/**
 * Shows the other user a typing indicator for a few seconds, if they are connected. Nothing is stored. A blocked user
 * shows none.
 */
export async function showTyping(
  { env, defer }: Services,
  senderId: string,
  conversationId: string,
): Promise<{ ok: true } | Refusal> {
  const side = await env.DB.prepare(SIDE).bind(conversationId, senderId).first<Side>();
  if (!side) return NOT_FOUND;
  const frame: UserSocketMessage = { type: "typing", conversation_id: conversationId, from: senderId };
  if (!side.blocked) defer(pushToUser(env, side.other_id, frame));
  return { ok: true };
}
