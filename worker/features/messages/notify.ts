/** Delivers a message to the devices of both users and to the notification centre. */
import type { MessageView } from "#contract/messages";
import { displayName } from "#domain/account/display-name";
import type { NewNotification } from "../../db/notifications.ts";
import { pushToUser } from "../../http/user-channel.ts";
import type { Services } from "../../services.ts";
import { stableId } from "../../stable-id.ts";
import { notifySoon } from "../notifications/commands.ts";
import { presentMessage, UNNAMED_USER } from "./present.ts";
import type { MessageRow, UnreadRow } from "./queries.ts";

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
    title: `${displayName(senderName) || UNNAMED_USER} wrote to you`,
    body: message.text || "A photo",
    link: threadLink(message.conversation_id),
    at: message.at,
  };
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
