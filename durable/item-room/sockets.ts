/** The room's watchers: live sockets (hibernating) and polled presence. Nothing of it is stored (D44). */
import { LIVE_CLOSE, type LiveSnapshot } from "#contract/live";
import type { NegotiationFrame } from "#contract/negotiation";
import { PRESENCE_MS } from "#domain/deadlines";
import { centsToDollars } from "#domain/money";
import { closeSocket, FloodGuard } from "../socket-guard.ts";
import { shownStatus } from "./room.ts";
import { lineViewOf } from "./room-line.ts";
import { owningOrder, type RoomState } from "./state.ts";

/** As many as one item may have at once: each change is told to all of them by one object (A97, decision 0076). */
export const SOCKETS_MAX = 1_000;
/** Sockets of one account, or of one address without sign-in: no script takes the places of everybody else (A97). */
const SOCKETS_EACH_MAX = 20;
/** Viewers counted from one address without sign-in (A98): a script cannot make an item look busy. */
const ANONYMOUS_PER_ADDRESS = 5;
/** Polling viewers remembered at once; a flood of invented sessions must not fill the memory. */
const POLLING_MAX = 1_000;
/** Above this, a viewer more or less is not worth a message to everybody; the next change carries the number. */
const PRESENCE_BROADCAST_MAX = 20;

/** Who watches, as the Worker says: set from the session, never from what the browser sent. */
export interface Viewer {
  userId: string | null;
  /** `user|<id>`, or `anon|<address>|<session>`. One viewer however many tabs. */
  key: string;
}

interface Attachment extends Viewer {
  v: 1;
  joined_at: number;
}

export class Watchers {
  readonly #ctx: DurableObjectState;
  readonly #now: () => number;
  /** Polling viewers by key, with their last refresh. */
  readonly #polling = new Map<string, number>();
  readonly #guard: FloodGuard;
  #announced = -1;

  constructor(ctx: DurableObjectState, now: () => number) {
    this.#ctx = ctx;
    this.#now = now;
    this.#guard = new FloodGuard(now);
  }

  /** Whether there is a place for one more socket of this viewer. */
  admits(viewerKey: string): boolean {
    const open = this.open();
    if (open.length >= SOCKETS_MAX) return false;
    const owner = ownerOf(viewerKey);
    if (owner === null) return true;
    const own = open.filter((socket) => ownerOf(attachmentOf(socket)?.key ?? "") === owner);
    return own.length < SOCKETS_EACH_MAX;
  }

  /** A closing socket is sometimes still listed. */
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

  /** Distinct people watching in the last half minute, without the owner. */
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

  /** The whole snapshot to everybody, each with their own "you". */
  broadcast(state: RoomState): void {
    if (state.item.status === "removed") {
      for (const socket of this.open()) closeSocket(socket, LIVE_CLOSE.gone, "gone");
      return;
    }
    this.#announced = this.count(state);
    this.#sendAll(this.open(), state, this.#announced);
  }

  /** To one person's sockets alone. */
  tell(userId: string, frame: NegotiationFrame): void {
    const text = JSON.stringify(frame);
    for (const socket of this.open()) {
      if (attachmentOf(socket)?.userId !== userId) continue;
      try {
        socket.send(text);
      } catch {
        // Gone between listing and sending; its close event follows.
      }
    }
  }

  /** Somebody came or went. `except` is that socket: counted while it is open, told by its own snapshot or not at all. */
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

  message(socket: WebSocket, message: string | ArrayBuffer): void {
    this.#guard.message(socket, message);
  }

  /** Each person's snapshot is written once: strangers, who are nearly everybody, all get the same text. */
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
        // Gone between listing and sending; its close event follows.
      }
    }
  }

  #snapshot(state: RoomState, userId: string | null, viewers: number): LiveSnapshot {
    const { item } = state;
    const now = this.#now();
    const order = owningOrder(state);
    return {
      type: "snapshot",
      item_id: state.item_id,
      rev: state.rev,
      status: shownStatus(item),
      price: centsToDollars(item.price_cents),
      reserved_until: item.hold?.until ?? null,
      reserved_by_you: userId !== null && item.hold?.user_id === userId,
      your_order: userId !== null && order?.buyer_id === userId ? order.id : null,
      ...lineViewOf(state, userId, now),
      viewers,
      negotiations: activeNegotiations(state, now),
      server_now: now,
    };
  }
}

/** Conversations with the assistant that are open now; part of the interest level. */
export function activeNegotiations(state: RoomState, now: number): number {
  return state.negotiations.filter((negotiation) => now < negotiation.until).length;
}

/** An attachment never changes once its socket is accepted; after a hibernation it is read anew. */
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

/** The account or address behind a viewer's key; null for a stranger whose address is not known. */
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
