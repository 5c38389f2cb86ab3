/**
 * Frames of GET /api/live, the signed-in person's own WebSocket: what concerns them, wherever they are in the app. A frame
 * is a hint that saves a request; nothing is only ever told here. Whoever was away asks again when the socket opens.
 */
import type { MessageView } from "./conversations.ts";

export type UserFrame =
  /** First after opening. */
  | { type: "hello"; server_now: number }
  /** New, or changed (`held`); also sent to the author's other devices. `unread_messages` is of all conversations. */
  | { type: "message"; message: MessageView; unread_messages: number }
  /** Staff have taken back a message that had arrived. */
  | { type: "removed"; conversation_id: string; message_id: string; unread_messages: number }
  | { type: "typing"; conversation_id: string; from: string }
  /** `by_you`: on another device of yours. */
  | { type: "read"; conversation_id: string; up_to_seq: number; by_you: boolean; unread_messages: number | null }
  | { type: "notification"; notification: NotificationFrame; notifications: number }
  | UserCountsFrame;

export interface NotificationFrame {
  id: string;
  kind: string;
  title: string;
  body: string;
  link: string;
  at: number;
}

/** What the numbers on the bell and the menu are now. */
export interface UserCountsFrame {
  type: "counts";
  messages: number;
  notifications: number;
  trades: number;
}

/** Close codes beyond those of contract/live.ts: sign in again (the session has ended, or has to be shown anew). */
export const USER_LIVE_CLOSE = { session: 4401 } as const;
