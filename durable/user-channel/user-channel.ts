import { DurableObject } from "cloudflare:workers";
import { USER_LIVE_CLOSE, type UserSocketMessage } from "#contract/account/user-live";
import { LIVE_PING, LIVE_PONG } from "#contract/holds/live";
import { MINUTE_MS } from "#domain/deadlines";
import { answerClose, closeSocket, FloodGuard } from "../socket-guard.ts";
import { CHANNEL_HEADERS, type EndedSessions, type UserChannelRpc } from "./rpc.ts";

/** Tabs and devices of one user; more indicates a script (A97). */
const SOCKETS_MAX = 20;
/**
 * A socket outlives the access token it was opened with, so it must be reopened after this time. A session that ended
 * without a notification to this channel gets no messages after that.
 */
export const SOCKET_MAX_AGE_MS = 30 * MINUTE_MS;

interface Attachment {
  v: 1;
  session_id: string;
  opened_at: number;
}

/**
 * One user's live channel, named by their account id. It stores nothing: everything it sends can also be requested, and
 * clients do so when a socket opens again. Sockets hibernate, so an idle one costs nothing.
 */
export class UserChannel extends DurableObject<object> implements UserChannelRpc {
  readonly #guard = new FloodGuard(() => Date.now());

  constructor(ctx: DurableObjectState, env: object) {
    super(ctx, env);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(LIVE_PING, LIVE_PONG));
  }

  async push(frames: readonly UserSocketMessage[]): Promise<number> {
    const texts = frames.map((frame) => JSON.stringify(frame));
    const stale = Date.now() - SOCKET_MAX_AGE_MS;
    let sent = 0;
    for (const socket of this.#open()) {
      if ((attachmentOf(socket)?.opened_at ?? 0) <= stale) {
        closeSocket(socket, USER_LIVE_CLOSE.session, "open again");
        continue;
      }
      try {
        for (const text of texts) socket.send(text);
        sent++;
      } catch {
        // The socket closed after it was listed; its close event follows.
      }
    }
    return sent;
  }

  async endSessions(which: EndedSessions): Promise<void> {
    for (const socket of this.#open()) {
      const id = attachmentOf(socket)?.session_id;
      if ("only" in which ? id === which.only : id !== which.except) {
        closeSocket(socket, USER_LIVE_CLOSE.session, "signed out");
      }
    }
  }

  /** Opens a socket. It is a request because RPC cannot pass a socket. */
  override async fetch(request: Request): Promise<Response> {
    const session = request.headers.get(CHANNEL_HEADERS.session);
    if (request.headers.get("Upgrade") !== "websocket" || session === null) return new Response(null, { status: 400 });
    if (this.#open().length >= SOCKETS_MAX) return new Response(null, { status: 503 });
    const { 0: client, 1: server } = new WebSocketPair();
    const now = Date.now();
    this.ctx.acceptWebSocket(server);
    const attachment: Attachment = { v: 1, session_id: session, opened_at: now };
    server.serializeAttachment(attachment);
    const hello: UserSocketMessage = { type: "hello", server_now: now };
    server.send(JSON.stringify(hello));
    return new Response(null, { status: 101, webSocket: client });
  }

  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    this.#guard.message(socket, message);
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    answerClose(socket, code);
  }

  override webSocketError(socket: WebSocket): void {
    answerClose(socket, 1000);
  }

  #open(): WebSocket[] {
    return this.ctx.getWebSockets().filter((socket) => socket.readyState === 1);
  }
}

function attachmentOf(socket: WebSocket): Attachment | null {
  const attachment: unknown = socket.deserializeAttachment();
  return isAttachment(attachment) ? attachment : null;
}

function isAttachment(value: unknown): value is Attachment {
  return typeof value === "object" && value !== null && "v" in value && value.v === 1;
}
