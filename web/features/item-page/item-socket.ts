import { type LiveSocket, openLiveSocket, type SocketHandlers } from "../../lib/live-socket.ts";
import { viewerSession } from "./viewer-session.ts";

export function openItemSocket(itemId: string, handlers: SocketHandlers): Promise<LiveSocket> {
  return openLiveSocket(`/api/items/${itemId}/live?session_id=${viewerSession()}`, handlers);
}
