import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type LiveDeps, LiveItem, type PolledState } from "../../web/features/item/live-item.ts";
import type { SocketHandlers } from "../../web/lib/live-socket.ts";
import type { LiveSnapshot } from "../../worker/contract/live.ts";

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

function frame(over: Partial<LiveSnapshot>): string {
  return JSON.stringify({
    type: "snapshot",
    item_id: "itm_1",
    rev: 1,
    status: "active",
    price: 240,
    reserved_until: null,
    reserved_by_you: false,
    line_length: 0,
    line_place: null,
    your_turn: false,
    line_open: false,
    your_order: null,
    viewers: 0,
    negotiations: 0,
    server_now: 2_000,
    ...over,
  } satisfies LiveSnapshot);
}

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

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("frames of the live socket", () => {
  it("show a hold at once, and a frame with a lower rev cannot undo it", async () => {
    const { item, socket } = await connected();
    socket.handlers.onMessage(frame({ rev: 5, status: "reserved", reserved_until: 600_000 }));
    expect(item.read()).toMatchObject({ status: "reserved", reserved_until: 600_000, channel: "socket" });
    socket.handlers.onMessage(frame({ rev: 4, status: "active" }));
    expect(item.read().status).toBe("reserved");
    socket.handlers.onMessage(frame({ rev: 6, status: "sold" }));
    expect(item.read().status).toBe("sold");
  });

  it("of the same rev update the people present, unless the server sent them earlier", async () => {
    const { item, socket } = await connected();
    socket.handlers.onMessage(frame({ rev: 5, viewers: 1, server_now: 2_000 }));
    socket.handlers.onMessage(frame({ rev: 5, viewers: 4, server_now: 2_500 }));
    expect(item.read().viewers).toBe(4);
    socket.handlers.onMessage(frame({ rev: 5, viewers: 2, server_now: 2_400 }));
    expect(item.read().viewers).toBe(4);
  });

  it("that are not snapshots change nothing", async () => {
    const { item, socket } = await connected();
    const before = item.read();
    for (const text of ["pong", "{", "{}", '{"type":"snapshot"}', "null"]) socket.handlers.onMessage(text);
    expect(item.read()).toBe(before);
  });

  it("notify nobody when nothing changed", async () => {
    const { item, socket } = await connected();
    socket.handlers.onMessage(frame({ rev: 5 }));
    const listener = vi.fn();
    item.subscribe(listener);
    socket.handlers.onMessage(frame({ rev: 5, server_now: 9_000 }));
    expect(listener).not.toHaveBeenCalled();
  });
});

describe("when the socket is down", () => {
  it("the item is polled every 5 seconds and presence refreshed every 10, until a frame arrives", async () => {
    const { item, poll, refreshPresence, socket } = await connected();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(poll).toHaveBeenCalledTimes(2);
    expect(refreshPresence).toHaveBeenCalledTimes(1);
    expect(item.read()).toMatchObject({ channel: "poll", viewers: 3 });
    socket.handlers.onMessage(frame({ rev: 5 }));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(poll).toHaveBeenCalledTimes(2);
    expect(refreshPresence).toHaveBeenCalledTimes(1);
  });

  it("a drop is noticed at once: one poll immediately, then every 5 seconds", async () => {
    const { poll, socket } = await connected();
    socket.handlers.onMessage(frame({ rev: 5 }));
    socket.handlers.onClose(1006);
    await vi.advanceTimersByTimeAsync(0);
    expect(poll).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(poll).toHaveBeenCalledTimes(2);
  });

  it("a poll that was overtaken by a frame is thrown away", async () => {
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

  it("a failed poll keeps the last known state and the next one is still made", async () => {
    const poll = vi.fn<LiveDeps["poll"]>().mockRejectedValueOnce(new Error("offline"));
    poll.mockResolvedValue({ ...LOADED, status: "pending_payment", server_now: 5_000 });
    const { item } = setUp({ poll });
    item.resume();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(item.read().status).toBe("active");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(item.read().status).toBe("pending_payment");
  });

  it("a socket that stays silent after a ping is dialled again", async () => {
    const { socket } = await connected();
    socket.handlers.onMessage(frame({ rev: 5 }));
    await vi.advanceTimersByTimeAsync(25_000);
    expect(socket.sent).toEqual(["ping"]);
    await vi.advanceTimersByTimeAsync(25_000);
    expect(socket.reconnects).toBe(1);
  });
});

describe("a hidden tab", () => {
  it("closes the socket and asks nothing; visible again, it catches up", async () => {
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

  it("never keeps a socket that finished opening after the tab was hidden", async () => {
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

describe("a listing removed while it is open", () => {
  it("is reported by the socket's close code or by the poll, and everything stops", async () => {
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

  it("a viewer whose standing was lost keeps the poll and is not dialled in again", async () => {
    const { socket, poll } = await connected();
    socket.handlers.onClose(4403);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(socket.closed).toBe(true);
    expect(poll).toHaveBeenCalledTimes(1);
  });
});
