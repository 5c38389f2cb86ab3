import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type LiveDeps, LiveItem, type PolledState } from "../../web/features/item-page/live-item.ts";
import type { SocketHandlers } from "../../web/lib/live-socket.ts";
import type { LiveSnapshot } from "../../worker/contract/holds/live.ts";
import { liveSnapshot } from "../support/web/item-and-order.ts";

const LOADED: PolledState = {
  status: "active",
  price: 240,
  reserved_until: null,
  reserved_by_you: false,
  line_length: 0,
  line_place: null,
  your_turn: false,
  line_open: false,
  your_order: null,
  server_now: 1_000,
};

const frame = (over: Partial<LiveSnapshot>) =>
  JSON.stringify(liveSnapshot({ item_id: "itm_1", viewers: 0, server_now: 2_000, ...over }));

function setUp(over: Partial<LiveDeps> = {}) {
  const sockets: { handlers: SocketHandlers; sent: string[]; closed: boolean; reconnects: number }[] = [];
  const poll = vi.fn<LiveDeps["poll"]>(async () => ({ ...LOADED, server_now: 3_000 }));
  const refreshPresence = vi.fn<LiveDeps["refreshPresence"]>(async () => ({ viewers: 3, negotiations: 0 }));
  const item = new LiveItem(
    {
      openSocket: async (handlers) => {
        const socket = { handlers, sent: [] as string[], closed: false, reconnects: 0 };
        sockets.push(socket);
        return {
          send: (text) => socket.sent.push(text),
          reconnect: () => socket.reconnects++,
          close: async () => {
            socket.closed = true;
          },
        };
      },
      poll,
      refreshPresence,
      onServerTime: () => undefined,
      ...over,
    },
    LOADED,
  );
  return { item, sockets, poll, refreshPresence };
}

