/**
 * Opens threads, sends messages (exactly once, in order, within the limits and through the content filter, decision
 * 0026), and marks them as read.
 */

import { type SQL, sql } from "drizzle-orm";
import type { UserSocketMessage } from "#contract/account/user-live";
import { MESSAGES } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import type { MessageView, ReadReply, SendMessageValue } from "#contract/messages";
import { MESSAGE_LIMITS, repeatKey } from "#domain/messages/messages";
import { done, type Refusal, type Result, refuse, refuseField } from "#domain/result";
import { screenMessage } from "#domain/safety/content-filter/screen";
import type { FilterVerdict } from "#domain/safety/content-filter/verdict";
import { eitherBlocked } from "../../db/blocks.ts";
import { batch, type Database, type Query } from "../../db/client.ts";
import { violatedConstraint } from "../../db/constraints.ts";
import { insertNotification } from "../../db/notifications.ts";
import { threadMembers, threads } from "../../db/schema/messages.ts";
import { reports } from "../../db/schema/safety.ts";
import { isFeatureEnabled } from "../../db/site-settings.ts";
import { featureOffRefusal } from "../../http/require-feature.ts";
import { pushToUser } from "../../http/user-channel.ts";
import type { Services } from "../../services.ts";
import { stableId } from "../../stable-id.ts";
import { presentPhoto } from "../items/images/present.ts";
import { markReadStatements, notifySoon } from "../notifications/commands.ts";
import { refreshAnswerTime } from "./jobs.ts";
import { messageNotification, presentMessage, threadLink } from "./present.ts";
import {
  type MessageRow,
  messageColumns,
  readSenderSide,
  type SenderSide,
  type UnreadRow,
  unreadOf,
} from "./queries.ts";

const OTHER_CONTENT = refuse("idempotency_mismatch", "This message was already sent with different text.");
const NO_PHOTO = refuse("invalid", "We no longer have that photo. Please choose it again.", {
  fields: [{ field: "image_id", message: "Choose a photo you've uploaded." }],
});

interface Sent {
  message: MessageRow;
  /** Sent by an earlier request with the same `client_id`. */
  again: boolean;
}

/**
 * Writes a message, or finds the one with this `client_id`. At the time of writing neither user may have blocked the
 * other, the limits must allow it and the photo must exist. Only then does the row get a sequence number; without one
 * the database refuses it, and with it the whole batch.
 */
export async function sendMessage(
  services: Services,
  senderId: string,
  conversationId: string,
  value: SendMessageValue,
  ownHost: string,
): Promise<Result<Sent>> {
  const { db, now } = services;
  const id = await stableId("msg", senderId, value.client_id);
  const found = await readSenderSide(db, senderId, conversationId, id);
  if (!found) return NOT_FOUND;
  if (found.sent) return repeated(found.sent, conversationId, value);
  const { side } = found;
  if (side.blocked) return refuse("blocked", MESSAGES.blocked);

  if (value.image_id !== undefined && !(await isFeatureEnabled(services, "message_images")))
    return featureOffRefusal("message_images");
  const photo = value.image_id === undefined ? null : await ownPhoto(services, senderId, value.image_id);
  if (value.image_id !== undefined && photo === null) return NO_PHOTO;
  const text = value.text ?? "";
  const verdict = screenMessage(text, { stage: side.dealing ? "ordered" : "enquiry", own_host: ownHost });
  const draft: Draft = {
    id,
    conversationId,
    senderId,
    clientId: value.client_id,
    text,
    imageId: value.image_id ?? null,
    photo: photo && JSON.stringify(photo),
    verdict,
    cold: !side.answered,
    sameAs: repeatKey(text, side.answered === 1, side.answered && side.sells ? conversationId : null),
    at: now(),
  };
  try {
    return done({ message: await write(services, draft, side), again: false });
  } catch (error) {
    const broken = violatedConstraint(error) ?? "";
    if (broken === "messages.seq") return refusalOf(services, draft, side);
    if (!broken.startsWith("messages.")) throw error;
    // A concurrent request has sent the same message: another tab, or a retry that overtook its first try.
    const again = await readSenderSide(db, senderId, conversationId, id);
    return again?.sent ? repeated(again.sent, conversationId, value) : NOT_FOUND;
  }
}

