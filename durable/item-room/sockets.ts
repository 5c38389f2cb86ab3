/** Viewers of an item: live sockets (hibernating) and polling viewers. Nothing is stored (D44). */
import { LIVE_CLOSE, type LiveSnapshot } from "#contract/holds/live";
import { PRESENCE_MS } from "#domain/deadlines";
import { centsToDollars } from "#domain/money";
import { closeSocket, FloodGuard } from "../socket-guard.ts";
import { currentOrder, type RoomState } from "./state.ts";
import { activeNegotiations, publicStatus, waitlistViewOf } from "./views.ts";

/** Sockets of one item: a single object sends each change to all of them (A97, decision 0001). */
export const SOCKETS_MAX = 1_000;
/** Sockets per account, or per address without a session, so that a script cannot use up the limit (A97). */
const SOCKETS_PER_VIEWER_MAX = 20;
/** Viewers counted per address without a session, so that a script cannot make an item look busy (A98). */
const ANONYMOUS_PER_ADDRESS = 5;
/** Polling viewers remembered at once, so that a flood of invented sessions cannot fill the memory. */
const POLLING_MAX = 1_000;
/**
 * Above this number of viewers, a change of the count alone is not broadcast; the next change of the item carries it.
 */
const PRESENCE_BROADCAST_MAX = 20;

/** A viewer as the Worker identified it from the session, never from what the browser sent. */
export interface Viewer {
  userId: string | null;
  /** `user|<id>`, or `anon|<address>|<session>`. Several tabs are one viewer. */
  key: string;
  /** The session of the user; null without one, and while staff impersonate a user. */
  sessionId: string | null;
}

interface Attachment extends Viewer {
  v: 1;
  joined_at: number;
}

export class Viewers {
  readonly #ctx: DurableObjectState;
  readonly #now: () => number;
  /** Time of the last refresh of polling viewers, by key. */
  readonly #polling = new Map<string, number>();
  readonly #guard: FloodGuard;
  #announced = -1;

  constructor(ctx: DurableObjectState, now: () => number) {
    this.#ctx = ctx;
    this.#now = now;
    this.#guard = new FloodGuard(now);
  }

  /** Whether one more socket of this viewer is allowed. */
  admits(viewerKey: string): boolean {
    const open = this.open();
    if (open.length >= SOCKETS_MAX) return false;
    const owner = ownerOf(viewerKey);
    if (owner === null) return true;
    const own = open.filter((socket) => ownerOf(attachmentOf(socket)?.key ?? "") === owner);
    return own.length < SOCKETS_PER_VIEWER_MAX;
  }

  /** Returns the open sockets. A closing socket is sometimes still listed. */
  open(closing?: WebSocket): WebSocket[] {
    return this.#ctx.getWebSockets().filter((socket) => socket !== closing && socket.readyState === 1);
  }

