import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { serverNow, syncServerClock } from "../../web/lib/server-clock.ts";

const HOUR = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000 * HOUR });
});
afterEach(() => vi.useRealTimers());

it("serverNow uses the fastest reply, until the device's clock is changed", () => {
  const ahead = 4 * 60_000;
  const reply = (late: number) => syncServerClock(Date.now() + ahead - late);
  reply(900);
  expect(serverNow()).toBe(Date.now() + ahead - 900);
  reply(40);
  vi.advanceTimersByTime(30_000);
  reply(1_200);
  expect(serverNow()).toBe(Date.now() + ahead - 40);

  vi.setSystemTime(Date.now() + HOUR);
  syncServerClock(Date.now() + ahead - HOUR);
  expect(serverNow()).toBe(Date.now() + ahead - HOUR);
  vi.setSystemTime(Date.now() - 2 * HOUR);
  syncServerClock(Date.now() + ahead + HOUR);
  expect(serverNow()).toBe(Date.now() + ahead + HOUR);
});

it("serverNow returns whole milliseconds", () => {
  syncServerClock(Date.now() + 50.7);
  expect(serverNow()).toBe(Date.now() + 50);
});