interface Draft {
  id: string;
  conversationId: string;
  senderId: string;
  clientId: string;
  text: string;
  imageId: string | null;
  photo: string | null;
  verdict: FilterVerdict;
  cold: boolean;
  sameAs: string | null;
  at: number;
}

function repeated(
  sent: MessageRow & { image_id: string | null },
  conversationId: string,
  value: SendMessageValue,
): Result<Sent> {
  const same =
    sent.conversation_id === conversationId &&
    sent.text === (value.text ?? "") &&
    sent.image_id === (value.image_id ?? null);
  return same ? done({ message: sent, again: true }) : OTHER_CONTENT;
}

async function ownPhoto({ db }: Services, ownerId: string, imageId: string) {
  const image = await db.query.images.findFirst({
    where: (table, { and, eq }) => and(eq(table.id, imageId), eq(table.owner_id, ownerId)),
  });
  return image ? presentPhoto(image) : null;
}

/** Counts the sender's messages of the last hour, all or those that meet the condition. */
function sentLately({ senderId, at }: Draft, which: SQL = sql`1`): SQL {
  return sql`(SELECT count(*) FROM messages
    WHERE sender_id = ${senderId} AND at > ${at - MESSAGE_LIMITS.window_ms} AND ${which})`;
}

function insertMessage(draft: Draft, receiverId: string): SQL {
  const { id, conversationId, senderId, imageId, photo, verdict, cold, sameAs, at } = draft;
  return sql`INSERT INTO messages (id, conversation_id, seq, sender_id, client_id, kind, text, image_id, photo, state,
      shield_reasons, cold, same_as, at)
    SELECT ${id}, ${conversationId},
      CASE WHEN NOT ${eitherBlocked(senderId, receiverId)}
        AND (${imageId} IS NULL OR EXISTS
          (SELECT 1 FROM images WHERE id = ${imageId} AND owner_id = ${senderId} AND item_id IS NOT 'removing'))
        AND ${sentLately(draft)} < ${MESSAGE_LIMITS.all}
        AND (${Number(cold)} = 0 OR ${sentLately(draft, sql`cold = 1`)} < ${MESSAGE_LIMITS.cold})
        AND (${sameAs} IS NULL OR ${sentLately(draft, sql`same_as = ${sameAs}`)} < ${MESSAGE_LIMITS.same})
      THEN coalesce((SELECT max(seq) FROM messages WHERE conversation_id = ${conversationId}), 0) + 1 END,
      ${senderId}, ${draft.clientId}, ${photo === null ? "text" : "photo"}, ${draft.text}, ${imageId}, ${photo},
      ${verdict.verdict === "hold" ? "held" : "sent"}, ${JSON.stringify(verdict.reasons)}, ${Number(cold)}, ${sameAs}, ${at}
    RETURNING ${messageColumns}`;
}

async function write(services: Services, draft: Draft, side: SenderSide): Promise<MessageRow> {
  const { db } = services;
  const { id, conversationId, senderId, text, at } = draft;
  const receiverId = side.other_id;
  const notice = await messageNotification(
    { id, conversation_id: conversationId, text, at },
    side.own_name,
    receiverId,
  );
  const [[message], , unread] = await batch<[MessageRow & { sender_id: string }, object, UnreadRow]>(db, [
    insertMessage(draft, receiverId),
    draft.verdict.verdict === "hold"
      ? insertHeldReport(db, await stableId("rep", id), draft)
      : insertNotification(notice),
    unreadOf([senderId, receiverId]),
  ]);
  if (!message) throw new Error("The message's row was not written.");
  deliverMessage(services, message, receiverId, unread);
  if (side.answers && message.state === "sent") services.defer(refreshAnswerTime(services, senderId));
  return message;
}

