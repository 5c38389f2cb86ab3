import { LIVE_CLOSE, LIVE_PING, LIVE_PING_MS, LIVE_PONG_MS, type LiveSnapshot } from "#contract/holds/live";
import type { WaitlistView } from "#contract/holds/waitlist";
import type { ItemStatus } from "#contract/items";
import type { NegotiationServerFrame } from "#contract/negotiation-live";
import type { LiveSocket, SocketHandlers } from "../../lib/live-socket.ts";

/** Live state of an item from the socket or the poll. */
export interface LiveState extends WaitlistView {
  status: ItemStatus;
  price: number;
  reserved_until: number | null;
  reserved_by_you: boolean;
  your_order: string | null;
  viewers: number;
  negotiations: number;
  /** `gone`: the listing was removed while it was open. */
  channel: "waiting" | "socket" | "poll" | "gone";
}

/** State from a poll; presence has its own call. */
export type PolledState = Pick<LiveState, "status" | "price" | "reserved_until" | "reserved_by_you" | "your_order"> &
  WaitlistView & { server_now: number };

const waitlistOf = ({ line_length, line_place, your_turn, line_open }: WaitlistView): WaitlistView => ({
  line_length,
  line_place,
  your_turn,
  line_open,
});

/** Dependencies of the live client, replaced in tests. */
export interface LiveDeps {
  openSocket(handlers: SocketHandlers): Promise<LiveSocket>;
  /** Polls every five seconds; "gone" when the item was removed. */
  poll(): Promise<PolledState | "gone">;
  refreshPresence(): Promise<{ viewers: number; negotiations: number }>;
  onServerTime(serverNow: number): void;
  /** Called with the frames of the viewer's own negotiation. */
  onNegotiation?(frame: NegotiationServerFrame): void;
  /** Called with every connection of the socket, and with null when it has ended. */
  onConnection?(send: ((text: string) => void) | null): void;
}

export const POLL_MS = 5_000;
export const PRESENCE_MS = 10_000;

/**
 * Keeps one item's state fresh (D48): over its socket while that is connected, otherwise by polling. A hidden tab does
 * neither. Messages may arrive late or twice: one with a lower `rev` than already seen is dropped, and so is an older
 * one with the same `rev` (presence changes repeat the rev).
 */
export class LiveItem {
  private readonly listeners = new Set<() => void>();
  private state: LiveState;
  private rev = -1;
  /** Server time and number of the accepted messages, to recognise outdated messages and polls. */
  private frameTime = 0;
  private frames = 0;
  private socket: LiveSocket | null = null;
  /** Incremented by every start and stop, so that an `openSocket` of an earlier start is ignored when it resolves. */
  private generation = 0;
  private running = false;
  private receivedSincePing = false;
  private connected = false;
  private readonly timers: {
    ping?: ReturnType<typeof setInterval>;
    pong?: ReturnType<typeof setTimeout>;
    poll?: ReturnType<typeof setInterval>;
    presence?: ReturnType<typeof setInterval>;
  } = {};
  private readonly deps: LiveDeps;

