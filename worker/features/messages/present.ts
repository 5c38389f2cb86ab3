/** Maps message threads and notifications of messages to one side's view. The other user is shown with their display name only (D5). */

import type { Photo } from "#contract/items";
import type { MessageView, ThreadEvent, ThreadItem, ThreadView } from "#contract/messages";
import { displayName } from "#domain/account/display-name";
import { priceFor } from "#domain/checkout/pricing";
import { availabilityOf } from "#domain/items/listing";
import { eventSentence, warningSentences } from "#domain/messages/messages";
import { centsToDollars } from "#domain/money";
import { pick } from "#domain/pick";
import type { NewNotification } from "../../db/notifications.ts";
import { stableId } from "../../stable-id.ts";
import { readOffers } from "../items/cards.ts";
import type { MessageRow, ThreadRow } from "./queries.ts";

const UNNAMED_USER = "Goodstreet member";

export function presentMessage(row: MessageRow, viewerId: string): MessageView {
  const event = row.event === null ? null : (JSON.parse(row.event) as ThreadEvent);
  const own = row.sender_id === viewerId;
  return {
    ...pick(row, "id", "conversation_id", "seq", "kind", "at"),
    from: row.sender_id === null ? null : own ? "me" : "them",
    client_id: own ? row.client_id : null,
    text: event ? eventSentence(event) : row.text,
    photo: row.photo === null ? null : (JSON.parse(row.photo) as Photo),
    event,
    held: !own || row.state === "sent" ? null : row.state === "held" ? "waiting" : "declined",
    cautions: own ? [] : warningSentences(JSON.parse(row.shield_reasons) as string[]),
  };
}

function presentItem(row: ThreadRow, viewerId: string, now: number): ThreadItem | null {
  if (row.item_id === null) return null;
  const { item_status: status, item_holder_id: holder_id, item_hold_until: hold_until } = row;
  const [photo] = JSON.parse(row.item_photos) as Photo[];
  return {
    id: row.item_id,
    title: row.item_title,
    price: centsToDollars(priceFor(row.item_price_cents, readOffers(row.item_offers), now).charged_cents),
    photo_url: photo?.url_400 ?? null,
    status:
      row.item_deleted_at === null
        ? availabilityOf({ status, holder_id, hold_until }, viewerId, now).status
        : "deleted",
    seller_id: row.item_seller_id,
  };
}

export function presentThread(row: ThreadRow, viewerId: string, now: number): ThreadView {
  return {
    ...pick(row, "id", "last_seq", "last_read_seq", "other_read_seq", "unread"),
    other: { id: row.other_id, display_name: displayName(row.other_name) || UNNAMED_USER },
    item: presentItem(row, viewerId, now),
    last_message:
      row.last_message === null ? null : presentMessage(JSON.parse(row.last_message) as MessageRow, viewerId),
    can_send: row.blocked === 0 && row.blocked_by_you === 0,
    blocked_by_you: row.blocked_by_you === 1,
    at: row.last_at,
    server_now: now,
  };
}

export const threadLink = (id: string) => `/Messages/${id}`;

/** Returns the notification of a message. The centre shows one per link, so every message has its own. */
export async function messageNotification(
  message: { id: string; conversation_id: string; text: string; at: number },
  senderName: string,
  receiverId: string,
): Promise<NewNotification> {
  return {
    id: await stableId("ntf", message.id),
    user_id: receiverId,
    kind: "message",
    dedupe_key: `message:${message.id}`,
    title: `${displayName(senderName) || UNNAMED_USER} sent you a message`,
    body: message.text || "A photo",
    link: threadLink(message.conversation_id),
    at: message.at,
  };
}
