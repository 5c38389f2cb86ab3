import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { USER_LIVE_CLOSE } from "#contract/account/user-live";
import { LIVE_PING, LIVE_PING_MS } from "#contract/holds/live";
import { NO_COUNTS } from "#domain/notifications/bar-counts";
import type { SocketHandlers } from "../../web/lib/live-socket.ts";
import { useCounts } from "../../web/lib/use-counts.ts";
import {
  COUNTS_POLL_MS,
  closeChannel,
  isChannelConnected,
  onUserEvent,
  UserChannel,
  type UserEvent,
  useUserChannel,
} from "../../web/lib/user-channel.ts";
import { serve } from "../support/web/api.ts";

const live = vi.hoisted(() => ({ handlers: null as SocketHandlers | null, closed: 0, opened: 0 }));
vi.mock("../../web/lib/live-socket.ts", () => ({
  openLiveSocket: async (_: string, handlers: SocketHandlers) => {
    live.handlers = handlers;
    live.opened++;
    return { send() {}, reconnect() {}, close: async () => void live.closed++ };
  },
}));

function setUp() {
  const events: UserEvent["type"][] = [];
  const sent: string[] = [];
  let handlers: SocketHandlers | null = null;
  let count = 0;
  const poll = vi.fn();
  const reconnect = vi.fn();
  const onSession = vi.fn(async () => true);
  const channel = new UserChannel({
    openSocket: async (given) => {
      handlers = given;
      count++;
      return { send: (text) => sent.push(text), reconnect, close: async () => undefined };
    },
    poll,
    onEvent: ({ type }) => events.push(type),
    onSession,
  });
  return {
    channel,
    events,
    sent,
    poll,
    reconnect,
    onSession,
    opened: () => count,
    socket: () => handlers ?? expect.fail("no socket was opened"),
  };
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: false });
  live.opened = 0;
  live.closed = 0;
});
afterEach(() => vi.useRealTimers());