/** Adds a message held by the content filter to the queue of user reports. */
function insertHeldReport(db: Database, reportId: string, draft: Draft): Query {
  return db
    .insert(reports)
    .values({
      id: reportId,
      kind: "held_message",
      subject_type: "message",
      subject_id: draft.id,
      about_id: draft.senderId,
      conversation_id: draft.conversationId,
      reason: "shield",
      excerpt: draft.text,
      shield_reasons: draft.verdict.reasons,
      created_at: draft.at,
    })
    .onConflictDoNothing();
}

/** Returns which condition refused the sequence number, and when sending is possible again. */
async function refusalOf({ db, now }: Services, draft: Draft, side: SenderSide): Promise<Refusal> {
  const { senderId, sameAs, at } = draft;
  const [row] = await db.all<{ blocked: number; same: number; cold: number; whole: number; oldest: number | null }>(
    sql`SELECT ${eitherBlocked(senderId, side.other_id)} AS blocked,
      ${sentLately(draft, sql`same_as = ${sameAs}`)} AS same, ${sentLately(draft, sql`cold = 1`)} AS cold,
      ${sentLately(draft)} AS whole,
      (SELECT min(at) FROM messages WHERE sender_id = ${senderId} AND at > ${at - MESSAGE_LIMITS.window_ms}) AS oldest`,
  );
  if (row?.blocked) return refuse("blocked", MESSAGES.blocked);
  const wait = { retry_after: Math.max(1, Math.ceil(((row?.oldest ?? 0) + MESSAGE_LIMITS.window_ms - now()) / 1_000)) };
  if ((row?.same ?? 0) >= MESSAGE_LIMITS.same) return refuse("too_many_requests", MESSAGES.sameMessage, wait);
  if ((draft.cold && (row?.cold ?? 0) >= MESSAGE_LIMITS.cold) || (row?.whole ?? 0) >= MESSAGE_LIMITS.all) {
    return refuse("too_many_requests", MESSAGES.tooManyMessages, wait);
  }
  return NO_PHOTO;
}

/** After the response, sends a message to the sockets of both users. A held message goes to its author only. */
export function deliverMessage(
  services: Services,
  row: MessageRow & { sender_id: string },
  receiverId: string,
  unread: readonly UnreadRow[],
): void {
  const { env, defer } = services;
  const frame = (userId: string): { type: "message"; message: MessageView; unread_messages: number } => ({
    type: "message",
    message: presentMessage(row, userId),
    unread_messages: unread.find(({ user_id }) => user_id === userId)?.unread ?? 0,
  });
  defer(pushToUser(env, row.sender_id, frame(row.sender_id)));
  if (row.state !== "sent") return;
  defer(pushToUser(env, receiverId, frame(receiverId)));
  notifySoon(services, [receiverId]);
}

interface Wanted {
  item_id?: string | undefined;
  user_id?: string | undefined;
}

interface ItemRow {
  seller_id: string;
  /** For sale or sold: its page is public. */
  shown: number;
}

/**
 * Opens the caller's thread with the seller of an item, with another user about an item of one of the two, or with
 * another user. The id is derived from the pair and the item, so two users who start concurrently share one thread.
 * @returns its id, and whether it is new.
 */
