/** Sends messages: exactly once, in order, within the limits and through the content filter (decision 0026). */

import { MESSAGES } from "#contract/copy";
import type { SendMessageValue } from "#contract/messages";
import { MESSAGE_LIMITS, repeatKey } from "#domain/messages/messages";
import { type Refusal, refuse } from "#domain/result";
import { screenMessage } from "#domain/safety/content-filter/screen";
import type { FilterVerdict } from "#domain/safety/content-filter/verdict";
import { violatedConstraint } from "../../db/constraints.ts";
import { notificationStatement } from "../../db/notifications.ts";
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

type Sent = { ok: true; message: MessageRow; again: boolean };

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
): Promise<Sent | Refusal> {
  const { env, now } = services;
  const id = await stableId("msg", senderId, value.client_id);
  const found = await readSenderSide(env.DB, senderId, conversationId, id);
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
    return await write(services, draft, side);
  } catch (error) {
    const broken = violatedConstraint(error) ?? "";
    if (broken === "messages.seq") return refusalOf(services, draft, side);
    if (!broken.startsWith("messages.")) throw error;
    // A concurrent request has sent the same message: another tab, or a retry that overtook its first try.
    const again = await readSenderSide(env.DB, senderId, conversationId, id);
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
): Sent | Refusal {
  const same =
    sent.conversation_id === conversationId &&
    sent.text === (value.text ?? "") &&
    sent.image_id === (value.image_id ?? null);
  return same ? { ok: true, message: sent, again: true } : OTHER_CONTENT;
}

async function ownPhoto({ db }: Services, ownerId: string, imageId: string) {
  const image = await db.query.images.findFirst({
    where: (table, { and, eq }) => and(eq(table.id, imageId), eq(table.owner_id, ownerId)),
  });
  return image ? presentPhoto(image) : null;
}

/** Counts the sender's messages of the last hour. ?1 sender, ?2 start of the hour. */
const counted = (which: string) =>
  `(SELECT count(*) FROM messages WHERE sender_id = ?1 AND at > ?2 ${which ? `AND ${which}` : ""})`;

const INSERT = `INSERT INTO messages (id, conversation_id, seq, sender_id, client_id, kind, text, image_id, photo, state,
    shield_reasons, cold, same_as, at)
  SELECT ?3, ?4,
    CASE WHEN NOT EXISTS (SELECT 1 FROM blocks WHERE (blocker_id = ?1 AND blocked_id = ?5)
          OR (blocker_id = ?5 AND blocked_id = ?1))
      AND (?9 IS NULL OR EXISTS (SELECT 1 FROM images WHERE id = ?9 AND owner_id = ?1 AND item_id IS NOT 'removing'))
      AND ${counted("")} < ?15 AND (?13 = 0 OR ${counted("cold = 1")} < ?16)
      AND (?14 IS NULL OR ${counted("same_as = ?14")} < ?17)
    THEN coalesce((SELECT max(seq) FROM messages WHERE conversation_id = ?4), 0) + 1 END,
    ?1, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?18
  RETURNING ${messageColumns.replaceAll("m.", "")}`;

async function write(services: Services, draft: Draft, side: SenderSide): Promise<Sent> {
  const { env } = services;
  const held = draft.verdict.verdict === "hold";
  const { id, conversationId, senderId, text, at } = draft;
  const insert = env.DB.prepare(INSERT).bind(
    senderId,
    at - MESSAGE_LIMITS.window_ms,
    id,
    conversationId,
    side.other_id,
    draft.clientId,
    draft.photo === null ? "text" : "photo",
    text,
    draft.imageId,
    draft.photo,
    held ? "held" : "sent",
    JSON.stringify(draft.verdict.reasons),
    draft.cold ? 1 : 0,
    draft.sameAs,
    MESSAGE_LIMITS.all,
    MESSAGE_LIMITS.cold,
    MESSAGE_LIMITS.same,
    at,
  );
  const follows = held
    ? await heldReport(env.DB, draft)
    : notificationStatement(
        env.DB,
        await messageNotification({ id, conversation_id: conversationId, text, at }, side.own_name, side.other_id),
      );
  const [written, , unread] = await env.DB.batch([insert, follows, unreadOf(env.DB, [senderId, side.other_id])]);
  const message = written?.results[0] as MessageRow & { sender_id: string };
  deliverMessage(services, message, side.other_id, (unread?.results ?? []) as unknown as UnreadRow[]);
  return { ok: true, message, again: false };
}

/** Adds a message held by the content filter to the queue of user reports. */
async function heldReport(d1: D1Database, draft: Draft): Promise<D1PreparedStatement> {
  return d1
    .prepare(
      `INSERT INTO reports (id, kind, subject_type, subject_id, about_id, conversation_id, reason, excerpt,
        shield_reasons, created_at)
        VALUES (?1, 'held_message', 'message', ?2, ?3, ?4, 'shield', ?5, ?6, ?7) ON CONFLICT DO NOTHING`,
    )
    .bind(
      await stableId("rep", draft.id),
      draft.id,
      draft.senderId,
      draft.conversationId,
      draft.text,
      JSON.stringify(draft.verdict.reasons),
      draft.at,
    );
}

/** Returns which condition refused the sequence number, and when sending is possible again. */
async function refusalOf({ env, now }: Services, draft: Draft, side: SenderSide): Promise<Refusal> {
  const row = await env.DB.prepare(
    `SELECT EXISTS (SELECT 1 FROM blocks WHERE (blocker_id = ?1 AND blocked_id = ?3)
        OR (blocker_id = ?3 AND blocked_id = ?1)) AS blocked,
      ${counted("same_as = ?4")} AS same, ${counted("cold = 1")} AS cold, ${counted("")} AS whole,
      (SELECT min(at) FROM messages WHERE sender_id = ?1 AND at > ?2) AS oldest`,
  )
    .bind(draft.senderId, draft.at - MESSAGE_LIMITS.window_ms, side.other_id, draft.sameAs)
    .first<{ blocked: number; same: number; cold: number; whole: number; oldest: number | null }>();
  if (row?.blocked) return refuse("blocked", MESSAGES.blocked);
  const wait = { retry_after: Math.max(1, Math.ceil(((row?.oldest ?? 0) + MESSAGE_LIMITS.window_ms - now()) / 1_000)) };
  if ((row?.same ?? 0) >= MESSAGE_LIMITS.same) return refuse("too_many_requests", MESSAGES.sameMessage, wait);
  if ((draft.cold && (row?.cold ?? 0) >= MESSAGE_LIMITS.cold) || (row?.whole ?? 0) >= MESSAGE_LIMITS.all) {
    return refuse("too_many_requests", MESSAGES.tooManyMessages, wait);
  }
  return NO_PHOTO;
}