  accept(socket: WebSocket, viewer: Viewer, state: RoomState): void {
    this.#ctx.acceptWebSocket(socket);
    const attachment: Attachment = { v: 1, ...viewer, joined_at: this.#now() };
    socket.serializeAttachment(attachment);
    const count = this.count(state);
    this.#sendAll([socket], state, count);
    this.#announce(state, count, socket);
  }

  touch(key: string, state: RoomState): number {
    if (this.#polling.size < POLLING_MAX || this.#polling.has(key)) this.#polling.set(key, this.#now());
    const count = this.count(state);
    this.announcePresence(state);
    return count;
  }

  /** Returns the number of distinct viewers in the last half minute, without the seller. */
  count(state: RoomState, closing?: WebSocket): number {
    const since = this.#now() - PRESENCE_MS;
    const keys = new Set<string>();
    for (const [key, at] of this.#polling) {
      if (at > since) keys.add(key);
      else this.#polling.delete(key);
    }
    for (const socket of this.open(closing)) {
      const viewer = attachmentOf(socket);
      const ping = this.#ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0;
      if (viewer && Math.max(viewer.joined_at, ping) > since) keys.add(viewer.key);
    }
    keys.delete(`user|${state.item.seller_id}`);
    return countPeople(keys);
  }

  /** Sends the full snapshot to every socket, each with the fields about its own user. */
  broadcast(state: RoomState): void {
    if (state.item.status === "removed") {
      for (const socket of this.open()) closeSocket(socket, LIVE_CLOSE.gone, "gone");
      return;
    }
    this.#announced = this.count(state);
    this.#sendAll(this.open(), state, this.#announced);
  }

  /** Returns who opened a socket. */
  who(socket: WebSocket): Viewer | null {
    return attachmentOf(socket);
  }

  /** Returns the open sockets of a user that may carry their negotiation, with the session of each. */
  ofUser(userId: string): { socket: WebSocket; sessionId: string }[] {
    return this.open().flatMap((socket) => {
      const viewer = attachmentOf(socket);
      return viewer?.userId === userId && viewer.sessionId ? [{ socket, sessionId: viewer.sessionId }] : [];
    });
  }

  /**
   * Broadcasts a changed number of viewers. `except`: the socket that opened or closed. It counts while open, and does
   * not receive this message.
   */
  announcePresence(state: RoomState, except?: WebSocket): void {
    this.#announce(state, this.count(state, except?.readyState === 1 ? undefined : except), except);
  }

  #announce(state: RoomState, count: number, except?: WebSocket): void {
    if (count === this.#announced) return;
    this.#announced = count;
    if (count > PRESENCE_BROADCAST_MAX) return;
    this.#sendAll(
      this.open().filter((socket) => socket !== except),
      state,
      count,
    );
  }

  /** Whether the message may be read; otherwise the socket is closed. */
  message(socket: WebSocket, message: string | ArrayBuffer): boolean {
    return this.#guard.message(socket, message);
  }

  /** Serialises the snapshot once per user: all visitors without a session share one text. */
  #sendAll(sockets: readonly WebSocket[], state: RoomState, viewers: number): void {
    const texts = new Map<string | null, string>();
    for (const socket of sockets) {
      const userId = attachmentOf(socket)?.userId ?? null;
      let text = texts.get(userId);
      if (text === undefined) {
        text = JSON.stringify(this.#snapshot(state, userId, viewers));
        texts.set(userId, text);
      }
      try {
        socket.send(text);
      } catch {
        // The socket closed after it was listed; its close event follows.
      }
    }
  }

  #snapshot(state: RoomState, userId: string | null, viewers: number): LiveSnapshot {
    const { item } = state;
    const now = this.#now();
    const order = currentOrder(state);
    return {
      type: "snapshot",
      item_id: state.item_id,
      rev: state.rev,
      status: publicStatus(item),
      price: centsToDollars(item.price_cents),
      reserved_until: item.hold?.until ?? null,
      reserved_by_you: userId !== null && item.hold?.user_id === userId,
      your_order: userId !== null && order?.buyer_id === userId ? order.id : null,
      ...waitlistViewOf(state, userId, now),
      viewers,
      negotiations: activeNegotiations(state, now),
      server_now: now,
    };
  }
}

/** Attachments, cached: they never change after their socket is accepted. Read again after a hibernation. */
const attachments = new WeakMap<WebSocket, Attachment>();

function attachmentOf(socket: WebSocket): Attachment | null {
  const known = attachments.get(socket);
  if (known) return known;
  const attachment: unknown = socket.deserializeAttachment();
  if (!isAttachment(attachment)) return null;
  attachments.set(socket, attachment);
  return attachment;
}

function isAttachment(value: unknown): value is Attachment {
  return typeof value === "object" && value !== null && "v" in value && value.v === 1;
}

/** Returns the account or address of a viewer's key; null for an anonymous viewer without a known address. */
function ownerOf(key: string): string | null {
  const [kind, name = ""] = key.split("|");
  return name === "" ? null : `${kind}|${name}`;
}

function countPeople(keys: Set<string>): number {
  const perAddress = new Map<string, number>();
  let people = 0;
  for (const key of keys) {
    const [kind, address = ""] = key.split("|");
    if (kind === "anon" && address !== "") {
      const seen = perAddress.get(address) ?? 0;
      if (seen >= ANONYMOUS_PER_ADDRESS) continue;
      perAddress.set(address, seen + 1);
    }
    people++;
  }
  return people;
}
