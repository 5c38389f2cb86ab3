/**
 * Messages of GET /api/live, the signed-in user's WebSocket: events that concern them on any page. A message only saves
 * a request; everything can also be fetched. Clients fetch again when the socket reopens.
 */
import type { BarCounts } from "#domain/notifications/bar-counts";
import type { MessageView } from "../messages.ts";

export type UserSocketMessage =
  /** First message after opening. */
  | { type: "hello"; server_now: number }
  /** New, or with a changed `held`; also sent to the author's other devices. `unread_messages` counts all threads. */
  | { type: "message"; message: MessageView; unread_messages: number }
  /** Staff have removed a delivered message. */
  | { type: "removed"; conversation_id: string; message_id: string; unread_messages: number }
  | { type: "typing"; conversation_id: string; from: string }
  /** `by_you`: on another device of the same user. */
  | { type: "read"; conversation_id: string; up_to_seq: number; by_you: boolean; unread_messages: number | null }
  | { type: "notification"; notification: NotificationMessage; notifications: number }
  | UserCountsMessage;

export interface NotificationMessage {
  id: string;
  kind: string;
  title: string;
  body: string;
  link: string;
  at: number;
}

/** Current counts of the navigation bar. */
export interface UserCountsMessage extends BarCounts {
  type: "counts";
}

/** Close codes beyond contract/holds/live.ts: 4401, the session has ended or must be authenticated again. */
export const USER_LIVE_CLOSE = { session: 4401 } as const;
