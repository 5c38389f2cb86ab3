import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { SessionReply } from "#contract/auth";
import { LIVE_PING, LIVE_PING_MS } from "#contract/live";
import type { CountsReply, NotificationCounts } from "#contract/notifications";
import { USER_LIVE_CLOSE, type UserFrame } from "#contract/user-live";
import { readReply } from "./api-client.ts";
import { type LiveSocket, openLiveSocket, type SocketHandlers } from "./live-socket.ts";
import { SESSION_KEY } from "./query-client.ts";

/** What happens to a signed-in person: the server's frames, and that the channel stands (again), or does not. */
export type UserEvent = UserFrame | { type: "connected" } | { type: "disconnected" };

const listeners = new Set<(event: UserEvent) => void>();
let standing = false;

/** Whether news arrive by themselves; while they do not, whoever needs them has to ask. */
export const channelStands = () => standing;

/** Hears everything that arrives for the signed-in person while the page is open. Returns how to stop. */
export function onUserEvent(listener: (event: UserEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const COUNTS_KEY = ["counts"] as const;
const NOTHING: NotificationCounts = { notifications: 0, messages: 0, trades: 0 };

/** What waits for the signed-in person. Kept by `useUserChannel`; zeros until it is known. */
export function useCounts(enabled = true): NotificationCounts {
  const { data } = useQuery({
    queryKey: COUNTS_KEY,
    queryFn: async ({ signal }) =>
      (await readReply(fetch("/api/notifications/counts", { signal }))) as CountsReply as NotificationCounts,
    enabled,
    staleTime: 60_000,
  });
  return data ?? NOTHING;
}

/** While the socket is down, what waits is asked for this often. */
export const COUNTS_POLL_MS = 30_000;
/** Between the end of a session's channel and the next one of the same person. */
const AGAIN_MS = 2_000;

/** The outside of the channel; tests bring their own. */
export interface ChannelDeps {
  openSocket(handlers: SocketHandlers): Promise<LiveSocket>;
  /** Asks for what the socket would have said. */
  poll(): void;
  onEvent(event: UserEvent): void;
  /** The server no longer knows the session that opened the socket. @returns whether it is still the same person's page. */
  onSession(): Promise<boolean>;
}

/**
 * One person's channel: a socket while it stands, the poll while it does not. Frames only say what is new; whoever keeps
 * something by them asks for what it missed at every "connected".
 */
export class UserChannel {
  private readonly deps: ChannelDeps;
  private socket: LiveSocket | null = null;
  private opening: Promise<void> = Promise.resolve();
  /** Guards against an `openSocket` that resolves after the channel was paused. */
  private generation = 0;
  private running = false;
  /** Signing out: nothing resumes it till `comeBack`. */
  private left = false;
  private up = false;
  private heard = false;
  private pinging: ReturnType<typeof setInterval> | undefined;
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
      // Without the socket (its code failed to load, for instance) the poll already running is the channel.
      .catch(() => undefined);
  }

  /** @returns when nothing of it is under way any more. */
  async pause(): Promise<void> {
    this.generation++;
    if (!this.running) return;
    this.running = false;
    if (this.up) this.deps.onEvent({ type: "disconnected" });
    this.up = false;
    clearInterval(this.pinging);
    this.stopPolling();
    const { socket } = this;
    this.socket = null;
    await (socket ? socket.close() : this.opening);
  }

  /** Paused for good, also for a page that has not been idle yet and would only now open it. */
  leave(): Promise<void> {
    this.left = true;
    return this.pause();
  }

  comeBack(): void {
    this.left = false;
    this.resume();
  }

  /** The network is back: no reason to wait for the next try. */
  hurry(): void {
    if (this.running && !this.up) this.socket?.reconnect();
  }

  private onOpen(): void {
    this.up = true;
    this.heard = true;
    this.stopPolling();
    this.deps.poll();
    this.deps.onEvent({ type: "connected" });
  }

  private onMessage(text: string): void {
    this.heard = true;
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

  /** The session has ended or been renewed. Who one is now the server says, and only then is there anything to open. */
  private async askSession(): Promise<void> {
    void this.pause();
    const { generation } = this;
    if (!(await this.deps.onSession())) return;
    // Not at once: a server that keeps closing must not be asked without pause.
    setTimeout(() => this.generation === generation && this.resume(), AGAIN_MS);
  }

  /** A socket that has been silent since the last ping is dead, even if no close event said so (a phone that slept). */
  private ping(): void {
    if (!this.up) return;
    if (!this.heard) {
      this.onClose();
      this.socket?.reconnect();
      return;
    }
    this.heard = false;
    this.socket?.send(LIVE_PING);
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

function parseFrame(text: string): UserFrame | null {
  if (!text.startsWith("{")) return null;
  try {
    const frame = JSON.parse(text) as UserFrame;
    return typeof frame.type === "string" ? frame : null;
  } catch {
    return null;
  }
}

function countsOf(event: UserEvent): Partial<NotificationCounts> | null {
  switch (event.type) {
    case "counts":
      return { notifications: event.notifications, messages: event.messages, trades: event.trades };
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

/** What a frame says of the numbers in the bar is shown at once, on every page. */
function adopt(client: QueryClient, event: UserEvent): void {
  if (event.type === "connected" || event.type === "disconnected") standing = event.type === "connected";
  const now = countsOf(event);
  if (now) {
    // A reply that was on its way before the frame would put the older number back.
    void client.cancelQueries({ queryKey: COUNTS_KEY });
    client.setQueryData<NotificationCounts>(COUNTS_KEY, (before) => ({ ...NOTHING, ...before, ...now }));
  }
  for (const listener of listeners) listener(event);
}

let open: UserChannel | null = null;
/** Longer nobody waits for a connection that is still being made. */
const LEAVE_MS = 1_000;

/** Before signing out: a channel still being opened would be refused. Returns how to open it again when one stays. */
export async function leaveChannel(): Promise<() => void> {
  const channel = open;
  await Promise.race([channel?.leave(), new Promise((resolve) => setTimeout(resolve, LEAVE_MS))]);
  return () => channel?.comeBack();
}

/**
 * Keeps the channel of the signed-in person open while the page is in sight, from the moment the page has nothing better
 * to do: the first screen must not wait for it.
 */
export function useUserChannel(userId: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (userId === undefined) return;
    const channel = new UserChannel({
      openSocket: (handlers) => openLiveSocket("/api/live", handlers),
      poll: () => void client.invalidateQueries({ queryKey: COUNTS_KEY }),
      onEvent: (event) => adopt(client, event),
      onSession: async () => {
        await client.invalidateQueries({ queryKey: SESSION_KEY });
        return client.getQueryData<SessionReply>(SESSION_KEY)?.user?.id === userId;
      },
    });
    const follow = () => (document.visibilityState === "hidden" ? void channel.pause() : channel.resume());
    open = channel;
    const hurry = () => channel.hurry();
    const stopWaiting = whenIdle(() => {
      follow();
      document.addEventListener("visibilitychange", follow);
      window.addEventListener("online", hurry);
    });
    return () => {
      stopWaiting();
      document.removeEventListener("visibilitychange", follow);
      window.removeEventListener("online", hurry);
      if (open === channel) open = null;
      void channel.pause();
    };
  }, [client, userId]);
}

/** Safari has no idle callback. */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(run, 1_500);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: 3_000 });
  return () => cancelIdleCallback(handle);
}
