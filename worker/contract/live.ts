/**
 * Messages of GET /api/items/:id/live. The server speaks first with a snapshot and repeats the whole snapshot on every
 * change; a client drops any message whose `rev` is lower than one it has seen. No frame names another person (A96).
 */
import type { ItemStatus } from "./items.ts";
import type { LineView } from "./line.ts";

export interface LiveSnapshot extends LineView {
  type: "snapshot";
  item_id: string;
  /** Rises with every change of the item's availability. Presence changes repeat the same rev. */
  rev: number;
  status: ItemStatus;
  /** Decimal dollars. */
  price: number;
  reserved_until: number | null;
  /** Whether the hold is the receiving socket's own. */
  reserved_by_you: boolean;
  /** The receiving socket's own order that the item is in. */
  your_order: string | null;
  viewers: number;
  negotiations: number;
  server_now: number;
}

/** The only text a client sends; the platform answers "pong" without waking the room. */
export const LIVE_PING = "ping";
export const LIVE_PONG = "pong";
/** Sent by the browser every 25 s; also the presence refresh when the socket is up. */
export const LIVE_PING_MS = 25_000;

/** Close codes: 4403 standing lost, 4404 item gone, 1008 flood, 1009 message too long. */
export const LIVE_CLOSE = { standing: 4403, gone: 4404, flood: 1008, tooLong: 1009 } as const;
