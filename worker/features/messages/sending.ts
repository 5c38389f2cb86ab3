/** Sends messages: exactly once, in order, within the limits and through the content filter (decision 0026). */

import { type SQL, sql } from "drizzle-orm";
import { MESSAGES } from "#contract/copy";
import type { SendMessageValue } from "#contract/messages";
import { MESSAGE_LIMITS, repeatKey } from "#domain/messages/messages";
import { done, type Refusal, type Result, refuse } from "#domain/result";
import { screenMessage } from "#domain/safety/content-filter/screen";
import type { FilterVerdict } from "#domain/safety/content-filter/verdict";
import { eitherBlocked } from "../../db/blocks.ts";
import { batch, type Database, type Query } from "../../db/client.ts";
import { violatedConstraint } from "../../db/constraints.ts";
import { insertNotification } from "../../db/notifications.ts";
import { reports } from "../../db/schema/safety.ts";
import { isFeatureEnabled } from "../../db/site-settings.ts";
import { featureOffRefusal } from "../../http/require-feature.ts";
import type { Services } from "../../services.ts";
import { stableId } from "../../stable-id.ts";
import { presentPhoto } from "../items/images/present.ts";
import { deliverMessage, messageNotification } from "./notify.ts";
import {
  type MessageRow,
  messageColumns,
  readSenderSide,
  type SenderSide,
  type UnreadRow,
  unreadOf,
} from "./queries.ts";

const NOT_FOUND = refuse("not_found", MESSAGES.notFound);
const OTHER_CONTENT = refuse("idempotency_mismatch", "This message was already sent with different words.");
const NO_PHOTO = refuse("invalid", "That photo is not there any more. Please choose it again.", {
  fields: [{ field: "image_id", message: "Choose a photo you have uploaded." }],
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
    sameAs: repeatKey(text, side.answered === 1),
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