async function connected() {
  const all = setUp();
  all.item.resume();
  await vi.advanceTimersByTimeAsync(0);
  const socket = all.sockets[0];
  if (!socket) throw new Error("no socket was opened");
  return { ...all, socket };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("frames of the live socket", () => {
  it("update the status, and a frame with a lower rev is ignored", async () => {
    const { item, socket } = await connected();
    socket.handlers.onMessage(frame({ rev: 5, status: "reserved", reserved_until: 600_000 }));
    expect(item.read()).toMatchObject({ status: "reserved", reserved_until: 600_000, channel: "socket" });
    socket.handlers.onMessage(frame({ rev: 4, status: "active" }));
    expect(item.read().status).toBe("reserved");
    socket.handlers.onMessage(frame({ rev: 6, status: "sold" }));
    expect(item.read().status).toBe("sold");
  });

  it("with the same rev update the number of viewers, unless they are older", async () => {
    const { item, socket } = await connected();
    socket.handlers.onMessage(frame({ rev: 5, viewers: 1, server_now: 2_000 }));
    socket.handlers.onMessage(frame({ rev: 5, viewers: 4, server_now: 2_500 }));
    expect(item.read().viewers).toBe(4);
    socket.handlers.onMessage(frame({ rev: 5, viewers: 2, server_now: 2_400 }));
    expect(item.read().viewers).toBe(4);
  });

  it("change nothing when they are not valid snapshots", async () => {
    const { item, socket } = await connected();
    const before = item.read();
    for (const text of ["pong", "{", "{}", '{"type":"snapshot"}', "null"]) socket.handlers.onMessage(text);
    expect(item.read()).toBe(before);
  });

  it("notify no listener when nothing changed", async () => {
    const { item, socket } = await connected();
    socket.handlers.onMessage(frame({ rev: 5 }));
    const listener = vi.fn();
    item.subscribe(listener);
    socket.handlers.onMessage(frame({ rev: 5, server_now: 9_000 }));
    expect(listener).not.toHaveBeenCalled();
  });
});

describe("LiveItem without a socket", () => {
  it("polls the item every 5 seconds and presence every 10, until a frame arrives (D48)", async () => {
    const { item, poll, refreshPresence, socket } = await connected();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(poll).toHaveBeenCalledTimes(2);
    expect(refreshPresence).toHaveBeenCalledTimes(1);
    expect(item.read()).toMatchObject({ channel: "poll", viewers: 3 });
    socket.handlers.onMessage(frame({ rev: 5 }));
    await vi.advanceTimersByTimeAsync(14_000);
    expect(poll).toHaveBeenCalledTimes(2);
    expect(refreshPresence).toHaveBeenCalledTimes(1);
  });

  it("polls at once after the socket drops, then every 5 seconds", async () => {
    const { poll, socket } = await connected();
    socket.handlers.onMessage(frame({ rev: 5 }));
    socket.handlers.onClose(1006);
    await vi.advanceTimersByTimeAsync(0);
    expect(poll).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(poll).toHaveBeenCalledTimes(2);
  });

  it("discards a poll that a newer frame overtook", async () => {
    let answer: (state: PolledState) => void = () => undefined;
    const { item, sockets } = setUp({
      poll: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    item.resume();
    await vi.advanceTimersByTimeAsync(5_000);
    sockets[0]?.handlers.onMessage(frame({ rev: 7, status: "sold" }));
    answer({ ...LOADED, server_now: 99_000 });
    await vi.advanceTimersByTimeAsync(0);
    expect(item.read().status).toBe("sold");
  });

  it("keeps the last state after a failed poll and polls again", async () => {
    const poll = vi.fn<LiveDeps["poll"]>().mockRejectedValueOnce(new Error("offline"));
    poll.mockResolvedValue({ ...LOADED, status: "pending_payment", server_now: 5_000 });
    const { item } = setUp({ poll });
    item.resume();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(item.read().status).toBe("active");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(item.read().status).toBe("pending_payment");
  });

  it("reconnects a socket that does not answer a ping", async () => {
    const { socket } = await connected();
    socket.handlers.onMessage(frame({ rev: 5 }));
    await vi.advanceTimersByTimeAsync(25_000);
    expect(socket.sent).toEqual(["ping"]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(socket.reconnects).toBe(1);
  });
});

describe("LiveItem in a hidden tab", () => {
  it("closes the socket and stops polling, and catches up once visible", async () => {
    const { item, poll, refreshPresence, sockets, socket } = await connected();
    socket.handlers.onMessage(frame({ rev: 5 }));
    item.pause();
    expect(socket.closed).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(poll).not.toHaveBeenCalled();
    expect(refreshPresence).not.toHaveBeenCalled();
    item.resume();
    await vi.advanceTimersByTimeAsync(0);
    expect(poll).toHaveBeenCalledTimes(1);
    expect(sockets).toHaveLength(2);
  });

  it("closes a socket that finished opening after the tab was hidden", async () => {
    let deliver: (socket: { send(): void; reconnect(): void; close(): Promise<void> }) => void = () => undefined;
    const { item } = setUp({
      openSocket: () =>
        new Promise((resolve) => {
          deliver = resolve;
        }),
    });
    item.resume();
    item.pause();
    const close = vi.fn(async () => undefined);
    deliver({ send: () => undefined, reconnect: () => undefined, close });
    await vi.advanceTimersByTimeAsync(0);
    expect(close).toHaveBeenCalledOnce();
  });
});

describe("LiveItem after a closing code", () => {
  it("reports a removed listing, by close code or poll, and stops", async () => {
    const bySocket = await connected();
    bySocket.socket.handlers.onClose(4404);
    expect(bySocket.item.read().channel).toBe("gone");
    await vi.advanceTimersByTimeAsync(30_000);
    expect(bySocket.poll).not.toHaveBeenCalled();

    const byPoll = setUp({ poll: async () => "gone" });
    byPoll.item.resume();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(byPoll.item.read().channel).toBe("gone");
  });

  it("keeps polling without reconnecting when the viewer's account status forbids the socket", async () => {
    const { socket, poll } = await connected();
    socket.handlers.onClose(4403);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(socket.closed).toBe(true);
    expect(poll).toHaveBeenCalledTimes(1);
  });
});
