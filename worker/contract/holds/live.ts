/**
 * Messages of the WebSocket GET /api/items/:id/live. The server first sends a snapshot, and the whole snapshot again on
 * every change. A client drops messages with a lower `rev` than it has seen. No message names another user (A96).
 */
import type { ItemStatus } from "../items.ts";
import type { WaitlistView } from "./waitlist.ts";

export interface LiveSnapshot extends WaitlistView {
  type: "snapshot";
  item_id: string;
  /** Rises with every change of the item's availability. Presence changes repeat the same `rev`. */
  rev: number;
  status: ItemStatus;
  /** Dollars. */
  price: number;
  reserved_until: number | null;
  /** The hold belongs to the receiving socket's user. */
  reserved_by_you: boolean;
  /** The receiving user's own order of this item. */
  your_order: string | null;
  viewers: number;
  negotiations: number;
  server_now: number;
}

/** Sent by clients. The platform answers "pong" without waking the Durable Object. Other texts: negotiation-live.ts. */
export const LIVE_PING = "ping";
export const LIVE_PONG = "pong";
/** Interval at which clients send the ping, in ms. It also refreshes their presence. */
export const LIVE_PING_MS = 25_000;
/** After this long without an answer to a ping the socket is dead (ms). */
export const LIVE_PONG_MS = 5_000;

/**
 * Close codes: 4401 the session has ended, 4403 account status, 4404 item deleted, 1008 too many messages, 1009 message
 * too long.
 */
export const LIVE_CLOSE = { session: 4401, accountStatus: 4403, gone: 4404, flood: 1008, tooLong: 1009 } as const;
