import type { ItemStatus } from "#contract/items";
import type { LineView } from "#contract/line";
import { LIVE_CLOSE, LIVE_PING, LIVE_PING_MS, type LiveSnapshot } from "#contract/live";
import type { ConversationView, NegotiationFrame } from "#contract/negotiation";
import type { LiveSocket, SocketHandlers } from "../../lib/live-socket.ts";

/** What the screen shows of an item's availability, from whichever channel spoke last. */
export interface LiveState extends LineView {
  status: ItemStatus;
  price: number;
  reserved_until: number | null;
  reserved_by_you: boolean;
  /** The reader's own order that it is in. */
  your_order: string | null;
  viewers: number;
  negotiations: number;
  /** `gone`: the listing was removed while it was open. */
  channel: "waiting" | "socket" | "poll" | "gone";
}

/** Availability as a poll answers it; people are counted by a call of their own. */
export type PolledState = Pick<LiveState, "status" | "price" | "reserved_until" | "reserved_by_you" | "your_order"> &
  LineView & { server_now: number };

const lineOf = ({ line_length, line_place, your_turn, line_open }: LineView): LineView => ({
  line_length,
  line_place,
  your_turn,
  line_open,
});

/** The outside of the live client; tests bring their own. */
export interface LiveDeps {
  openSocket(handlers: SocketHandlers): Promise<LiveSocket>;
  /** The specified 5-second poll; "gone" when the item is no longer there. */
  poll(): Promise<PolledState | "gone">;
  /** Refreshes presence; answers how many people are there. */
  refreshPresence(): Promise<{ viewers: number; negotiations: number }>;
  onServerTime(serverNow: number): void;
  /** The viewer's own negotiation has moved, on this device or another. */
  onConversation?(conversation: ConversationView): void;
}

export const POLL_MS = 5_000;
export const PRESENCE_MS = 10_000;

/**
 * Keeps one item's state fresh (D48): over its socket while that is up, by the specified poll and presence refresh while
 * it is not. A hidden tab does neither. Frames may arrive late or twice: one whose `rev` is lower than a rev already seen
 * is dropped, and so is one of the same rev that the server sent earlier (presence changes repeat the rev).
 */
export class LiveItem {
  private readonly listeners = new Set<() => void>();
  private state: LiveState;
  private rev = -1;
  /** Server time of the last accepted frame, and how many were accepted: what tells an old frame or poll from a new one. */
  private frameTime = 0;
  private frames = 0;
  private socket: LiveSocket | null = null;
  /** Guards against an `openSocket` that resolves after the client was paused or stopped. */
  private generation = 0;
  private running = false;
  private heard = false;
  private readonly timers: {
    ping?: ReturnType<typeof setInterval>;
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
      ...lineOf(initial),
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

  /** Starts or resumes. Called when the screen opens and when its tab becomes visible again. */
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
      // Without the socket (its code failed to load, for instance) the poll already running is the channel.
      .catch(() => undefined);
  }

  /** Stops every timer and the socket: the tab is hidden or the screen has closed. */
  pause(): void {
    if (!this.running) return;
    this.running = false;
    this.generation++;
    this.stopPolling();
    clearInterval(this.timers.ping);
    void this.socket?.close();
    this.socket = null;
  }

  /** One poll now, for a caller that knows something changed (a checkout that has just closed). */
  async refresh(): Promise<void> {
    await this.poll();
  }

  private onMessage(text: string): void {
    this.heard = true;
    const frame = parseFrame(text);
    if (!frame) return;
    if (frame.type === "negotiation") {
      this.deps.onServerTime(frame.conversation.server_now);
      this.deps.onConversation?.(frame.conversation);
      return;
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
      ...lineOf(frame),
      viewers: frame.viewers,
      negotiations: frame.negotiations,
      channel: "socket",
    });
  }

  private onClose(code: number): void {
    if (code === LIVE_CLOSE.gone) {
      this.leave();
      return;
    }
    if (code === LIVE_CLOSE.standing) {
      void this.socket?.close();
      this.socket = null;
    }
    this.startPolling();
  }

  /** A socket that has been silent since the last ping is dead, even if no close event said so (a phone that slept). */
  private ping(): void {
    if (!this.socket) return;
    if (!this.heard && this.state.channel === "socket") {
      this.startPolling();
      this.socket.reconnect();
      return;
    }
    this.heard = false;
    if (this.state.channel === "socket") this.socket.send(LIVE_PING);
  }

  private startPolling(): void {
    if (!this.running || this.timers.poll !== undefined) return;
    const resumed = this.state.channel !== "waiting";
    this.set({ ...this.state, channel: this.state.channel === "waiting" ? "waiting" : "poll" });
    this.timers.poll = setInterval(() => void this.poll(), POLL_MS);
    this.timers.presence = setInterval(() => void this.presence(), PRESENCE_MS);
    // On the first start the page has just loaded the item; after a drop or a hidden spell it may be stale.
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
    // A frame that arrived while the poll was under way knows more than the poll does.
    if (this.frames !== frames) return;
    this.accept(polled.server_now, {
      ...this.state,
      status: polled.status,
      price: polled.price,
      reserved_until: polled.reserved_until,
      reserved_by_you: polled.reserved_by_you,
      your_order: polled.your_order,
      ...lineOf(polled),
      channel: this.state.channel === "socket" && this.timers.poll === undefined ? "socket" : "poll",
    });
  }

  private async presence(): Promise<void> {
    const generation = this.generation;
    try {
      const counts = await this.deps.refreshPresence();
      if (this.generation === generation && this.timers.poll !== undefined) this.set({ ...this.state, ...counts });
    } catch {
      // A missed refresh only makes this viewer fade from the count.
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

function parseFrame(text: string): LiveSnapshot | NegotiationFrame | null {
  if (!text.startsWith("{")) return null;
  try {
    const frame = JSON.parse(text) as LiveSnapshot | NegotiationFrame;
    if (frame.type === "negotiation") return Number.isFinite(frame.conversation.rev) ? frame : null;
    return frame.type === "snapshot" && Number.isFinite(frame.rev) ? frame : null;
  } catch {
    return null;
  }
}