describe("UserChannel", () => {
  it("polls every 30 seconds while it is not connected, and reports both changes", async () => {
    const { channel, poll, socket, events } = setUp();
    channel.resume();
    await vi.advanceTimersByTimeAsync(COUNTS_POLL_MS);
    expect(poll).toHaveBeenCalledTimes(1);
    socket().onOpen?.();
    expect(poll, "polled once when it is connected").toHaveBeenCalledTimes(2);
    socket().onMessage('{"type":"hello","server_now":1}');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(poll).toHaveBeenCalledTimes(2);
    socket().onClose(1006);
    socket().onClose(1006);
    await vi.advanceTimersByTimeAsync(COUNTS_POLL_MS);
    expect(poll).toHaveBeenCalledTimes(3);
    socket().onOpen?.();
    expect(events).toEqual(["connected", "hello", "disconnected", "connected"]);
    void channel.pause();
  });

  it("reconnects a socket that does not answer a ping", async () => {
    const { channel, sent, reconnect, socket, events } = setUp();
    channel.resume();
    await vi.advanceTimersByTimeAsync(0);
    socket().onOpen?.();
    await vi.advanceTimersByTimeAsync(LIVE_PING_MS);
    socket().onMessage("pong");
    await vi.advanceTimersByTimeAsync(LIVE_PING_MS);
    expect(sent).toEqual([LIVE_PING, LIVE_PING]);
    expect(reconnect).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(reconnect).toHaveBeenCalledOnce();
    expect(events).toEqual(["connected", "disconnected"]);
    void channel.pause();
  });

  it("reports nothing once paused, and checks the session when the server closes it", async () => {
    const { channel, events, onSession, socket, poll } = setUp();
    channel.resume();
    await vi.advanceTimersByTimeAsync(0);
    const first = socket();
    first.onClose(USER_LIVE_CLOSE.session);
    expect(onSession).toHaveBeenCalledOnce();
    void channel.pause();
    first.onOpen?.();
    first.onMessage('{"type":"hello","server_now":1}');
    await vi.advanceTimersByTimeAsync(2 * COUNTS_POLL_MS);
    expect(events).toEqual([]);
    expect(poll).not.toHaveBeenCalled();
  });

  it("reconnects after the end of a session only for the same user, and not during the check", async () => {
    const { channel, opened, onSession, socket } = setUp();
    channel.resume();
    await vi.advanceTimersByTimeAsync(0);
    socket().onClose(USER_LIVE_CLOSE.session);
    expect(opened()).toBe(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(opened()).toBe(2);
    onSession.mockResolvedValue(false);
    socket().onClose(USER_LIVE_CLOSE.session);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(opened()).toBe(2);
    channel.resume();
    onSession.mockResolvedValue(true);
    socket().onClose(USER_LIVE_CLOSE.session);
    void channel.pause();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(opened()).toBe(3);
  });

  it("ignores text that is not a frame", async () => {
    const { channel, events, socket } = setUp();
    channel.resume();
    await vi.advanceTimersByTimeAsync(0);
    for (const text of ["pong", "{", "{}", '{"type":7}']) socket().onMessage(text);
    expect(events).toEqual([]);
    void channel.pause();
  });
});

function Bar({ user }: { user: string | undefined }) {
  useUserChannel(user);
  const { messages, notifications, trades } = useCounts(user !== undefined);
  return <output>{`${messages} ${notifications} ${trades}`}</output>;
}

describe("leaveChannel on sign-out", () => {
  const signedIn = () =>
    render(
      <QueryClientProvider client={new QueryClient()}>
        <Bar user="acc_maya" />
      </QueryClientProvider>,
    );
  beforeEach(() => {
    serve({ "GET /api/notifications/counts": () => ({ body: { ...NO_COUNTS } }) });
  });

  it("prevents the channel from opening later", async () => {
    signedIn();
    await act(() => closeChannel());
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    document.dispatchEvent(new Event("visibilitychange"));
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(live.opened).toBe(0);
  });

  it("lets a failed sign-out open the channel again", async () => {
    signedIn();
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(live.opened).toBe(1);
    const comeBack = await closeChannel();
    expect(live.closed).toBe(1);
    await act(async () => comeBack());
    expect(live.opened).toBe(2);
  });
});

describe("the counts in the header", () => {
  it("follow the frames, which listeners receive too", async () => {
    serve({
      "GET /api/notifications/counts": () => ({
        body: { ...NO_COUNTS, notifications: 1, messages: 2, trades: 3, server_now: 0 },
      }),
    });
    const types: string[] = [];
    const stop = onUserEvent(({ type }) => types.push(type));
    const client = new QueryClient();
    const bar = (user: string | undefined) => (
      <QueryClientProvider client={client}>
        <Bar user={user} />
      </QueryClientProvider>
    );
    const { rerender } = render(bar("acc_maya"));
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    const numbers = () => screen.getByRole("status").textContent;
    expect(numbers()).toBe("2 1 3");
    expect(isChannelConnected()).toBe(false);
    const frame = (body: object) =>
      act(async () => {
        live.handlers?.onMessage(JSON.stringify(body));
        await vi.advanceTimersByTimeAsync(10);
      });
    await act(async () => live.handlers?.onOpen?.());
    expect(isChannelConnected()).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(10));
    await frame({ type: "message", message: {}, unread_messages: 5 });
    expect(numbers()).toBe("5 1 3");
    await frame({ type: "read", conversation_id: "cnv_1", up_to_seq: 4, by_you: true, unread_messages: 0 });
    await frame({ type: "read", conversation_id: "cnv_1", up_to_seq: 4, by_you: false, unread_messages: null });
    await frame({ type: "notification", notification: {}, notifications: 9 });
    expect(numbers()).toBe("0 9 3");
    await frame({ type: "counts", ...NO_COUNTS, messages: 1, notifications: 1, trades: 1 });
    expect(numbers()).toBe("1 1 1");
    expect(types).toEqual(["connected", "message", "read", "read", "notification", "counts"]);

    rerender(bar(undefined));
    expect(live.closed).toBe(1);
    expect(isChannelConnected()).toBe(false);
    stop();
  });
});
