/** Polling in a tab that nobody uses (D66). */

import { focusManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { NO_COUNTS } from "#domain/notifications/bar-counts";
import { GridStatus } from "../../web/features/items/grid-status.ts";
import type { SocketHandlers } from "../../web/lib/live-socket.ts";
import { isIdle, onReturn, watchActivity } from "../../web/lib/user-activity.ts";
import { useUserChannel } from "../../web/lib/user-channel.ts";
import { serve } from "../support/web/api.ts";

const live = vi.hoisted(() => ({ handlers: null as SocketHandlers | null }));
vi.mock("../../web/lib/live-socket.ts", () => ({
  openLiveSocket: async (_: string, handlers: SocketHandlers) => {
    live.handlers = handlers;
    // Answers each ping, so the channel knows that the socket lives.
    const send = () => queueMicrotask(() => live.handlers?.onMessage("pong"));
    return { send, reconnect() {}, close: async () => undefined };
  },
}));

function Channel() {
  useUserChannel("acc_maya");
  return null;
}

const MINUTE = 60_000;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  stop = watchActivity();
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

const touch = () => window.dispatchEvent(new Event("pointerdown"));

it("a tab is idle after 30 seconds without a sign of its user, and not any more after one", () => {
  const returned = vi.fn();
  const unsubscribe = onReturn(returned);
  vi.advanceTimersByTime(20_000);
  touch();
  vi.advanceTimersByTime(29_000);
  expect(isIdle()).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(isIdle()).toBe(true);
  expect(returned).not.toHaveBeenCalled();
  touch();
  expect(isIdle()).toBe(false);
  expect(returned).toHaveBeenCalledTimes(1);
  unsubscribe();
});

it("queries pause in an idle tab only while the user channel reports changes", async () => {
  serve({ "GET /api/notifications/counts": () => ({ body: { ...NO_COUNTS, server_now: 0 } }) });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Channel />
    </QueryClientProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(MINUTE));
  expect([isIdle(), focusManager.isFocused()]).toEqual([true, true]);
  await act(async () => live.handlers?.onOpen?.());
  expect(focusManager.isFocused()).toBe(false);
  await act(async () => live.handlers?.onClose(1006));
  expect(focusManager.isFocused()).toBe(true);
  await act(async () => live.handlers?.onOpen?.());
  touch();
  expect(focusManager.isFocused()).toBe(true);
  await act(() => vi.advanceTimersByTimeAsync(MINUTE / 2));
  expect(focusManager.isFocused()).toBe(false);
});

it("an idle grid asks once a minute, and at once when the user is back", async () => {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      readonly #report: (entries: unknown[]) => void;
      constructor(report: (entries: unknown[]) => void) {
        this.#report = report;
      }
      observe(target: Element) {
        this.#report([{ target, isIntersecting: true }]);
      }
      unobserve() {}
      disconnect() {}
    },
  );
  const ask = vi.fn(async () => ({ items: [], server_now: 0 }));
  const grid = new GridStatus(ask);
  const unwatch = grid.watch(document.createElement("a"), "itm_1");
  const end = grid.start();
  await vi.advanceTimersByTimeAsync(29_000);
  const active = ask.mock.calls.length;
  expect(active).toBe(3);
  await vi.advanceTimersByTimeAsync(5_000);
  ask.mockClear();
  await vi.advanceTimersByTimeAsync(3 * MINUTE);
  expect(ask.mock.calls.length).toBeLessThanOrEqual(3);
  expect(ask.mock.calls.length).toBeGreaterThanOrEqual(2);
  ask.mockClear();
  touch();
  await vi.advanceTimersByTimeAsync(0);
  expect(ask).toHaveBeenCalledTimes(1);
  end();
  unwatch();
});