export async function openThread(
  { db, now }: Services,
  viewerId: string,
  wanted: Wanted,
): Promise<Result<{ id: string; made: boolean }>> {
  const itemId = wanted.item_id ?? null;
  const item = itemId === null ? null : await threadItem(db, itemId);
  if (itemId !== null && !item) return NOT_FOUND;
  const otherId = wanted.user_id ?? item?.seller_id ?? "";
  if (otherId === viewerId) {
    return item
      ? refuse("own_item", "This is your own listing.")
      : refuseField("user_id", "You can't message yourself.");
  }
  if (item && item.seller_id !== viewerId && item.seller_id !== otherId) return NOT_FOUND;

  const [low, high] = viewerId < otherId ? [viewerId, otherId] : [otherId, viewerId];
  const id = await stableId("cnv", low, high, itemId ?? "");
  const [known] = await db.all<{ person: number; conversation: number; blocked: number; ordered: number }>(
    sql`SELECT EXISTS (SELECT 1 FROM profiles WHERE id = ${otherId}) AS person,
      EXISTS (SELECT 1 FROM conversations WHERE id = ${id}) AS conversation,
      ${eitherBlocked(otherId, viewerId)} AS blocked,
      EXISTS (SELECT 1 FROM orders WHERE buyer_id IN (${low}, ${high}) AND seller_id IN (${low}, ${high})
        AND item_id = ${itemId}) AS ordered`,
  );
  if (!known?.person) return NOT_FOUND;
  // An existing thread stays readable, regardless of later changes to the item or the users.
  if (known.conversation) return done({ id, made: false });
  if (item && !item.shown && item.seller_id !== viewerId && !known.ordered) return NOT_FOUND;
  if (known.blocked) return refuse("blocked", MESSAGES.blocked);

  const at = now();
  const [begun] = await batch<[{ id: string }, object, object]>(db, [
    db
      .insert(threads)
      .values({ id, item_id: itemId, low_id: low, high_id: high, opened_by: viewerId, created_at: at })
      .onConflictDoNothing()
      .returning({ id: threads.id }),
    db
      .insert(threadMembers)
      .values([
        { conversation_id: id, user_id: low, other_id: high, last_at: at },
        { conversation_id: id, user_id: high, other_id: low, last_at: at },
      ])
      .onConflictDoNothing(),
    pastEvents(id, low, high, itemId),
  ]);
  return done({ id, made: begun.length > 0 });
}

async function threadItem(db: Database, itemId: string): Promise<ItemRow | null> {
  const [row] = await db.all<ItemRow>(sql`SELECT seller_id, deleted_at IS NULL AND status <> 'inactive' AS shown
    FROM items WHERE id = ${itemId}`);
  return row ?? null;
}

/**
 * Adds the past events between the two users; from then on triggers add new ones. Uses the ids that the triggers would
 * have used, so that no event appears twice.
 */
function pastEvents(threadId: string, low: string, high: string, itemId: string | null): SQL {
  const pair = sql`(${low}, ${high})`;
  return sql`INSERT OR IGNORE INTO messages (id, conversation_id, seq, kind, event, at)
    SELECT id, ${threadId}, (SELECT coalesce(max(seq), 0) FROM messages WHERE conversation_id = ${threadId})
        + row_number() OVER (ORDER BY at, id), 'event', event, at
    FROM (
      SELECT 'msg_' || substr(o.id, 5) || 'e' || e.rev AS id,
        json_object('subject', 'order', 'id', o.id, 'kind', e.kind) AS event, e.at
      FROM orders o JOIN order_events e ON e.order_id = o.id
      WHERE o.buyer_id IN ${pair} AND o.seller_id IN ${pair} AND o.item_id = ${itemId} AND e.kind <> 'card_failed'
        AND substr(o.hold_id, 1, 4) NOT IN ('trd_', 'cir_')
      UNION ALL
      SELECT 'msg_' || substr(id, 5) || status, json_object('subject', 'trade', 'id', id, 'kind', status), updated_at
      FROM trades WHERE offeror_id IN ${pair} AND seller_id IN ${pair} AND target_item_id = ${itemId}
        AND closed_at IS NULL
    ) past
    WHERE NOT EXISTS (SELECT 1 FROM messages known WHERE known.id = past.id)`;
}

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
    ...markReadStatements(viewerId, { link: threadLink(conversationId) }, now()),
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
