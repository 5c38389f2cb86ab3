import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { SessionReply } from "#contract/account/auth";
import { USER_LIVE_CLOSE, type UserSocketMessage } from "#contract/account/user-live";
import { LIVE_PING, LIVE_PING_MS, LIVE_PONG_MS } from "#contract/holds/live";
import { type BarCounts, NO_COUNTS } from "#domain/notifications/bar-counts";
import { type LiveSocket, openLiveSocket, type SocketHandlers } from "./live-socket.ts";
import { COUNTS_KEY, SESSION_KEY } from "./query-client.ts";
import { runWhenIdle } from "./run-when-idle.ts";
import { setLive } from "./user-activity.ts";

/** Messages of the user channel: the server's frames, and changes of the connection. */
export type UserEvent = UserSocketMessage | { type: "connected" } | { type: "disconnected" };

const listeners = new Set<(event: UserEvent) => void>();
let connected = false;

/** Whether the channel is connected. While it is not, callers have to poll. */
export const isChannelConnected = () => connected;

/** Subscribes to everything that arrives for the signed-in user. Returns an unsubscribe function. */
export function onUserEvent(listener: (event: UserEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Poll interval of the counts while the socket is down. */
export const COUNTS_POLL_MS = 30_000;
/** Delay before the channel of the same user is opened again after the server closed it. */
const AGAIN_MS = 2_000;

/** Dependencies of the channel, replaced in tests. */
export interface ChannelDeps {
  openSocket(handlers: SocketHandlers): Promise<LiveSocket>;
  /** Loads what the socket would have sent. */
  poll(): void;
  onEvent(event: UserEvent): void;
  /**
   * Called when the server has ended the session that opened the socket. @returns whether the page still belongs to the
   * same user.
   */
  onSession(): Promise<boolean>;
}

/**
 * The channel of one user: a socket while it is connected, polling while it is not. Frames only report changes, so
 * subscribers that cache data reload it at every "connected".
 */
export class UserChannel {
  private readonly deps: ChannelDeps;
  private socket: LiveSocket | null = null;
  private opening: Promise<void> = Promise.resolve();
  /** Incremented by every start and pause, so that an `openSocket` of an earlier start is ignored when it resolves. */
  private generation = 0;
  private running = false;
  /** True while the user signs out. Only `reopen` resets it. */
  private left = false;
  private up = false;
  private receivedSincePing = false;
  private pinging: ReturnType<typeof setInterval> | undefined;
  private answering: ReturnType<typeof setTimeout> | undefined;
  private polling: ReturnType<typeof setInterval> | undefined;

  constructor(deps: ChannelDeps) {
    this.deps = deps;
  }

  resume(): void {
    if (this.running || this.left) return;
    this.running = true;
    const generation = ++this.generation;
    const current = () => this.generation === generation;
    this.startPolling();
    this.opening = this.deps
      .openSocket({
        onOpen: () => current() && this.onOpen(),
        onMessage: (text) => current() && this.onMessage(text),
        onClose: (code) => current() && this.onClose(code),
      })
      .then((socket) => {
        if (!current()) return socket.close();
        this.socket = socket;
        this.pinging = setInterval(() => this.ping(), LIVE_PING_MS);
      })
      // If the socket cannot be opened (its code failed to load, for example), polling is already running.
      .catch(() => undefined);
  }

  /** @returns when the socket is closed and nothing is pending. */
  async pause(): Promise<void> {
    this.generation++;
    if (!this.running) return;
    this.running = false;
    if (this.up) this.deps.onEvent({ type: "disconnected" });
    this.up = false;
    clearInterval(this.pinging);
    clearTimeout(this.answering);
    this.stopPolling();
    const { socket } = this;
    this.socket = null;
    await (socket ? socket.close() : this.opening);
  }

  /** Pauses the channel until `reopen`. A channel that has not opened yet will not open later. */
  close(): Promise<void> {
    this.left = true;
    return this.pause();
  }

  reopen(): void {
    this.left = false;
    this.resume();
  }

  /** Reconnects at once, or asks whether the socket still lives, when the network is back. */
  reconnectNow(): void {
    if (this.running && !this.up) this.socket?.reconnect();
    else this.ping();
  }

  private onOpen(): void {
    this.up = true;
    this.receivedSincePing = true;
    this.stopPolling();
    this.deps.poll();
    this.deps.onEvent({ type: "connected" });
  }

  private onMessage(text: string): void {
    this.receivedSincePing = true;
    const frame = parseFrame(text);
    if (frame) this.deps.onEvent(frame);
  }

  private onClose(code?: number): void {
    if (code === USER_LIVE_CLOSE.session) return void this.askSession();
    this.startPolling();
    if (!this.up) return;
    this.up = false;
    this.deps.onEvent({ type: "disconnected" });
  }

  /** The session has ended or was renewed. Ask the server who is signed in before opening a new socket. */
  private async askSession(): Promise<void> {
    void this.pause();
    const { generation } = this;
    if (!(await this.deps.onSession())) return;
    // Wait, so that a server that closes every socket is not asked in a tight loop.
    setTimeout(() => this.generation === generation && this.resume(), AGAIN_MS);
  }

  /**
   * No message soon after a ping means the socket is dead, even without a close event (after a phone slept, for
   * example).
   */
  private ping(): void {
    if (!this.up) return;
    const { generation } = this;
    this.receivedSincePing = false;
    this.socket?.send(LIVE_PING);
    clearTimeout(this.answering);
    this.answering = setTimeout(() => {
      if (this.receivedSincePing || !this.up || this.generation !== generation) return;
      this.onClose();
      this.socket?.reconnect();
    }, LIVE_PONG_MS);
  }

  private startPolling(): void {
    if (!this.running || this.polling !== undefined) return;
    this.polling = setInterval(() => this.deps.poll(), COUNTS_POLL_MS);
  }

  private stopPolling(): void {
    clearInterval(this.polling);
    this.polling = undefined;
  }
}

function parseFrame(text: string): UserSocketMessage | null {
  if (!text.startsWith("{")) return null;
  try {
    const frame = JSON.parse(text) as UserSocketMessage;
    return typeof frame.type === "string" ? frame : null;
  } catch {
    return null;
  }
}

function countsOf(event: UserEvent): Partial<BarCounts> | null {
  switch (event.type) {
    case "counts": {
      const { type: _, ...counts } = event;
      return counts;
    }
    case "message":
    case "removed":
      return { messages: event.unread_messages };
    case "read":
      return event.unread_messages === null ? null : { messages: event.unread_messages };
    case "notification":
      return { notifications: event.notifications };
    default:
      return null;
  }
}

/** Updates the counts in the bar at once, on every page. */
function handleEvent(client: QueryClient, event: UserEvent): void {
  if (event.type === "connected" || event.type === "disconnected") {
    connected = event.type === "connected";
    setLive(connected);
  }
  const now = countsOf(event);
  if (now) {
    // Otherwise a reply sent before the frame would restore the older count.
    void client.cancelQueries({ queryKey: COUNTS_KEY });
    client.setQueryData<BarCounts>(COUNTS_KEY, (before) => ({ ...NO_COUNTS, ...before, ...now }));
  }
  // An agreed price comes with the session.
  if (event.type === "notification" && event.notification.kind === "offer") {
    void client.invalidateQueries({ queryKey: SESSION_KEY });
  }
  for (const listener of listeners) listener(event);
}

let open: UserChannel | null = null;
/** Maximum wait for a connection that is still being opened. */
const LEAVE_MS = 1_000;

/**
 * Closes the channel before signing out, because the server would refuse one that is still being opened. Returns a
 * function that reopens it if signing out fails.
 */
export async function closeChannel(): Promise<() => void> {
  const channel = open;
  await Promise.race([channel?.close(), new Promise((resolve) => setTimeout(resolve, LEAVE_MS))]);
  return () => channel?.reopen();
}

/**
 * Keeps the channel of the signed-in user open while the page is visible. It starts when the page is idle, so that the
 * first screen does not wait for it.
 */
export function useUserChannel(userId: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (userId === undefined) return;
    const channel = new UserChannel({
      openSocket: (handlers) => openLiveSocket("/api/live", handlers),
      poll: () => void client.invalidateQueries({ queryKey: COUNTS_KEY }),
      onEvent: (event) => handleEvent(client, event),
      onSession: async () => {
        await client.invalidateQueries({ queryKey: SESSION_KEY });
        return client.getQueryData<SessionReply>(SESSION_KEY)?.user?.id === userId;
      },
    });
    const follow = () => (document.visibilityState === "hidden" ? void channel.pause() : channel.resume());
    open = channel;
    const reconnectNow = () => channel.reconnectNow();
    const stopWaiting = runWhenIdle(() => {
      follow();
      document.addEventListener("visibilitychange", follow);
      window.addEventListener("online", reconnectNow);
    });
    return () => {
      stopWaiting();
      document.removeEventListener("visibilitychange", follow);
      window.removeEventListener("online", reconnectNow);
      if (open === channel) open = null;
      void channel.pause();
    };
  }, [client, userId]);
}