  constructor(deps: LiveDeps, initial: PolledState) {
    this.deps = deps;
    this.state = {
      status: initial.status,
      price: initial.price,
      reserved_until: initial.reserved_until,
      reserved_by_you: initial.reserved_by_you,
      your_order: initial.your_order,
      ...waitlistOf(initial),
      viewers: 0,
      negotiations: 0,
      channel: "waiting",
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly read = (): LiveState => this.state;

  /** Starts or resumes, when the screen opens and when its tab becomes visible again. */
  resume(): void {
    if (this.running || this.state.channel === "gone") return;
    this.running = true;
    const generation = ++this.generation;
    this.startPolling();
    this.deps
      .openSocket({
        onMessage: (text) => this.generation === generation && this.onMessage(text),
        onClose: (code) => this.generation === generation && this.onClose(code),
      })
      .then((socket) => {
        if (this.generation !== generation) return socket.close();
        this.socket = socket;
        this.timers.ping = setInterval(() => this.ping(), LIVE_PING_MS);
      })
      // If the socket cannot be opened (its code failed to load, for example), polling is already running.
      .catch(() => undefined);
  }

  /** Stops the timers and the socket, when the tab is hidden or the screen closes. */
  pause(): void {
    if (!this.running) return;
    this.running = false;
    this.generation++;
    this.stopPolling();
    clearInterval(this.timers.ping);
    clearTimeout(this.timers.pong);
    this.disconnected();
    void this.socket?.close();
    this.socket = null;
  }

  /** Polls once, after a change the caller knows about (a closed checkout, for example). */
  async refresh(): Promise<void> {
    await this.poll();
  }

  private onMessage(text: string): void {
    this.receivedSincePing = true;
    const frame = parseFrame(text);
    if (!frame) return;
    if (frame.type !== "snapshot") {
      this.deps.onNegotiation?.(frame);
      return;
    }
    // The first frame of every connection is a snapshot; before it, the socket may still be refused.
    if (!this.connected && this.socket) {
      const { socket } = this;
      this.connected = true;
      this.deps.onConnection?.((sent) => socket.send(sent));
    }
    if (frame.rev < this.rev || (frame.rev === this.rev && frame.server_now < this.frameTime)) return;
    this.rev = frame.rev;
    this.frameTime = frame.server_now;
    this.frames++;
    this.stopPolling();
    this.accept(frame.server_now, {
      status: frame.status,
      price: frame.price,
      reserved_until: frame.reserved_until,
      reserved_by_you: frame.reserved_by_you,
      your_order: frame.your_order,
      ...waitlistOf(frame),
      viewers: frame.viewers,
      negotiations: frame.negotiations,
      channel: "socket",
    });
  }

  private disconnected(): void {
    if (this.connected) this.deps.onConnection?.(null);
    this.connected = false;
  }

  private onClose(code: number): void {
    this.disconnected();
    if (code === LIVE_CLOSE.gone) {
      this.leave();
      return;
    }
    if (code === LIVE_CLOSE.accountStatus) {
      void this.socket?.close();
      this.socket = null;
    }
    this.startPolling();
  }

  /**
   * No message soon after a ping means the socket is dead, even without a close event (after a phone slept, for
   * example).
   */
  ping(): void {
    const { socket, generation } = this;
    if (!socket || this.state.channel !== "socket") return;
    this.receivedSincePing = false;
    socket.send(LIVE_PING);
    clearTimeout(this.timers.pong);
    this.timers.pong = setTimeout(() => {
      if (this.receivedSincePing || this.generation !== generation || this.state.channel !== "socket") return;
      this.disconnected();
      this.startPolling();
      socket.reconnect();
    }, LIVE_PONG_MS);
  }

  private startPolling(): void {
    if (!this.running || this.timers.poll !== undefined) return;
    const resumed = this.state.channel !== "waiting";
    this.set({ ...this.state, channel: this.state.channel === "waiting" ? "waiting" : "poll" });
    this.timers.poll = setInterval(() => void this.poll(), POLL_MS);
    this.timers.presence = setInterval(() => void this.presence(), PRESENCE_MS);
    // At the first start the page has just loaded the item; after a drop or in a hidden tab it may be outdated.
    if (resumed) void this.poll();
  }

  private stopPolling(): void {
    clearInterval(this.timers.poll);
    clearInterval(this.timers.presence);
    delete this.timers.poll;
    delete this.timers.presence;
  }

  private async poll(): Promise<void> {
    const { generation, frames } = this;
    let polled: PolledState | "gone";
    try {
      polled = await this.deps.poll();
    } catch {
      return; // The next tick tries again; the last known state stays on screen.
    }
    if (this.generation !== generation) return;
    if (polled === "gone") return this.leave();
    // A message that arrived during the poll is newer than its reply.
    if (this.frames !== frames) return;
    this.accept(polled.server_now, {
      ...this.state,
      status: polled.status,
      price: polled.price,
      reserved_until: polled.reserved_until,
      reserved_by_you: polled.reserved_by_you,
      your_order: polled.your_order,
      ...waitlistOf(polled),
      channel: this.state.channel === "socket" && this.timers.poll === undefined ? "socket" : "poll",
    });
  }

  private async presence(): Promise<void> {
    const generation = this.generation;
    try {
      const counts = await this.deps.refreshPresence();
      if (this.generation === generation && this.timers.poll !== undefined) this.set({ ...this.state, ...counts });
    } catch {
      // A missed refresh only drops this viewer from the count.
    }
  }

  private leave(): void {
    this.pause();
    this.set({ ...this.state, channel: "gone" });
  }

  private accept(serverNow: number, state: LiveState): void {
    this.deps.onServerTime(serverNow);
    this.set(state);
  }

  private set(state: LiveState): void {
    const before = this.state;
    const keys = Object.keys(state) as (keyof LiveState)[];
    if (keys.every((key) => before[key] === state[key])) return;
    this.state = state;
    for (const listener of this.listeners) listener();
  }
}

function parseFrame(text: string): LiveSnapshot | NegotiationServerFrame | null {
  if (!text.startsWith("{")) return null;
  try {
    const frame = JSON.parse(text) as LiveSnapshot | NegotiationServerFrame;
    if (typeof frame.type !== "string") return null;
    if (frame.type.startsWith("negotiation")) return frame;
    return frame.type === "snapshot" && Number.isFinite(frame.rev) ? frame : null;
  } catch {
    return null;
  }
}
